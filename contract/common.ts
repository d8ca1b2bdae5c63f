import { z } from 'zod'

/** Identifiers of companies, products, pictures, categories and every lookup. */
export const integerId = z.int().positive().max(2_147_483_647)

/** The same in a path or a query, where everything arrives as text. */
export const integerIdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Нужен номер')
  .transform(Number)
  .refine(n => n <= 2_147_483_647, 'Нужен номер')

/** Text as people type it: line breaks and tabs, but no NUL or other control characters (PostgreSQL takes no NUL either). */
export const plainText = z.string().regex(/^(?:[\t\n\r]|\P{Cc})*$/u, 'Управляющие знаки недопустимы')

export const slug = plainText.min(1).max(300)

export const lookup = z.object({ id: integerId, name: z.string() }).meta({ id: 'Lookup' })
export type Lookup = z.output<typeof lookup>

export const pageSizeDefault = 20
export const pageSizeMax = 100

/** An empty field of a GET form (`?price_from=`) means that nothing was asked for. */
export function optionalText<T extends z.ZodType>(shape: T) {
  return z.preprocess(value => (value === '' ? undefined : value), shape.optional())
}

/** A query parameter that may stand several times (`?rsp=1&rsp=2`). */
export function repeated<T extends z.ZodType>(shape: T) {
  return z.preprocess(
    value => (value === undefined || value === '' ? [] : [value].flat().filter(item => item !== '')),
    z.array(shape).max(100),
  )
}

/** Numbers beyond any page that there can be count as this one, so that none is too large for a query. */
const largestPage = 1_000_000_000

const positiveIntegerText = z
  .string()
  .regex(/^[1-9]\d*$/, 'Нужно целое положительное число')
  .transform(text => Math.min(Number(text), largestPage))

/** `page` and `page_size` of every list that can grow; a page size above 100 counts as 100. */
export const pageQuery = {
  page: optionalText(positiveIntegerText).transform(page => page ?? 1),
  page_size: optionalText(positiveIntegerText).transform(size => Math.min(size ?? pageSizeDefault, pageSizeMax)),
}

/** The members that every paged answer has beside its rows; `next` and `previous` are absolute addresses. */
export const pageLinks = {
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
}
