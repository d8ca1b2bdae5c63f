import { z } from 'zod'
import { call } from './call.ts'
import {
  flag,
  formId,
  formJson,
  formText,
  integerId,
  integerIdText,
  optionalText,
  pageLinks,
  pageQuery,
  plainText,
  requiredText,
} from './common.ts'
import { category, plantRef } from './plants.ts'
import { priceTier, variant, variantLimits, writableVariant, writtenVariantForm } from './variants.ts'

export const priceListLimits = {
  rows: 20_000,
  sheets: 50,
  columns: 200,
  /** Limits for reading one file: milliseconds and bytes of memory. */
  readingTime: 60_000,
  readingMemory: 512 * 1024 * 1024,
  /** Price lists of one company that are read at the same time. */
  readingAtOnce: 2,
  /** Characters shown of one cell. */
  cell: 1000,
  /** Characters of a list that is pasted: as many as a request without files holds. */
  text: 500_000,
  /** Answers in one request. */
  answers: 50,
} as const

/** Of a list that is only looked at: the bytes and rows that are read, and the rows that are shown. */
export const previewLimits = { bytes: 2 * 1024 * 1024, rows: 2000, shown: 200 } as const

/** Possible contents of a column, besides tier prices (`price_from:<n>`). */
export const columnFields = [
  'name',
  'latin_name',
  'genus',
  'species',
  'cultivar',
  'size',
  'height',
  'spread',
  'girth',
  'stem_height',
  'form',
  'transplants',
  'root',
  'root_size',
  'weight',
  'price',
  'price_wholesale',
  'stock',
  'available_from',
  'sku',
  'note',
  'category',
] as const

const tierStart = 'price_from:'

/** The content of a column. */
export const columnField = z
  .union([
    z.enum(columnFields),
    // A template checks the form of its number alone, not how large it is.
    z.templateLiteral([tierStart, z.int()]).refine(field => {
      const quantity = Number(field.slice(tierStart.length))
      return quantity >= 1 && quantity <= variantLimits.stock
    }, 'Нужно количество'),
  ])
  .meta({ id: 'ColumnField' })
export type ColumnField = z.output<typeof columnField>

export const priceListStatuses = ['reading', 'ready', 'failed', 'applying', 'applied', 'rolled_back'] as const
export type PriceListStatus = (typeof priceListStatuses)[number]
export const rowKinds = ['offer', 'section', 'header', 'note', 'empty'] as const
export type RowKind = (typeof rowKinds)[number]
export const rowStates = ['new', 'changed', 'unchanged', 'doubtful', 'rejected', 'skipped'] as const
export type RowState = (typeof rowStates)[number]
/** What happens to a company's sizes that the list does not contain. */
export const missingChoices = ['keep', 'sold_out', 'unpublish'] as const
export type MissingChoice = (typeof missingChoices)[number]

const column = z.object({
  /** From 0. */
  index: z.int(),
  title: z.string(),
  /** `null`: ignored. */
  field: columnField.nullable(),
  /** Some values below the title. */
  samples: z.array(z.string()),
})

export const priceListSheet = z
  .object({
    name: z.string(),
    is_skipped: z.boolean(),
    /** Number of title rows above the first offer. */
    header_rows: z.int(),
    columns: z.array(column),
  })
  .meta({ id: 'PriceListSheet' })
export type PriceListSheet = z.output<typeof priceListSheet>

/**
 * What is asked of a list: what is in a column, in which unit or currency its prices are, which cells hold the names,
 * what its headings are, and what a word means that stands for a packing or a stock.
 */
export const questionKinds = ['column', 'unit', 'currency', 'names', 'sections', 'packing', 'stock'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** One question for all rows that hang on it. */
export const priceListQuestion = z
  .object({
    /** The same as long as the file and the question are. */
    id: z.string(),
    kind: z.enum(questionKinds),
    sheet: z.string(),
    /** From 0; `null` if it is not about one column. */
    column: z.int().nullable(),
    text: z.string(),
    options: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        /** What the first of the rows would become. */
        sample: z.string(),
      }),
    ),
    /** How many rows hang on it. */
    rows: z.int(),
    answer: z.string().nullable(),
  })
  .meta({ id: 'PriceListQuestion' })
export type PriceListQuestion = z.output<typeof priceListQuestion>

/**
 * Why a text of an offer found no place: nobody knows what its column is for (`column`), its words may change what is
 * offered (`words`), or only its beginning was read (`too_long`).
 */
