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
  plainText,
  repeated,
  slug,
} from './common.ts'
import { place } from './places.ts'
import { plantRef } from './plants.ts'
import { forms, roots, stocks, variant } from './variants.ts'

/** How long ago a company confirmed an offer: up to 14 days, up to 45, longer. */
export const freshness = z.enum(['fresh', 'ageing', 'stale'])
export type Freshness = z.output<typeof freshness>
export const freshDays = { fresh: 14, ageing: 45 } as const

/** A variant with what a buyer needs to know of its product and company. */
export const offer = z
  .object({
    variant,
    product: z.object({
      id: integerId,
      name: z.string(),
      slug: z.string(),
      get_absolute_url: z.string(),
      get_thumbnail: z.string(),
      /** Photos of its own; otherwise the picture is drawn. */
      has_photos: z.boolean(),
      /** USDA zone. */
      zone: z.int().nullable(),
    }),
    company: z.object({
      id: integerId,
      company_name: z.string(),
      region: lookup.nullable(),
      is_verified: z.boolean(),
    }),
    plant: plantRef.nullable(),
    /** Rubles for one: of the tier that `quantity` reaches, else the price. */
    unit_price: z.number().nullable(),
    freshness,
    /** Kilometres as the crow flies from the `place` of the query; `null` without one and where the company names no point. */
    distance: z.int().nullable(),
  })
  .meta({ id: 'Offer' })
export type Offer = z.output<typeof offer>

const number = (max: number) => formNumber(z.number('Нужно число').min(0, 'Не меньше нуля').max(max, 'Слишком много'))
const size = optionalText(number(100_000).transform(value => value ?? undefined))
const rubles = optionalText(number(1_000_000_000).transform(value => value ?? undefined))
const yesOrNo = optionalText(z.enum(['1', '0'], 'Нужно 1 или 0').transform(text => text === '1'))
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
 * What offers are filtered by; all can be combined. Ranges match by overlap, in centimetres; those that only touch do
 * not. What a variant does not state does not match a filter on it.
 */
export const offerFilters = z.object({
  /** As people write it: names, sizes, packing, company. */
  search: optionalText(plainText.trim().max(255, 'Не длиннее 255 знаков')),
  /** The search finds its very words: nothing in it is corrected or taken for anything else. */
  as_written: yesOrNo,
  /** What the search is not to be taken for: slugs of plants and names of filters, as in `understood`. */
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
  /** Enough of it: unknown stock is enough, a minimum for at least itself. Prices are those of its tier. */
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
  /** Id of the place from which distances are measured. */
  place: optionalText(integerIdText),
  /** Kilometres from `place`, which it needs. */
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
  /** Without: the most relevant first, then the freshest. */
  ordering: optionalText(z.enum(offerOrderings)),
  ...pageQuery,
})
export type OfferListQuery = z.output<typeof offerListQuery>

const choice = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, name: z.string(), count: z.int() }))
const bounds = z.object({ min: z.number().nullable(), max: z.number().nullable() })

/** Choices of a filter with what they would find, all other filters being as they are. */
export const offerFacets = z
  .object({
    category: choice(z.string()),
    region: choice(integerId),
    /** Cumulative: a place in zone 5 also takes plants of zone 4. */
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

/** What the words of a search were taken for; nothing that is in doubt. */
export const understood = z
  .object({
    plants: z.array(plantRef),
    /** Filters of the call, by name. */
    filters: z.record(z.string(), z.union([z.string(), z.number()])),
    /** The words as they were read, where letters were mistyped. */
    corrected: z.string().nullable(),
  })
  .meta({ id: 'Understood' })
export type Understood = z.output<typeof understood>

/** `place`: from where distances are measured. */
export const offerPage = z
  .object({ ...pageLinks, results: z.array(offer), facets: offerFacets, understood, place: place.nullable() })
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
