import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { illustrationSpecOfPlant, potOf } from '#server/domains/products/illustration-spec.ts'
import { paintShrub } from '#server/drawings/broadleaf.ts'
import { paintPineCushion, paintShingled } from '#server/drawings/conifer-sprays.ts'
import { paintTieredConifer } from '#server/drawings/conifers.ts'
import { dabs } from '#server/drawings/dabs.ts'
import { drawingEdition, drawPlant } from '#server/drawings/draw-plant.ts'
import { paintBamboo, paintHeath, paintPads } from '#server/drawings/growths.ts'
import { painterFor } from '#server/drawings/habits.ts'
import { leafMarkup } from '#server/drawings/leaf-blades.ts'
import type { Blade } from '#server/drawings/likeness.ts'
import { paintCreeper } from '#server/drawings/mats.ts'
import { flowerTones, foliageTones, fruitTones } from '#server/drawings/palettes.ts'
import { paintFern, paintMound, paintRosette, paintStems } from '#server/drawings/perennials.ts'
import {
  type FlowerForm,
  type FruitColour,
  type GrowthForm,
  type LeafType,
  unknownFacts,
} from '#server/drawings/plant-facts.ts'
import { habitOf } from '#server/drawings/plant-habit.ts'
import { makeRandom } from '#server/drawings/random.ts'
import { paintWeeping } from '#server/drawings/weeping.ts'
import { paintYoungPine } from '#server/drawings/young-pine.ts'
import { type PlantEntry, readDirectory } from './botany/read-directory.ts'

const directory = new Map(readDirectory().plants.map(plant => [plant.latinName, plant]))
/** The plant of this name, or the first whose name starts so. */
function plant(latinName: string): PlantEntry {
  const found = directory.get(latinName) ?? [...directory.values()].find(entry => entry.latinName.startsWith(latinName))
  if (!found) throw new Error(`the directory has no ${latinName}`)
  return found
}
const specOf = (latinName: string, heightNow?: number) => {
  const { facts, latinName: name } = plant(latinName)
  return { facts, latinName: name, seed: name, ...(heightNow === undefined ? {} : { heightNow }) }
}
const habit = (latinName: string, heightNow?: number) => habitOf(specOf(latinName, heightNow))
const painter = (latinName: string, heightNow?: number) => painterFor(habit(latinName, heightNow))
const whole = (latinName: string) => drawPlant(specOf(latinName), 'whole')

/** Width divided by length of a leaf shape as drawn. */
function slenderness(blade: Blade): number {
  const { shape, wide } = dabs[blade]
  let [y, least, most] = [0, 0, 0]
  for (const [, ...vectors] of shape)
    for (let i = 1; i < vectors.length; i += 2) {
      y += vectors[i] ?? 0
      least = Math.min(least, y)
      most = Math.max(most, y)
    }
  return (most - least) * wide
}

describe('conifers', () => {
  it.each(['Thuja occidentalis', '× Hesperotropsis leylandii', 'Platycladus orientalis'])(
    'with scale leaves have narrow flat sprays, laid like shingles: %s',
    name => {
      expect(painter(name)).toBe(paintShingled)
      expect(habit(name).blade).toBe('scale')
      expect(slenderness('scale')).toBeLessThan(0.7)
    },
  )

  it('junipers have needled twigs, whatever their leaves', () => {
    expect(habit('Juniperus sabina').blade).toBe('needle-awl')
  })

  it('Microbiota is a low carpet', () => {
    expect(painter('Microbiota decussata')).toBe(paintCreeper)
  })

  it('a young pine is a candelabrum of long needles, and greener than a blue spruce', () => {
    expect(painter('Pinus sibirica', 0.6)).toBe(paintYoungPine)
    expect(habit('Pinus sibirica').tones).not.toEqual(foliageTones('blue-green'))
    expect(habit("Pinus sylvestris 'Watereri'").tones).not.toEqual(foliageTones('blue'))
    expect(habit('Picea pungens').tones).toEqual(foliageTones(plant('Picea pungens').facts.foliage ?? 'green'))
  })

  it("a compact pine's foliage reaches the ground", () => {
    const lowest = (name: string) =>
      Math.max(
        ...[...whole(name).matchAll(/<path fill="([^"]+)" d="M[\d.]+[ -]([\d.]+)/g)]
          .filter(([, fill]) => habit(name).tones.includes(fill ?? ''))
          .map(([, , y]) => Number(y)),
      )
    expect(lowest("Pinus sylvestris 'Watereri'")).toBeGreaterThan(700)
    expect(lowest('Pinus sylvestris')).toBeLessThan(700)
    expect(painter('Pinus mugo')).toBe(paintPineCushion)
  })

  it('cedars have level plates with gaps between them; the spruce has none', () => {
    expect(painter('Cedrus atlantica')).toBe(paintTieredConifer)
    expect(habit('Cedrus atlantica').build).toBe('cedar')
    expect(habit('Picea abies').build).toBeNull()
    // Fewer whorls, so far fewer paths.
    const paths = (name: string) => whole(name).match(/<path/g)?.length ?? 0
    expect(paths('Cedrus atlantica')).toBeLessThan(paths('Picea abies') * 0.75)
  })
})

