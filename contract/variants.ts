import { z } from 'zod'
import { call } from './call.ts'
import {
  flag,
  formId,
  formJson,
  formLines,
  formNumber,
  formText,
  integerId,
  integerIdText,
  pageQuery,
  plainText,
} from './common.ts'

/** Growth and training form of a plant; `young`: seedlings, rootstocks, plugs. */
export const forms = [
  'standard',
  'half_standard',
  'multistem',
  'shrub',
  'solitaire',
  'hedge',
  'topiary',
  'espalier',
  'young',
] as const
export type Form = (typeof forms)[number]
/** As filters, forms and feeds name them; in a label they are in lower case and shorter (size-label.ts). */
export const formNames: Record<Form, string> = {
  standard: 'Штамб',
  half_standard: 'Полуштамб',
  multistem: 'Многоствольное',
  shrub: 'Куст',
  solitaire: 'Солитер',
  hedge: 'Для изгороди',
  topiary: 'Топиар',
  espalier: 'Шпалера',
  young: 'Сеянец, подвой',
}

/** Packing of the roots. `root_size`: litres (container), cells (tray), otherwise the diameter in centimetres. */
export const roots = ['bare_root', 'container', 'pot', 'tray', 'ball', 'wire_ball'] as const
export type Root = (typeof roots)[number]

/** `expected` needs a date in `available_from`. */
export const stocks = ['in_stock', 'on_order', 'expected', 'sold_out'] as const
export type Stock = (typeof stocks)[number]

/** Ranges in centimetres. */
export const spans = ['height', 'spread', 'girth'] as const
export type Span = (typeof spans)[number]

/** A price from a minimum quantity; `quantity_from: null` is a wholesale price without one. Rubles. */
export const priceTier = z.object({ quantity_from: z.int().nullable(), price: z.number() }).meta({ id: 'PriceTier' })
export type PriceTier = z.output<typeof priceTier>

const length = z.number().nullable()

/**
 * A size of a product: dimensions, packing, price, stock. Lengths are centimetres with at most one decimal; a single
 * value is in both `_from` and `_to`; open ends and missing values are `null`.
 */
export const variant = z
  .object({
    id: integerId,
    /** The company's own article number. */
    sku: z.string().nullable(),
    form: z.enum(forms).nullable(),
    height_from: length,
    height_to: length,
    spread_from: length,
    spread_to: length,
    /** Of the trunk, at one metre. */
    girth_from: length,
    girth_to: length,
    /** Of the trunk up to the crown or the graft. */
    stem_height: length,
    stems: z.int().nullable(),
    /** How often it was transplanted in the nursery. */
    transplants: z.int().nullable(),
    root: z.enum(roots).nullable(),
    root_size: z.number().nullable(),
    /** Kilograms and cubic metres of one plant as it is loaded: stated by the company, otherwise estimated from its size. */
    weight: z.number().nullable(),
    volume: z.number().nullable(),
    weight_is_estimate: z.boolean(),
    volume_is_estimate: z.boolean(),
    /** Rubles; `null`: on request. */
    price: z.number().nullable(),
    price_tiers: z.array(priceTier),
    stock: z.enum(stocks),
    stock_quantity: z.int().nullable(),
    /** `stock_quantity` is a lower bound: «100+». */
    stock_is_minimum: z.boolean(),
    /** `stock_quantity` without what deals hold; `null` where it is not stated or a lower bound. */
    available_quantity: z.int().nullable(),
    /** A date. */
    available_from: z.string().nullable(),
    note: z.string(),
    /** Sizes and packing in trade notation, generated from the fields; may be empty. */
    label: z.string(),
    /** When the company last saved, imported or confirmed it. */
    confirmed_at: z.string(),
  })
  .meta({ id: 'Variant' })
export type Variant = z.output<typeof variant>

/** The fields of a variant that a company sets; its weight and volume are `null` where it does not state them. */
export const writableVariant = variant
  .omit({
    id: true,
    label: true,
    confirmed_at: true,
    available_quantity: true,
    weight_is_estimate: true,
    volume_is_estimate: true,
  })
  .meta({ id: 'WritableVariant' })
