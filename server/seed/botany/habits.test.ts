import { describe, expect, it } from 'vitest'
import type { GrowthForm } from '#server/drawings/plant-facts.ts'
import type { PlantEntry } from './read-directory.ts'
import { ofPlants, plants } from './test-directory.ts'

/** Plausible ranges for a grown plant of this form: metres, centimetres for the yearly growth. */
const believable: Record<
  GrowthForm,
  { height: [number, number]; spread: [number, number]; annualGrowth: [number, number] }
> = {
  tree: { height: [1, 50], spread: [0.4, 25], annualGrowth: [2, 200] },
  'multistem-tree': { height: [1.5, 30], spread: [0.8, 20], annualGrowth: [5, 150] },
  'upright-shrub': { height: [0.2, 9], spread: [0.2, 8], annualGrowth: [1, 150] },
  'spreading-shrub': { height: [0.2, 8], spread: [0.3, 9], annualGrowth: [1, 120] },
  'creeping-shrub': { height: [0.03, 2], spread: [0.3, 6], annualGrowth: [1, 60] },
  'cushion-shrub': { height: [0.1, 4], spread: [0.15, 4], annualGrowth: [0.5, 40] },
  climber: { height: [0.5, 25], spread: [0.3, 12], annualGrowth: [10, 500] },
  'clump-perennial': { height: [0.05, 3.5], spread: [0.1, 2.5], annualGrowth: [1, 250] },
  'groundcover-perennial': { height: [0.02, 1], spread: [0.1, 2.5], annualGrowth: [1, 100] },
  'tussock-grass': { height: [0.1, 4], spread: [0.1, 2.5], annualGrowth: [1, 300] },
  'running-grass': { height: [0.1, 6], spread: [0.2, 5], annualGrowth: [1, 300] },
}

describe('the sizes and shapes of the directory', () => {
  it.each(['height', 'spread', 'annualGrowth'] as const)('have a %s plausible for the growth form', fact => {
    const wrong = ({ facts }: PlantEntry) => {
      const value = facts[fact]
      if (value === null || facts.growth === null) return false
      const [least, most] = believable[facts.growth][fact]
      return value < least || value > most
    }
    expect(ofPlants(wrong, ({ facts }) => `${facts.growth}: ${fact} ${facts[fact]}`)).toEqual([])
  })

  it('have consistent crowns and growth', () => {
    const wrong = ({ facts: { crown, growth, height, spread } }: PlantEntry) => {
      if (height === null || spread === null) return false
      if (crown === 'columnar' && growth !== 'climber') return spread > height * 1.01
      if (crown === 'prostrate' && growth !== 'climber') return height > spread * 1.5
      if (growth === 'creeping-shrub') return height > spread
      if (growth === 'upright-shrub') return crown === 'prostrate'
      return false
    }
    expect(
      ofPlants(wrong, ({ facts }) => `${facts.growth} ${facts.crown} ${facts.height} × ${facts.spread} m`),
    ).toEqual([])
  })

  it('have a yearly growth well below the height, except for plants that die back every winter', () => {
    const woody = new Set<GrowthForm | null>([
      'tree',
      'multistem-tree',
      'upright-shrub',
      'spreading-shrub',
      'cushion-shrub',
    ])
    const wrong = ({ facts: { annualGrowth, height, spread, growth } }: PlantEntry) => {
      if (annualGrowth === null || height === null) return false
      const year = annualGrowth / 100
      // Hops and many clematis climb to their full height each year.
      if (growth === 'climber') return year > height
      return woody.has(growth) && year > Math.max(height, spread ?? 0) * 0.85
    }
    expect(
      ofPlants(wrong, ({ facts }) => `${facts.growth}: ${facts.annualGrowth} cm a year of ${facts.height} m`),
    ).toEqual([])
  })

  it('have needles for conifers only', () => {
    const needled = /^(?:needle-|scale$)/
    const conifer = (plant: PlantEntry) => plant.categories[0] === 'hvoynye'
    const broad = /^Ginkgo/
    const needleLike = /^Euphorbia cyparissias/
    expect(
      ofPlants(
        plant =>
          conifer(plant) &&
          plant.facts.leaf !== null &&
          !needled.test(plant.facts.leaf) &&
          !broad.test(plant.latinName),
        plant => plant.facts.leaf,
      ),
    ).toEqual([])
    expect(
      ofPlants(
        plant =>
          !conifer(plant) &&
          plant.facts.leaf !== null &&
          needled.test(plant.facts.leaf) &&
          !needleLike.test(plant.latinName),
        plant => plant.facts.leaf,
      ),
    ).toEqual([])
  })

  it('are shrubs, not trees, where they stay low without a stem', () => {
    const low = plants.filter(
      ({ categories, facts, latinName }) =>
        categories[0] === 'listvennye-derevya' &&
        /^(?:spreading|creeping|cushion)-shrub$/.test(facts.growth ?? '') &&
        (facts.height ?? 9) < 1.5 &&
        !latinName.startsWith('Acer'),
    )
    expect(low.map(({ latinName }) => latinName)).toEqual([])
  })

  it('draw the fruit of one kind alike, so that its cultivars stand in for each other', () => {
    const fruit = plants.filter(({ categories, facts }) => categories[0] === 'plodovye-i-yagodnye' && facts.fruit)
    const forms = Map.groupBy(fruit, plant => `${plant.genus}: ${plant.latinName.split(" '", 1)[0]}`)
    const several = [...forms].filter(([, of]) => new Set(of.map(({ facts }) => facts.fruit?.form)).size > 1)
    expect(several.map(([name]) => name)).toEqual([])
  })

  it('weep where their name says so, and arch where they are shrubs', () => {
    const named = /'[^']*(?:Pendul|Weeping|Kilmarnock|Youngii|Camperdownii|Walker|Kaskad)/
    const woody = ({ facts }: PlantEntry) => facts.leaf !== 'grass' && !facts.growth?.endsWith('perennial')
    expect(ofPlants(plant => woody(plant) && named.test(plant.latinName) && plant.facts.crown !== 'weeping')).toEqual(
      [],
    )
    // An upright shrub that hangs is grafted on a stem, or is named for it.
    const grafted = new Set(['Salix', 'Caragana', 'Corylus'])
    expect(
      ofPlants(
        ({ categories, facts, latinName }) =>
          categories[0] === 'listvennye-kustarniki' &&
          facts.crown === 'weeping' &&
          facts.growth === 'upright-shrub' &&
          !grafted.has(latinName.split(' ', 1)[0] ?? ''),
      ),
    ).toEqual([])
  })

  it('show heads of monarda and balls of plane trees', () => {
    const form = ({ latinName, facts }: PlantEntry) =>
      latinName.startsWith('Monarda ') ? facts.flower?.form : facts.fruit?.form
    const of = plants.filter(({ latinName }) => /^(?:Monarda|Platanus) /.test(latinName))
    expect(of.length).toBeGreaterThan(10)
    expect(new Set(of.map(plant => `${plant.latinName.split(' ', 1)[0]} ${form(plant)}`))).toEqual(
      new Set(['Monarda ball', 'Platanus cherry']),
    )
  })
})
