import { z } from 'zod'
import { call } from './call.ts'
import { integerId, integerIdText, optionalText } from './common.ts'
import { dealRecord } from './deliveries.ts'
import { plantRef } from './plants.ts'
import { offerQueryText } from './saved-searches.ts'

/** Weeks that can be asked for; older counts are deleted. */
export const mostWeeks = 52
export const usualWeeks = 12

/** Numbers by week, in the order of `weeks`. */
const byWeek = z.array(z.int())

export const statistics = z
  .object({
    /** Their Mondays in Moscow, the oldest first; the last week is the present one. */
    weeks: z.array(z.iso.date()),
    /** Views of the company's products. A visitor counts once a day for each. */
    views: byWeek,
    /** How often the telephone of the company was opened on the page of a product; counted alike. */
    phones: byWeek,
    /** Requests that the company has received. */
    requests: byWeek,
    /** Requests that it has answered, by its first quote. */
    quotes_sent: byWeek,
    /** Deals made of its quotes. */
    quotes_won: byWeek,
    /** How its deals went, as its page shows it; `null` while there are too few. */
    record: dealRecord.nullable(),
    /** Those seen most, in these weeks. */
    products: z.array(
      z.object({ id: integerId, name: z.string(), get_absolute_url: z.string(), views: z.int(), phones: z.int() }),
    ),
    /**
     * What was searched for in the company's region and not found, by most people first. A week counts only if at least
     * five different people searched in it; who searches in several weeks counts in each. `text`: the plant's name, or
     * the words.
     */
    not_found: z.array(z.object({ text: z.string(), plant: plantRef.nullable(), people: z.int() })),
  })
  .meta({ id: 'Statistics' })
export type Statistics = z.output<typeof statistics>

const ofProduct = z.object({ id: integerIdText })
const weeksText = z
  .string()
  .regex(/^[1-9]\d?$/, `Нужно число от 1 до ${mostWeeks}`)
  .transform(Number)
  .refine(weeks => weeks <= mostWeeks, `Нужно число от 1 до ${mostWeeks}`)

export const statisticsCalls = {
  'POST /products/:id/seen/': call({
    access: 'public',
    summary: 'Страницу растения показали; считается раз в день, свои сотрудники не считаются',
    params: ofProduct,
    answer: z.null(),
    status: 204,
  }),
  'POST /products/:id/phone/': call({
    access: 'public',
    summary: 'На странице растения открыли телефон; считается так же',
    params: ofProduct,
    answer: z.null(),
    status: 204,
  }),
  'POST /offers/not-found/': call({
    access: 'public',
    summary: 'Поиск в своём регионе ничего не нашёл; считается раз в неделю, если предложений и правда нет',
    body: z.object({
      /** Query string of `/api/offers/`. */
      query: offerQueryText,
    }),
    answer: z.null(),
    status: 204,
  }),
  'GET /teams/statistics/': call({
    access: 'member',
    summary: 'Что видели у моей компании и о чём её просили, по неделям',
    query: z.object({ weeks: optionalText(weeksText).transform(weeks => weeks ?? usualWeeks) }),
    answer: statistics,
  }),
}