export type WritableVariant = z.output<typeof writableVariant>

/** What is read from a line of a price list: never what a plant weighs. */
const readableVariant = writableVariant.omit({ weight: true, volume: true }).meta({ id: 'ReadableVariant' })
export type ReadableVariant = z.output<typeof readableVariant>

/**
 * Why a part of a written size is in no field:
 * - `measure`: ambiguous between two measures (girth or height, diameter of the trunk or of the crown);
 * - `unit`: centimetres or metres; `lone`: a number without explanation;
 * - `root`: the packing is unclear; `range`: a range or an open end where a variant has one value;
 * - `order`: the ends of a range are reversed; `conflict`: the text contradicts itself;
 * - `impossible`: no plant has this size; `too_long`: the text was not read.
 */
export const doubtCodes = [
  'measure',
  'unit',
  'lone',
  'root',
  'range',
  'order',
  'conflict',
  'impossible',
  'too_long',
] as const
export type DoubtCode = (typeof doubtCodes)[number]

/** The result of reading a line of a price list. */
export const readLine = z
  .object({
    text: z.string(),
    /** Words that are not a size, price or stock. */
    rest: z.string(),
    doubts: z.array(
      z.object({
        code: z.enum(doubtCodes),
        /** The part of the line in question. */
        text: z.string(),
        /** Possible meanings, each as the fields it would set; empty if none is possible. */
        alternatives: z.array(writableVariant.partial()),
      }),
    ),
  })
  .meta({ id: 'ReadLine' })
export type ReadLine = z.output<typeof readLine>

export const variantLimits = {
  variants: 100,
  readText: 20_000,
  tiers: 10,
  sku: 64,
  note: 500,
  stock: 1_000_000,
  transplants: 20,
  confirm: 10_000,
  change: 1_000,
} as const

const oneDecimal = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6
const twoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** Kilograms of the heaviest plant that a lorry carries, and its cubic metres. */
const heaviest = 30_000
const bulkiest = 200
const amountUpTo = (max: number, message: string) =>
  formNumber(z.number('Нужно число').min(0.0001, 'Больше нуля').max(max, message))

const centimetres = formNumber(
  z
    .number('Нужно число')
    .positive('Больше нуля')
    .max(10_000, 'Не больше 10 000 см')
    .refine(oneDecimal, 'Не больше одного знака после запятой'),
)
const countUpTo = (max: number) =>
  formNumber(z.int('Нужно целое число').min(1, 'Не меньше одного').max(max, `Не больше ${max}`))

/** A price in a form. */
export const price = z
  .number('Нужна сумма в рублях')
  .min(0, 'Цена не может быть отрицательной')
  .max(20_000_000, 'Не больше 20 000 000 ₽')
  .refine(twoDecimals, 'Не больше двух знаков после запятой')

const emptyIsNull = (value: unknown) => (value === '' ? null : value)
const chosenFrom = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess(emptyIsNull, z.enum(values, 'Выберите из списка').nullable())

const tierForm = z.object({
  quantity_from: formNumber(
    z.int('Нужно целое число').min(1, 'Не меньше одного').max(variantLimits.stock, 'Не больше 1 000 000'),
  ).optional(),
  price: z.preprocess(value => (typeof value === 'string' ? Number(value.replace(',', '.')) : value), price),
})

const tiersForm = z
  .array(tierForm)
  .max(variantLimits.tiers, `Не больше ${variantLimits.tiers} цен`)
  .refine(
    tiers => new Set(tiers.map(tier => tier.quantity_from ?? null)).size === tiers.length,
    'Для одного количества нужна одна цена',
  )

