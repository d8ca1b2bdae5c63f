import { z } from 'zod'
import { loginForm } from './accounts.ts'
import { call } from './call.ts'
import { formLines, integerIdText, pageLinks, pageQuery, requiredLines, slug } from './common.ts'
import { auditActions, auditSubjects } from './moderation/audit.ts'
import { againstForm, reportReasons } from './moderation/reason.ts'

/** Characters of what a report says, of an appeal and of the answer to it. */
export const reportLength = 1000

const text = formLines(reportLength)
  .nullish()
  .transform(said => said ?? '')
export const reportForm = z.object({ reason: z.enum(reportReasons, 'Выберите причину'), text })

/** A post may be reported without a word. */
export const postReportForm = z
  .object({ reason: reportForm.shape.reason.default('other'), text })
  .nullish()
  .transform(said => said ?? { reason: 'other' as const, text: '' })

/** What else than posts and reviews may be reported. */
export const reportedKinds = ['comment', 'person', 'message', 'product', 'company'] as const
export type ReportedKind = (typeof reportedKinds)[number]

export const appealOutcomes = ['kept', 'taken_back'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

export const appeal = z.object({
  text: z.string(),
  created_at: z.string(),
  /** `null` until a moderator has judged it. */
  outcome: z.enum(appealOutcomes).nullable(),
  /** What that moderator says. */
  answer: z.string(),
  judged_at: z.string().nullable(),
})

/** What a moderator has decided against the caller, their company, or something of theirs. */
export const decision = z
  .object({
    id: z.uuid(),
    action: z.enum(auditActions),
    subject: z.enum(auditSubjects),
    /** What it was about: the beginning of a text, a name. */
    subject_name: z.string(),
    reason: z.string(),
    rule: z.enum(reportReasons),
    created_at: z.string(),
    created_at_formatted: z.string(),
    appeal: appeal.nullable(),
    can: z.object({ appeal: z.boolean() }),
  })
  .meta({ id: 'Decision' })
export type Decision = z.output<typeof decision>

export const appealForm = z.object({ text: requiredLines('Напишите, с чем вы не согласны', reportLength) })

const id = z.uuid().toLowerCase()

/** Somebody who cannot sign in proves who they are with each call. */
const credentials = loginForm.shape

export const blockedCalls = {
  'POST /blocked/decisions/': call({
    access: 'open',
    summary: 'Решения о блокировке — тому, кого заблокировали и кто не может войти',
    body: z.object(credentials),
    answer: z.array(decision),
  }),
  'POST /blocked/appeal/': call({
    access: 'open',
    summary: 'Обжаловать блокировку, если из-за неё нельзя войти',
    body: z.object({ ...credentials, decision: id, text: appealForm.shape.text }),
    answer: decision,
  }),
}

export const reportCalls = {
  'POST /posts/:id/comments/:comment/report/': call({
    access: 'member',
    summary: 'Пожаловаться на комментарий',
    params: z.object({ id, comment: id }),
    body: reportForm,
    answer: z.object({ message: z.literal('comment reported') }),
  }),
  'POST /people/:id/report/': call({
    access: 'member',
    summary: 'Пожаловаться на человека',
    params: z.object({ id }),
    body: reportForm,
    answer: z.object({ message: z.literal('person reported') }),
  }),
  'POST /chat/:id/messages/:message/report/': call({
    access: 'member',
    summary: 'Пожаловаться на сообщение: модераторы увидят его текст',
    params: z.object({ id, message: id }),
    body: reportForm,
    answer: z.object({ message: z.literal('message reported') }),
  }),
  'POST /products/:category_slug/:product_slug/report/': call({
    access: 'member',
    summary: 'Пожаловаться на объявление',
    params: z.object({ category_slug: slug, product_slug: slug }),
    body: reportForm,
    answer: z.object({ message: z.literal('product reported') }),
  }),
  'POST /teams/:id/report/': call({
    access: 'member',
    summary: 'Пожаловаться на компанию',
    params: z.object({ id: integerIdText }),
    body: reportForm,
    answer: z.object({ message: z.literal('company reported') }),
  }),
  'GET /decisions/': call({
    access: 'member',
    summary: 'Что модераторы решили обо мне, моей компании и о том, что мы разместили; последнее первым',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(decision) }),
  }),
  'POST /decisions/:id/appeal/': call({
    access: 'member',
    summary: 'Обжаловать решение, один раз: его рассмотрит другой модератор, если он есть',
    params: z.object({ id }),
    body: appealForm,
    answer: decision,
  }),
}

/** What a moderator says who deletes something of others; their authors say nothing. */
export const removalForm = z
  .object({ reason: formLines(reportLength).default(''), rule: againstForm.shape.rule })
  .nullish()
  .transform(said => said ?? { reason: '', rule: 'other' as const })
