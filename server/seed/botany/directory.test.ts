import { describe, expect, it } from 'vitest'
import { categorySeeds } from '../categories.ts'
import type { PlantEntry } from './read-directory.ts'
import { genera, listOf, ofPlants, plantOf, plants, repeated } from './test-directory.ts'

/** The words of `use`: one for each thing, so that plants with the same use are found and compared by it. */
const uses = [
  'аллея, альпийская горка, арка, берег водоёма, бонсай, бордюр, вересковый сад, вертикальное озеленение, ветрозащита',
  'водоём, газон, городское озеленение, гравийный сад, группа, дорожка, живая изгородь, задний план, защитная полоса',
  'зелёная кровля, контейнер, лекарственное растение, луг, малый сад, медонос, миксбордер, огород, озеленение улиц',
  'опора, опушка, парк, пергола, плодовый сад, плоды, подлесок, подпорная стенка, почвопокровное, природный сад',
  'пряный огород, рокарий, розарий, склон, солитер, срезка, стена, тенистый сад, топиар, укрепление склонов, цветник',
  'ширма, шпалера, штамб, ягодник, японский сад, акцент у стены',
].flatMap(line => line.split(', '))

describe('the botanical directory', () => {
  it('has the documented number of plants', () => {
    expect(categorySeeds.length).toBeGreaterThanOrEqual(10)
    expect(genera.length).toBeGreaterThanOrEqual(480)
    expect(plants.length).toBeGreaterThanOrEqual(4800)
    const wellKnown = plants.filter(({ facts }) =>
      [facts.zone, facts.height, facts.crown, facts.annualGrowth, facts.light, facts.foliage].every(
        fact => fact !== null,
      ),
    )
    expect(wellKnown.length).toBeGreaterThanOrEqual(500)
  })

  it('has plants in every category and of every genus', () => {
    const filled = new Set(plants.flatMap(plant => plant.categories))
    expect(categorySeeds.filter(category => !filled.has(category.slug))).toEqual([])
    const used = new Set(plants.map(plant => plant.genus))
    expect(genera.filter(genus => !used.has(genus.name))).toEqual([])
  })

  it('has no duplicate names, ignoring letter case and ё', () => {
    expect(repeated(genera.map(genus => genus.name))).toEqual([])
    expect(repeated(plants.map(plant => `${plant.genus} ${plant.name}`))).toEqual([])
    expect(repeated(plants.map(plant => plant.latinName))).toEqual([])
  })
})

/** Water lilies lie on the water: what is known of them is how deep they are planted. */
const floats = ({ latinName }: PlantEntry) => latinName.startsWith('Nymphaea ')

describe('of every plant', () => {
  it.each(['zone', 'spread', 'growth', 'crown', 'light', 'foliage', 'autumn', 'leaf'] as const)(
    'the %s is known',
    fact => {
      expect(ofPlants(({ facts }) => facts[fact] === null)).toEqual([])
    },
  )

  it('the height is known, unless it floats', () => {
    expect(ofPlants(plant => (plant.facts.height === null) !== floats(plant))).toEqual([])
  })

  it('soil, moisture and a use are known', () => {
    expect(ofPlants(({ soil, moisture, use }) => soil === null || moisture === null || use === '')).toEqual([])
  })

  it('with flowers the months and the colour of flowering are known', () => {
    expect(ofPlants(({ flowering, facts }) => facts.flower !== null && flowering === null)).toEqual([])
    expect(
      ofPlants(plant => plant.flowering && plant.facts.flower && plant.flowering.colour !== plant.facts.flower.colour),
    ).toEqual([])
  })
})

describe('its categories', () => {
  it('have shrubs that shed their leaves among the deciduous ones, except for heaths', () => {
    const heaths = new Set(['Рододендрон', 'Волчеягодник'])
    expect(
      ofPlants(
        ({ categories, isEvergreen, genus }) =>
          categories[0] === 'vechnozelenye-i-vereskovye' && !isEvergreen && !heaths.has(genus),
        ({ facts }) => facts.autumn,
      ),
    ).toEqual([])
    const daphne = plants.filter(({ latinName }) => latinName.startsWith('Daphne mezereum'))
    expect(daphne.map(({ categories }) => categories[0])).toEqual(daphne.map(() => 'listvennye-kustarniki'))
  })
})

describe('its uses', () => {
  it('say first of grapes that are eaten that they bear fruit', () => {
    const eaten = plants.filter(({ genus, use }) => genus === 'Виноград' && /плод/.test(use))
    expect(eaten.length).toBeGreaterThan(25)
    expect(eaten.filter(({ use }) => !use.startsWith('плоды, ')).map(({ latinName }) => latinName)).toEqual([])
  })

  it('are at most four, each by the one word for it', () => {
    const usesOf = ({ use }: PlantEntry) => use.split(', ')
    expect(ofPlants(plant => usesOf(plant).length > 4 || new Set(usesOf(plant)).size < usesOf(plant).length)).toEqual(
      [],
    )
    expect(
      ofPlants(
        plant => usesOf(plant).some(use => !uses.includes(use)),
        plant => plant.use,
      ),
    ).toEqual([])
  })
})

describe('its entries', () => {
  it('are inherited unless a cultivar has its own', () => {
    const monthsOf = (latinName: string) => {
      const flowering = plantOf.get(latinName)?.flowering
      return flowering && [flowering.from, flowering.to]
    }
    expect(monthsOf("Syringa vulgaris 'Sensation'")).toEqual([5, 6])
    expect(monthsOf("Hydrangea paniculata 'Limelight'")).toEqual([7, 9])
    expect(monthsOf("Hydrangea paniculata 'Tardiva'")).toEqual([8, 10])
    expect(monthsOf('Hamamelis virginiana')).toEqual([10, 11])
    expect(monthsOf('Hydrangea petiolaris')).toEqual([6, 7])
    // Flowers again on the shoots of the year, unlike its species.
    expect(monthsOf("Rubus idaeus 'Meteor'")).toEqual([6, 6])
    for (const { name, latinName } of plants.filter(plant => plant.name.startsWith('ремонтантная ')))
      expect([name, monthsOf(latinName)]).toEqual([name, [7, 9]])
    expect([monthsOf('Fragaria vesca'), monthsOf("Fragaria vesca 'Rügen'")]).toEqual([
      [5, 6],
      [5, 9],
    ])
    expect(monthsOf('Leucanthemum vulgare')).toEqual([6, 7])
    expect(plantOf.get("Pinus mugo 'Mops'")).toMatchObject({ soil: 'any', moisture: 'dry', flowering: null })
  })

  it('name sources that can be looked up', () => {
    const works = plants.flatMap(plant => listOf(plant.sources))
    expect(works.filter(work => /^(?:POWO|Plants of the World Online)$/i.test(work) || work.length < 3)).toEqual([])
    expect(new Set(works).size).toBeGreaterThanOrEqual(40)
    expect(plants.filter(plant => plant.sources !== '').length).toBeGreaterThanOrEqual(300)
  })
})
