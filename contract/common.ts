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

/** Lengths of API.md, in letters. */
export const limits = {
  shortText: 255,
  email: 254,
  longText: 10_000,
  passwordMin: 8,
  passwordMax: 128,
} as const

const tooLong = (max: number) => `Не длиннее ${max.toLocaleString('ru-RU')} знаков`

/** Text of a form that may be left out or empty; trimmed at both ends. */
export const formText = (max: number = limits.shortText) => plainText.trim().max(max, tooLong(max))

/** Text of a form that must not be empty; `message` says which one is missing. */
export const requiredText = (message: string, max: number = limits.shortText) =>
  z.string({ error: message }).pipe(formText(max)).pipe(z.string().min(1, message))

/** An e-mail address as a person types it; it keeps its spelling. */
export const emailText = (message: string) =>
  requiredText(message, limits.email).pipe(z.email('Такого адреса e-mail не бывает'))

/** Yes or no, in JSON or as a form sends it. */
export const flag = z.preprocess(
  value =>
    value === 'true' || value === '1' || value === 'on'
      ? true
      : value === 'false' || value === '0' || value === ''
        ? false
        : value,
  z.boolean('Нужно да или нет'),
)

/** A number of a form, with a decimal comma or point; empty means none. */
export function formNumber<T extends z.ZodType<number>>(shape: T) {
  return z.preprocess(value => {
    if (typeof value !== 'string') return value
    const text = value.trim().replace(',', '.')
    if (text === '') return null
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value
  }, shape.nullable())
}

/** A reference of a form to an entry with an integer id; empty means none. */
export const formId = formNumber(
  z.number('Нужен номер').int('Нужен номер').positive('Нужен номер').max(2_147_483_647, 'Нужен номер'),
)

/** A list of a form: a field that may stand several times, or an array in JSON. */
export function formList<T extends z.ZodType>(shape: T, max: number) {
  return z.preprocess(
    value => (value === undefined || value === '' ? [] : [value].flat().filter(item => item !== '')),
    z.array(shape).max(max, `Не больше ${max}`),
  )
}

export const pageSizeDefault = 20
export const pageSizeMax = 100

/** An empty field of a GET form (`?price_from=`) means that nothing was asked for. */
export function optionalText<T extends z.ZodType>(shape: T) {
  return z.preprocess(value => (value === '' ? undefined : value), shape.optional())
}

/** A query parameter that may stand several times (`?rsp=1&rsp=2`); order and repetition say nothing. */
export function repeated<T extends z.ZodType>(shape: T) {
  return z.preprocess(
    value => (value === undefined || value === '' ? [] : [value].flat().filter(item => item !== '')),
    z
      .array(shape)
      .max(100)
      .transform(items => [...new Set(items)].toSorted((one, other) => (one < other ? -1 : 1))),
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
