import { describe, expect, it } from 'vitest'
import { lookupSeeds } from '../lookups.ts'
import { readPlaces } from './read-places.ts'

const places = readPlaces()
const called = (name: string, region: string) => places.find(place => place.name === name && place.region === region)

describe('the gazetteer', () => {
  it('has only Russian names, each place once', () => {
    expect(places.length).toBeGreaterThan(4700)
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
    for (const { name, near } of places) {
      expect(name).toMatch(/^[А-ЯЁ][А-Яа-яЁё0-9 .-]*$/)
      // Spellings of other languages, or of none.
      expect(name).not.toMatch(/шч|[сцз]ьк(?![аио])|ъ(?![еёюя])|ець$/)
      if (near !== '') expect(places.map(place => place.name)).toContain(near)
    }
    const labels = places.map(({ name, region, near }) => `${name}, ${region}, ${near}`)
    expect(new Set(labels).size).toBe(labels.length)
  })

  it('uses all regions of the lookups and no others, and lies within Russia', () => {
    expect(new Set(places.map(({ region }) => region))).toEqual(new Set(lookupSeeds.region.map(({ key }) => key)))
    for (const { name, latitude, longitude, population } of places) {
      expect([name, latitude > 41 && latitude < 82, longitude > 19 || longitude < -168]).toEqual([name, true, true])
      expect(population).toBeGreaterThanOrEqual(0)
    }
  })

  it.each([
    ['Москва', 'MOW', 55.75, 37.62],
    ['Тверь', 'TVE', 56.86, 35.9],
    ['Санкт-Петербург', 'SPE', 59.94, 30.31],
    ['Комсомольск-на-Амуре', 'KHA', 50.55, 137],
    ['Минеральные Воды', 'STA', 44.21, 43.14],
    ['Череповец', 'VLG', 59.13, 37.9],
    ['Братск', 'IRK', 56.13, 101.6],
    ['Новотроицк', 'ORE', 51.2, 58.33],
    ['Ульяновск', 'ULY', 54.33, 48.39],
    ['Королёв', 'MOS', 55.92, 37.82],
    ['Пермь', 'PER', 58.01, 56.25],
    ['Анадырь', 'CHU', 64.73, 177.52],
    ['Верхоянск', 'SA', 67.55, 133.38],
  ])('%s has the right coordinates', (name, region, latitude, longitude) => {
    const place = called(name, region)
    expect(place?.latitude).toBeCloseTo(latitude, 0)
    expect(place?.longitude).toBeCloseTo(longitude, 0)
  })
})