const variantFields = {
  sku: z.preprocess(
    value => (typeof value === 'string' && value.trim() === '' ? null : value),
    formText(variantLimits.sku).nullable(),
  ),
  form: chosenFrom(forms),
  height_from: centimetres,
  height_to: centimetres,
  spread_from: centimetres,
  spread_to: centimetres,
  girth_from: centimetres,
  girth_to: centimetres,
  stem_height: centimetres,
  stems: countUpTo(100),
  transplants: countUpTo(variantLimits.transplants),
  root: chosenFrom(roots),
  root_size: formNumber(
    z
      .number('Нужно число')
      .positive('Больше нуля')
      .max(10_000, 'Не больше 10 000')
      .refine(twoDecimals, 'Не больше двух знаков после запятой'),
  ),
  weight: amountUpTo(heaviest, 'Не больше 30 000 кг'),
  volume: amountUpTo(bulkiest, 'Не больше 200 м³'),
  price: formNumber(price),
  price_tiers: z.preprocess(value => value ?? [], tiersForm),
  stock: z.preprocess(
    value => (value === '' || value === null ? 'in_stock' : value),
    z.enum(stocks, 'Выберите из списка'),
  ),
  stock_quantity: formNumber(
    z.int('Нужно целое число').min(0, 'Не меньше нуля').max(variantLimits.stock, 'Не больше 1 000 000'),
  ),
  stock_is_minimum: z.preprocess(value => value ?? false, flag),
  available_from: z.preprocess(emptyIsNull, z.iso.date('Нужна дата').nullable()),
  note: z.preprocess(value => value ?? '', formLines(variantLimits.note)),
}

const fieldsOfVariant = z.object(variantFields).partial()
const sentVariant = fieldsOfVariant.extend({
  id: formNumber(integerId).optional(),
  /** As it was answered: an estimate that is sent back is no statement. */
  weight_is_estimate: flag.optional(),
  volume_is_estimate: flag.optional(),
})
export type SentVariant = z.output<typeof sentVariant>

/** The error of two fields that contradict each other. */
export const spanError = { message: '«До» меньше, чем «от»', params: { code: 'range' } }
export const dateError = { message: 'Напишите, с какого числа', params: { code: 'required' } }
const sizeError = { message: 'Сначала выберите упаковку', params: { code: 'root_missing' } }

interface Problem {
  field: keyof typeof variantFields
  message: string
  params: { code: string }
}

/** Contradictions between the fields of a variant; the server also checks them once omitted fields are filled in. */
export function problemsOf(sent: SentVariant): Problem[] {
  const problems: Problem[] = []
  for (const span of spans) {
    const [from, to] = [sent[`${span}_from`], sent[`${span}_to`]]
    if (typeof from === 'number' && typeof to === 'number' && from > to) {
      problems.push({ field: `${span}_to`, ...spanError })
    }
  }
  if (sent.stock === 'expected' && !sent.available_from) problems.push({ field: 'available_from', ...dateError })
  if (typeof sent.root_size === 'number' && (sent.root === null || sent.root === 'bare_root')) {
    problems.push({ field: 'root_size', ...sizeError })
  }
  return problems
}

/** A complete size, as in a row of a price list; omitted fields are not stated. */
export const writtenVariantForm = fieldsOfVariant.superRefine((sent, context) => {
  for (const { field, message, params } of problemsOf(sent)) {
    context.addIssue({ code: 'custom', path: [field], message, params })
  }
})

/**
 * All variants of a product in order, as JSON or as JSON text in a multipart form. One with an `id` is an existing
 * variant and keeps omitted fields; one without is new. Existing variants that are missing are removed.
 */
export const variantsForm = formJson(
  z
    .array(sentVariant, 'Нужен список размеров')
    .min(1, 'Нужен хотя бы один размер')
    .max(variantLimits.variants, `Не больше ${variantLimits.variants} размеров`)
    .superRefine((list, context) => {
      const [ids, skus] = [new Set<number>(), new Set<string>()]
      for (const [index, sent] of list.entries()) {
        // Omitted fields keep their stored values, so the server checks again.
        const problems = sent.id ? [] : problemsOf(sent)
        if (sent.id && ids.size === ids.add(sent.id).size) {
          problems.push({ field: 'sku', message: 'Размер назван дважды', params: { code: 'repeated' } })
        }
        if (sent.sku && skus.size === skus.add(sent.sku).size) {
          problems.push({ field: 'sku', message: 'Артикул уже есть у другого размера', params: { code: 'repeated' } })
        }
        for (const { field, message, params } of problems) {
          context.addIssue({ code: 'custom', path: [index, field], message, params })
        }
      }
    }),
)

