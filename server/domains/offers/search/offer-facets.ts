import type { Lookup } from '#contract/common.ts'
import type { OfferFacets, OfferFilters } from '#contract/offer-search.ts'
import type { Category } from '#contract/plants.ts'
import { forms, roots, stocks } from '#contract/variants.ts'
import type { OfferBucket } from './offer-search.queries.ts'

type Chosen = Pick<OfferFilters, 'category' | 'region' | 'zone' | 'form' | 'root' | 'stock'>

const isAmong = <Value>(wanted: readonly Value[], value: Value | null) =>
  wanted.length === 0 || (value !== null && wanted.includes(value))

const fits: Record<keyof Chosen, (bucket: OfferBucket, chosen: Chosen) => boolean> = {
  category: (bucket, { category }) => isAmong(category, bucket.category),
  region: (bucket, { region }) => isAmong(region, bucket.regionId),
  zone: (bucket, { zone }) => zone === undefined || (bucket.zone !== null && bucket.zone <= zone),
  form: (bucket, { form }) => isAmong(form, bucket.form),
  root: (bucket, { root }) => isAmong(root, bucket.root),
  stock: (bucket, { stock }) => isAmong(stock, bucket.stock),
}
const names = Object.keys(fits) as (keyof Chosen)[]

/** In one pass, for there may be a hundred thousand: what matches everything, and what fails one filter alone, by that. */
function sort(buckets: OfferBucket[], chosen: Chosen) {
  const all: OfferBucket[] = []
  const butOne = new Map<keyof Chosen, OfferBucket[]>(names.map(name => [name, []]))
  const set = names.filter(name => ![chosen[name]].flat().every(value => value === undefined))
  for (const bucket of buckets) {
    const failed = set.find(name => !fits[name](bucket, chosen))
    if (failed === undefined) all.push(bucket)
    else if (set.every(name => name === failed || fits[name](bucket, chosen))) butOne.get(failed)?.push(bucket)
  }
  return { all, besides: (name: keyof Chosen) => [...all, ...(butOne.get(name) ?? [])] }
}

/** How many offers match everything. */
export const countOffers = (buckets: OfferBucket[], chosen: Chosen): number =>
  sort(buckets, chosen).all.reduce((sum, { count }) => sum + count, 0)

export const formNames: Record<(typeof forms)[number], string> = {
  standard: 'Штамб',
  half_standard: 'Полуштамб',
  multistem: 'Многоствольное',
  shrub: 'Куст',
  solitaire: 'Солитер',
  hedge: 'Для изгороди',
  topiary: 'Топиар',
  espalier: 'Шпалера',
  young: 'Сеянцы и подвои',
}
export const rootNames: Record<(typeof roots)[number], string> = {
  bare_root: 'Открытая корневая система (ОКС)',
  container: 'Контейнер (С)',
  pot: 'Горшок (P)',
  tray: 'Кассета',
  ball: 'Ком в мешковине (RB)',
  wire_ball: 'Ком в мешковине и сетке (WRB)',
}
export const stockNames: Record<(typeof stocks)[number], string> = {
  in_stock: 'В наличии',
  on_order: 'Под заказ',
  expected: 'Ожидается',
  sold_out: 'Нет в наличии',
}

/** Choices that some offer has, and those already chosen, in the order of `all`. */
function choices<Value>(
  buckets: OfferBucket[],
  of: (bucket: OfferBucket) => Value | null,
  all: { value: Value; name: string }[],
  taken: readonly Value[],
) {
  const sums = new Map<Value | null, number>()
  for (const bucket of buckets) sums.set(of(bucket), (sums.get(of(bucket)) ?? 0) + bucket.count)
  return all
    .map(({ value, name }) => ({ value, name, count: sums.get(value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || taken.includes(value))
}

function zones(buckets: OfferBucket[]) {
  const present = [...new Set(buckets.flatMap(({ zone, count }) => (zone !== null && count > 0 ? [zone] : [])))]
  return present
    .toSorted((one, other) => one - other)
    .map(value => ({
      value,
      name: `Зона ${value}`,
      count: buckets.reduce((sum, { zone, count }) => (zone !== null && zone <= value ? sum + count : sum), 0),
    }))
}

type Measure = 'price' | 'height' | 'girth'

function bounds(buckets: OfferBucket[], measure: Measure, scale: number) {
  const [lows, highs] = [`${measure}Min`, `${measure}Max`] as const
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const bucket of buckets) {
    min = Math.min(min, bucket[lows] ?? min)
    max = Math.max(max, bucket[highs] ?? max)
  }
  return min <= max ? { min: min / scale, max: max / scale } : { min: null, max: null }
}

const valuesOf = <Value extends string>(all: readonly Value[], labels: Record<Value, string>) =>
  all.map(value => ({ value, name: labels[value] }))

/** The counts beside the choices of each filter, and from where to where prices and sizes go. */
export function offerFacets(
  buckets: OfferBucket[],
  chosen: Chosen,
  known: { categories: Category[]; regions: Lookup[] },
): OfferFacets {
  const { all, besides } = sort(buckets, chosen)
  return {
    category: choices(
      besides('category'),
      bucket => bucket.category,
      known.categories.map(({ slug, name }) => ({ value: slug, name })),
      chosen.category,
    ),
    region: choices(
      besides('region'),
      bucket => bucket.regionId,
      known.regions.map(({ id, name }) => ({ value: id, name })),
      chosen.region,
    ),
    zone: zones(besides('zone')),
    form: choices(besides('form'), bucket => bucket.form, valuesOf(forms, formNames), chosen.form),
    root: choices(besides('root'), bucket => bucket.root, valuesOf(roots, rootNames), chosen.root),
    stock: choices(besides('stock'), bucket => bucket.stock, valuesOf(stocks, stockNames), chosen.stock),
    price: bounds(all, 'price', 100),
    height: bounds(all, 'height', 10),
    girth: bounds(all, 'girth', 10),
  }
}
