import { z } from 'zod'
import { call } from './call.ts'
import {
  formNumber,
  integerId,
  integerIdText,
  lookup,
  optionalText,
  pageLinks,
  pageQuery,
  repeated,
  searchText,
  slug,
} from './common.ts'
import { zonedPlace } from './places.ts'
import { plantRef } from './plants.ts'
import { forms, roots, stocks, variant } from './variants.ts'

/** Time since the company confirmed an offer: up to 14 days, up to 45, longer. */
export const freshness = z.enum(['fresh', 'ageing', 'stale'])
export type Freshness = z.output<typeof freshness>
export const freshDays = { fresh: 14, ageing: 45 } as const

/** A variant with the buyer's view of its product and company. */
export const offer = z
  .object({
    variant,
    product: z.object({
      id: integerId,
      name: z.string(),
      slug: z.string(),
      get_absolute_url: z.string(),
      get_thumbnail: z.string(),
      /** Has its own photos; otherwise the picture is drawn. */
      has_photos: z.boolean(),
      /** USDA zone. */
      zone: z.int().nullable(),
    }),
    company: z.object({
      id: integerId,
      company_name: z.string(),
      region: lookup.nullable(),
      is_verified: z.boolean(),
      /** As on its page: `null` while it has fewer than three reviews. */
      rating: z.number().nullable(),
      reviews_count: z.int(),
    }),
    plant: plantRef.nullable(),
    /** Rubles per plant: the price of the tier that `quantity` reaches, otherwise the price. */
    unit_price: z.number().nullable(),
    freshness,
    /** Kilometres from the `place` of the query in a straight line; `null` without one or without coordinates. */
    distance: z.int().nullable(),
  })
  .meta({ id: 'Offer' })
export type Offer = z.output<typeof offer>

const number = (max: number) => formNumber(z.number('Нужно число').min(0, 'Не меньше нуля').max(max, 'Слишком много'))
const size = optionalText(number(100_000).transform(value => value ?? undefined))
const rubles = optionalText(number(1_000_000_000).transform(value => value ?? undefined))
const yesOrNo = optionalText(z.enum(['1', '0'], 'Нужно 1 или 0').transform(text => text === '1'))
/** What is either asked for or not. */
const asked = optionalText(z.literal('1', 'Нужно 1').transform(() => true as const))
const month = z
  .string()
  .regex(/^(?:[1-9]|1[0-2])$/, 'Нужен месяц от 1 до 12')
  .transform(Number)
const zone = z
  .string()
  .regex(/^(?:[1-9]|1[0-3])$/, 'Нужна зона от 1 до 13')
  .transform(Number)

export const offerOrderings = [
  'price',
  '-price',
  'height',
  '-height',
  'girth',
  '-girth',
  '-confirmed_at',
  /** The nearest first; needs `place`. */
  'distance',
] as const

/**
 * Filters of offers; all can be combined. Ranges in centimetres match when they overlap; touching is not enough. A
 * variant without a value does not match a filter on it.
 */
export const offerFilters = z.object({
  /** As typed: names, sizes, packing, company. */
  search: optionalText(searchText()),
  /** Searches for exactly these words, without correction or interpretation. */
  as_written: yesOrNo,
  /** Interpretations to ignore: slugs of plants and names of filters, as in `understood`. */
  ignore: repeated(z.string().regex(/^[a-z0-9_-]{1,255}$/, 'Нужно название фильтра или растения')),
  /** Slugs. */
  category: repeated(slug),
  plant: repeated(slug),
  /** Ids. */
  company: repeated(integerIdText),
  region: repeated(integerIdText),
  /** USDA zone of the place: plants hardy there. */
  zone: optionalText(zone),
  form: repeated(z.enum(forms)),
  root: repeated(z.enum(roots)),
  height_from: size,
  height_to: size,
  spread_from: size,
  spread_to: size,
  girth_from: size,
  girth_to: size,
  stem_height_from: size,
  stem_height_to: size,
  root_size_from: size,
  root_size_to: size,
  /** Rubles, of the unit price. */
  price_from: rubles,
  price_to: rubles,
  stock: repeated(z.enum(stocks)),
  /** Enough stock: unknown counts as enough, a minimum as at least itself. Prices are of this quantity's tier. */
  quantity: optionalText(
    z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'Нужно количество')
      .transform(Number),
  ),
  evergreen: yesOrNo,
  flowering_month: repeated(month),
  has_photos: yesOrNo,
  verified: yesOrNo,
  fresh: yesOrNo,
  /** Id of the place where the plants will grow: for distances, and for `hardy`. */
  place: optionalText(integerIdText),
  /**
   * Plants hardy in the zone of `place`, which is required; with `zone` too, in the colder of both. Plants of unknown
   * zone are left out.
   */
  hardy: asked,
  /** Kilometres from `place`, which is required. */
  within: optionalText(
    z
      .string()
      .regex(/^[1-9]\d{0,4}$/, 'Нужно расстояние в километрах')
      .transform(Number),
  ),
})
export type OfferFilters = z.output<typeof offerFilters>

export const offerListQuery = z.object({
  ...offerFilters.shape,
  /** Default: the most relevant first, then the freshest. */
  ordering: optionalText(z.enum(offerOrderings)),
  ...pageQuery,
})
export type OfferListQuery = z.output<typeof offerListQuery>

const choice = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, name: z.string(), count: z.int() }))
const bounds = z.object({ min: z.number().nullable(), max: z.number().nullable() })

/** Choices of each filter with the number of offers they would find, other filters unchanged. */
export const offerFacets = z
  .object({
    category: choice(z.string()),
    region: choice(integerId),
    /** Cumulative: a place in zone 5 can also take plants of zone 4. */
    zone: choice(z.int()),
    form: choice(z.enum(forms)),
    root: choice(z.enum(roots)),
    stock: choice(z.enum(stocks)),
    price: bounds,
    height: bounds,
    girth: bounds,
  })
  .meta({ id: 'OfferFacets' })
export type OfferFacets = z.output<typeof offerFacets>

/** How the words of a search were interpreted, without doubtful interpretations. */
export const understood = z
  .object({
    plants: z.array(plantRef),
    /** Filters of the call, by name. */
    filters: z.record(z.string(), z.union([z.string(), z.number()])),
    /** The words with typing errors corrected. */
    corrected: z.string().nullable(),
  })
  .meta({ id: 'Understood' })
export type Understood = z.output<typeof understood>

/** `place`: the place for distances and hardiness, the one that the words name if they do. */
export const offerPage = z
  .object({ ...pageLinks, results: z.array(offer), facets: offerFacets, understood, place: zonedPlace.nullable() })
  .meta({ id: 'OfferPage' })
export type OfferPage = z.output<typeof offerPage>

export const suggestion = z
  .object({
    kind: z.enum(['plant', 'genus', 'category', 'company']),
    name: z.string(),
    latin_name: z.string(),
    url: z.string(),
    /** Its offers that are not sold out. */
    count: z.int(),
  })
  .meta({ id: 'Suggestion' })
export type Suggestion = z.output<typeof suggestion>

export const offerSearchCalls = {
  'GET /offers/': call({
    access: 'public',
    summary: 'Всё, что предлагается, по размерам: поиск словами, фильтры, выбор с числами',
    query: offerListQuery,
    answer: offerPage,
  }),
}
