import { z } from 'zod'
import { call } from './call.ts'
import {
  integerId,
  integerIdText,
  optionalText,
  pageLinks,
  pageQuery,
  repeated,
  searchText,
  slug,
  typedText,
} from './common.ts'
import { mostCompared } from './most-compared.ts'
import { offer, offerFilters, offerListQuery, offerPage, suggestion } from './offer-search.ts'
import { zonedPlace } from './places.ts'
import { plantFigure } from './plant-figure.ts'
import { yearRow } from './plant-year.ts'
import { category, plantRef } from './plants.ts'

/** A plant of the directory with a summary of its offers. Unknown facts are `null`. */
export const plantCard = z
  .object({
    ...plantRef.shape,
    synonyms: z.array(z.string()),
    /** Names under which a cultivar is sold other than its epithet. */
    trade_names: z.array(z.string()),
    category: category.nullable(),
    genus: z.object({ name: z.string(), latin_name: z.string(), slug: z.string() }),
    get_thumbnail: z.string(),
    /** USDA zone. */
    zone: z.int().nullable(),
    /** Metres. */
    height_at_maturity: z.number().nullable(),
    is_evergreen: z.boolean(),
    /** Months in the middle zone of Russia; over the new year the first is greater than the last. */
    flowering: z.object({ from_month: z.int(), to_month: z.int(), colour: z.string().nullable() }).nullable(),
    companies_count: z.int(),
    /** Offers that are not sold out. */
    offers_count: z.int(),
    /** Rubles, the lowest price of these offers. */
    price_from: z.number().nullable(),
  })
  .meta({ id: 'PlantCard' })
export type PlantCard = z.output<typeof plantCard>

const word = z.string().nullable()

export const plantDetail = z
  .object({
    ...plantCard.shape,
    get_image: z.string(),
    growth_pattern: word,
    crown_shape: word,
    foliage_colour: word,
    autumn_colour: word,
    light: word,
    soil: word,
    moisture: word,
    /** Centimetres a year. */
    annual_growth: z.number().nullable(),
    landscape_use: word,
    /** Metres. */
    spread_at_maturity: z.number().nullable(),
    /** What it looks like through the year. */
    year: z.array(yearRow),
    /** What ripens on it, «Плоды красные»; the months are not known. */
    fruit: word,
    /** `null` if its height or spread is not known. */
    figure: plantFigure.nullable(),
    /** Centimetres: heights of the offers that are not sold out and state one. */
    sold_height: z.object({ from: z.number(), to: z.number() }).nullable(),
    /** Sources of the facts. */
    sources: z.array(z.string()),
    /** Of the same species or genus. */
    related: z.array(plantCard),
    /** If it has no offers, or is not hardy at `place`: similar plants that have, and what they have in common. */
    substitutes: z.array(z.object({ plant: plantCard, reason: z.string() })),
  })
  .meta({ id: 'PlantDetail' })
export type PlantDetail = z.output<typeof plantDetail>

const flag = optionalText(z.enum(['1', '0'], 'Нужно 1 или 0').transform(text => text === '1'))
const upTo = (max: number, message: string) =>
  z
    .string()
    .regex(/^[1-9]\d?$/, message)
    .transform(Number)
    .refine(value => value <= max, message)

export const plantFilters = z.object({
  /** Names as typed. */
  search: optionalText(searchText()),
  category: optionalText(slug),
  /** Slug of the genus's Latin name. */
  genus: optionalText(slug),
  /** Initial of the Russian or the Latin name. */
  letter: optionalText(z.string().regex(/^\p{L}$/u, 'Нужна одна буква')),
  /** USDA zone of the place: plants hardy there. */
  zone: optionalText(upTo(13, 'Нужна зона от 1 до 13')),
  /** The place of a garden, and plants hardy in its zone, as in `/offers/`. */
  place: offerFilters.shape.place,
  hardy: offerFilters.shape.hardy,
  evergreen: flag,
  flowering_month: repeated(upTo(12, 'Нужен месяц от 1 до 12')),
  with_offers: flag,
})
export type PlantFilters = z.output<typeof plantFilters>

export const plantListQuery = z.object({ ...plantFilters.shape, ...pageQuery })
export type PlantListQuery = z.output<typeof plantListQuery>

/** The compared facts of a plant. */
export const comparedPlant = plantDetail
  .omit({ year: true, fruit: true, figure: true, sold_height: true, sources: true, related: true, substitutes: true })
  .meta({ id: 'ComparedPlant' })
export type ComparedPlant = z.output<typeof comparedPlant>

export const compareQuery = z
  .object({
    /** Ids of variants, and slugs of plants. */
    offer: repeated(integerIdText),
    plant: repeated(slug),
    /** Id of the place from which distances are measured. */
    place: optionalText(integerIdText),
  })
  .refine(({ offer: offers, plant }) => offers.length + plant.length <= mostCompared, {
    path: ['offer'],
    message: `Сравнить можно не больше ${mostCompared}`,
    params: { code: 'too_big' },
  })

/** An offer with the company's phone. */
export const comparedOffer = z
  .object({ ...offer.shape, company: z.object({ ...offer.shape.company.shape, team_phone: z.string() }) })
  .meta({ id: 'ComparedOffer' })
export type ComparedOffer = z.output<typeof comparedOffer>

/**
 * In the order of ids and of slugs. `null`: not published or does not exist. `place`: from where distances are measured.
 */
export const comparison = z
  .object({
    offers: z.array(z.object({ id: integerId, offer: comparedOffer.nullable() })),
    plants: z.array(z.object({ slug, plant: comparedPlant.nullable() })),
    place: zonedPlace.nullable(),
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.output<typeof comparison>

export const plantCatalogueCalls = {
  'GET /compare/': call({
    access: 'public',
    summary: 'Несколько предложений и растений рядом',
    query: compareQuery,
    answer: comparison,
  }),
  'GET /plants/': call({
    access: 'public',
    summary: 'Растения справочника и сколько их предлагают',
    query: plantListQuery,
    answer: z
      .object({ ...pageLinks, results: z.array(plantCard), place: zonedPlace.nullable().optional() })
      .meta({ id: 'PlantPage' }),
  }),
  'GET /plants/:slug/': call({
    access: 'public',
    summary: 'Растение справочника, и по прежнему его адресу',
    params: z.object({ slug }),
    query: z.object({
      /** Id of the place where the substitutes are to be hardy. */
      place: offerFilters.shape.place,
    }),
    answer: plantDetail,
  }),
  'GET /plants/:slug/offers/': call({
    access: 'public',
    summary: 'Предложения растения у всех компаний',
    params: z.object({ slug }),
    query: offerListQuery,
    answer: offerPage,
  }),
  'GET /offers/suggest/': call({
    access: 'public',
    summary: 'Подсказки к набираемому: растения, роды, категории, компании',
    query: z.object({ q: optionalText(typedText(100)) }),
    answer: z.array(suggestion),
  }),
}