export const unreadCodes = ['column', 'words', 'too_long'] as const

/** A text of a cell that is in no field of the row and not in its notes. */
export const unreadText = z.object({
  /** From 0. */
  column: z.int(),
  text: z.string(),
  code: z.enum(unreadCodes),
})
export type UnreadText = z.output<typeof unreadText>

const count = z.int()
export const priceListCounts = z
  .object({
    rows: count,
    offers: count,
    sections: count,
    headers: count,
    notes: count,
    empty: count,
    new: count,
    changed: count,
    unchanged: count,
    doubtful: count,
    rejected: count,
    skipped: count,
    /** The company's sizes that the list does not contain. */
    missing: count,
    /** Rows with texts that were not read. */
    unread: count,
  })
  .meta({ id: 'PriceListCounts' })
export type PriceListCounts = z.output<typeof priceListCounts>

export const priceList = z
  .object({
    id: z.uuid(),
    file_name: z.string(),
    created_at: z.string(),
    /** `null` once the person's account is deleted. */
    created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    status: z.enum(priceListStatuses),
    /** Why it could not be read or applied; otherwise `null`. */
    error: z.string().nullable(),
    sheets: z.array(priceListSheet),
    /** Those with the most rows first. */
    questions: z.array(priceListQuestion),
    /** Zeros while it is being read. */
    counts: priceListCounts,
    applied_at: z.string().nullable(),
    /** The choice made when it was applied. */
    missing: z.enum(missingChoices).nullable(),
  })
  .meta({ id: 'PriceList' })
export type PriceList = z.output<typeof priceList>

export const rowProblem = z.object({ field: z.string(), code: z.string(), message: z.string() })
export type RowProblem = z.output<typeof rowProblem>

const changeValue = z.union([z.string(), z.number(), z.boolean(), z.array(priceTier), z.null()])
/**
 * A change made by applying a row: to a field of its size, to `is_published` of its product or, with several sizes in
 * the row, to `variants.<n>.<field>`, counted from 0. A new size among known ones is `variants.<n>` from `null` to its
 * label.
 */
export const rowChange = z.object({ field: z.string(), before: changeValue, after: changeValue })
export type RowChange = z.output<typeof rowChange>

export const priceListRow = z
  .object({
    sheet: z.string(),
    /** From 1, as in the file. */
    row: z.int(),
    /** From 1, for a row of the file that holds several plants; otherwise `null`. */
    part: z.int().nullable(),
    cells: z.array(z.string()),
    kind: z.enum(rowKinds),
    /** For offers; otherwise `null`. */
    state: z.enum(rowStates).nullable(),
    /** The name of the plant or section in the list; `""` if there is none. */
    name: z.string(),
    plant: plantRef.nullable(),
    candidates: z.array(z.object({ plant: plantRef, confidence: z.number() })),
    category: category.nullable(),
    variants: z.array(writableVariant),
    problems: z.array(rowProblem),
    /** What stands in its cells and was not read; such a row is doubtful. */
    unread: z.array(unreadText),
    changes: z.array(rowChange),
    /** What a new row adds: a plant that the company does not offer yet, or a size of one that it does. */
    adds: z.enum(['product', 'variant']).nullable(),
    /** Somebody has said which plant it is, of this row or of its name. */
    is_plant_chosen: z.boolean(),
  })
  .meta({ id: 'PriceListRow' })
export type PriceListRow = z.output<typeof priceListRow>

/** What a list says, without a company to compare it with: clear offers are `new`. */
export const priceListPreview = z
  .object({
    sheets: z.array(priceListSheet),
    questions: z.array(priceListQuestion),
    /** Of all rows. */
    counts: priceListCounts,
    /** The first rows. */
    rows: z.array(priceListRow),
  })
  .meta({ id: 'PriceListPreview' })
export type PriceListPreview = z.output<typeof priceListPreview>

export const correctedRow = priceListRow
  .extend({
    /** Other rows of the same name that mean the same plant now. */
    followed: count,
  })
  .meta({ id: 'CorrectedPriceListRow' })
export type CorrectedRow = z.output<typeof correctedRow>

/** Answers to questions of a list. */
const answersForm = formJson(
  z
    .array(
      z.object({
        question: requiredText('Нужен вопрос'),
        value: requiredText('Нужен ответ'),
      }),
      'Нужен список ответов',
    )
    .max(priceListLimits.answers, `Не больше ${priceListLimits.answers} ответов`)
    .refine(
      answers => new Set(answers.map(({ question }) => question)).size === answers.length,
      'На вопрос ответили дважды',
    ),
)
export type QuestionAnswer = z.output<typeof answersForm>[number]