/** The non-blank lines of a text. */
export const linesOf = (text: string) => text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')

const { price: priceField, stock, stock_quantity, stock_is_minimum, available_from } = variantFields
const changeFields = { price: priceField, stock, stock_quantity, stock_is_minimum, available_from }

const variantChange = z.object({ id: integerId, ...z.object(changeFields).partial().shape })
export type VariantChange = z.output<typeof variantChange>

const changesTooMany = `Не больше ${variantLimits.change} размеров за раз`

/** Either changed fields of each size, or a percentage for the prices of all. */
const variantChanges = z
  .object({
    changes: z
      .array(variantChange)
      .max(variantLimits.change, changesTooMany)
      .refine(list => new Set(list.map(({ id }) => id)).size === list.length, 'Размер назван дважды')
      .optional(),
    ids: z.array(integerId).max(variantLimits.change, changesTooMany).optional(),
    price_percent: formNumber(
      z
        .number('Нужно число')
        .min(-90, 'Не меньше −90 %')
        .max(900, 'Не больше 900 %')
        .refine(oneDecimal, 'Не больше одного знака после запятой'),
    ).optional(),
  })
  .superRefine(({ changes, ids, price_percent }, context) => {
    const isMissing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code: 'required' } })
    if (changes !== undefined) return
    if (ids === undefined) isMissing('ids', 'Назовите размеры')
    if (typeof price_percent !== 'number') isMissing('price_percent', 'Напишите, на сколько процентов')
  })

/** What a deal holds of a variant. */
export const hold = z
  .object({
    deal: z.uuid(),
    quantity: z.int(),
    /** When the deal is cancelled unless the company confirms it; `null`: it has. */
    until: z.string().nullable(),
  })
  .meta({ id: 'Hold' })
export type Hold = z.output<typeof hold>

export const variantCalls = {
  'GET /variants/:id/holds/': call({
    access: 'member',
    summary: 'Что из размера моей компании обещано по сделкам и до какого времени; по двести сделок',
    params: z.object({ id: integerIdText }),
    query: z.object({ page: pageQuery.page }),
    answer: z.array(hold),
  }),
  'POST /variants/read/': call({
    access: 'member',
    summary: 'Размеры, цены и наличие из строк прайс-листа; что читается по-разному, остаётся сомнением',
    body: z.object({
      /** Lines of a price list; cells of a spreadsheet are separated by tabs. */
      text: plainText
        .max(variantLimits.readText, 'Не длиннее 20 000 знаков')
        .refine(text => text.trim() !== '', 'Вставьте строки с размерами')
        .refine(text => linesOf(text).length <= variantLimits.variants, {
          message: `Не больше ${variantLimits.variants} строк`,
          params: { code: 'too_big' },
        }),
      /** The plant's category; helps to distinguish heights from girths. */
      category: formId.optional(),
    }),
    /** One variant for each line, without blank lines and a first line of titles. */
    answer: z.object({ variants: z.array(readableVariant), lines: z.array(readLine) }),
  }),
  'POST /variants/change/': call({
    access: 'member',
    summary: 'Цены и наличие нескольких размеров: чужие и те, за которые отвечает другой, не считаются',
    body: variantChanges,
    answer: z.object({ changed: z.int() }),
  }),
  'POST /variants/confirm/': call({
    access: 'member',
    summary: 'Размеры, цены и наличие остались прежними: чужие не считаются',
    body: z
      .object({
        ids: z.array(integerId).max(variantLimits.confirm, `Не больше ${variantLimits.confirm}`).optional(),
        all: z.boolean().optional(),
      })
      .refine(({ ids, all }) => ids !== undefined || all === true, {
        path: ['ids'],
        message: 'Назовите размеры или все',
        params: { code: 'required' },
      }),
    answer: z.object({ confirmed: z.int() }),
  }),
  'POST /variants/confirm/:token/': call({
    access: 'open',
    summary: 'Всё в силе: подтвердить всё, что предлагает компания; подпись из письма заменяет вход',
    params: z.object({ token: plainText.max(200) }),
    answer: z.object({ confirmed: z.int() }),
  }),
}
