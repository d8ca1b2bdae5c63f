import { z } from 'zod'
import { call } from './call.ts'
import {
  flag,
  formId,
  formLines,
  formList,
  formNumber,
  formText,
  integerId,
  lookup,
  optionalText,
  pageLinks,
  pageQuery,
} from './common.ts'
import { ratedTeam } from './companies.ts'
import { place } from './places.ts'
import { plantRef } from './plants.ts'
import { projectLimits } from './project-limits.ts'
import { lineFit, lineOption, lineUnit, projectLine } from './projects.ts'
import { price } from './variants.ts'

export const requestLimits = {
  /** Companies that are asked at once. */
  companies: 30,
  /** Companies that may come to one that is published in the feed. */
  joined: 100,
  /** Regions from which they are taken. */
  regions: 100,
  lines: projectLimits.lines,
  note: 2000,
  /** Days from now to the deadline. */
  deadlineDays: 366,
  /** Days from now to the dates by which plants are wanted, and to which a quote is valid. */
  dateDays: 1100,
  /** Days that companies have to answer, and that a quote is valid, where nobody says. */
  defaultDays: 14,
} as const

export const quoteLimits = {
  /** Revisions of one company for one request, and their lines together. */
  revisions: 20,
  linesOfRevisions: 5000,
  label: 255,
  lineNote: 500,
  note: 2000,
  /** Rubles, of a whole quote. */
  total: 100_000_000_000,
} as const

/** `sent`: companies may answer until the deadline, the buyer may choose at any time. */
export const requestStatuses = ['sent', 'awarded', 'cancelled'] as const
export const requestStatus = z.enum(requestStatuses)
export type RequestStatus = z.output<typeof requestStatus>

/** Whose view of it an answer is. */
export const tradeSide = z.enum(['buyer', 'company'])
export type TradeSide = z.output<typeof tradeSide>

/** The person who asks. The e-mail is left out except to companies that were chosen, from the award on. */
export const buyer = z.object({ id: z.uuid(), name: z.string(), email: z.string().optional() }).meta({ id: 'Buyer' })
export type Buyer = z.output<typeof buyer>

export const personRef = z.object({ id: z.uuid(), name: z.string() })

/**
 * Whom moderators have blocked, the buyer or the company: nobody can quote, award or confirm until they unblock them.
 * `null`: neither, or the other side is not told.
 */
export const pausedBy = tradeSide.nullable()
export type PausedBy = z.output<typeof pausedBy>

/** A line of a project as it was when it was sent; later edits of the project do not change it. */
export const requestLine = projectLine
  .pick({ id: true, position: true, text: true, name: true, quantity: true, unit: true, wish: true, plant: true })
  .meta({ id: 'RequestLine' })
export type RequestLine = z.output<typeof requestLine>

/** What may differ in a line; `quantity`: or the unit. */
export const lineFields = ['plant', 'quantity', 'size', 'packing', 'form'] as const
export type LineField = (typeof lineFields)[number]

/** How a line of the project differs from what was sent, which stays as it was. */
export const lineChange = z
  .object({
    line: z.uuid(),
    /** As it was sent; `null`: the line was added since. */
    before: requestLine.nullable(),
    /** As it is in the project now; `null`: it was deleted there. */
    after: requestLine.nullable(),
    /** What differs; empty where the line was added or deleted. */
    fields: z.array(z.enum(lineFields)),
    /** Id of a later request that asks for the line as it is now. */
    asked_in: z.uuid().nullable(),
  })
  .meta({ id: 'LineChange' })
export type LineChange = z.output<typeof lineChange>

/** What has changed in a project since each of its lines was last asked for, by requests that are not cancelled. */
export const projectDifferences = z
  .object({
    /** The last of these requests; `null`: nothing was asked for yet. */
    request: z.object({ id: z.uuid(), created_at: z.string() }).nullable(),
    /** Lines that were asked for or added since, in the order of the project; deleted ones last. */
    changes: z.array(lineChange),
  })
  .meta({ id: 'ProjectDifferences' })
export type ProjectDifferences = z.output<typeof projectDifferences>

/** A line of a quote; rubles. Copied when it is sent, so that it never changes. */
export const quoteLine = z
  .object({
    /** Id of the request's line. */
    line: z.uuid(),
    /** The company's own variant, if the line names one that there still is. */
    variant: integerId.nullable(),
    plant: plantRef.nullable(),
    name: z.string(),
    /** Size and packing; may be empty. */
    label: z.string(),
    price: z.number(),
    quantity: z.number(),
    unit: lineUnit.nullable(),
    note: z.string(),
    total: z.number(),
    /** Another plant than the one that was asked for. */
    is_substitute: z.boolean(),
  })
  .meta({ id: 'QuoteLine' })
