import type { Sheet } from './ink.ts'
import { dot, num, pair } from './ink.ts'
import { paper } from './palettes.ts'

/** Digits and two letters as strokes in a 10 × 16 frame: the rasteriser may have no fonts. */
const glyphs: Record<string, readonly [advance: number, d: string]> = {
  '0': [12, 'M5 0C1.5 0 .5 4 .5 8S1.5 16 5 16S9.500 12 9.500 8S8.500 0 5 0z'],
  '1': [9, 'M1.500 3.500L5 0V16'],
  '2': [12, 'M.8 4C.8 1.500 2.600 0 5 0S9.200 1.600 9.200 4C9.200 7.500 1 11.500 .7 16H9.500'],
  '3': [
    12,
    'M1 1.800C2 .6 3.400 0 5 0C7.300 0 9 1.500 9 3.700S7.300 7.400 4.500 7.500C7.600 7.500 9.400 9 9.400 11.600S7.500 16 4.800 16C3 16 1.600 15.300 .6 14',
  ],
  '4': [12, 'M7.200 16V0L.5 11.200H9.700'],
  '5': [
    12,
    'M8.700 0H2L1.300 7.200C2.300 6.400 3.500 6 4.900 6C7.600 6 9.400 8 9.400 10.900S7.500 16 4.800 16C3 16 1.600 15.300 .6 14.100',
  ],
  '6': [
    12,
    'M8.600 1.400C7.800 .5 6.700 0 5.400 0C2.400 0 .6 3.500 .6 9C.6 13.500 2.300 16 5 16C7.600 16 9.400 14 9.400 11.100S7.600 6.400 5.100 6.400C2.500 6.400 .7 8.300 .7 11',
  ],
  '7': [11, 'M.6 0H9.400C6.400 4.500 4.500 9.500 3.800 16'],
  '8': [
    12,
    'M5 7.400C2.700 7.400 1.200 6 1.200 3.800S2.700 0 5 0S8.800 1.600 8.800 3.800S7.300 7.400 5 7.400zM5 7.400C2.300 7.400 .5 9.200 .5 11.800S2.300 16 5 16S9.500 14.300 9.500 11.800S7.700 7.400 5 7.400z',
  ],
  '9': [
    12,
    'M1.400 14.600C2.200 15.500 3.300 16 4.600 16C7.600 16 9.400 12.500 9.400 7C9.400 2.500 7.700 0 5 0C2.400 0 .6 2 .6 4.900S2.400 9.600 4.900 9.600C7.500 9.600 9.300 7.700 9.300 5',
  ],
  ',': [5, 'M2 14.800Q2.600 16.600 .8 18.600'],
  м: [14, 'M.8 16V5.500L5.800 13L10.800 5.500V16'],
  с: [
    11,
    'M8.200 7C7.400 6 6.300 5.400 4.900 5.400C2.400 5.400 .7 7.600 .7 10.700S2.400 16 4.900 16C6.300 16 7.500 15.400 8.300 14.300',
  ],
  ' ': [6, ''],
}

/** Text as paths, right-aligned at x, with its baseline at y. */
export function lettering(text: string, x: number, y: number, height: number): string {
  const k = height / 16
  const wide = [...text].reduce((sum, c) => sum + (glyphs[c]?.[0] ?? 0), 0) * k
  let at = x - wide
  return [...text]
    .map(c => {
      const glyph = glyphs[c]
      if (glyph === undefined) return ''
      const mark =
        glyph[1] === ''
          ? ''
          : `<path transform="translate(${pair(at, y - height)})scale(${Math.round(k * 100) / 100})" d="${glyph[1].replace(/(\.\d)00/g, '$1')}"/>`
      at += glyph[0] * k
      return mark
    })
    .join('')
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]

