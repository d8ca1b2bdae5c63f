import { describe, expect, it } from 'vitest'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { isPossible, rankSubstitutes } from './fitting.ts'
import { isAsHigh } from './habit.ts'
import { lightFit, waterFit } from './place-fit.ts'
import { reasonFor } from './reasons.ts'
import type { Standing } from './standing.ts'

const { plants, genera } = readDirectory()
const genusIds = new Map(genera.map(({ name }, index) => [name, index]))
/** The whole directory, as if all of it were offered. */
const offered: Standing[] = plants.map((plant, id) => ({
  id,
  genusId: genusIds.get(plant.genus) ?? -1,
  genus: plant.genus,
  name: plant.name,
  latinName: plant.latinName,
  categorySlug: plant.categories[0] ?? null,
  facts: plant.facts,
  isEvergreen: plant.isEvergreen,
  floweringFrom: plant.flowering?.from ?? null,
  floweringTo: plant.flowering?.to ?? null,
  soil: plant.soil,
  moisture: plant.moisture,
  landscapeUse: plant.use,
}))
/** The plant of this name, or the first of its cultivars. */
const called = (latinName: string): Standing => {
  const found =
    offered.find(plant => plant.latinName === latinName) ??
    offered.find(plant => plant.latinName.startsWith(`${latinName} `))
  if (!found) throw new Error(`there is no ${latinName}`)
  return found
}
/** Without its own genus: what remains when nothing near is offered. */
const strangers = (lost: Standing) => offered.filter(({ genus }) => genus !== lost.genus)
const best = (lost: Standing, among: readonly Standing[] = offered) => rankSubstitutes(lost, among, { limit: 6 })

const reason = (lost: string, other: string) => reasonFor(called(lost), called(other))

