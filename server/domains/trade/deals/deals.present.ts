import type { Deal, DealSummary } from '#contract/deals.ts'
import type { TradeSide } from '#contract/requests.ts'
import { listRequisites } from '#server/domains/companies/companies.api.ts'
import { ratingOf } from '#server/domains/companies/companies.present.ts'
import { presentRequisites } from '#server/domains/companies/requisites/requisites.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { FileAddresses } from '#server/platform/media/attached/file-addresses.ts'
import { sideOfDeal } from '#server/policy/trade.ts'
import { amountsIn, isRecent } from '../deliveries/amounts.ts'
import { presentClaims, presentDelivery } from '../deliveries/claims.present.ts'
import { listClaims, listDeliveries, listDeliveryLines } from '../deliveries/deliveries.queries.ts'
import { rublesOf, rublesOrNull } from '../money.ts'
import { payableKopecks } from '../papers/paper-content.ts'
import { presentPaper } from '../papers/papers.present.ts'
import { listPapers } from '../papers/papers.queries.ts'
import { pausedBy } from '../requests/requests.present.ts'
import { presentReview } from '../reviews/reviews.present.ts'
import { linePresenter, presentBuyer, presentTotals, readPlaces } from '../trade.present.ts'
import { isUnderWay, mayRemove, nextStep, permissions } from './deal-states.ts'
import { listDealLines, listHistory, type WholeDealRow } from './deals.queries.ts'
import { listDocuments } from './documents/deal-documents.queries.ts'

export interface PresentDeps {
  db: Db | Tx
  /** Of documents. */
  addresses: FileAddresses
}

async function summaryPresenter(db: Db | Tx, rows: WholeDealRow[]) {
  const placeOf = await readPlaces(
    db,
    rows.map(({ request }) => request.placeId),
  )
  return ({ deal, request, buyer, company, companyBlockedAt, review }: WholeDealRow, side: TradeSide): DealSummary => {
    const step = nextStep({ state: deal.state, hasReview: review !== null })
    const isLost = step && (step.by === 'buyer' ? buyer.deletedAt !== null : deal.companyId === null)
    return {
      id: deal.id,
      state: deal.state,
      side,
      project_name: request.projectName,
      place: placeOf(request.placeId),
      wanted_from: request.wantedFrom,
      wanted_to: request.wantedTo,
      buyer: presentBuyer(buyer, true),
      company: {
        id: deal.companyId,
        company_name: company?.name ?? deal.companyName,
        is_verified: company?.verifiedAt != null,
        rating: company ? ratingOf(company) : null,
        reviews_count: company?.reviewsCount ?? 0,
      },
      totals: presentTotals(deal),
      created_at: deal.createdAt.toISOString(),
      changed_at: deal.changedAt.toISOString(),
      paused_by: isUnderWay(deal.state) ? pausedBy(buyer, companyBlockedAt) : null,
      // Nobody is left to take it.
      next_step: isLost ? null : step,
      confirm_by: deal.state === 'awarded' ? deal.confirmBy.toISOString() : null,
    }
  }
}

/** Each as its reader sees it; they are on one of its sides. */
export async function presentDealSummaries(db: Db, actor: Actor, rows: WholeDealRow[]): Promise<DealSummary[]> {
  const present = await summaryPresenter(db, rows)
  return rows.map(row => present(row, sideOfDeal(actor, row.deal) ?? 'company'))
}