describe('the close-up', () => {
  const close = (name: string) => drawPlant(specOf(name), 'detail')
  it.each(['Prunus cerasus', 'Polygonatum odoratum', 'Rosa canina', 'Sorbus aucuparia', 'Alkekengi officinarum'])(
    'of %s is of one season: flowers or fruit',
    name => {
      const { flower, fruit } = plant(name).facts
      const svg = close(name)
      const shows = [
        flower && [2, 3].some(tone => svg.includes(`fill="${flowerTones(flower.colour)[tone]}"`)),
        fruit && [1, 2].some(tone => svg.includes(`fill="${fruitTones(fruit.colour)[tone]}"`)),
      ]
      expect(shows.filter(Boolean)).toHaveLength(1)
    },
  )
})

describe('the main picture', () => {
  it('of a barberry grown for its leaves shows these alone', () => {
    expect(habit("Berberis thunbergii 'Atropurpurea'")).toMatchObject({ flower: null, fruit: null })
    expect(habit('Berberis vulgaris').flower).not.toBeNull()
  })

  it('of a weeping conifer has foliage down to the ground, of a grafted larch has a stem', () => {
    const lowest = (name: string) =>
      Math.max(
        ...[...whole(name).matchAll(/<path fill="([^"]+)" d="([^"]+)"/g)]
          .filter(([, fill]) => habit(name).tones.includes(fill ?? ''))
          .flatMap(([, , path]) => [...(path ?? '').matchAll(/M[\d.]+[ -]([\d.]+)/g)])
          .map(([, y]) => Number(y)),
      )
    for (const name of ["Callitropsis nootkatensis 'Pendula'", "Picea abies 'Inversa'", "Picea omorika 'Pendula'"])
      expect([name, lowest(name) > 770]).toEqual([name, true])
    expect(lowest("Larix decidua 'Pendula'")).toBeLessThan(730)
  })

  const fruits: [string, FruitColour][] = [
    ['Lonicera caerulea', 'blue'],
    ['Ribes nigrum', 'black'],
    ['Ilex aquifolium', 'red'],
    ['Rubus idaeus', 'red'],
    ['Vaccinium corymbosum', 'blue'],
    ['Cornus mas', 'red'],
  ]
  it.each(fruits)('of %s shows its %s fruit, not its flower', (name, colour) => {
    const { flower } = plant(name).facts
    const svg = whole(name)
    expect([1, 2].some(tone => svg.includes(`fill="${fruitTones(colour)[tone]}"`))).toBe(true)
    expect(flower !== null && svg.includes(`fill="${flowerTones(flower.colour)[3]}"`)).toBe(false)
  })

  it('distinguishes kinds of fruit that the directory all calls berries', () => {
    expect(habit('Ribes nigrum').fruit?.look).toBe('string')
    expect(habit('Ribes uva-crispa').fruit?.look).toBe('gooseberry')
    expect(habit('Rubus idaeus').fruit?.look).toBe('raspberry')
    expect(habit('Lonicera caerulea').fruit?.look).toBe('long-berry')
    expect(habit('Vitis vinifera').fruit?.look).toBe('grapes')
  })

  it('distinguishes kinds of flowers that the directory calls by one word', () => {
    expect(habit('Echinacea purpurea').flower?.look).toBe('coneflower')
    expect(whole('Echinacea purpurea').includes('fill="#a9581d"')).toBe(true)
    expect(habit('Hibiscus syriacus').flower?.look).toBe('mallow')
    expect(habit('Hibiscus syriacus').blade).toBe('ovate')
    expect(habit('Amelanchier alnifolia').flower?.look).toBe('cluster')
    expect(habit('Hemerocallis').flower?.look).toBe('lily')
    expect(habit('Panicum virgatum').flower?.look).toBe('airy')
    expect(habit("Miscanthus sinensis 'Samurai'").flower?.look).toBe('fingers')
  })

  it('shows many small clusters on a serviceberry, not a few large ones', () => {
    expect(whole('Amelanchier alnifolia').match(/<use /g)?.length ?? 0).toBeGreaterThan(60)
  })

  it('shows forsythia in flower without leaves, and red leaves only at the tips of photinia', () => {
    const yellow = flowerTones('yellow')[3]
    const forsythia = whole('Forsythia × intermedia')
    expect(forsythia.split(`fill="${yellow}"`).length).toBeGreaterThan(10)
    expect(forsythia.includes(`fill="${foliageTones('green')[2]}"`)).toBe(false)
    const photinia = whole("Photinia × fraseri 'Red Robin'")
    expect(photinia.includes(`fill="${foliageTones('dark-green')[2]}"`)).toBe(true)
    expect(photinia.includes(`fill="${foliageTones('red')[2]}"`)).toBe(true)
  })
})

