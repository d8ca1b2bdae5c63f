import { z } from 'zod'
import { call } from './call.ts'
import { integerId, integerIdText, lookup, optionalText, plainText } from './common.ts'
import { describedLookup } from './reference.ts'

export const category = z.object({ id: integerId, name: z.string(), slug: z.string() }).meta({ id: 'Category' })
export type Category = z.output<typeof category>

/** A plant of the directory, with what a link to its page needs. */
export const plantRef = z
  .object({ id: integerId, slug: z.string(), name: z.string(), latin_name: z.string() })
  .meta({ id: 'PlantRef' })
export type PlantRef = z.output<typeof plantRef>

/** An entry of the botanical directory with its facts; `null` and `""` mean "not known". */
export const plant = z
  .object({
    id: integerId,
    genus: z.string(),
    species: z.string(),
    latin_name: z.string(),
    synonyms: z.string(),
    winter_hardiness: describedLookup.nullable(),
    growth_pattern: lookup.nullable(),
    crown_shape: lookup.nullable(),
    annual_growth: z.string(),
    light_requirements: z.string(),
    foliage_or_needles_color: z.string(),
    landscape_use: z.string(),
    /** Metres. */
    height_at_maturity: z.number().nullable(),
    get_image: z.string(),
    get_thumbnail: z.string(),
  })
  .meta({ id: 'Plant' })
export type Plant = z.output<typeof plant>

const lookups = z.array(lookup)

export const plantCalls = {
  'GET /products/short_list_categories/': call({
    access: 'public',
    summary: 'Категории',
    answer: z.array(category),
  }),
  'GET /products/genus/': call({
    access: 'public',
    summary: 'Роды справочника, все или одной категории',
    query: z.object({ category__name: optionalText(plainText.max(255)) }),
    answer: lookups,
  }),
  'GET /products/varieties/': call({
    access: 'public',
    summary: 'Виды и сорта справочника, все или одного рода',
    query: z.object({
      genus__name: optionalText(plainText.max(255)),
      category__name: optionalText(plainText.max(255)),
    }),
    answer: lookups,
  }),
  'GET /products/plant/': call({
    access: 'public',
    summary: 'Запись справочника с этим родом и видом в категории или null; с ней объявление публикуется сразу',
    query: z.object({
      category: integerIdText,
      genus: plainText.max(255),
      species: plainText.max(255),
    }),
    answer: plant.nullable(),
  }),
}