describe('plants that stand in for others', () => {
  it.each([
    ['Lythrum salicaria', 'fern'],
    ['Penstemon digitalis', 'fern'],
    ['Lilium lancifolium', 'fern'],
    ["Phlox paniculata 'David'", 'fern'],
    ['Alcea rosea', 'fern'],
    ['Phlox subulata', 'broad'],
    ['Artemisia schmidtiana', 'broad'],
    ['Artemisia schmidtiana', 'basal-cut'],
  ])('%s is not replaced by a plant of the shade (%s)', (latinName, leaf) => {
    const lost = called(latinName)
    for (const among of [offered, strangers(lost)]) {
      const wrong = best(lost, among).filter(
        ({ facts }) => (facts.leaf === leaf && facts.light !== 'sun') || facts.light === 'halfshade-shade',
      )
      expect(wrong.map(plant => plant.latinName)).toEqual([])
    }
  })

  it.each([
    ['Ribes uva-crispa', /^(?:Ribes uva-crispa|Ribes × nidigrolaria)/],
    ['Prunus avium', /^Prunus (?:avium|cerasus|× gondouinii|fruticosa|tomentosa|pumila|maackii|'|× )/],
    ['Malus domestica', /^Malus/],
    ['Ribes nigrum', /^Ribes nigrum/],
  ])('fruit of %s is replaced by the same fruit alone', (species, kin) => {
    for (const lost of offered.filter(
      plant => plant.latinName.startsWith(`${species} '`) && plant.categorySlug === 'plodovye-i-yagodnye',
    ))
      expect([lost.latinName, best(lost).filter(({ latinName }) => !kin.test(latinName))]).toEqual([lost.latinName, []])
  })

  it.each([
    // A table grape for its berries, a ginkgo for its leaves, a climbing rose for its canes, a bulb for its spring.
    ["Vitis vinifera 'Agat Donskoy'", ({ latinName }: Standing) => latinName.startsWith('Vitis ')],
    ["Vitis 'Valiant'", ({ latinName }: Standing) => latinName.startsWith('Vitis ')],
    ['Ginkgo biloba', ({ facts }: Standing) => !facts.leaf?.startsWith('needle')],
    ["Rosa 'Ilse Krohn Superior'", ({ facts }: Standing) => facts.growth === 'climber'],
    ["Rosa 'Graham Thomas'", ({ facts }: Standing) => facts.growth !== 'climber'],
    ['Ornithogalum umbellatum', ({ categorySlug }: Standing) => categorySlug === 'lukovichnye'],
    ['Paeonia lactiflora', ({ categorySlug }: Standing) => categorySlug !== 'lukovichnye'],
    ["Delphinium 'King Arthur'", ({ facts }: Standing) => facts.flower?.colour !== 'green'],
  ])('%s keeps what it is planted for', (latinName, isLike) => {
    const lost = called(latinName)
    for (const among of [offered, offered.filter(plant => plant.latinName !== lost.latinName && plant.id % 4 === 0)])
      for (const zone of [2, 3, 4, 6])
        expect(
          rankSubstitutes(lost, among, { limit: 6, zone })
            .filter(other => !isLike(other))
            .map(other => other.latinName),
        ).toEqual([])
  })

  it('of a shrub may be one whose shoots arch, of a tree none that weeps', () => {
    const arching = (lost: Standing) =>
      rankSubstitutes(lost, offered, { limit: 6, zone: 5 }).map(({ facts }) => facts.crown)
    expect(arching(called('Spiraea media'))).toContain('weeping')
    expect(arching(called('Betula pendula'))).not.toContain('weeping')
  })

  /** Whether the second may stand in for the first in a mild place. */
  const may = (lost: string, other: string) => isPossible(called(lost), called(other), 6)

  it('of what hangs, stands narrow or is a ball on a stem keep that, and nothing else becomes one', () => {
    for (const [lost, other] of [
      ["Salix purpurea 'Pendula'", "Spiraea × cinerea 'Grefsheim'"],
      ["Betula pendula 'Obelisk'", "Betula pendula 'Youngii'"],
      ['Betula pendula var. carelica', "Betula pendula 'Youngii'"],
      ["Carpinus betulus 'Columnaris'", "Acer platanoides 'Globosum'"],
      ['Quercus dentata', "Quercus robur 'Fastigiata Koster'"],
      ["Picea glauca 'Conica'", "Thuja occidentalis 'Globosa'"],
      ["Juniperus virginiana 'Burkii'", "Juniperus × pfitzeriana 'Hetzii'"],
      ["Pinus nigra 'Hornibrookiana'", "Picea glauca 'Biesenthaler Frühling'"],
      ["Thuja occidentalis 'Rosenthalii'", 'Thuja plicata'],
      ['Juniperus communis', 'Pinus mugo'],
    ] as const)
      expect([lost, other, may(lost, other)]).toEqual([lost, other, false])
    for (const [lost, other] of [
      ['Picea glehnii', 'Picea omorika'],
      ["Thuja occidentalis 'Rosenthalii'", "Thuja occidentalis 'Techny'"],
      ["Salix caprea 'Kilmarnock'", "Salix purpurea 'Pendula'"],
      ["Acer platanoides 'Globosum'", "Fraxinus excelsior 'Nana'"],
    ] as const)
      expect([lost, other, may(lost, other)]).toEqual([lost, other, true])
  })

  it('of a rounded shrub, a low mountain pine or a climber may have another outline', () => {
    for (const [lost, other] of [
      ["Cornus alba 'Bailhalo'", "Cornus alba 'Sibirica'"],
      ["Viburnum opulus 'Compactum'", "Ribes alpinum 'Schmidt'"],
      ["Pinus mugo 'Benjamin'", "Pinus mugo 'Jacobsen'"],
      ["Clematis alpina 'Frankie'", 'Clematis macropetala'],
      ["Rosa 'Nevada'", "Rosa 'Jens Munk'"],
    ] as const)
      expect([lost, other, may(lost, other)]).toEqual([lost, other, true])
  })

  it('of great trees may be greater by half and more, of a garden tree not', () => {
    expect(may("Larix kaempferi 'Blue Rabbit'", 'Larix sibirica')).toBe(true)
    expect(may('Prunus maackii', 'Ulmus laevis')).toBe(true)
    expect(may("Malus 'Royalty'", 'Prunus padus')).toBe(false)
  })

  it('of low shrubs and cushions are other low ones, however they spread', () => {
    for (const [lost, other] of [
      ["Genista tinctoria 'Plena'", "Dasiphora fruticosa 'Longacre'"],
      ['Cassiope tetragona', "Calluna vulgaris 'Boskoop'"],
      ['Euphorbia epithymoides', 'Aurinia saxatilis'],
    ] as const)
      expect([lost, other, may(lost, other)]).toEqual([lost, other, true])
    expect(may('Juniperus horizontalis', "Juniperus communis 'Compressa'")).toBe(false)
    expect(may('Phedimus kamtschaticus', "Salvia nemorosa 'Caradonna'")).toBe(false)
  })

  it('of a tall shrub may be a tree of several stems, and the other way round', () => {
    expect(may('Acer tataricum subsp. ginnala', 'Syringa vulgaris')).toBe(true)
    expect(may('Syringa vulgaris', 'Acer tataricum subsp. ginnala')).toBe(true)
    expect(may('Spiraea media', 'Acer tataricum subsp. ginnala')).toBe(false)
    expect(may('Syringa vulgaris', "Malus 'Royalty'")).toBe(false)
  })

  it('of a dwarf larch may be evergreen, of an evergreen never one that sheds its needles', () => {
    expect(may("Larix decidua 'Krejci'", 'Picea glauca')).toBe(false)
    expect(may("Larix decidua 'Krejci'", "Picea glauca 'Sander's Blue'")).toBe(true)
    expect(may("Picea glauca 'Conica'", "Larix decidua 'Krejci'")).toBe(false)
    expect(may('Larix sibirica', 'Picea obovata')).toBe(false)
  })

  it('of a clipped evergreen, or one that covers the ground, may be a conifer for the same, of others not', () => {
    for (const [lost, other, is] of [
      ["Buxus 'Green Velvet'", "Taxus × media 'Densiformis'", true],
      ["Buxus 'Green Velvet'", "Thuja occidentalis 'Danica'", false],
      ['Arctostaphylos uva-ursi', 'Juniperus horizontalis', false],
      ["Euonymus fortunei 'Emerald Gaiety'", 'Microbiota decussata', true],
      ["Rhododendron 'Nova Zembla'", 'Taxus cuspidata', false],
    ] as const)
      expect([lost, other, may(lost, other)]).toEqual([lost, other, is])
    expect(reason("Buxus 'Green Velvet'", "Taxus × media 'Densiformis'")).toMatch(/; но .*это хвойное/)
  })

  it('of subshrubs in beds are perennials, of grapes only grapes', () => {
    expect(may('Iberis sempervirens', 'Aurinia saxatilis')).toBe(true)
    expect(may('Paeonia × suffruticosa', "Paeonia lactiflora 'Sarah Bernhardt'")).toBe(true)
    expect(may("Vitis 'Avgustin'", 'Menispermum dauricum')).toBe(false)
    expect(may("Vitis 'Avgustin'", "Vitis 'Sharon'")).toBe(true)
  })

  it('of water lilies are such as spread as far', () => {
    expect(may("Nymphaea 'Attraction'", "Nymphaea 'Marliacea Carnea'")).toBe(true)
    expect(may("Nymphaea 'Pygmaea Helvola'", "Nymphaea 'Attraction'")).toBe(false)
    expect(may("Nymphaea 'James Brydon'", 'Butomus umbellatus')).toBe(false)
    expect(reason("Nymphaea 'Attraction'", "Nymphaea 'Marliacea Carnea'")).toMatch(/^Тот же род.*тоже для сырых мест/)
  })

  it('of herbs may lose their leaves in winter', () => {
    expect(may("Bergenia 'Bressingham White'", "Hosta 'Halcyon'")).toBe(true)
    expect(may('Festuca amethystina', 'Bouteloua gracilis')).toBe(true)
    expect(may("Buxus sempervirens 'Suffruticosa'", 'Spiraea media')).toBe(false)
  })

  it('of what adorns are not vegetables', () => {
    expect(may('Althaea officinalis', 'Rheum × rhabarbarum')).toBe(false)
    expect(may('Rheum × rhabarbarum', 'Paeonia lactiflora')).toBe(false)
  })

  it('by the water are nothing for dry ground', () => {
    expect(may('Salix purpurea', 'Caragana arborescens')).toBe(false)
    expect(may('Salix purpurea', 'Cornus alba')).toBe(true)
  })

  it('of coloured leaves have coloured ones first, of green ones green', () => {
    const first = (lost: string, among: string[]) => best(called(lost), among.map(called))[0]?.latinName
    const schubert = "Prunus virginiana 'Schubert'"
    expect(first("Prunus padus 'Colorata'", ['Prunus padus', schubert])).toBe(schubert)
    // Kin of another colour leave the last place to what keeps the colour.
    const purple = ["'Atropurpurea'", "'Golden Ring'", "'Red Chief'"].map(name => called(`Berberis thunbergii ${name}`))
    const hedge = rankSubstitutes(
      called("Berberis thunbergii 'Green Ornament'"),
      [...purple, called('Cotoneaster lucidus')],
      {
        limit: 3,
      },
    )
    expect(hedge.map(({ facts }) => facts.foliage)).toEqual(['purple', 'purple', 'dark-green'])
    const golden = 'Physocarpus opulifolius'
    expect(first(`${golden} 'Anny's Gold'`, [`${golden} 'Red Baron'`, `${golden} 'Dart's Gold'`])).toBe(
      `${golden} 'Dart's Gold'`,
    )
    // A purple bird cherry is not a green spindle, nor a black maple a birch.
    expect(may("Prunus padus 'Krasny Shatyor'", 'Euonymus maackii')).toBe(false)
    expect(may("Acer platanoides 'Faassen's Black'", 'Betula pendula')).toBe(false)
    expect(may("Acer platanoides 'Faassen's Black'", "Acer platanoides 'Emerald Queen'")).toBe(true)
    expect(may('Acer platanoides', 'Betula pendula')).toBe(true)
    expect(may('Pinus banksiana', 'Pinus sylvestris')).toBe(true)
    // The blue tinge of a pine is not what it is chosen for.
    expect(first('Pinus sylvestris', ["Picea pungens 'Oldenburg'", 'Picea obovata'])).toBe('Picea obovata')
  })

  it('of flowers in beds keep the colour before the outline', () => {
    const [lost, phlox, helenium] = [
      called('Silene chalcedonica'),
      called("Phlox paniculata 'David'"),
      called("Helenium 'Sahin's Early Flowerer'"),
    ]
    expect(rankSubstitutes(lost, [phlox, helenium], { limit: 1, zone: 4 })).toEqual([helenium])
  })

  it('of conifers have its kind of needles first', () => {
    const pine = called("Pinus cembra 'Westerstede'")
    expect(best(pine).map(({ genus }) => genus)).toEqual(Array.from({ length: 6 }, () => 'Сосна'))
  })

  it('are hardy, and stand the light, the soil and the water of the place', () => {
    let answers = 0
    for (const lost of offered.filter((_, index) => index % 7 === 0)) {
      for (const other of best(lost, strangers(lost)).slice(0, 3)) {
        answers++
        const label = `${lost.latinName} → ${other.latinName}`
        expect([label, (other.facts.zone ?? 9) <= (lost.facts.zone ?? 0)]).toEqual([label, true])
        expect([label, lightFit(lost.facts.light ?? 'sun', other.facts.light ?? 'any') > 0]).toEqual([label, true])
        expect([label, waterFit(lost, other) > 0]).toEqual([label, true])
        const isFruit = lost.categorySlug === 'plodovye-i-yagodnye'
        expect([label, isFruit || isAsHigh(lost, other)]).toEqual([label, true])
        expect([label, lost.soil !== 'acid' && other.soil === 'acid']).toEqual([label, false])
        expect([label, other.categorySlug === 'rozy']).toEqual([label, lost.categorySlug === 'rozy'])
      }
    }
    expect(answers).toBeGreaterThan(500)
  })

  it('are none where nothing is alike, or nothing is known', () => {
    const yucca = called('Yucca filamentosa')
    expect(rankSubstitutes({ ...yucca, facts: { ...yucca.facts, light: null } }, offered, { limit: 3 })).toEqual([])
    expect(rankSubstitutes({ ...yucca, facts: { ...yucca.facts, zone: null } }, offered, { limit: 3 })).toEqual([])
    expect(
      rankSubstitutes(called('Pontederia cordata'), strangers(called('Pontederia cordata')), { limit: 3, zone: 1 }),
    ).toEqual([])
  })

  it('are as hardy as the place asks, where it is known', () => {
    const lost = called("Buxus sempervirens 'Suffruticosa'")
    expect(rankSubstitutes(lost, offered, { limit: 10, zone: 4 }).every(({ facts }) => (facts.zone ?? 9) <= 4)).toBe(
      true,
    )
  })
})

describe('the reason', () => {
  it('says what is kept, and what is not', () => {
    expect(reason("Phlox paniculata 'David'", "Phlox paniculata 'Fujiyama'")).toMatch(
      /^Тот же вид, .*цветёт в те же месяцы, тот же цвет цветков, тоже для солнца и полутени/,
    )
    expect(reason("Malus domestica 'Bely Naliv'", "Malus domestica 'Papirovka'")).toMatch(/^Тот же вид, та же высота/)
    const other = reason("Physocarpus opulifolius 'Red Baron'", "Physocarpus opulifolius 'Dart's Gold'")
    expect(other).toMatch(/^Тот же вид, .*; но .*листва жёлтая/)
  })

  it('says what a tree in the place of a shrub is, and that needles stay', () => {
    expect(reason('Syringa vulgaris', 'Acer tataricum subsp. ginnala')).toMatch(/; но .*это дерево/)
    expect(reason('Acer tataricum subsp. ginnala', 'Syringa vulgaris')).toMatch(/; но .*это кустарник/)
    expect(reason("Larix decidua 'Krejci'", "Picea glauca 'Sander's Blue'")).toMatch(/; но .*хвоя не опадает/)
  })

  it('is never empty', () => {
    for (const lost of offered.filter((_, index) => index % 40 === 0))
      for (const other of best(lost)) expect(reasonFor(lost, other)).toMatch(/^[А-ЯЁ].{5,}/)
  })
})