/** A ruler at the left edge: numbered ticks from the ground up, in centimetres for small plants and metres for large ones. */
export function paintRule(sheet: Sheet, x: number, ground: number, metre: number, top: number): void {
  const range = (ground - top) / metre
  const step = steps.find(s => range / s <= 6.5) ?? 50
  const minor = step / (String(step).includes('2') ? 4 : 5)
  const inCentimetres = range < 1.3
  let ticks = ''
  let fine = ''
  let labels = ''
  const count = Math.floor(range / minor + 1e-6)
  for (let i = 0; i <= count; i += 1) {
    const value = i * minor
    const y = ground - value * metre
    const major = Math.abs(value / step - Math.round(value / step)) < 1e-6
    if (major) {
      ticks += `M${pair(x, y)}h20`
      const n = inCentimetres ? Math.round(value * 100) : Math.round(value * 100) / 100
      if (i > 0) labels += lettering(String(n).replace('.', ','), x - 14, y + 9, 18)
    } else fine += `M${pair(x, y)}h10`
  }
  const last = ground - count * minor * metre
  sheet.stroke(`M${pair(x, ground)}V${num(last - 6)}`, paper.faint, 2)
  sheet.stroke(fine, paper.faint, 1.5)
  sheet.stroke(ticks, paper.ink, 2)
  sheet.add(
    `<g fill="none" stroke="${paper.ink}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${labels}${lettering(inCentimetres ? 'см' : 'м', x - 14, last - 18, 18)}</g>`,
  )
}

/** An object of familiar size beside the plant: the largest that fits. */
export function paintMeasure(sheet: Sheet, x: number, ground: number, metre: number): void {
  if (metre <= 300) paintPerson(sheet, x, ground, metre * 1.72)
  else if (metre <= 500) paintSpade(sheet, x, ground, metre * 1.05)
  else if (metre <= 760) paintWateringCan(sheet, Math.min(x, 1185 - metre * 0.26), ground, metre * 0.3)
  else paintTrowel(sheet, x, ground, metre * 0.28)
}

const figure = '#8d8a78'
const figureShade = '#77745f'
const figureLight = '#a3a08d'

/** A gardener in a hat; 100 units tall. */
export function paintPerson(sheet: Sheet, x: number, ground: number, height: number): void {
  const k = height / 100
  const coat =
    'M-2.800-85C-7-83.500-11-82.500-12-78C-13.500-70-14.800-60-15-52C-15-47-14.500-44-13.600-43C-12.300-42.300-11.300-44-11.300-47L-9.600-62L-9-50C-9.500-40-9.800-20-9.500-2L-12.500 0H-3.500L-1.200-36H1.200L3.500 0H12.500L9.500-2C9.800-20 9.500-40 9-50L9.600-62L11.300-47C11.300-44 12.300-42.300 13.600-43C14.500-44 15-47 15-52C14.800-60 13.500-70 12-78C11-82.500 7-83.500 2.800-85z'
  sheet.add(
    `<g transform="translate(${pair(x, ground)})scale(${Math.round(k * 1000) / 1000})"><path fill="${figureShade}" fill-opacity=".25" d="M-14 0Q4-3 26 .5Q4 3-14 0z"/><path fill="${figure}" d="${coat}"/>` +
      `<path fill="${figureShade}" d="M0-84L2.800-85C7-83.500 11-82.500 12-78C13.500-70 14.800-60 15-52C15-47 14.500-44 13.600-43C12.300-42.300 11.300-44 11.300-47L9.600-62L9-50C9.500-40 9.800-20 9.500-2L12.500 0H3.500L1.200-36L0-40z" fill-opacity=".55"/>` +
      `<path fill="${figureLight}" d="M-5-80H5L6.500-52Q7-44 6.800-36Q0-33-6.800-36Q-7-44-6.500-52z" fill-opacity=".75"/><path fill="${figure}" d="M-2.600-88H2.600V-83Q0-81.500-2.600-83z"/><path fill="${figure}" d="${dot(0, -91.6, 4.9)}"/>` +
      `<path fill="${figureShade}" d="M-9.500-93.200Q0-96 9.500-93.200Q0-91-9.500-93.200z"/><path fill="${figureLight}" d="M-5.300-94C-5.300-101.500 5.300-101.500 5.300-94Q0-95.800-5.300-94z"/></g>`,
  )
}

