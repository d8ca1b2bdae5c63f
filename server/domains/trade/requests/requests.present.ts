import type { IncomingRequest, Request, RequestSummary, TradeSide } from '#contract/requests.ts'
import { presentRatedTeam } from '#server/domains/companies/companies.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listDealIds } from '../deals/deals.queries.ts'
import { rublesOf } from '../money.ts'
import { listQuotes } from '../quotes/quotes.queries.ts'
import { presentBuyer, presentQuotes, presentRequestLines, readPlaces } from '../trade.present.ts'
import type { RequestRow } from '../trade.tables.ts'
import { type BuyerRow, listAsked, type listIncoming, listRequestLines, type listRequests } from './requests.queries.ts'

const isLate = ({ deadline }: RequestRow) => deadline <= new Date()
export const isOpen = (request: RequestRow) => request.status === 'sent' && !isLate(request)

function headOf(request: RequestRow, side: TradeSide) {
  return {
    id: request.id,
    status: request.status,
    side,
    project_name: request.projectName,
    wanted_from: request.wantedFrom,
    wanted_to: request.wantedTo,
    deadline: request.deadline.toISOString(),
    is_late: isLate(request),
    created_at: request.createdAt.toISOString(),
  }
}

/** A request as one side sees it: a company only what is its own of quotes and deals, and nothing of who else was asked. */
export async function presentRequest(
  db: Db,
  actor: Actor,
  side: TradeSide,
  { request, buyer }: { request: RequestRow; buyer: BuyerRow },
): Promise<Request> {
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
    ...headOf(request, side),
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
        }
      : {}),
    quotes,
    deals,
    can: {
      quote: side === 'company' && isOpen(request),
      award:
        side === 'buyer' && request.status === 'sent' && quotes.some(quote => quote.is_current && !quote.is_expired),
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
    ...headOf(request, 'buyer'),
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
  return rows.map(({ request, buyer, linesCount, quote, dealId }) => ({
    ...headOf(request, 'company'),
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
    next_step: request.status !== 'sent' ? null : quote ? 'wait' : isOpen(request) ? 'quote' : null,
  }))
}
