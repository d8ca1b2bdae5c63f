import { z } from 'zod'

/** Identifiers of companies, products, pictures, categories and every lookup. */
export const integerId = z.int().positive().max(2_147_483_647)

/** The same in a path or a query, where all values are text. */
export const integerIdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Нужен номер')
  .transform(Number)
  .refine(n => n <= 2_147_483_647, 'Нужен номер')

/**
 * Text as typed: line breaks and tabs, but no other control characters (PostgreSQL refuses NUL). Halves of letters
 * (surrogates), which UTF-8 does not know, are replaced.
 */
export const plainText = z
  .string()
  .overwrite(text => text.toWellFormed())
  .regex(/^(?:[\t\n\r]|\P{Cc})*$/u, 'Управляющие знаки недопустимы')

/** Invisible characters: zero-width spaces and joiners, soft hyphens, byte order marks, direction marks. */
const invisible = /\p{Cf}/gu

/**
 * The text without invisible characters, which copied text contains and nobody sees: words are looked for, matched and
 * compared without them.
 */
export const withoutInvisible = (text: string) => text.replaceAll(invisible, '')

/** What people look for, as typed so far. */
export const typedText = (max: number) => plainText.transform(withoutInvisible).pipe(z.string().max(max, tooLong(max)))

/** What people look for; empty where nothing visible was typed. */
export const searchText = (max: number = limits.shortText) => typedText(max).transform(text => text.trim())

/** Line breaks of all kinds. */
const lineBreaks = /[\n\r\u2028\u2029]/u
/** Characters that turn the direction of writing, also of the text beside them on a screen. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export const slug = plainText.min(1).max(300)

export const lookup = z.object({ id: integerId, name: z.string() }).meta({ id: 'Lookup' })
export type Lookup = z.output<typeof lookup>

/** Lengths of API.md, in characters. */
export const limits = {
  shortText: 255,
  email: 254,
  longText: 10_000,
  passwordMin: 8,
  passwordMax: 128,
} as const

const tooLong = (max: number) => `Не длиннее ${max.toLocaleString('ru-RU')} знаков`

/** Text of several lines in an optional form field; trimmed at both ends. */
export const formLines = (max: number) => plainText.trim().max(max, tooLong(max))

/** Text of several lines in a required form field; `message` names it. */
export const requiredLines = (message: string, max: number) =>
  z.string({ error: message }).pipe(formLines(max)).pipe(z.string().min(1, message))

/**
 * Text of an optional form field of one line: a name, a number, a remark. What is stored may be older than this rule,
 * so answers do not use it.
 */
export const formText = (max: number = limits.shortText) =>
  formLines(max)
    .refine(text => !lineBreaks.test(text), { message: 'Нужна одна строка', params: { code: 'line_break' } })
    .refine(text => !directionMarks.test(text), {
      message: 'Знаки, которые меняют направление письма, недопустимы',
      params: { code: 'direction' },
    })

/** Text of a required form field of one line; `message` names it. */
export const requiredText = (message: string, max: number = limits.shortText) =>
  z.string({ error: message }).pipe(formText(max)).pipe(z.string().min(1, message))

/** An e-mail address as typed; its letter case is kept. */
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

/** A number in a form, with a decimal comma or point; empty means none. */
export function formNumber<T extends z.ZodType<number>>(shape: T) {
  return z.preprocess(value => {
    if (typeof value !== 'string') return value
    const text = value.trim().replace(',', '.')
    if (text === '') return null
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value
  }, shape.nullable())
}

/** The id of an entry in a form; empty means none. */
export const formId = formNumber(
  z.number('Нужен номер').int('Нужен номер').positive('Нужен номер').max(2_147_483_647, 'Нужен номер'),
)

/** A list in a form: a repeated field, or an array in JSON. */
export function formList<T extends z.ZodType>(shape: T, max: number) {
  return z.preprocess(
    value => (value === undefined || value === '' ? [] : [value].flat().filter(item => item !== '')),
    z.array(shape).max(max, `Не больше ${max}`),
  )
}

/** What a form sends as JSON text, or JSON as it is. */
export function formJson<T extends z.ZodType>(shape: T) {
  return z.preprocess(value => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, shape)
}

export const pageSizeDefault = 20
export const pageSizeMax = 100

/** An empty field of a GET form (`?price_from=`) counts as missing. */
export function optionalText<T extends z.ZodType>(shape: T) {
  return z.preprocess(value => (value === '' ? undefined : value), shape.optional())
}

/** A repeatable query parameter (`?rsp=1&rsp=2`); order and duplicates do not matter. */
export function repeated<T extends z.ZodType>(shape: T) {
  return z.preprocess(
    value => (value === undefined || value === '' ? [] : [value].flat().filter(item => item !== '')),
    z
      .array(shape)
      .max(100)
      .transform(items => [...new Set(items)].toSorted((one, other) => (one < other ? -1 : 1))),
  )
}

/** Higher page numbers are reduced to this one, so that no offset is too large for a query. */
const largestPage = 1_000_000_000

export const positiveIntegerText = z
  .string()
  .regex(/^[1-9]\d*$/, 'Нужно целое положительное число')
  .transform(text => Math.min(Number(text), largestPage))

/** `page` and `page_size` of all paged lists; a page size above 100 counts as 100. */
export const pageQuery = {
  page: optionalText(positiveIntegerText).transform(page => page ?? 1),
  page_size: optionalText(positiveIntegerText).transform(size => Math.min(size ?? pageSizeDefault, pageSizeMax)),
}

/** Common fields of all paged responses; `next` and `previous` are absolute addresses. */
export const pageLinks = {
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
}
