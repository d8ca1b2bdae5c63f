import { z } from 'zod'
import { attachedFilesMax } from './attached-files.ts'
import { call } from './call.ts'
import { messageFile } from './chat.ts'
import { optionalText, pageLinks, pageQuery, requiredLines } from './common.ts'
import { ratedTeam } from './companies.ts'
import { claim, delivery, handOverForm, receiveForm } from './deliveries.ts'
import { paper } from './papers.ts'
import { place } from './places.ts'
import { buyer, pausedBy, personRef, quoteLine, quoteTotals, requestLimits, tradeSide } from './requests.ts'
import { dealRequisites } from './requisites.ts'
import { review } from './reviews.ts'

export const dealLimits = { reason: 1000, documents: 50 } as const

/** `received` closes it. `cancelled` by either side, before handing over. */
export const dealStates = ['awarded', 'confirmed', 'handed_over', 'received', 'cancelled'] as const
export const dealState = z.enum(dealStates)
export type DealState = z.output<typeof dealState>

/** What comes next, and whose turn it is; `null`: nothing. */
export const dealStep = z
  .object({ step: z.enum(['confirm', 'hand_over', 'receive', 'review']), by: tradeSide })
  .meta({ id: 'DealStep' })
export type DealStep = z.output<typeof dealStep>

/** `id` is `null` when there is no such company any more. */
export const dealCompany = z.object({ ...ratedTeam.shape, id: ratedTeam.shape.id.nullable() })

const head = {
  id: z.uuid(),
  state: dealState,
  side: tradeSide,
  project_name: z.string(),
  place: place.nullable(),
  /** Dates. */
  wanted_from: z.string().nullable(),
  wanted_to: z.string().nullable(),
  buyer,
  company: dealCompany,
  totals: quoteTotals,
  created_at: z.string(),
  /** When it came into its state. */
  changed_at: z.string(),
  /** While it is under way. */
  paused_by: pausedBy,
  next_step: dealStep.nullable(),
  /** Until when the company may confirm it; then it is cancelled. `null`: it does not wait for that. */
  confirm_by: z.string().nullable(),
}

export const dealSummary = z.object(head).meta({ id: 'DealSummary' })
export type DealSummary = z.output<typeof dealSummary>

/** A file that is attached to a deal; `url` is like that of a message's file, for as long as the caller is on a side. */
export const dealDocument = z
  .object({
    ...messageFile.shape,
    created_at: z.string(),
    /** Who attached it. */
    side: tradeSide,
    can: z.object({ remove: z.boolean() }),
  })
  .meta({ id: 'DealDocument' })
export type DealDocument = z.output<typeof dealDocument>

/**
 * A line with what became of it: ordered is handed over, given up or left; handed over is received, claimed or not yet
 * received.
 */
export const dealLine = z
  .object({
    ...quoteLine.shape,
    handed_quantity: z.number(),
    given_up_quantity: z.number(),
    received_quantity: z.number(),
    /** Of claims that were not withdrawn. */
    claimed_quantity: z.number(),
  })
  .meta({ id: 'DealLine' })
export type DealLine = z.output<typeof dealLine>

export const deal = z
  .object({
    ...head,
    /** Ids of the request, and of the quote; `null` if its company is no more. */
    request: z.uuid(),
    quote: z.uuid().nullable(),
    /** Those that were chosen. */
    lines: z.array(dealLine),
    /** The oldest first. */
    deliveries: z.array(delivery),
    /** All of them, the oldest first. */
    claims: z.array(claim),
    delivery_price: z.number().nullable(),
    unloading_price: z.number().nullable(),
    /**
     * Rubles that an invoice would be for now: `totals` are what was ordered, this is without what was given up. Claims do
     * not change it.
     */
    payable: z.number(),
    /** The company's, from the quote. */
    note: z.string(),
    /** The oldest first. `by` is `null` where the site did it. */
    history: z.array(
      z.object({ state: dealState, at: z.string(), by: personRef.nullable(), side: tradeSide.nullable() }),
    ),
    /** Empty unless cancelled. */
    cancel_reason: z.string(),
    /** Why the company gave up what it had not handed over; empty unless it has. */
    rest_reason: z.string(),
    /** Of both sides as they are now, for both sides alone; `null` once the deal is cancelled. */
    requisites: dealRequisites.nullable(),
    /** That were issued, the newest first. */
    papers: z.array(paper),
    /** In the order in which they were attached. */
    documents: z.array(dealDocument),
    review: review.nullable(),
    can: z.object({
      confirm: z.boolean(),
      hand_over: z.boolean(),
      receive: z.boolean(),
      cancel: z.boolean(),
      /** Complain of what was received. */
      claim: z.boolean(),
      attach: z.boolean(),
      review: z.boolean(),
      reply: z.boolean(),
    }),
  })
  .meta({ id: 'Deal' })
