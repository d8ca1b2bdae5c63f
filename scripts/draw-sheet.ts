/**
 * Draws random plants with their names on one sheet, for visual checks (docs/botanical-directory.md):
 *   npm run drawings -- --seed 7 --count 60 --view whole --out /tmp/sheet.png
 * `--only 'Thuja|Juniperus'` limits the choice to plants with one of these in the Latin name, `--tall 0.8` draws them
 * as sold at this height in metres. Prints the time and size of a picture.
 */
import { parseArgs } from 'node:util'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { drawPlant, type PlantView } from '#server/drawings/draw-plant.ts'
import { makeRandom } from '#server/drawings/random.ts'
import { fontFile } from '#server/platform/print/fonts.ts'
import { type PlantEntry, readDirectory } from '#server/seed/botany/read-directory.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    columns: { type: 'string', default: '6' },
    wide: { type: 'string', default: '320' },
    view: { type: 'string', default: 'whole' },
    only: { type: 'string', default: '' },
    tall: { type: 'string' },
    out: { type: 'string', default: 'plants.png' },
  },
})
const columns = Number(values.columns)
const wide = Number(values.wide)
const tall = wide * 0.75
const caption = 44
const only = new RegExp(values.only, 'i')
const young = values.tall === undefined ? {} : { heightNow: Number(values.tall) }

const random = makeRandom(`sheet ${values.seed}`)
const chosen = readDirectory()
  .plants.filter(({ latinName }) => only.test(latinName))
  .map(plant => ({ plant, at: random.next() }))
  .sort((one, other) => one.at - other.at)
  .slice(0, Number(values.count))
  .map(({ plant }) => plant)

const font = create(fontFile('label')) as Font

/** A line of text as a path, narrowed to fit if necessary. */
function lettering(text: string, x: number, y: number, size: number, fill: string): string {
  const { glyphs, positions } = font.layout(text)
  const room = wide - 12
  const scale = size / font.unitsPerEm
  const length = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale
  let at = 0
  const marks = glyphs.map((glyph, index) => {
    const mark = `<path transform="translate(${at})" d="${glyph.path.toSVG()}"/>`
    at += positions[index]?.xAdvance ?? 0
    return mark
  })
  const narrow = Math.min(1, room / length)
  return `<g fill="${fill}" transform="translate(${x} ${y})scale(${scale * narrow} ${-scale})">${marks.join('')}</g>`
}

async function tile(plant: PlantEntry, index: number) {
  const { facts, latinName } = plant
  const begun = process.cpuUsage()
  const svg = drawPlant({ facts, latinName, seed: latinName, ...young }, values.view as PlantView)
  const drawn = process.cpuUsage(begun).user
  const input = await sharp(Buffer.from(svg), { density: (72 * wide) / 1200 })
    .png()
    .toBuffer()
  const left = (index % columns) * wide
  const top = Math.floor(index / columns) * (tall + caption)
  const names =
    lettering(`${index + 1}. ${plant.genus} ${plant.name}`, left + 6, top + tall + 17, 15, '#222') +
    lettering(latinName, left + 6, top + tall + 35, 13, '#666')
  return { layer: { input, left, top }, names, drawn, bytes: svg.length }
}

const tiles: Awaited<ReturnType<typeof tile>>[] = []
for (const [index, plant] of chosen.entries()) tiles.push(await tile(plant, index))
const width = columns * wide
const height = Math.ceil(chosen.length / columns) * (tall + caption)
const names = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${tiles.map(t => t.names).join('')}</svg>`
await sharp({ create: { width, height, channels: 3, background: '#fff' } })
  .composite([...tiles.map(t => t.layer), { input: Buffer.from(names), left: 0, top: 0 }])
  .png()
  .toFile(values.out)

const middle = (numbers: number[]) => Math.round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length)
process.stdout.write(`${chosen.map((plant, index) => `${index + 1}. ${plant.latinName}`).join('\n')}\n`)
process.stdout.write(
  `${values.out}: ${chosen.length} plants; SVG ${middle(tiles.map(t => t.drawn)) / 1000} ms of processor time, ${middle(tiles.map(t => t.bytes))} bytes a picture\n`,
)
