import { describe, expect, test } from 'vitest'
import { innError } from '#contract/inn.ts'
import { readDirectory } from '../botany/read-directory.ts'
import { categorySeeds } from '../categories.ts'
import { lookupSeeds } from '../lookups.ts'
import { demoCompanies } from './companies.ts'
import { type DemoListing, demoListings } from './listings.ts'
import { readPriceList } from './price-list.ts'

const directory = readDirectory()
const listings = demoListings(directory)
const companyOf = (listing: DemoListing) => {
  const company = demoCompanies.find(({ key }) => key === listing.companyKey)
  if (!company) throw new Error(`No company ${listing.companyKey}`)
  return company
}
const titleOf = ({ companyKey, plant, rootSize, heightFrom }: DemoListing) =>
  `${companyKey}: ${plant.genus} ${plant.name} ${heightFrom ?? ''} ${rootSize ?? ''}`
const keysOf = (kind: keyof typeof lookupSeeds) => lookupSeeds[kind].map(({ key }) => key)
const centimetres = (height: number, { heightMeasure }: DemoListing) => (heightMeasure === 'M' ? height * 100 : height)

/** Products of which something is wrong, by name, so that a failure says which. */
const wrong = (isWrong: (listing: DemoListing) => boolean) => listings.filter(isWrong).map(titleOf)

describe('the companies', () => {
  test('are twelve in twelve regions, with keys of the lookups', () => {
    expect(demoCompanies).toHaveLength(12)
    expect(new Set(demoCompanies.map(({ regionKey }) => regionKey)).size).toBe(12)
    for (const company of demoCompanies) {
      expect(keysOf('region')).toContain(company.regionKey)
      expect(keysOf('specific')).toContain(company.specificKey)
      expect(keysOf('delivery')).toContain(company.deliveryKey)
    }
  })

  test('have valid tax numbers of offices that do not exist', () => {
    for (const { inn } of demoCompanies) {
      expect(innError(inn), inn).toBeNull()
      expect(inn.slice(2, 4)).toBe('98')
    }
    expect(new Set(demoCompanies.map(({ inn }) => inn)).size).toBe(12)
    // Some are marked verified, so that the mark is seen, and some are not.
    expect(new Set(demoCompanies.map(({ isVerified }) => isVerified)).size).toBe(2)
  })

  test('have one to four employees, everybody with an address of their own in .example', () => {
    const emails = demoCompanies.flatMap(({ creator, employees }) => [creator, ...employees].map(({ email }) => email))
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails.filter(email => !/^[\w.-]+@[\w-]+\.example$/.test(email))).toEqual([])
    for (const { employees } of demoCompanies) {
      expect(employees.length).toBeGreaterThanOrEqual(1)
      expect(employees.length).toBeLessThanOrEqual(4)
    }
    for (const { website } of demoCompanies) expect(website).toMatch(/^$|^https:\/\/[\w-]+\.example$/)
  })
})

