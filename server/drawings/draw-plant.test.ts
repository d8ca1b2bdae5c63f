import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { PlantView } from './draw-plant.ts'
import { drawPlant } from './draw-plant.ts'
import type { PlantFacts } from './plant-facts.ts'
import {
  autumnColours,
  crownShapes,
  flowerColours,
  flowerForms,
  foliageColours,
  fruitColours,
  fruitForms,
  growthForms,
  leafTypes,
  unknownFacts,
} from './plant-facts.ts'

const views: readonly PlantView[] = ['whole', 'detail', 'landscape', 'season']

const birch: PlantFacts = {
  ...unknownFacts,
  height: 18,
  spread: 8,
  growth: 'tree',
  crown: 'oval',
  foliage: 'green',
  autumn: 'yellow',
  leaf: 'ovate',
}
const spruce: PlantFacts = {
  ...unknownFacts,
  height: 25,
  spread: 7,
  growth: 'tree',
  crown: 'conical',
  foliage: 'dark-green',
  autumn: 'evergreen',
  leaf: 'needle-short',
}

const drawn = new Map<string, string>()

/** Several tests use the same pictures: each is drawn once. */
function draw(facts: PlantFacts, view: PlantView, heightNow?: number): string {
  const key = JSON.stringify([facts, view, heightNow])
  const known =
    drawn.get(key) ??
    drawPlant(heightNow === undefined ? { facts, seed: 'test' } : { facts, seed: 'test', heightNow }, view)
  drawn.set(key, known)
  return known
}

/** Checks that tags are closed in order, references resolve and numbers are finite. Returns the errors, for the message. */
function flaws(svg: string): string[] {
  const found: string[] = []
  const open: string[] = []
  for (const [, end, name = '', own] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
    if (end === '/') {
      if (open.pop() !== name) found.push(`unexpected </${name}>`)
    } else if (own !== '/') open.push(name)
  }
  if (open.length > 0) found.push(`left open: ${open.join(' ')}`)
  if (/NaN|undefined|Infinity|e[-+]\d/.test(svg)) found.push('a broken number')
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  for (const [, id] of svg.matchAll(/(?:href="#|url\(#)([^")]+)/g))
    if (!ids.has(id)) found.push(`nothing is called ${id}`)
  if (!svg.startsWith('<svg ') || !svg.includes('viewBox="0 0 1200 900"')) found.push('not a sheet of 1200 × 900')
  if (svg.length > 300_000) found.push(`${svg.length} bytes`)
  return found
}

/** One plant for every word of the vocabulary; its other facts are those of an ordinary plant. */
function* vocabulary(): Generator<[string, PlantFacts]> {
  for (const growth of growthForms) yield [`growth ${growth}`, { ...unknownFacts, growth }]
  for (const crown of crownShapes) {
    yield [`crown ${crown}`, { ...birch, crown }]
    yield [`needled crown ${crown}`, { ...spruce, crown, growth: 'upright-shrub', height: 2, spread: 1.5 }]
  }
  for (const leaf of leafTypes) yield [`leaf ${leaf}`, { ...unknownFacts, leaf }]
  for (const foliage of foliageColours)
    yield [`foliage ${foliage}`, { ...birch, foliage, growth: 'upright-shrub', height: 2 }]
  for (const autumn of autumnColours) yield [`autumn ${autumn}`, { ...birch, autumn }]
  for (const form of flowerForms)
    yield [`flower ${form}`, { ...unknownFacts, growth: 'upright-shrub', flower: { form, colour: 'pink' } }]
  for (const colour of flowerColours)
    yield [`flower ${colour}`, { ...unknownFacts, growth: 'clump-perennial', flower: { form: 'daisy', colour } }]
  for (const form of fruitForms) yield [`fruit ${form}`, { ...birch, fruit: { form, colour: 'red' } }]
  for (const colour of fruitColours)
    yield [`fruit ${colour}`, { ...birch, height: 5, fruit: { form: 'cluster', colour } }]
}

describe('drawPlant', () => {
  it.each(views)('draws the same plant as the same bytes: %s', view => {
    const illustration = { facts: birch, latinName: 'Betula pendula', seed: 'test' }
    expect(drawPlant(illustration, view)).toBe(drawPlant(structuredClone(illustration), view))
  })

  it.each(views)('draws different plants, sizes and seeds differently: %s', view => {
    const pictures = new Set([
      draw(birch, view),
      draw(spruce, view),
      draw({ ...unknownFacts, growth: 'clump-perennial', leaf: 'broad' }, view),
      drawPlant({ facts: birch, seed: 'another' }, view),
    ])
    expect(pictures.size).toBe(4)
  })

  it('draws a young plant as young, with a scale to fit its size', () => {
    expect(draw(birch, 'whole', 2)).not.toBe(draw(birch, 'whole'))
  })

  it('draws every word of the vocabulary differently from the others', () => {
    const pictures = [...vocabulary()].map(
      ([, facts]) => draw(facts, 'whole') + draw(facts, 'detail') + draw(facts, 'season'),
    )
    // Only words that mean the same as the default (a green leaf, a yellow autumn) give the same picture.
    expect(new Set(pictures).size).toBeGreaterThan(pictures.length - 16)
  })

  it('draws a different close-up for each leaf type', () => {
    expect(
      new Set(leafTypes.map(leaf => draw({ ...unknownFacts, growth: 'upright-shrub', leaf }, 'detail'))).size,
    ).toBe(leafTypes.length)
  })

  it.each(views)('writes well-formed SVG for every word of the vocabulary: %s', view => {
    const amiss = [...vocabulary()].flatMap(([word, facts]) => flaws(draw(facts, view)).map(flaw => `${word}: ${flaw}`))
    expect(amiss).toEqual([])
  })

  it.each([0.01, 0.3, 1, 40])('draws a plant of %s m', height => {
    for (const growth of growthForms)
      for (const view of views)
        expect(flaws(draw({ ...unknownFacts, growth, height, spread: height }, view, height))).toEqual([])
  })

  it('can be rasterised', async () => {
    const { data, info } = await sharp(Buffer.from(draw(spruce, 'whole')))
      .resize(120, 90)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([120, 90])
    expect(new Set(data).size).toBeGreaterThan(40)
  })
})
