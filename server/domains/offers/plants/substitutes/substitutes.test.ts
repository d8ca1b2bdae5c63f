import { describe, expect, it } from 'vitest'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { isAsHigh, lightFit, type Standing, rankSubstitutes, waterFit } from './fitting.ts'
import { reasonFor } from './reasons.ts'

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
  const reason = (lost: string, other: string) => reasonFor(called(lost), called(other))

  it('says what is kept, and what is not', () => {
    expect(reason("Phlox paniculata 'David'", "Phlox paniculata 'Fujiyama'")).toMatch(
      /^Тот же вид, .*цветёт в те же месяцы, тот же цвет цветков, тоже для солнца и полутени/,
    )
    expect(reason("Malus domestica 'Bely Naliv'", "Malus domestica 'Papirovka'")).toMatch(/^Тот же вид, та же высота/)
    const other = reason("Physocarpus opulifolius 'Red Baron'", "Physocarpus opulifolius 'Dart's Gold'")
    expect(other).toMatch(/^Тот же вид, .*; но .*листва жёлтая/)
  })

  it('is never empty', () => {
    for (const lost of offered.filter((_, index) => index % 40 === 0))
      for (const other of best(lost)) expect(reasonFor(lost, other)).toMatch(/^[А-ЯЁ].{5,}/)
  })
})