/**
 * A list that is pasted as text instead of sent as a `file`; `name`: as its file would be called. `answers`: to the
 * questions of its preview; what is not asked is left out.
 */
const pastedList = z.object({
  text: plainText
    .max(
      priceListLimits.text,
      `Не длиннее ${priceListLimits.text.toLocaleString('ru-RU')} знаков: пришлите список файлом`,
    )
    .optional(),
  name: formText().optional(),
  answers: answersForm.optional(),
})
export type PastedList = z.output<typeof pastedList>

const id = z.object({ id: z.uuid() })

/**
 * Where the company sends its price lists by e-mail; `null`: nowhere here. `applies`: lists that come so and leave
 * nothing to ask are applied by themselves, with this choice for what they do not contain; `null`: none is.
 */
export const priceListAddress = z
  .object({ address: z.string().nullable(), applies: z.enum(missingChoices).nullable() })
  .meta({ id: 'PriceListAddress' })
export type PriceListAddress = z.output<typeof priceListAddress>

const mailAddressForm = z.object({
  applies: z.preprocess(
    value => (value === '' ? null : value),
    z.enum(missingChoices, 'Выберите, что делать с растениями, которых нет в прайс-листе').nullable(),
  ),
})
export type MailAddressForm = z.output<typeof mailAddressForm>

const sheetForm = z.object({
  name: plainText.max(255),
  is_skipped: flag.optional(),
  header_rows: z.int('Нужно целое число').min(0, 'Не меньше нуля').max(100, 'Не больше 100').optional(),
  columns: z
    .array(
      z.object({
        index: z
          .int()
          .min(0)
          .max(priceListLimits.columns - 1),
        field: columnField.nullable(),
      }),
    )
    .max(priceListLimits.columns, `Не больше ${priceListLimits.columns} столбцов`)
    .optional(),
})

export type SheetForm = z.output<typeof sheetForm>

/** How to read sheets, and answers to questions; omitted fields, columns and questions stay as they are. */
export const readingForm = z
  .object({
    sheets: formJson(
      z
        .array(sheetForm, 'Нужен список листов')
        .min(1, 'Нужен хотя бы один лист')
        .max(priceListLimits.sheets, `Не больше ${priceListLimits.sheets} листов`)
        .refine(sheets => new Set(sheets.map(({ name }) => name)).size === sheets.length, 'Лист назван дважды'),
    ).optional(),
    answers: answersForm.optional(),
  })
  .refine(({ sheets, answers }) => sheets !== undefined || (answers !== undefined && answers.length > 0), {
    path: ['sheets'],
    error: 'Нужны листы или ответы на вопросы',
  })
export type ReadingForm = z.output<typeof readingForm>

/**
 * A person's correction of a row; omitted fields stay as read. `plant: null`: not in the directory; `forget_plant`: what
 * was said of the plant is taken back, for the name too. `variants` or `is_skipped` settle the texts that were not read:
 * `is_skipped: false` keeps the row as it was read, without them.
 */
export const rowForm = z.object({
  plant: formId.optional(),
  forget_plant: flag.optional(),
  name: formText().pipe(z.string().min(1, 'Не заполнено название')).optional(),
  category: formId.optional(),
  variants: z
    .array(writtenVariantForm, 'Нужен список размеров')
    .min(1, 'Нужен хотя бы один размер')
    .max(variantLimits.variants, `Не больше ${variantLimits.variants} размеров`)
    .optional(),
  is_skipped: flag.optional(),
})
export type RowForm = z.output<typeof rowForm>

/** Which of the plants that a row of the file holds; a row with one takes none. */
const partQuery = z.object({
  part: optionalText(
    z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'Нужен номер части строки')
      .transform(Number),
  ),
})

const rowQuery = z.object({
  state: optionalText(z.enum(rowStates)),
  kind: optionalText(z.enum(rowKinds)),
  sheet: optionalText(plainText.max(255)),
  ...pageQuery,
})
export type RowQuery = z.output<typeof rowQuery>

/** A product in a company's published list, with the sizes that stand on this page of it. */
export const listedProduct = z
  .object({
    id: integerId,
    name: z.string(),
    latin_name: z.string(),
    get_absolute_url: z.string(),
    variants: z.array(variant),
  })
  .meta({ id: 'ListedProduct' })
export type ListedProduct = z.output<typeof listedProduct>

