import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { iconsFile, iconsModule, usedIcons } from './icons-module.ts'
import { pathOfShapes } from './path-of-shapes.ts'

it('web/ui/icons.ts has the icons that are used, as Lucide has them (`npm run icons`)', () => {
  const written = readFileSync(iconsFile, 'utf8')
  expect(written).toBe(iconsModule(usedIcons()))
  expect(usedIcons().length).toBeGreaterThan(60)
})

describe('shapes become one path:', () => {
  const lines = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'
  it.each([
    ['a path', `<path ${lines} d="M18 6L6 18"/>`, 'M18 6L6 18'],
    ['one that begins anywhere', `<path ${lines} d="m6 9l6 6"/>`, 'M6 9l6 6'],
    ['lines without a letter', `<path ${lines} d="m6 9 6 6 6-6"/>`, 'M6 9l6 6 6-6'],
    ['numbers without spaces', `<path ${lines} d="m21-.5-4.3.2"/>`, 'M21 -.5l-4.3.2'],
    ['several', `<g ${lines}><path d="M1 2h3"/><path d="m5 6h7"/></g>`, 'M1 2h3M5 6h7'],
    ['a circle', `<circle cx="12" cy="11" r="10" ${lines}/>`, 'M2 11a10 10 0 1 0 20 0a10 10 0 1 0 -20 0'],
    ['a dot', `<circle cx="4" cy="5" r=".5" fill="currentColor"/>`, 'M3.5 5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0'],
    ['a box', `<rect width="8" height="6" x="2" y="3" ${lines}/>`, 'M2 3h8v6h-8z'],
    [
      'a round box',
      `<rect width="8" height="6" x="2" y="3" ${lines} rx="1"/>`,
      'M3 3h6a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z',
    ],
  ])('%s', (_, body, path) => {
    expect(pathOfShapes(body)).toBe(path)
  })

  it.each([
    '<path fill="currentColor" d="M1 2h3"/>',
    '<polygon points="1 2 3 4"/>',
    '<path transform="scale(2)" d="M1 2h3"/>',
  ])('but not %s', body => {
    expect(() => pathOfShapes(body)).toThrow('an icon has')
  })
})