describe('leaves and habits', () => {
  it('of campsis are pinnate, of holly and Osmanthus spiny, of heuchera round, of currants lobed', () => {
    expect(habit('Campsis radicans').blade).toBe('pinnate')
    expect(habit('Ilex aquifolium').blade).toBe('spiny')
    expect(habit("Osmanthus heterophyllus 'Goshiki'").blade).toBe('spiny')
    expect(habit("Osmanthus heterophyllus 'Goshiki'").accent).not.toBeNull()
    expect(habit("Heuchera 'Obsidian'").blade).toBe('rounded')
    expect(habit('Ribes nigrum').blade).toBe('rounded')
  })

  it('draw a holly leaf with its spines in every view', () => {
    const corners = (blade: Blade) => dabs[blade].shape.flat().length
    expect(corners('spiny')).toBeGreaterThan(corners('leathery') * 1.5)
    const leaf = (blade: Blade) => leafMarkup(blade, foliageTones('green'), null, 2, makeRandom('leaf'))
    // Straight edges between the spines, where a smooth leaf has curves.
    expect(/<path fill="#[0-9a-f]+" d="M[^"]*L/.test(leaf('spiny'))).toBe(true)
    expect(/<path fill="#[0-9a-f]+" d="M[^"cq]*L/.test(leaf('leathery').split('fill-opacity')[0] ?? '')).toBe(false)
  })

  it.each([
    ['Buxus sempervirens', paintShingled],
    ['Ilex crenata', paintShingled],
    ['Calluna vulgaris', paintHeath],
    ['Fargesia murielae', paintBamboo],
    ['Nymphaea alba', paintPads],
    ["Caragana arborescens 'Pendula'", paintWeeping],
    ["Salix caprea 'Kilmarnock'", paintWeeping],
    ['Spiraea × vanhouttei', paintShrub],
    ['Dryopteris filix-mas', paintFern],
    ['Achillea millefolium', paintMound],
    ['Geranium sanguineum', paintMound],
    ['Ligularia dentata', paintRosette],
    ['Delphinium elatum', paintStems],
  ] as const)('%s grows as it does', (name, expected) => {
    const known = directory.has(name)
      ? name
      : [...directory.keys()].find(key => key.startsWith(name.split(' ')[0] ?? ''))
    expect(painter(known ?? name)).toBe(expected)
  })

  it("'Fastigiata' is a column", () => {
    const { spread, height } = habit("Quercus robur 'Fastigiata'")
    expect(spread / height).toBeLessThan(0.35)
    expect(habit("Quercus robur 'Fastigiata'").crown).toBe('columnar')
  })
})

describe('the ground', () => {
  /** The lowest point of hanging fruit and flowers of a picture in which the ground is at 806. */
  function lowestOrnament(svg: string): number {
    let lowest = 0
    for (const [, y, , scale] of svg.matchAll(
      /<use [^>]*translate\([\d.-]+[ -]([\d.]+)\)(rotate\([^)]*\))?scale\(([\d.]+)/g,
    ))
      lowest = Math.max(lowest, Number(y) + Number(scale) * 50)
    return lowest
  }

  it.each([
    'Ribes rubrum',
    'Lonicera caerulea',
    'Rhododendron catawbiense',
    'Hydrangea paniculata',
    'Cotoneaster horizontalis',
    'Berberis thunbergii',
    'Rosa rugosa',
  ])('has nothing of %s under it', name => {
    expect(lowestOrnament(whole(name))).toBeLessThan(830)
  })
})

