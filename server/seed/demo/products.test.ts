import { describe, expect, test } from 'vitest'
import { innError } from '#contract/inn.ts'
import { writeLabel } from '#contract/size-label.ts'
import { stocks, variantsForm } from '#contract/variants.ts'
import { estimateLoad } from '#server/domains/products/variants/loads.ts'
import { readDirectory } from '../botany/read-directory.ts'
import { categorySeeds } from '../categories.ts'
import { lookupSeeds } from '../lookups.ts'
import { demoCompanies } from './companies.ts'
import { type PriceLine, readPriceList } from './price-list.ts'
import { type DemoProduct, type DemoSize, demoProducts } from './products.ts'

const directory = readDirectory()
const products = demoProducts(directory)
const companyOf = (product: DemoProduct) => {
  const company = demoCompanies.find(({ key }) => key === product.companyKey)
  if (!company) throw new Error(`No company ${product.companyKey}`)
  return company
}
const titleOf = ({ companyKey, plant }: DemoProduct) => `${companyKey}: ${plant.genus} ${plant.name}`
const keysOf = (kind: keyof typeof lookupSeeds) => lookupSeeds[kind].map(({ key }) => key)

/** Names of the products for which something is wrong, shown when a test fails. */
const wrong = (isWrong: (product: DemoProduct) => boolean) => products.filter(isWrong).map(titleOf)
const sizes = products.flatMap(product => product.sizes.map(size => ({ ...size, product })))
const wrongSizes = (isWrong: (size: DemoSize & { product: DemoProduct }) => boolean) =>
  sizes.filter(isWrong).map(({ product, ...size }) => `${titleOf(product)} ${writeLabel(size)}`)

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
    // Some are marked verified and some are not, so that both are shown.
    expect(new Set(demoCompanies.map(({ isVerified }) => isVerified)).size).toBe(2)
  })

  test('have one to four employees, all with their own address in .example', () => {
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
  test('are 377 in 416 sizes, the same every time', () => {
    expect([products.length, sizes.length]).toEqual([377, 416])
    expect(demoProducts(directory)).toEqual(products)
  })

  test('weigh something, 98 of 100 that state a size', () => {
    const sized = sizes.filter(size => Object.values({ ...size, price: null }).some(value => typeof value === 'number'))
    const known = sized.filter(size => estimateLoad(size) !== null)
    expect(sized.length).toBeGreaterThan(300)
    expect(known.length / sized.length).toBeGreaterThanOrEqual(0.98)
  })

  test('are unique by plant, company and category', () => {
    const names = products.map(({ companyKey, plant, category }) => [companyKey, plant.latinName, category].join())
    expect(new Set(names).size).toBe(products.length)
    expect(products.filter(product => product.sizes.length > 1).length).toBeGreaterThan(30)
  })

  test('are valid as sent by a company', () => {
    expect(wrong(product => !variantsForm.safeParse(product.sizes).success)).toEqual([])
    expect(wrong(product => product.sizes[0]?.stock === 'sold_out')).toEqual([])
    for (const stock of stocks.filter(state => state !== 'expected')) {
      expect(sizes.filter(size => size.stock === stock).length, stock).toBeGreaterThan(2)
    }
  })

  test('fill every category', () => {
    for (const { slug } of categorySeeds) {
      expect(products.filter(({ category }) => category === slug).length, slug).toBeGreaterThanOrEqual(15)
    }
    expect(wrong(({ category, plant }) => !plant.categories.includes(category))).toEqual([])
  })

  test('use keys of the lookups and employees of the company', () => {
    expect(wrong(({ ageGroupKey }) => !keysOf('age_group').includes(ageGroupKey))).toEqual([])
    expect(
      wrong(({ placeOfCultivationKey }) => !keysOf('place_of_cultivation').includes(placeOfCultivationKey)),
    ).toEqual([])
    const isStranger = (product: DemoProduct) =>
      product.assignedTo !== null && !companyOf(product).employees.some(({ email }) => email === product.assignedTo)
    expect(wrong(isStranger)).toEqual([])
  })

  test('include nothing tender in a cold place', () => {
    expect(wrong(product => (product.plant.facts.zone ?? 1) > companyOf(product).zone)).toEqual([])
  })

  test('are not taller than the grown plant', () => {
    const tallest = ({ plant }: DemoProduct) => (plant.facts.height ?? 60) * 100
    expect(wrongSizes(({ height_to, product }) => (height_to ?? 0) > tallest(product))).toEqual([])
  })

  test('have heights in the usual steps of the trade', () => {
    const steps = (height: number) => (height < 30 ? 5 : height < 60 ? 10 : height < 100 ? 20 : height < 300 ? 25 : 50)
    const offStep = ({ height_from, height_to, product }: DemoSize & { product: DemoProduct }) => {
      if (height_from === null || height_to === null) return false
      const width = height_to - height_from
      // Large plants are graded in half metres from two metres on, like girths.
      return width !== steps(height_from) && !(product.heightMeasure === 'M' && width === 50)
    }
    expect(wrongSizes(offStep)).toEqual([])
  })

  test('have containers and root balls that fit the height', () => {
    const implausible = ({ root, root_size: size, height_to }: DemoSize) => {
      const height = height_to ?? 0
      if (root === 'container') return size === null || size < 2 || height > 60 + size * 22
      if (root === 'pot') return size === null || size > 13 || height > 40
      if (root === 'tray') return height > 40
      if (root === 'bare_root') return height > 150
      return size === null || size < 25 || height / size > 9 || height / size < 1.2
    }
    expect(wrongSizes(implausible)).toEqual([])
  })

  test('cost more the taller they are, within one packaging of a product', () => {
    for (const product of products) {
      for (const group of Map.groupBy(product.sizes, ({ root }) => root).values()) {
        const sorted = group
          .filter(({ price, height_to }) => price !== null && height_to !== null)
          .toSorted((one, other) => (one.height_to ?? 0) - (other.height_to ?? 0))
        sorted.slice(1).forEach((size, index) => {
          const smaller = sorted[index]
          if (!smaller || smaller.height_to === size.height_to) return
          expect(size.price ?? 0, titleOf(product)).toBeGreaterThan(smaller.price ?? 0)
        })
      }
    }
  })

  test('have rounded prices, lower for large quantities', () => {
    const step = (price: number) => (price < 200 ? 1 : price < 3000 ? 10 : price < 20_000 ? 50 : 500)
    expect(wrongSizes(({ price }) => price !== null && (price <= 0 || price % step(price) !== 0))).toEqual([])
    const unpriced = sizes.filter(({ price }) => price === null).length
    expect(unpriced).toBeGreaterThan(0)
    expect(unpriced).toBeLessThan(20)
    const notLess = ({ price, price_tiers }: DemoSize) =>
      price_tiers.some((tier, index) => tier.price >= (price_tiers[index - 1]?.price ?? price ?? 0))
    expect(wrongSizes(notLess)).toEqual([])
    expect(sizes.filter(({ price_tiers }) => price_tiers.length > 0).length).toBeGreaterThan(20)
  })

  test('match the price lists', () => {
    const lines = demoCompanies.flatMap(({ key }) => readPriceList(key))
    const stated = (part: (line: PriceLine) => unknown) => lines.filter(line => part(line) !== null).length
    const kept = (part: (size: DemoSize) => unknown) => sizes.filter(size => part(size) !== null).length
    expect(kept(size => size.girth_from)).toBe(stated(line => line.girth))
    expect(kept(size => size.transplants)).toBe(stated(line => line.transplanted))
    expect(kept(size => size.stems)).toBe(stated(line => line.stems))
    expect(kept(size => size.stem_height)).toBe(stated(line => line.stemHeight))
    expect(kept(size => size.spread_to)).toBe(stated(line => line.width))
    expect(kept(size => size.girth_from)).toBeGreaterThan(30)
  })

  test('offer some plants at several companies', () => {
    const offers = Map.groupBy(products, ({ plant }) => plant.latinName)
    const compared = [...offers.values()].filter(group => new Set(group.map(({ companyKey }) => companyKey)).size > 1)
    expect(compared.length).toBeGreaterThanOrEqual(20)
  })

  test('have unique, short and well-formed descriptions', () => {
    expect(new Set(products.map(({ description }) => description)).size).toBe(products.length)
    const illFormed = ({ description }: DemoProduct) =>
      description.length < 40 ||
      description.length > 2000 ||
      /undefined|null|NaN|\s{2}|\.\.|,,|\s[.,;]/.test(description) ||
      !/^[А-ЯЁ«]/.test(description) ||
      !description.endsWith('.')
    expect(wrong(illFormed)).toEqual([])
    const opening = products.map(({ description }) => description.split('. ')[0])
    expect(new Set(opening).size).toBe(products.length)
  })

  test('show one to four different pictures, the whole plant first', () => {
    expect(
      wrong(({ views }) => views[0] !== 'whole' || views.length > 4 || new Set(views).size !== views.length),
    ).toEqual([])
    const average = products.reduce((sum, { views }) => sum + views.length, 0) / products.length
    expect(average).toBeGreaterThan(2)
    expect(average).toBeLessThan(2.5)
  })

  test('link six videos and were published in the last 200 days', () => {
    expect(products.filter(({ videoLink }) => videoLink !== '').map(({ videoLink }) => videoLink)).toEqual(
      [1, 2, 3, 4, 5, 6].map(number => `https://www.youtube.com/watch?v=dendro-demo-${number}`),
    )
    expect(wrong(({ daysAgo }) => !Number.isInteger(daysAgo) || daysAgo < 0 || daysAgo > 200)).toEqual([])
  })
})
