import type { FastifyInstance } from 'fastify'
import { complaintCalls } from '#contract/moderation/complaints.ts'
import { blockedCalls, reportCalls } from '#contract/reports.ts'
import type { AccountDeps } from '#server/domains/accounts/accounts.deps.ts'
import { callerOf } from '#server/domains/accounts/sign-in/caller.ts'
import { requireBlocked } from '#server/domains/accounts/sign-in/sign-in.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { complaintModeration } from './complaints.service.ts'
import { appealJudgement, blocksOfBlocked, ownDecisions } from './decisions.service.ts'
import { thingReports } from './report-things.service.ts'

/** Reports of a person in an hour. */
const reportsPerHour = 60

interface Deps {
  db: Db
  media: MediaStore
  publicUrl: string
  staffEmails: string[]
  limit: Limits['limit']
  /** With what people prove who they are. */
  accounts: AccountDeps
}

export function decisionRoutes(app: FastifyInstance, { limit, accounts, ...deps }: Deps): void {
  const reports = thingReports({ ...deps, limit: limit({ name: 'reports', points: reportsPerHour, seconds: 3600 }) })
  const own = ownDecisions(deps)
  const complaints = complaintModeration(deps)
  const appeals = appealJudgement(deps)
  const { publicUrl } = deps
  registerCalls(app, reportCalls, {
    'POST /posts/:id/comments/:comment/report/': ({ actor, params, body }) =>
      reports.reportComment(actor, params.id, params.comment, body),
    'POST /people/:id/report/': ({ actor, params, body }) => reports.reportPerson(actor, params.id, body),
    'POST /chat/:id/messages/:message/report/': ({ actor, params, body }) =>
      reports.reportMessage(actor, params.id, params.message, body),
    'POST /products/:category_slug/:product_slug/report/': ({ actor, params, body }) =>
      reports.reportProduct(actor, params.category_slug, params.product_slug, body),
    'POST /teams/:id/report/': ({ actor, params, body }) => reports.reportCompany(actor, params.id, body),
    'GET /decisions/': ({ actor, query, address }) => own.listOwn(actor, query, publicUrl + address),
    'POST /decisions/:id/appeal/': ({ actor, params, body }) => own.appeal(actor, params.id, body.text),
  })
  const blocks = blocksOfBlocked(deps)
  registerCalls(app, blockedCalls, {
    'POST /blocked/decisions/': async ({ body, request }) =>
      blocks.list(await requireBlocked(accounts, callerOf(request, publicUrl), body)),
    'POST /blocked/appeal/': async ({ body: { decision, text, ...given }, request }) =>
      blocks.appeal(await requireBlocked(accounts, callerOf(request, publicUrl), given), decision, text),
  })
  registerCalls(app, complaintCalls, {
    'GET /staff/complaints/': ({ query, address }) => complaints.list(query, publicUrl + address),
    'POST /staff/complaints/:kind/:id/dismiss/': ({ actor, params }) =>
      complaints.dismiss(actor, params.kind, params.id),
    'POST /staff/complaints/:kind/:id/remove/': ({ actor, params, body }) =>
      complaints.remove(actor, params.kind, params.id, body),
    'GET /staff/appeals/': ({ actor, query, address }) => appeals.listAppeals(actor, query, publicUrl + address),
    'POST /staff/appeals/:id/judge/': ({ actor, params, body }) => appeals.judge(actor, params.id, body),
  })
}