export type QuoteLine = z.output<typeof quoteLine>

/** Rubles. */
export const quoteTotals = z
  .object({
    lines: z.number(),
    /** Lines, delivery and unloading. */
    total: z.number(),
    lines_count: z.int(),
  })
  .meta({ id: 'QuoteTotals' })
export type QuoteTotals = z.output<typeof quoteTotals>

export const quote = z
  .object({
    id: z.uuid(),
    /** Id of the request. */
    request: z.uuid(),
    company: ratedTeam,
    /** From 1. */
    revision: z.int(),
    /** The company's last word. */
    is_current: z.boolean(),
    /** Lines that are left out are declined. */
    lines: z.array(quoteLine),
    delivery_price: z.number().nullable(),
    unloading_price: z.number().nullable(),
    totals: quoteTotals,
    /** A date, the last on which it is valid; Moscow time. */
    valid_until: z.string(),
    is_expired: z.boolean(),
    /** Moderators have blocked its company: it cannot be chosen until they unblock it. */
    is_paused: z.boolean(),
    note: z.string(),
    created_at: z.string(),
    created_by: personRef.nullable(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.output<typeof quote>

const head = {
  id: z.uuid(),
  status: requestStatus,
  side: tradeSide,
  project_name: z.string(),
  place: place.nullable(),
  buyer,
  /** Dates. */
  wanted_from: z.string().nullable(),
  wanted_to: z.string().nullable(),
  deadline: z.string(),
  /** Whether the deadline has passed. */
  is_late: z.boolean(),
  /** To a company while it is open. */
  paused_by: pausedBy,
  created_at: z.string(),
  /** Id of the post in the feed to which companies answer; `null`: there is none. */
  post: z.uuid().nullable(),
}

export const askedCompany = z.object({
  ...ratedTeam.shape,
  /** Of its last quote; `null`: none. */
  revision: z.int().nullable(),
})

export const request = z
  .object({
    ...head,
    /** Id of the project; `null` if it was deleted, and to companies. */
    project: z.uuid().nullable(),
    note: z.string(),
    substitutes_allowed: z.boolean(),
    /** When it was awarded or cancelled. */
    closed_at: z.string().nullable(),
    lines: z.array(requestLine),
    /** To the buyer alone. */
    companies: z.array(askedCompany).optional(),
    /** To the buyer alone: what has changed in the project since; nothing where one of the two is no more. */
    changes: z.array(lineChange).optional(),
    /** All revisions, the newest first; to a company its own. */
    quotes: z.array(quote),
    /** Ids; to a company its own. */
    deals: z.array(z.uuid()),
    can: z.object({ quote: z.boolean(), award: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'Request' })
export type Request = z.output<typeof request>

/** `wait`: nobody has answered; `choose`: there are quotes; `null`: nothing is left to do. */
export const buyerSteps = ['wait', 'choose'] as const
/** `quote`: the company has not answered yet; `wait`: it has; `null`: nothing is left to do. */
export const companySteps = ['quote', 'wait'] as const

export const requestSummary = z
  .object({
    ...head,
    lines_count: z.int(),
    companies_count: z.int(),
    /** Companies that have answered. */
    quotes_count: z.int(),
    next_step: z.enum(buyerSteps).nullable(),
  })
  .meta({ id: 'RequestSummary' })
export type RequestSummary = z.output<typeof requestSummary>

export const incomingRequest = z
  .object({
    ...head,
    lines_count: z.int(),
    /** The company's last quote. */
    quote: z
      .object({ id: z.uuid(), revision: z.int(), lines_count: z.int(), total: z.number(), created_at: z.string() })
      .nullable(),
    /** The company's deal. */
    deal: z.uuid().nullable(),
    next_step: z.enum(companySteps).nullable(),
  })
  .meta({ id: 'IncomingRequest' })
export type IncomingRequest = z.output<typeof incomingRequest>

/** A company that may be asked. */
export const candidate = z
  .object({
    ...ratedTeam.shape,
    region: lookup.nullable(),
    /** Lines whose plant it offers, and lines of whose genus it offers something. */
    plants: z.int(),
    genera: z.int(),
    /** Kilometres from the project's place in a straight line. */
    distance: z.int().nullable(),
  })
  .meta({ id: 'Candidate' })
export type Candidate = z.output<typeof candidate>

const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value)
const day = 86_400_000
const date = (message: string) => z.preprocess(emptyIsNull, z.iso.date(message).nullable())
/** A date as its beginning in Moscow. */
const beginningOf = (text: string) => Date.parse(`${text}T00:00:00+03:00`)
/** Whether a day has not ended yet in Moscow. */
export const isAhead = (text: string) => beginningOf(text) + day > Date.now()
const isNear = (text: string) => beginningOf(text) < Date.now() + requestLimits.dateDays * day
const past = { message: 'Этот день уже прошёл', params: { code: 'past' } }
const tooFar = { message: 'Слишком далеко', params: { code: 'too_far' } }

/** Until when companies may answer. */
export const deadlineField = z.iso
  .datetime({ offset: true, error: 'Нужны день и время' })
  .refine(value => Date.parse(value) > Date.now(), {
    message: 'Это время уже прошло',
    params: { code: 'past' },
  })
  .refine(value => Date.parse(value) < Date.now() + requestLimits.deadlineDays * day, tooFar)

const id = z.preprocess(
  value => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
  integerId,
)
const nullIsEmpty = (value: unknown) => value ?? ''
const line = (max: number) => z.preprocess(nullIsEmpty, formText(max))
const text = (max: number) => z.preprocess(nullIsEmpty, formLines(max))

export const askedProject = z.uuid('Выберите проект').toLowerCase()
/** Ids of the project's lines; none: all but remarks. */
export const askedLines = formList(z.uuid('Нужен номер строки').toLowerCase(), requestLimits.lines)

const asked = {
  project: askedProject,
  lines: askedLines,
  /** Companies in these regions that offer the plants or others of their genera. */
  regions: formList(id, requestLimits.regions),
}

export const requestForm = z
  .object({
    ...asked,
    /** Either these companies, or regions. */
    companies: formList(id, requestLimits.companies),
    /** Id; left out: the project's. */
    place: formId.optional(),
    wanted_from: date('Нужна дата').optional(),
    wanted_to: date('Нужна дата')
      .refine(value => value === null || isAhead(value), past)
      .refine(value => value === null || isNear(value), tooFar)
      .optional(),
    /** Left out: in `defaultDays`. */
    deadline: deadlineField.optional(),
    note: text(requestLimits.note).optional(),
    substitutes_allowed: z.preprocess(value => value ?? false, flag).optional(),
  })
  .superRefine(({ companies, regions, wanted_from: from, wanted_to: to }, context) => {
    const issue = (path: string, message: string, code: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code } })
    if (companies.length === 0 && regions.length === 0)
      issue('companies', 'Выберите, у кого спросить: компании или регионы', 'required')
    if (companies.length > 0 && regions.length > 0) issue('regions', 'Выберите или компании, или регионы', 'either')
    if (from && to && from > to) issue('wanted_to', 'Раньше, чем «с»', 'order')
  })
export type RequestForm = z.output<typeof requestForm>

export const candidatesForm = z.object(asked)

const rubles = formNumber(price)

const quantity = formNumber(
  z
    .number('Нужно число')
    .positive('Больше нуля')
    .max(projectLimits.quantity, 'Слишком много')
    .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Не больше двух знаков после запятой'),
)

export const quoteLineForm = z.object({
  line: z.uuid('Нужен номер строки').toLowerCase(),
  /** One of the company's own published variants. */
  variant: formId.optional(),
  /** Left out: that of the variant, or of the line. */
  plant: formId.optional(),
  /** Left out: the variant's. */
  label: line(quoteLimits.label).optional(),
  price: z.preprocess(value => (typeof value === 'string' ? Number(value.replace(',', '.')) : value), price),
  /** Left out: what was asked for. */
  quantity: quantity.optional(),
  note: text(quoteLimits.lineNote).optional(),
  /** Says that another plant is offered on purpose; without it, only where substitutes are welcome. */
  is_substitute: flag.optional(),
})
export type QuoteLineForm = z.output<typeof quoteLineForm>

export const quoteForm = z.object({
  lines: z
    .array(quoteLineForm, 'Назовите цену хотя бы одной строки')
    .min(1, 'Назовите цену хотя бы одной строки')
    .max(requestLimits.lines, `Не больше ${requestLimits.lines.toLocaleString('ru-RU')}`),
  delivery_price: rubles.optional(),
  unloading_price: rubles.optional(),
  /** Left out: in `defaultDays`. */
  valid_until: z.iso
    .date('Нужна дата, до которой действует предложение')
    .refine(isAhead, past)
    .refine(isNear, tooFar)
    .optional(),
  note: text(quoteLimits.note).optional(),
})
export type QuoteForm = z.output<typeof quoteForm>

export const comparison = z
  .object({
    lines: z.array(requestLine),
    /** The last one of each company. */
    quotes: z.array(quote),
    cells: z.array(
      z.object({
        line: z.uuid(),
        quote: z.uuid(),
        price: z.number(),
        quantity: z.number(),
        total: z.number(),
        /** Whether it is as many as were asked for. */
        is_enough: z.boolean(),
        /** How its size, form and packing fit what was asked for. */
        fit: lineFit,
        /**
         * How many plants are left of the size that the quote names, without what is best for earlier lines, where that is
         * fewer than its quantity: an award would be refused. `null`: enough, as far as is known.
         */
        left_quantity: z.int().nullable(),
        /** Rubles, to the best total of the line; `null` where it is not enough, or nothing can be chosen. */
        difference: z.number().nullable(),
      }),
    ),
    /**
     * Of those that are still valid and that there are enough plants for: the plant itself before another one; what is as
     * large as asked for or larger, in the packing and form that were asked for, before anything else (then nobody has
     * it, and `fit` of its cell says what it is); enough before less; then the lowest total, of those that are not enough
     * the lowest price.
     */
    best: z.array(z.object({ line: z.uuid(), quote: z.uuid() })),
    /** Ids of lines that nobody has priced. */
    missing: z.array(z.uuid()),
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.output<typeof comparison>

const ofRequest = z.object({ id: z.uuid().toLowerCase() })
const yes = optionalText(z.enum(['1', '0'], 'Нужно 1 или 0').transform(value => value === '1'))

/** Beside these calls (no JSON): GET /api/requests/{id}/quotes/{quote}/offer.pdf, a commercial offer for print. */
export const requestCalls = {
  'POST /requests/candidates/': call({
    access: 'member',
    summary: 'Компании, которые предлагают растения проекта или их родов; подходящие первыми',
    body: candidatesForm,
    answer: z.array(candidate),
  }),
  'POST /requests/': call({
    access: 'member',
    summary: 'Запросить цены на строки проекта у компаний (не больше тридцати) или в регионах',
    body: requestForm,
    answer: request,
    status: 201,
  }),
  'GET /requests/': call({
    access: 'member',
    summary: 'Мои запросы цен, новые первыми',
    query: z.object({ ...pageQuery, status: optionalText(requestStatus) }),
    answer: z.object({ ...pageLinks, results: z.array(requestSummary) }),
  }),
  'GET /requests/incoming/': call({
    access: 'member',
    summary: 'Запросы цен к моей компании, новые первыми; waiting=1 — без нашего ответа',
    query: z.object({ ...pageQuery, status: optionalText(requestStatus), waiting: yes }),
    answer: z.object({ ...pageLinks, results: z.array(incomingRequest) }),
  }),
  'GET /requests/:id/': call({
    access: 'member',
    summary: 'Запрос цен: покупателю целиком, компании — со своими предложениями',
    params: ofRequest,
    answer: request,
  }),
  'GET /projects/:id/changes/': call({
    access: 'member',
    summary: 'Что изменилось в проекте с тех пор, как о его строках спросили',
    params: ofRequest,
    answer: projectDifferences,
  }),
  'GET /requests/:id/options/': call({
    access: 'member',
    summary: 'Что у моей компании есть для строк запроса, подходящее первым',
    params: ofRequest,
    answer: z.array(z.object({ line: z.uuid(), options: z.array(lineOption) })),
  }),
  'POST /requests/:id/cancel/': call({
    access: 'member',
    summary: 'Отменить запрос; компаниям сообщат',
    params: ofRequest,
    answer: request,
  }),
  'POST /requests/:id/quote/': call({
    access: 'member',
    summary: 'Предложение компании; ещё раз — следующая редакция, прежняя остаётся',
    params: ofRequest,
    body: quoteForm,
    answer: quote,
    status: 201,
  }),
  'GET /requests/:id/compare/': call({
    access: 'member',
    summary: 'Сравнить предложения (только покупатель)',
    params: ofRequest,
    answer: comparison,
  }),
}
