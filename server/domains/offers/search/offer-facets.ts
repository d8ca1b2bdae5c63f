import type { Lookup } from '#contract/common.ts'
import type { OfferFacets, OfferFilters } from '#contract/offer-search.ts'
import type { Facets, ProductFilters } from '#contract/offers.ts'
import type { Category } from '#contract/plants.ts'
import { stockNames } from '#contract/stock-names.ts'
import { formNames, forms, roots, stocks } from '#contract/variants.ts'
import type { Bounds, FacetCounts, ProductFacetCounts } from '../index/offer-query.ts'

type Chosen = Pick<OfferFilters, 'category' | 'region' | 'zone' | 'form' | 'root' | 'stock'>

export const rootNames: Record<(typeof roots)[number], string> = {
  bare_root: 'Открытая корневая система (ОКС)',
  container: 'Контейнер (С)',
  pot: 'Горшок (P)',
  tray: 'Кассета',
  ball: 'Ком в мешковине (RB)',
  wire_ball: 'Ком в мешковине и сетке (WRB)',
}

/** The choices that at least one offer has, and those already chosen, in the order of `all`. */
const choices = <Value extends string | number>(
  counts: ReadonlyMap<Value | string | number, number>,
  all: { value: Value; name: string }[],
  taken: readonly Value[],
) =>
  all
    .map(({ value, name }) => ({ value, name, count: counts.get(value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || taken.includes(value))

/** The count of each zone includes the colder zones, because their plants survive in it too. */
function zones(counts: ReadonlyMap<number, number>) {
  let sum = 0
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([value, count]) => {
      sum += count
      return { value, name: `Зона ${value}`, count: sum }
    })
}

const scaled = (bounds: Bounds, scale: number) =>
  bounds ? { min: bounds.min / scale, max: bounds.max / scale } : { min: null, max: null }

const valuesOf = <Value extends string>(all: readonly Value[], labels: Record<Value, string>) =>
  all.map(value => ({ value, name: labels[value] }))

/** The counts of the choices of each filter, and the ranges of prices in rubles and of sizes in centimetres. */
export function offerFacets(
  counts: FacetCounts,
  chosen: Chosen,
  known: { categories: Category[]; regions: Lookup[] },
): OfferFacets {
  const inCategories = new Map(known.categories.map(({ id, slug }) => [slug, counts.category.get(id) ?? 0]))
  return {
    category: choices(
      inCategories,
      known.categories.map(({ slug, name }) => ({ value: slug, name })),
      chosen.category,
    ),
    region: choices(
      counts.region,
      known.regions.map(({ id, name }) => ({ value: id, name })),
      chosen.region,
    ),
    zone: zones(counts.zone),
    form: choices(counts.form, valuesOf(forms, formNames), chosen.form),
    root: choices(counts.root, valuesOf(roots, rootNames), chosen.root),
    stock: choices(counts.stock, valuesOf(stocks, stockNames), chosen.stock),
    price: scaled(counts.price, 100),
    height: scaled(counts.height, 10),
    girth: scaled(counts.girth, 10),
  }
}

const lookupChoices = (counts: ReadonlyMap<number, number>, all: Lookup[], taken: readonly number[]) =>
  choices(
    counts,
    all.map(({ id, name }) => ({ value: id, name })),
    taken,
  ).map(({ value: id, name, count }) => ({ id, name, count }))

/** The counts of products, by the choices of a category page. */
export const productFacets = (
  counts: ProductFacetCounts,
  chosen: Pick<ProductFilters, 'rsp' | 'region'>,
  known: { packagings: Lookup[]; regions: Lookup[] },
): Facets => ({
  zones: zones(counts.zone).map(({ value: zone, count }) => ({ zone, count })),
  rsp: lookupChoices(counts.packaging, known.packagings, chosen.rsp),
  regions: lookupChoices(counts.region, known.regions, chosen.region),
})
