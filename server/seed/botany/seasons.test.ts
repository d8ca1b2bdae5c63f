import { describe, expect, it } from 'vitest'
import type { PlantEntry } from './read-directory.ts'
import { ofPlants, plantOf, plants } from './test-directory.ts'

describe('the seasons of the directory', () => {
  it('give cultivars of one kind of perennial the same autumn colour, unless bred for their leaves', () => {
    for (const kind of [
      'Phlox paniculata',
      'Paeonia lactiflora',
      'Iris sibirica',
      'Astilbe × arendsii',
      'Hemerocallis',
    ]) {
      const autumns = plants
        .filter(({ latinName }) => latinName.startsWith(`${kind} '`))
        .map(({ facts }) => facts.autumn)
      expect([kind, new Set(autumns).size]).toEqual([kind, 1])
    }
  })

  it('have a flowering of at most half a year, over the new year only in mild zones', () => {
    const wrong = ({ flowering, facts }: PlantEntry) => {
      if (flowering === null) return false
      const { from, to } = flowering
      const overNewYear = to < from
      return ((to - from + 12) % 12) + 1 > 6 || (overNewYear && (facts.zone ?? 0) < 6)
    }
    expect(ofPlants(wrong, ({ flowering }) => JSON.stringify(flowering))).toEqual([])
  })

  it('have no flowers for conifers and ferns', () => {
    const ferns = /^(?:Щитовник|Кочедыжник|Страусник|Многорядник|Адиантум|Оноклея|Чистоуст|Листовик|Орляк)$/
    const flowerless = (plant: PlantEntry) => plant.categories[0] === 'hvoynye' || ferns.test(plant.genus)
    expect(ofPlants(plant => flowerless(plant) && (plant.flowering || plant.facts.flower))).toEqual([])
  })

  it('count plants that turn bronze in winter as evergreen, and none that shed their leaves', () => {
    const isEvergreen = (latinName: string) => plantOf.get(latinName)?.isEvergreen
    for (const latinName of [
      "Thuja occidentalis 'Smaragd'",
      "Thuja occidentalis 'Rheingold'",
      'Microbiota decussata',
      "Pinus mugo 'Winter Gold'",
      'Berberis aquifolium',
      "Bergenia 'Eroica'",
    ])
      expect([latinName, isEvergreen(latinName)]).toEqual([latinName, true])
    const sheds = /^(?:Larix|Pseudolarix|Metasequoia|Ginkgo|Taxodium) /
    const wrong = (plant: PlantEntry) =>
      plant.categories[0] === 'hvoynye' && plant.isEvergreen === sheds.test(plant.latinName)
    expect(ofPlants(wrong)).toEqual([])
    expect(plants.filter(plant => plant.categories[0] === 'zlaki' && plant.isEvergreen).length).toBeLessThan(60)
    expect([isEvergreen('Rhododendron luteum'), isEvergreen('Berberis thunbergii')]).toEqual([false, false])
  })

  it('include the months of flowers that are seen, but too small to be drawn', () => {
    const seen = /^(?:Acer (?:pictum|davidii|rubrum)|Ribes|Vitis|Euonymus|Juglans|Platanus)\b/
    expect(ofPlants(plant => seen.test(plant.latinName) && plant.flowering === null)).toEqual([])
  })
})