/** A page of what a company has published, as a list by sections; `count` and pages are of sizes. */
export const publishedList = z
  .object({
    ...pageLinks,
    /** When a size of it was last saved, imported or confirmed; `null`: it is empty. */
    updated_at: z.string().nullable(),
    results: z.array(z.object({ category, products: z.array(listedProduct) })),
  })
  .meta({ id: 'PublishedList' })
export type PublishedList = z.output<typeof publishedList>

/**
 * The related files (report.xlsx, template.xlsx, current.xlsx, current.csv, a company's price-list.xlsx and
 * price-list.pdf) are not JSON, so not in this map.
 */
export const priceListCalls = {
  'GET /teams/:id/price-list/': call({
    access: 'public',
    summary: 'Прайс-лист компании по разделам: всё, что она опубликовала',
    params: z.object({ id: integerIdText }),
    query: z.object(pageQuery),
    answer: publishedList,
  }),
  'POST /price-lists/': call({
    access: 'member',
    takesApiKey: true,
    summary:
      'Прайс-лист компании, который читается в фоне: файл (xlsx, xls, ods, docx, pdf, html, csv, tsv; до 10 МБ) или вставленный текст',
    body: pastedList,
    files: { field: 'file', max: 1, kind: 'table' },
    answer: priceList,
    status: 201,
  }),
  'POST /price-lists/preview/': call({
    access: 'public',
    summary: 'Прочитать прайс-лист, ничего не сохраняя: файл до 2 МБ или вставленный текст, до 2000 строк',
    body: pastedList,
    files: { field: 'file', max: 1, kind: 'table', bytes: previewLimits.bytes },
    answer: priceListPreview,
  }),
  'GET /price-lists/': call({
    access: 'member',
    takesApiKey: true,
    summary: 'Прайс-листы моей компании, новые первыми',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(priceList) }),
  }),
  'GET /price-lists/address/': call({
    access: 'member',
    summary: 'Адрес, на который сотрудники присылают прайс-листы компании письмом',
    answer: priceListAddress,
  }),
  'POST /price-lists/address/': call({
    access: 'member',
    summary: 'Сменить адрес для прайс-листов: прежний больше ничего не примет',
    answer: priceListAddress,
  }),
  'PATCH /price-lists/address/': call({
    access: 'member',
    summary: 'Применять ли присланные прайс-листы сразу, если в них нет ни вопросов, ни сомнений',
    body: mailAddressForm,
    answer: priceListAddress,
  }),
  'GET /price-lists/:id/': call({
    access: 'member',
    takesApiKey: true,
    summary: 'Прайс-лист: что в нём прочитано',
    params: id,
    answer: priceList,
  }),
  'GET /price-lists/:id/rows/': call({
    access: 'member',
    takesApiKey: true,
    summary: 'Строки прайс-листа и что каждая изменит',
    params: id,
    query: rowQuery,
    answer: z.object({ ...pageLinks, results: z.array(priceListRow) }),
  }),
  'PATCH /price-lists/:id/': call({
    access: 'member',
    summary: 'Прочитать заново: какие листы пропустить, что в столбцах, ответы на вопросы',
    params: id,
    body: readingForm,
    answer: priceList,
  }),
  'PATCH /price-lists/:id/rows/:sheet/:row/': call({
    access: 'member',
    summary: 'Поправить строку; поправка названия запоминается для следующих файлов',
    params: z.object({
      id: z.uuid(),
      sheet: plainText.min(1).max(255),
      row: z
        .string()
        .regex(/^[1-9]\d{0,6}$/, 'Нужен номер строки')
        .transform(Number),
    }),
    query: partQuery,
    body: rowForm,
    answer: correctedRow,
  }),
  'DELETE /price-lists/:id/': call({
    access: 'member',
    summary: 'Удалить прайс-лист, который не применён',
    params: id,
    answer: z.object({ message: z.literal('price list deleted') }),
  }),
  'POST /price-lists/:id/apply/': call({
    access: 'member',
    takesApiKey: true,
    summary: 'Применить в фоне; missing: что делать с размерами, которых в листе нет',
    params: id,
    body: z.object({ missing: z.enum(missingChoices, 'Выберите, что делать с растениями, которых нет в прайс-листе') }),
    answer: priceList,
  }),
  'POST /price-lists/:id/rollback/': call({
    access: 'member',
    takesApiKey: true,
    summary: 'Вернуть всё, как было до применения последнего прайс-листа',
    params: id,
    answer: priceList,
  }),
}
