import { type Claim, type Delivery, deliveryLimits } from '#contract/deliveries.ts'
import type { TradeSide } from '#contract/requests.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { PresentDeps } from '../deals/deals.present.ts'
import { listDocuments } from '../deals/documents/deal-documents.queries.ts'
import { rublesOrNull } from '../money.ts'
import type { ClaimRow, DeliveryLineRow, DeliveryRow } from '../trade.tables.ts'
import { listDisputes } from './deliveries.queries.ts'

/** In their order; `sideOf` says as whom the reader sees a claim's deal, moderators as neither side. */
export async function presentClaims(
  { db, addresses }: PresentDeps,
  actor: Actor,
  rows: ClaimRow[],
  sideOf: (row: ClaimRow) => TradeSide | null,
): Promise<Claim[]> {
  if (rows.length === 0) return []
  const documents = await listDocuments(db, [...new Set(rows.map(({ dealId }) => dealId))])
  const disputes = await listDisputes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(row => {
    const side = sideOf(row)
    const own = disputes.filter(({ claimId }) => claimId === row.id)
    const { state } = row
    const isOffered = state === 'offered'
    return {
      id: row.id,
      deal: row.dealId,
      line: row.lineId,
      quantity: row.quantity,
      reason: row.reason,
      text: row.text,
      files: documents
        .filter(({ claimId }) => claimId === row.id)
        .map(({ id, name, size, type }) => ({ id, name, size, type, url: addresses.urlOf(id, actor.id) })),
      state,
      answer:
        row.answerKind === null
          ? null
          : { kind: row.answerKind, amount: rublesOrNull(row.answerKopecks), text: row.answerText },
      disputes: own.map(({ text, createdAt }) => ({ text, created_at: createdAt.toISOString() })),
      created_at: row.createdAt.toISOString(),
      can: {
        answer: side === 'company' && state === 'open',
        accept: side === 'buyer' && isOffered,
        withdraw: side === 'buyer' && (isOffered || state === 'open'),
        dispute: side === 'buyer' && isOffered && own.length < deliveryLimits.disputes,
      },
    }
  })
}

export function presentDelivery(
  { delivery, by }: { delivery: DeliveryRow; by: { id: string; name: string } },
  lines: DeliveryLineRow[],
  claims: (Claim & { deliveryId: string | null })[],
): Delivery {
  const own = lines.filter(({ deliveryId }) => deliveryId === delivery.id)
  return {
    id: delivery.id,
    number: delivery.number,
    handed_at: delivery.handedAt.toISOString(),
    by,
    lines: own.map(({ lineId, quantity }) => ({ line: lineId, quantity })),
    note: delivery.note,
    received_at: delivery.receivedAt?.toISOString() ?? null,
    receipt: own.flatMap(({ lineId, receivedQuantity }) =>
      receivedQuantity === null
        ? []
        : [
            {
              line: lineId,
              quantity: receivedQuantity,
              claim: claims.find(claim => claim.deliveryId === delivery.id && claim.line === lineId) ?? null,
            },
          ],
    ),
  }
}