export type Deal = z.output<typeof deal>

export const awardForm = z.object({
  /** Each line at most once. */
  choices: z
    .array(
      z.object({
        line: z.uuid('Нужен номер строки').toLowerCase(),
        quote: z.uuid('Нужен номер предложения').toLowerCase(),
      }),
      'Выберите хотя бы одну строку',
    )
    .min(1, 'Выберите хотя бы одну строку')
    .max(requestLimits.lines, `Не больше ${requestLimits.lines.toLocaleString('ru-RU')}`),
})
export type AwardForm = z.output<typeof awardForm>

export const cancelForm = z.object({ reason: requiredLines('Напишите, почему', dealLimits.reason) })

/** What waits for the person. */
export const attention = z
  .object({
    /** Open requests to their company without its quote. */
    incoming: z.int(),
    /** Own open requests that have quotes. */
    quotes: z.int(),
    /** Deals whose next step is theirs: as the buyer (receive) or the company (confirm, hand over). */
    deals: z.int(),
    total: z.int(),
  })
  .meta({ id: 'TradeAttention' })
export type TradeAttention = z.output<typeof attention>

const ofDeal = z.object({ id: z.uuid().toLowerCase() })

export const dealCalls = {
  'POST /requests/:id/award/': call({
    access: 'member',
    summary: 'Выбрать предложения, строки — у разных компаний; сделка с каждой из них',
    params: ofDeal,
    body: awardForm,
    answer: z.array(deal),
    status: 201,
  }),
  'GET /deals/': call({
    access: 'member',
    summary: 'Мои сделки и сделки моей компании, изменённые последними первыми',
    query: z.object({
      ...pageQuery,
      side: optionalText(tradeSide),
      state: optionalText(dealState),
      request: optionalText(z.uuid('Нужен UUID').toLowerCase()),
    }),
    answer: z.object({ ...pageLinks, results: z.array(dealSummary) }),
  }),
  'GET /deals/:id/': call({ access: 'member', summary: 'Сделка', params: ofDeal, answer: deal }),
  'POST /deals/:id/confirm/': call({
    access: 'member',
    summary: 'Компания подтверждает, что всё в силе',
    params: ofDeal,
    answer: deal,
  }),
  'POST /deals/:id/hand_over/': call({
    access: 'member',
    summary: 'Компания передала растения: все, что остались, или часть (lines); rest: cancelled отменяет остальное',
    params: ofDeal,
    body: handOverForm,
    answer: deal,
  }),
  'POST /deals/:id/receive/': call({
    access: 'member',
    summary: 'Покупатель принял поставку, целиком или с претензиями; снимки — files. Без тела — всё целиком',
    params: ofDeal,
    body: receiveForm,
    files: { field: 'files', max: attachedFilesMax, kind: 'file' },
    answer: deal,
  }),
  'POST /deals/:id/cancel/': call({
    access: 'member',
    summary: 'Отменить сделку, пока растения не переданы; другой стороне сообщат причину',
    params: ofDeal,
    body: cancelForm,
    answer: deal,
  }),
  'POST /deals/:id/documents/': call({
    access: 'member',
    summary: 'Приложить к сделке документы (files): снимки, PDF, XLSX, не больше десяти по 10 МБ',
    params: ofDeal,
    files: { field: 'files', max: attachedFilesMax, kind: 'file' },
    answer: deal,
    status: 201,
  }),
  'DELETE /deals/:id/documents/:document/': call({
    access: 'member',
    summary: 'Убрать документ своей стороны, пока сделка не закрыта',
    params: ofDeal.extend({ document: z.uuid().toLowerCase() }),
    answer: deal,
  }),
  'GET /trade/attention/': call({
    access: 'member',
    summary: 'Сколько запросов, предложений и сделок ждёт меня',
    answer: attention,
  }),
}