/** In their order. */
export async function presentDeals(
  { db, addresses }: PresentDeps,
  actor: Actor,
  rows: WholeDealRow[],
): Promise<Deal[]> {
  const ids = rows.map(({ deal }) => deal.id)
  const [summary, lines, history, documents] = await Promise.all([
    summaryPresenter(db, rows),
    listDealLines(db, ids),
    listHistory(db, ids),
    listDocuments(db, ids),
  ])
  const presentLine = await linePresenter(db, lines)
  const [delivered, deliveryLines, claimRows, papers, stated] = await Promise.all([
    listDeliveries(db, ids),
    listDeliveryLines(db, ids),
    listClaims(db, ids),
    listPapers(db, ids),
    listRequisites(
      db,
      rows.flatMap(({ deal }) => deal.companyId ?? []),
      rows.map(({ deal }) => deal.buyerId),
    ),
  ])
  const requisitesOf = (isOwner: (row: (typeof stated)[number]) => boolean) => {
    const row = stated.find(isOwner)
    return row ? presentRequisites(row) : null
  }
  const sides = new Map(rows.map(({ deal }) => [deal.id, sideOfDeal(actor, deal) ?? 'company'] as const))
  const presented = await presentClaims({ db, addresses }, actor, claimRows, ({ dealId }) => sides.get(dealId) ?? null)
  const claims = presented.map((claim, at) => ({ ...claim, deliveryId: claimRows[at]?.deliveryId ?? null }))
  return rows.map(row => {
    const { deal, review } = row
    const side = sideOfDeal(actor, deal) ?? 'company'
    const ownDeliveries = delivered.filter(({ delivery }) => delivery.dealId === deal.id)
    const whole = {
      deal,
      deliveries: ownDeliveries.map(({ delivery }) => delivery),
      deliveryLines: deliveryLines.filter(({ dealId }) => dealId === deal.id),
      claims: claimRows.filter(({ dealId }) => dealId === deal.id),
    }
    const amountsOf = amountsIn(whole)
    const ownLines = lines.filter(({ dealId }) => dealId === deal.id)
    const ownClaims = claims.filter(claim => claim.deal === deal.id)
    return {
      ...summary(row, side),
      request: deal.requestId,
      quote: deal.quoteId,
      lines: ownLines.map(line => {
        const { handed, givenUp, received, claimed } = amountsOf(line)
        return {
          ...presentLine(line),
          handed_quantity: handed,
          given_up_quantity: givenUp,
          received_quantity: received,
          claimed_quantity: claimed,
        }
      }),
      deliveries: ownDeliveries.map(one => presentDelivery(one, whole.deliveryLines, ownClaims)),
      claims: ownClaims,
      rest_reason: deal.restReason,
      delivery_price: rublesOrNull(deal.deliveryKopecks),
      unloading_price: rublesOrNull(deal.unloadingKopecks),
      payable: rublesOf(payableKopecks({ ...whole, lines: ownLines })),
      note: deal.note,
      history: history
        .filter(({ dealId }) => dealId === deal.id)
        .map(({ state, at, by, side: bySide }) => ({ state, at: at.toISOString(), by, side: bySide })),
      cancel_reason: deal.cancelReason,
      // Nobody pays or delivers any more.
      requisites:
        deal.state === 'cancelled'
          ? null
          : {
              company: requisitesOf(({ companyId }) => companyId !== null && companyId === deal.companyId),
              buyer: requisitesOf(({ personId }) => personId === deal.buyerId),
            },
      papers: papers.filter(({ dealId }) => dealId === deal.id).map(presentPaper),
      documents: documents
        .filter(({ dealId, claimId }) => dealId === deal.id && claimId === null)
        .map(({ id, name, size, type, createdAt, side: bySide }) => ({
          ...{ id, name, size, type },
          url: addresses.urlOf(id, actor.id),
          created_at: createdAt.toISOString(),
          side: bySide,
          can: { remove: bySide === side && mayRemove(deal.state) },
        })),
      review: review && presentReview(review, side),
      can: permissions(side, {
        state: deal.state,
        isBlocked: row.companyBlockedAt !== null,
        hasReview: review !== null,
        hasSome: ownDeliveries.length > 0,
        isWaiting: whole.deliveries.some(({ receivedAt }) => receivedAt === null),
        mayClaim: whole.deliveries.some(one => isRecent(one)),
        hasReply: review?.reply != null || review?.hiddenAt != null,
      }),
    }
  })
}