/** A spade stuck in the ground; 100 units tall. */
function paintSpade(sheet: Sheet, x: number, ground: number, height: number): void {
  const k = height / 100
  sheet.add(
    `<g transform="translate(${pair(x, ground)})rotate(4)scale(${Math.round(k * 1000) / 1000})"><path fill="${figureShade}" fill-opacity=".25" d="M-12 1Q4-2 24 1Q4 4-12 1z"/>` +
      `<path fill="#b79a6b" d="M-1.500-30H1.500L1.200-92H-1.200z"/><path fill="#8f7549" d="M.2-30H1.500L1.200-92H.2z"/><path fill="none" stroke="#8f7549" stroke-width="2.600" stroke-linejoin="round" d="M0-90L-5.500-98H5.500z"/>` +
      `<path fill="${figure}" d="M-8.500-28L-2-29L-1.700-38H1.700L2-29L8.500-28L8-5Q5 0 0 2Q-5 0-8-5z"/><path fill="${figureShade}" d="M0-29L8.500-28L8-5Q5 0 0 2z" fill-opacity=".6"/><path fill="${figureLight}" d="M-6.500-26L-3-26.500L-3-6L-6-7z" fill-opacity=".8"/></g>`,
  )
}

/** A watering can; 100 units tall. */
function paintWateringCan(sheet: Sheet, x: number, ground: number, height: number): void {
  const k = height / 100
  sheet.add(
    `<g transform="translate(${pair(x, ground)})scale(${Math.round(k * 1000) / 1000})"><path fill="${figureShade}" fill-opacity=".25" d="M-46 0Q10-8 80 1Q10 9-46 0z"/>` +
      `<path fill="none" stroke="${figureShade}" stroke-width="6" d="M-32-50C-78-70-66-8-32-14M-28-58C-20-104 26-104 32-60"/>` +
      `<path fill="${figure}" d="M-34-62H36L40 0Q2 6-38 0z"/><path fill="${figureShade}" d="M6-62H36L40 0Q22 3 6 3z" fill-opacity=".55"/><path fill="${figureLight}" d="M-26-56H-14L-14-6L-28-7z" fill-opacity=".7"/>` +
      `<path fill="${figure}" d="M34-34L72-74L77-68L38-16z"/><path fill="${figureShade}" d="M66-82L86-64L80-60L62-76z"/><path fill="${figureLight}" d="M-36-64H38V-58H-36z"/></g>`,
  )
}

/** A hand trowel; 100 units tall. */
function paintTrowel(sheet: Sheet, x: number, ground: number, height: number): void {
  const k = height / 100
  sheet.add(
    `<g transform="translate(${pair(x, ground)})rotate(5)scale(${Math.round(k * 1000) / 1000})"><path fill="${figureShade}" fill-opacity=".25" d="M-18 1Q6-3 34 1Q6 5-18 1z"/>` +
      `<path fill="#b79a6b" d="M-5-62Q-7-84-4.500-98Q0-102 4.500-98Q7-84 5-62z"/><path fill="#8f7549" d="M1-62L2-99.500Q4-99 4.500-98Q7-84 5-62z"/><path fill="none" stroke="${figureShade}" stroke-width="4" d="M0-62V-44"/>` +
      `<path fill="${figure}" d="M-13-44Q0-50 13-44L11-12Q6 0 0 3Q-6 0-11-12z"/><path fill="${figureShade}" d="M0-47.500Q8-47.500 13-44L11-12Q6 0 0 3z" fill-opacity=".6"/></g>`,
  )
}
