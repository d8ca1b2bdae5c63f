import type { IncomingRequest, PausedBy, Request, RequestSummary, TradeSide } from '#contract/requests.ts'
import { presentRatedTeam } from '#server/domains/companies/companies.present.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listDealIds } from '../deals/deals.queries.ts'
import { rublesOf } from '../money.ts'
import { listQuotes } from '../quotes/quotes.queries.ts'
import { presentBuyer, presentQuotes, presentRequestLines, readPlaces } from '../trade.present.ts'
import type { RequestRow } from '../trade.tables.ts'
import { changesSince } from './changes.service.ts'
import { type BuyerRow, listAsked, type listIncoming, listRequestLines, type listRequests } from './requests.queries.ts'

const isLate = ({ deadline }: RequestRow) => deadline <= new Date()
export const isOpen = (request: RequestRow) => request.status === 'sent' && !isLate(request)

/** Whom moderators have blocked; a blocked buyer first, for then nobody can do anything. */
export const pausedBy = (buyer: Pick<BuyerRow, 'blockedAt'>, companyBlockedAt: Date | null): PausedBy =>
  buyer.blockedAt !== null ? 'buyer' : companyBlockedAt === null ? null : 'company'

interface HeadRow {
  request: RequestRow
  buyer: BuyerRow
  /** Of the company that reads it. */
  companyBlockedAt?: Date | null
}

function headOf({ request, buyer, companyBlockedAt = null }: HeadRow, side: TradeSide) {
  return {
    id: request.id,
    status: request.status,
    side,
    project_name: request.projectName,
    wanted_from: request.wantedFrom,
    wanted_to: request.wantedTo,
    deadline: request.deadline.toISOString(),
    is_late: isLate(request),
    paused_by: side === 'company' && request.status === 'sent' ? pausedBy(buyer, companyBlockedAt) : null,
    created_at: request.createdAt.toISOString(),
    post: request.postId,
  }
}

/** A request as one side sees it: a company only what is its own of quotes and deals, and nothing of who else was asked. */
export async function presentRequest(db: Db | Tx, actor: Actor, side: TradeSide, found: HeadRow): Promise<Request> {
  const { request, buyer } = found
  const head = headOf(found, side)
  const own = side === 'buyer' ? null : actor.companyId
  const lines = await presentRequestLines(db, await listRequestLines(db, request.id))
  const [placeOf, quoteRows, deals, asked] = await Promise.all([
    readPlaces(db, [request.placeId]),
    listQuotes(db, request.id, own === null ? {} : { companyId: own }),
    listDealIds(db, request.id, own),
    own === null ? listAsked(db, request.id) : null,
  ])
  const quotes = await presentQuotes(db, quoteRows)
  return {
    ...head,
    place: placeOf(request.placeId),
    buyer: presentBuyer(buyer, deals.length > 0),
    project: side === 'buyer' ? request.projectId : null,
    note: request.note,
    substitutes_allowed: request.substitutesAllowed,
    closed_at: request.closedAt?.toISOString() ?? null,
    lines,
    ...(asked
      ? {
          companies: asked.map(({ lastRevision, ...company }) => ({
            ...presentRatedTeam(company),
            revision: lastRevision === 0 ? null : lastRevision,
          })),
          changes: await changesSince(db, request, lines),
        }
      : {}),
    quotes,
    deals,
    can: {
      quote: side === 'company' && isOpen(request) && head.paused_by === null,
      award:
        side === 'buyer' &&
        request.status === 'sent' &&
        quotes.some(quote => quote.is_current && !quote.is_expired && !quote.is_paused),
      cancel: side === 'buyer' && request.status === 'sent',
    },
  }
}

export async function presentSummaries(
  db: Db,
  rows: Awaited<ReturnType<typeof listRequests>>,
): Promise<RequestSummary[]> {
  const placeOf = await readPlaces(
    db,
    rows.map(({ request }) => request.placeId),
  )
  return rows.map(({ request, buyer, linesCount, companiesCount, quotesCount }) => ({
    ...headOf({ request, buyer }, 'buyer'),
    place: placeOf(request.placeId),
    buyer: presentBuyer(buyer, request.status === 'awarded'),
    lines_count: linesCount,
    companies_count: companiesCount,
    quotes_count: quotesCount,
    next_step: request.status !== 'sent' ? null : quotesCount > 0 ? 'choose' : 'wait',
  }))
}

export async function presentIncoming(
  db: Db,
  rows: Awaited<ReturnType<typeof listIncoming>>,
): Promise<IncomingRequest[]> {
  const placeOf = await readPlaces(
    db,
    rows.map(({ request }) => request.placeId),
  )
  return rows.map(({ request, buyer, companyBlockedAt, linesCount, quote, dealId }) => ({
    ...headOf({ request, buyer, companyBlockedAt }, 'company'),
    place: placeOf(request.placeId),
    buyer: presentBuyer(buyer, dealId !== null),
    lines_count: linesCount,
    quote: quote && {
      id: quote.id,
      revision: quote.revision,
      lines_count: quote.linesCount,
      total: rublesOf(quote.totalKopecks),
      created_at: quote.createdAt.toISOString(),
    },
    deal: dealId,
    next_step:
      request.status !== 'sent' || pausedBy(buyer, companyBlockedAt) !== null
        ? null
        : quote
          ? 'wait'
          : isOpen(request)
            ? 'quote'
            : null,
  }))
}