describe('the products', () => {
  test('are 400, the same every time', () => {
    expect(listings).toHaveLength(400)
    expect(demoListings(directory)).toEqual(listings)
  })

  test('fill every category', () => {
    for (const { slug } of categorySeeds) {
      expect(listings.filter(({ category }) => category === slug).length, slug).toBeGreaterThanOrEqual(15)
    }
    expect(wrong(({ category, plant }) => !plant.categories.includes(category))).toEqual([])
  })

  test('use keys of the lookups and employees of the company', () => {
    expect(wrong(({ rootPackagingKey }) => !keysOf('root_packaging').includes(rootPackagingKey))).toEqual([])
    expect(wrong(({ ageGroupKey }) => !keysOf('age_group').includes(ageGroupKey))).toEqual([])
    expect(
      wrong(({ placeOfCultivationKey }) => !keysOf('place_of_cultivation').includes(placeOfCultivationKey)),
    ).toEqual([])
    const isStranger = (listing: DemoListing) =>
      listing.assignedTo !== null && !companyOf(listing).employees.some(({ email }) => email === listing.assignedTo)
    expect(wrong(isStranger)).toEqual([])
  })

  test('have nothing tender in a cold place', () => {
    expect(wrong(listing => (listing.plant.facts.zone ?? 1) > companyOf(listing).zone)).toEqual([])
  })

  test('have heights from small to large and not above the grown plant', () => {
    expect(wrong(({ heightFrom, heightTo }) => (heightFrom ?? 0) > (heightTo ?? 0))).toEqual([])
    const tooTall = (listing: DemoListing) =>
      centimetres(listing.heightTo ?? 0, listing) > (listing.plant.facts.height ?? 60) * 100
    expect(wrong(tooTall)).toEqual([])
  })

  test('have heights on the steps of the trade', () => {
    const steps = (height: number) => (height < 30 ? 5 : height < 60 ? 10 : height < 100 ? 20 : height < 300 ? 25 : 50)
    const offStep = (listing: DemoListing) => {
      if (listing.heightFrom === null || listing.heightTo === null) return false
      const from = centimetres(listing.heightFrom, listing)
      const width = centimetres(listing.heightTo, listing) - from
      // Large plants are measured in half metres from two metres on, as girth is.
      return width !== steps(from) && !(listing.heightMeasure === 'M' && width === 50)
    }
    expect(wrong(offStep)).toEqual([])
  })

  test('have containers and root balls that fit the height', () => {
    const implausible = (listing: DemoListing) => {
      const { rootPackagingKey, rootSize } = listing
      const height = centimetres(listing.heightTo ?? 0, listing)
      if (rootPackagingKey === 'container') return rootSize === null || rootSize < 2 || height > 60 + rootSize * 22
      if (rootPackagingKey === 'pot') return rootSize === null || rootSize > 13 || height > 40
      if (rootPackagingKey === 'cassette') return height > 40
      if (rootPackagingKey === 'bare') return height > 150
      return rootSize === null || rootSize < 25 || height / rootSize > 9 || height / rootSize < 1.2
    }
    expect(wrong(implausible)).toEqual([])
  })

  test('measure the root in the unit of its packaging', () => {
    const units: Record<string, (string | null)[]> = {
      container: ['LITR'],
      pot: ['SM'],
      'root-ball': ['SM'],
      'wired-ball': ['SM'],
      bare: [null, 'PIECE'],
      cassette: ['PIECE'],
    }
    expect(wrong(({ rootPackagingKey, rootMeasure }) => !units[rootPackagingKey]?.includes(rootMeasure))).toEqual([])
    expect(wrong(({ rootSize, rootMeasure }) => (rootSize === null) !== (rootMeasure === null))).toEqual([])
  })

  test('cost more the taller they are, in one packaging of one company', () => {
    const groups = Map.groupBy(
      listings.filter(({ price, heightTo }) => price !== null && heightTo !== null),
      ({ companyKey, plant, rootPackagingKey, category }) =>
        [companyKey, plant.latinName, rootPackagingKey, category].join(),
    )
    for (const group of groups.values()) {
      const sorted = group.toSorted(
        (one, other) => centimetres(one.heightTo ?? 0, one) - centimetres(other.heightTo ?? 0, other),
      )
      sorted.slice(1).forEach((listing, index) => {
        const smaller = sorted[index]
        if (!smaller || centimetres(smaller.heightTo ?? 0, smaller) === centimetres(listing.heightTo ?? 0, listing))
          return
        expect(listing.price ?? 0, titleOf(listing)).toBeGreaterThan(smaller.price ?? 0)
      })
    }
  })

  test('have prices rounded as price lists do', () => {
    const step = (price: number) => (price < 200 ? 1 : price < 3000 ? 10 : price < 20_000 ? 50 : 500)
    expect(wrong(({ price }) => price !== null && (price <= 0 || price % step(price) !== 0))).toEqual([])
    const unpriced = listings.filter(({ price }) => price === null).length
    expect(unpriced).toBeGreaterThan(0)
    expect(unpriced).toBeLessThan(20)
  })

  test('name the girth of a tree that is sold by it', () => {
    const lines = demoCompanies.flatMap(({ key }) => readPriceList(key))
    const withGirth = lines.flatMap(({ girth }, index) => (girth === null ? [] : [{ girth, listing: listings[index] }]))
    expect(withGirth.length).toBeGreaterThan(30)
    for (const { girth, listing } of withGirth) expect(listing?.description).toContain(girth.replace('-', '–'))
  })

  test('offer some plants at several companies', () => {
    const offers = Map.groupBy(listings, ({ plant }) => plant.latinName)
    const compared = [...offers.values()].filter(group => new Set(group.map(({ companyKey }) => companyKey)).size > 1)
    expect(compared.length).toBeGreaterThanOrEqual(20)
  })

  test('have descriptions of their own, short and well formed', () => {
    expect(new Set(listings.map(({ description }) => description)).size).toBe(400)
    const illFormed = ({ description }: DemoListing) =>
      description.length < 40 ||
      description.length > 2000 ||
      /undefined|null|NaN|\s{2}|\.\.|,,|\s[.,;]/.test(description) ||
      !/^[А-ЯЁ«]/.test(description) ||
      !description.endsWith('.')
    expect(wrong(illFormed)).toEqual([])
    const opening = listings.map(({ description }) => description.split('. ')[0])
    expect(new Set(opening).size).toBe(400)
  })

  test('show one to four different pictures, the whole plant first', () => {
    expect(
      wrong(({ views }) => views[0] !== 'whole' || views.length > 4 || new Set(views).size !== views.length),
    ).toEqual([])
    const average = listings.reduce((sum, { views }) => sum + views.length, 0) / 400
    expect(average).toBeGreaterThan(2)
    expect(average).toBeLessThan(2.5)
  })

  test('link six videos and were published in the last 200 days', () => {
    expect(listings.filter(({ videoLink }) => videoLink !== '').map(({ videoLink }) => videoLink)).toEqual(
      [1, 2, 3, 4, 5, 6].map(number => `https://www.youtube.com/watch?v=dendro-demo-${number}`),
    )
    expect(wrong(({ daysAgo }) => !Number.isInteger(daysAgo) || daysAgo < 0 || daysAgo > 200)).toEqual([])
  })
})
