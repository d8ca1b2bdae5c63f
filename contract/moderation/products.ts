import { z } from 'zod'
import { call } from '../call.ts'
import { formText, integerId, lookup, optionalText, pageLinks, pageQuery, requiredText, searchText } from '../common.ts'
import { product } from '../products.ts'
import { idParams } from './lookups.ts'
import { againstForm } from './reason.ts'

/**
 * The review state of a product: new, changed by its company after it was taken down, sent back, taken down, or
 * published.
 */
export const reviewStates = ['new', 'resubmitted', 'returned', 'hidden', 'published'] as const
export type ReviewState = (typeof reviewStates)[number]

/** The tabs of the admin. «waiting»: new and resubmitted products. */
export const reviewTabs = ['waiting', 'returned', 'hidden', 'published', 'all'] as const
export type ReviewTab = (typeof reviewTabs)[number]

/** An entry of the directory whose name is like a product's. */
const similarEntry = z.object({
  id: integerId,
  genus: z.string(),
  species: z.string(),
  latin_name: z.string(),
  /** Whether it is in the product's category; publishing the product as this entry adds it there. */
  is_in_category: z.boolean(),
})
export type SimilarEntry = z.output<typeof similarEntry>

export const reviewedProduct = z
  .object({
    ...product.shape,
    state: z.enum(reviewStates),
    /** Why it was sent back or taken down; kept when it is resubmitted. */
    reason: z.string(),
    reviewed_at: z.string().nullable(),
    published_at: z.string().nullable(),
    /** Its company or its responsible employee is blocked: it is not visible even if published. */
    is_withheld: z.boolean(),
    /** Its author; `null` when the account was deleted. */
    created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    /** Linked to an entry of the directory, and named like it. */
    is_in_directory: z.boolean(),
    /** Existing entries, if it is neither published nor linked to the directory. */
    known_genus: lookup.nullable(),
    similar: z.array(similarEntry),
  })
  .meta({ id: 'ReviewedProduct' })
export type ReviewedProduct = z.output<typeof reviewedProduct>

export const productsQuery = z.object({
  tab: optionalText(z.enum(reviewTabs)).transform(tab => tab ?? 'waiting'),
  /** Words of the name, part of the company's name, or the product's number. */
  search: optionalText(searchText()),
  ...pageQuery,
})

/** A plant to add to the directory in the product's category. A new genus needs the family. */
export const newPlantForm = z.object({
  genus: requiredText('Не заполнен род'),
  species: requiredText('Не заполнен вид или сорт'),
  latin_name: requiredText('Напишите латинское название'),
  family: formText(),
})

/** The version of the product that the moderator has seen: the supplier's content and the review state. */
const seen = z.object({ updated_at: z.string(), state: z.enum(reviewStates) })
export type SeenProduct = z.output<typeof seen>

export const moderationProductCalls = {
  'GET /staff/listings/': call({
    access: 'staff',
    summary: 'Объявления для проверки: ждут (старые первыми), возвращены, сняты, опубликованы, все',
    query: productsQuery,
    answer: z.object({
      ...pageLinks,
      results: z.array(reviewedProduct),
      counts: z.object({ waiting: z.int(), returned: z.int(), hidden: z.int() }),
    }),
  }),
  'POST /staff/listings/:id/publish/': call({
    access: 'staff',
    summary: 'Опубликовать объявление как есть',
    params: idParams,
    body: seen,
    answer: reviewedProduct,
  }),
  'POST /staff/listings/:id/publish-as/': call({
    access: 'staff',
    summary: 'Опубликовать объявление как растение справочника: название объявления становится таким же',
    params: idParams,
    body: seen.extend({ species: integerId }),
    answer: reviewedProduct,
  }),
  'POST /staff/listings/:id/publish-new/': call({
    access: 'staff',
    summary: 'Добавить растение в справочник и опубликовать объявление с ним',
    params: idParams,
    body: seen.extend(newPlantForm.shape),
    answer: reviewedProduct,
  }),
  'POST /staff/listings/:id/return/': call({
    access: 'staff',
    summary: 'Вернуть объявление, которое ждёт публикации, с причиной',
    params: idParams,
    body: againstForm.extend(seen.shape),
    answer: reviewedProduct,
  }),
  'POST /staff/listings/:id/hide/': call({
    access: 'staff',
    summary: 'Снять опубликованное объявление с причиной',
    params: idParams,
    body: againstForm,
    answer: reviewedProduct,
  }),
}
