import { describe, expect, it } from 'vitest'
import type { PlantEntry } from './read-directory.ts'
import { ofPlants, plantOf, plants, speciesOf } from './test-directory.ts'

describe('the zones of the directory', () => {
  it('have zones from 1 to 9', () => {
    expect(
      ofPlants(({ facts: { zone } }) => zone !== null && (zone < 1 || zone > 9 || !Number.isInteger(zone))),
    ).toEqual([])
  })

  it('make no cultivar much hardier than its species', () => {
    // A hybrid with Prunus mandshurica, which is hardy to zone 3.
    const known = new Set(["Prunus armeniaca 'Khabarovsky'"])
    const wrong = (plant: PlantEntry) => {
      const species = plantOf.get(speciesOf(plant) ?? '')?.facts.zone ?? null
      const { zone } = plant.facts
      return zone !== null && species !== null && zone < species - 1 && !known.has(plant.latinName)
    }
    expect(ofPlants(wrong, ({ facts }) => String(facts.zone))).toEqual([])
  })

  it('include plants for the cold of Siberia', () => {
    const upTo = (zone: number) => plants.filter(({ facts }) => facts.zone !== null && facts.zone <= zone).length
    expect(upTo(2)).toBeGreaterThanOrEqual(150)
    expect(upTo(3)).toBeGreaterThanOrEqual(600)
    for (const category of ['mnogoletniki', 'zlaki', 'vechnozelenye-i-vereskovye', 'plodovye-i-yagodnye']) {
      const hardy = plants.filter(plant => plant.categories[0] === category && (plant.facts.zone ?? 9) <= 2)
      expect([category, hardy.length > 0]).toEqual([category, true])
    }
  })

  it('give plants bred in cold regions, and wild plants of Siberia, the zone of those regions', () => {
    const bred =
      /^(?:Lonicera caerulea 'Boreal|Lonicera caerulea 'Indigo Gem'|Prunus padus 'Krasny|Prunus padus 'Purpurnaya)/
    const wild =
      /^(?:Lythrum salicaria|Veronica longifolia|Galium verum|Geranium pratense|Allium nutans|Stipa pennata)$/
    const cold = plants.filter(({ latinName }) => bred.test(latinName) || wild.test(latinName))
    expect(cold.length).toBeGreaterThanOrEqual(12)
    expect(cold.filter(({ facts }) => facts.zone !== 2).map(plant => plant.latinName)).toEqual([])
    expect(plantOf.get('Sorbus sibirica')?.facts.zone).toBe(1)
  })
})
