import type { YearTone } from '#contract/plant-year.ts'

/** Inks of the printed strip: the same on light and on dark paper. The second is that of a variegated leaf's edge. */
const inks: Record<YearTone, readonly [string, string?]> = {
  green: ['#6f9a4a'],
  'light-green': ['#9cbb5c'],
  'dark-green': ['#3f6b3f'],
  'grey-green': ['#8b9d83'],
  blue: ['#7d9fb0'],
  'blue-green': ['#5d8f84'],
  silver: ['#b3bcb6'],
  yellow: ['#e0b93c'],
  'yellow-green': ['#b8c24a'],
  purple: ['#7c3b55'],
  red: ['#b23a32'],
  bronze: ['#96633a'],
  orange: ['#d9822b'],
  brown: ['#8a6a48'],
  'pink-variegated': ['#6f9a4a', '#e3a0b3'],
  'white-variegated': ['#6f9a4a', '#f3f1e4'],
  'yellow-variegated': ['#6f9a4a', '#e6cf5a'],
  bare: ['#efe9dc', '#a99a86'],
  'flower-white': ['#ffffff'],
  'flower-cream': ['#f4e8c6'],
  'flower-yellow': ['#f0cf3e'],
  'flower-orange': ['#e88a32'],
  'flower-pink': ['#e7a0b8'],
  'flower-red': ['#c8362f'],
  'flower-crimson': ['#b02a5a'],
  'flower-purple': ['#8a3f7a'],
  'flower-violet': ['#7a5bb0'],
  'flower-blue': ['#5f86c9'],
  'flower-green': ['#a9c77e'],
  'flower-brown': ['#8a5a3a'],
  flower: ['#d98a94'],
}

/** How a part of the strip is printed. */
export function yearTone(tone: YearTone): { background: string; borderColor: string } {
  const [ink, edge] = inks[tone]
  const stripes = tone === 'bare' ? '1px, transparent 1px 6px' : '3px, transparent 3px 9px'
  return {
    background: edge ? `repeating-linear-gradient(135deg, ${edge} 0 ${stripes}) ${ink}` : ink,
    borderColor: `color-mix(in srgb, ${ink} 70%, #3b3a30)`,
  }
}
