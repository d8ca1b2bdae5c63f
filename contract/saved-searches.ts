import { z } from 'zod'
import { call } from './call.ts'
import { integerId, integerIdText, plainText, requiredText } from './common.ts'
import { offerListQuery } from './offer-search.ts'
import { plantRef } from './plants.ts'

/** Limits per person. */
export const mostSaved = { searches: 50, alerts: 200, plants: 500 } as const
/** Offers of a saved search are counted up to this number. */
export const mostCounted = 1000

export const everies = ['instant', 'daily', 'weekly', 'never'] as const
export const every = z.enum(everies, 'Нужно одно из: instant, daily, weekly, never')
export type Every = z.output<typeof every>

/** Characters of a query string: enough for a hundred values of each filter. */
const longestQuery = 4000
/** The page is not part of the search. */
const pages = new Set(['page', 'page_size'])
const queryShape = offerListQuery.strict()

function valuesOf(text: string): Record<string, string | string[]> {
  const values = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  return Object.fromEntries(
    [...values].map(([name, [first, ...others]]) => [
      name,
      others.length === 0 ? (first?.[1] ?? '') : [first, ...others].map(pair => pair?.[1] ?? ''),
    ]),
  )
}

function asText(query: z.output<typeof offerListQuery>): string {
  const text = new URLSearchParams()
  for (const name of Object.keys(offerListQuery.shape) as (keyof typeof query)[]) {
    if (pages.has(name)) continue
    for (const value of [query[name] ?? []].flat())
      text.append(name, typeof value === 'boolean' ? `${+value}` : `${value}`)
  }
  return text.toString()
}

/** Parses a stored query string. */
export const readOfferQuery = (text: string) => queryShape.parse(valuesOf(text))

/** A query string of `/api/offers/`, normalised and without the page. */
export const offerQueryText = z
  .string('Нужна строка запроса')
  .max(longestQuery, `Не длиннее ${longestQuery} знаков`)
  .transform((text, context) => {
    const checked = queryShape.safeParse(valuesOf(text.replace(/^\?/, '')))
    if (checked.success) return asText(checked.data)
    const [issue] = checked.error.issues
    const named = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
    context.addIssue({ code: 'custom', message: `Такого запроса к предложениям не бывает: ${String(named)}` })
    return z.NEVER
  })

export const savedSearch = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Query string of `/api/offers/`. */
    query: z.string(),
    every,
    /** The search in words. */
    summary: z.string(),
    /** Current number of offers, up to `mostCounted`. */
    offers_count: z.int(),
    created_at: z.string(),
  })
  .meta({ id: 'SavedSearch' })
export type SavedSearch = z.output<typeof savedSearch>

export const savedSearchForm = z.object({
  name: requiredText('Нужно название'),
  query: offerQueryText,
  every,
})
export type SavedSearchForm = z.input<typeof savedSearchForm>
export type SavedSearchInput = z.output<typeof savedSearchForm>

/** An alert for when a product or a plant is in stock; exactly one of the two is set. */
export const stockAlert = z
  .object({
    id: z.uuid(),
    product: z
      .object({ id: integerId, name: z.string(), get_absolute_url: z.string(), company_name: z.string() })
      .nullable(),
    plant: plantRef.nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'StockAlert' })
export type StockAlert = z.output<typeof stockAlert>

const stockAlertForm = z.union(
  [z.strictObject({ product: integerId }), z.strictObject({ plant: integerId })],
  'Нужен номер товара (product) или растения (plant)',
)
export type StockAlertInput = z.output<typeof stockAlertForm>

export const savedPlant = z
  .object({
    plant: plantRef,
    /** Its offers that are not sold out. */
    offers_count: z.int(),
    created_at: z.string(),
  })
  .meta({ id: 'SavedPlant' })
export type SavedPlant = z.output<typeof savedPlant>

const id = z.object({ id: z.uuid().toLowerCase() })
const isDone = z.object({ message: z.literal('deleted') })

export const savedSearchCalls = {
  'GET /saved-searches/': call({
    access: 'member',
    summary: 'Свои сохранённые поиски, новые первыми',
    answer: z.array(savedSearch),
  }),
  'POST /saved-searches/': call({
    access: 'member',
    summary: 'Сохранить поиск предложений и получать вести о новых и подешевевших',
    body: savedSearchForm,
    answer: savedSearch,
    status: 201,
  }),
  'PATCH /saved-searches/:id/': call({
    access: 'member',
    summary: 'Изменить сохранённый поиск; с другим запросом он начинается заново',
    params: id,
    body: savedSearchForm.partial(),
    answer: savedSearch,
  }),
  'DELETE /saved-searches/:id/': call({
    access: 'member',
    summary: 'Удалить сохранённый поиск',
    params: id,
    answer: isDone,
  }),
  'POST /saved-searches/unsubscribe/:token/': call({
    access: 'open',
    summary: 'Больше не сообщать: подпись в адресе заменяет вход (RFC 8058)',
    params: z.object({ token: plainText.max(200) }),
    takesUrlEncoded: true,
    answer: z.object({ message: z.literal('unsubscribed') }),
  }),
  'GET /stock-alerts/': call({
    access: 'member',
    summary: 'О поступлении чего сообщить, новые первыми',
    answer: z.array(stockAlert),
  }),
  'POST /stock-alerts/': call({
    access: 'member',
    summary: 'Сообщить один раз, когда товар или растение снова будет в наличии',
    body: stockAlertForm,
    answer: stockAlert,
    status: 201,
  }),
  'DELETE /stock-alerts/:id/': call({
    access: 'member',
    summary: 'Не сообщать о поступлении',
    params: id,
    answer: isDone,
  }),
  'GET /saved-plants/': call({
    access: 'member',
    summary: 'Сохранённые растения, новые первыми',
    answer: z.array(savedPlant),
  }),
  'POST /saved-plants/': call({
    access: 'member',
    summary: 'Сохранить растение каталога',
    body: z.object({ plant: integerId }),
    answer: savedPlant,
    status: 201,
  }),
  'DELETE /saved-plants/:id/': call({
    access: 'member',
    summary: 'Убрать растение с этим номером из сохранённых',
    params: z.object({ id: integerIdText }),
    answer: isDone,
  }),
}