describe('a plant offered in a small pot', () => {
  const hosta = plant([...directory.keys()].find(name => name.startsWith('Hosta')) ?? '')
  const entry = { facts: hosta.facts, latinName: hosta.latinName } as Parameters<typeof illustrationSpecOfPlant>[0]
  const none = { heightFromMm: null, heightToMm: null }

  it('is drawn young, without flowers, in that pot', () => {
    const spec = illustrationSpecOfPlant(entry, { ...none, potMm: 90 })
    expect(spec).toMatchObject({ pot: 0.09 })
    expect(spec.heightNow).toBeLessThan(0.13)
    const svg = drawPlant(spec, 'whole')
    expect(svg.includes('fill="#3f3e3b"')).toBe(true)
    expect(svg.includes(`fill="${flowerTones(hosta.facts.flower?.colour ?? 'violet')[2]}"`)).toBe(false)
    expect(drawPlant(illustrationSpecOfPlant(entry, { ...none, potMm: null }), 'whole').includes('#3f3e3b')).toBe(false)
  })

  it('is a perennial in a pot of up to 13 cm without a stated height', () => {
    const p9 = { rootMeasure: 'SM', rootSize: 9 }
    expect(potOf({ ...none, ...p9 })).toBe(90)
    expect(potOf({ ...none, rootMeasure: 'SM', rootSize: 20 })).toBeNull()
    expect(potOf({ ...none, rootMeasure: 'LITR', rootSize: 2 })).toBeNull()
    expect(potOf({ heightFromMm: 200, heightToMm: null, ...p9 })).toBeNull()
    const oak = { facts: plant('Quercus robur').facts, latinName: 'Quercus robur' } as typeof entry
    expect(illustrationSpecOfPlant(oak, { ...none, potMm: 90 })).not.toHaveProperty('pot')
  })
})

/** One sample of each way of drawing; not from the directory, which may change. */
const samples: [string, GrowthForm, LeafType, FlowerForm | null][] = [
  ['Betula pendula', 'tree', 'ovate', null],
  ['Picea abies', 'tree', 'needle-short', null],
  ['Cedrus atlantica', 'tree', 'needle-tuft', null],
  ['Thuja occidentalis', 'upright-shrub', 'scale', null],
  ['Pinus mugo', 'cushion-shrub', 'needle-long', null],
  ['Juniperus sabina', 'creeping-shrub', 'scale', null],
  ['Ribes nigrum', 'upright-shrub', 'maple-lobed', null],
  ['Rhododendron', 'upright-shrub', 'leathery', 'umbel'],
  ['Calluna vulgaris', 'cushion-shrub', 'scale-heath', 'spike'],
  ['Clematis', 'climber', 'ovate', 'single'],
  ['Echinacea purpurea', 'clump-perennial', 'lanceolate', 'daisy'],
  ['Geranium', 'clump-perennial', 'basal-cut', 'single'],
  ['Hosta', 'clump-perennial', 'broad', 'bell'],
  ['Thymus', 'groundcover-perennial', 'tiny', 'cluster'],
  ['Miscanthus', 'tussock-grass', 'grass', 'plume'],
  ['Dryopteris', 'clump-perennial', 'fern', null],
]

describe('the edition of the drawings', () => {
  it('is incremented with every visible change, so that plants are redrawn', () => {
    const digest = createHash('sha256')
    for (const [latinName, growth, leaf, form] of samples) {
      const flower = form === null ? null : ({ form, colour: 'pink' } as const)
      const facts = { ...unknownFacts, growth, leaf, flower, fruit: { form: 'berry', colour: 'red' } as const }
      for (const view of ['whole', 'detail', 'season'] as const)
        digest.update(drawPlant({ facts, latinName, seed: latinName }, view))
    }
    // When this fails, plants look different: increment `drawingEdition` if the old one was released; update both here.
    expect([drawingEdition, digest.digest('hex').slice(0, 16)]).toEqual([4, '7231555084a3dce8'])
  })
})
