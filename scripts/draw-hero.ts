/**
 * Draws the row of plants of the home page, all at one scale, with the same code as the products' pictures:
 *   npm exec -- node scripts/draw-hero.ts
 * The results in web/features/offers/images are committed; redraw them only when the drawing has improved.
 */
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { summerDress } from '#server/drawings/dress.ts'
import { paintPlant } from '#server/drawings/habits.ts'
import { Sheet } from '#server/drawings/ink.ts'
import { type PlantFacts, unknownFacts } from '#server/drawings/plant-facts.ts'
import { habitOf } from '#server/drawings/plant-habit.ts'
import { paintMeasure } from '#server/drawings/scale.ts'

const wide = 1600
const tall = 760
const pixelsPerMetre = 86
/** Position of the plants on the drawings' sheet of 1200 × 900. */
const foot = { x: 600, y: 860 }

interface Standing {
  latinName: string
  /** Position: metres from the left edge. */
  at: number
  height: number
  spread: number
  facts: Partial<PlantFacts>
}

// From back to front.
const row: Standing[] = [
  {
    latinName: 'Betula pendula',
    at: 16.4,
    height: 7.6,
    spread: 3.6,
    facts: { growth: 'tree', crown: 'oval', foliage: 'light-green', leaf: 'ovate' },
  },
  {
    latinName: 'Picea pungens',
    at: 2.5,
    height: 7.2,
    spread: 3.3,
    facts: { growth: 'tree', crown: 'conical', foliage: 'blue', leaf: 'needle-short' },
  },
  {
    latinName: 'Tilia cordata',
    at: 8,
    height: 8.1,
    spread: 4.3,
    facts: { growth: 'tree', crown: 'oval', foliage: 'green', leaf: 'heart' },
  },
  {
    latinName: 'Acer platanoides',
    at: 12.5,
    height: 5.6,
    spread: 3.9,
    facts: { growth: 'tree', crown: 'round', foliage: 'purple', leaf: 'maple-lobed' },
  },
  {
    latinName: 'Thuja occidentalis',
    at: 10.3,
    height: 3.3,
    spread: 1.1,
    facts: { growth: 'tree', crown: 'columnar', foliage: 'green', leaf: 'scale' },
  },
  {
    latinName: 'Thuja occidentalis',
    at: 14.5,
    height: 2.7,
    spread: 1,
    facts: { growth: 'tree', crown: 'columnar', foliage: 'green', leaf: 'scale' },
  },
  {
    latinName: 'Hydrangea paniculata',
    at: 5.7,
    height: 1.7,
    spread: 1.9,
    facts: {
      growth: 'upright-shrub',
      crown: 'round',
      foliage: 'green',
      leaf: 'ovate',
      flower: { form: 'panicle', colour: 'white' },
    },
  },
  {
    latinName: 'Miscanthus sinensis',
    at: 17.7,
    height: 1.9,
    spread: 1.5,
    facts: { growth: 'tussock-grass', foliage: 'green', leaf: 'grass', flower: { form: 'plume', colour: 'pink' } },
  },
  {
    latinName: 'Spiraea japonica',
    at: 11.3,
    height: 0.9,
    spread: 1.3,
    facts: {
      growth: 'upright-shrub',
      crown: 'round',
      foliage: 'yellow',
      leaf: 'tiny',
      flower: { form: 'corymb', colour: 'pink' },
    },
  },
  {
    latinName: 'Juniperus horizontalis',
    at: 13.7,
    height: 0.5,
    spread: 1.9,
    facts: { growth: 'creeping-shrub', crown: 'prostrate', foliage: 'blue-green', leaf: 'needle-awl' },
  },
  {
    latinName: 'Lavandula angustifolia',
    at: 15.5,
    height: 0.7,
    spread: 0.9,
    facts: {
      growth: 'clump-perennial',
      foliage: 'grey-green',
      leaf: 'lanceolate',
      flower: { form: 'spike', colour: 'violet' },
    },
  },
]

function drawOne({ latinName, height, spread, facts }: Standing): string {
  const sheet = new Sheet()
  const habit = habitOf({
    facts: { ...unknownFacts, ...facts, height, spread },
    heightNow: height,
    latinName,
    seed: `hero ${latinName} ${height}`,
  })
  const metre = pixelsPerMetre
  paintPlant(sheet, habit, summerDress(habit), {
    x: foot.x,
    ground: foot.y,
    metre,
    width: spread * metre * 1.1,
    height: height * metre,
    detail: 1,
  })
  return sheet.svg()
}

function drawPerson(): string {
  const sheet = new Sheet()
  paintMeasure(sheet, foot.x, foot.y, pixelsPerMetre)
  return sheet.svg()
}

/** A part of a sheet, placed so that the plant stands on the row's ground line. */
async function placed(svg: string, at: number): Promise<OverlayOptions> {
  const left = Math.round(at * pixelsPerMetre - foot.x)
  const cutLeft = Math.max(0, -left)
  const width = Math.min(1200 - cutLeft, wide - Math.max(0, left))
  const input = await sharp(Buffer.from(svg))
    .extract({ left: cutLeft, top: foot.y - tall, width, height: tall })
    .png()
    .toBuffer()
  return { input, left: Math.max(0, left), top: 0 }
}

const layers = await Promise.all([...row.map(plant => placed(drawOne(plant), plant.at)), placed(drawPerson(), 4.45)])
const picture = await sharp({ create: { width: wide, height: tall, channels: 4, background: '#0000' } })
  .composite(layers)
  .png()
  .toBuffer()
const asWebp = (image: Sharp) => image.webp({ quality: 66, alphaQuality: 80, effort: 6 })
// Phones show the narrower ones with two or three pixels to the point, where no difference can be seen.
const asAvif = (image: Sharp, width: number) => image.avif({ quality: width < 1600 ? 36 : 45, effort: 7 })
for (const width of [720, 1080, 1600])
  for (const [format, encode] of Object.entries({ webp: asWebp, avif: asAvif })) {
    const name = `plants-${width}.${format}`
    const { size } = await encode(sharp(picture).resize({ width }), width).toFile(`web/features/offers/images/${name}`)
    console.log(`${name}: ${size} bytes`)
  }
