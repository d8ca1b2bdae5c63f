import { createHash } from 'node:crypto'
import type { AnswerKind, ClaimReason, ClaimState } from '#contract/deliveries.ts'
import type { PaperKind } from '#contract/papers.ts'
import type { Requisites } from '#contract/requisites.ts'
import { amountsIn, difference, type OfDeal } from '../deliveries/amounts.ts'
import { totalOf } from '../money.ts'
import type { DealRow, DeliveryRow, PricedLineRow } from '../trade.tables.ts'
import { partTotal, vatOfEach } from './paper-sums.ts'

/** Of plants, or of a service. Sums are kopecks with their VAT. */
export interface PaperLine {
  name: string
  label: string
  quantity: number
  unit: string
  price: number
  total: number
  vat: number
}

export interface PaperClaim {
  name: string
  label: string
  quantity: number
  unit: string
  reason: ClaimReason
  text: string
  total: number
  state: ClaimState
  answer: { kind: AnswerKind; amount: number | null; text: string } | null
}

/** All that a paper says but its number and its date. */
export interface PaperContent {
  kind: PaperKind
  company: Requisites
  buyer: Requisites
  deal: { id: string; createdAt: string; project: string; place: string; from: string | null; to: string | null }
  lines: PaperLine[]
  total: number
  vat: number
  delivery: { number: number; handedAt: string; note: string } | null
  claims: PaperClaim[]
}

export interface PaperSource extends Omit<OfDeal, 'deal'> {
  deal: DealRow
  project: string
  place: string
  wanted: { from: string | null; to: string | null }
  lines: PricedLineRow[]
  deliveries: DeliveryRow[]
  company: Requisites
  buyer: Requisites
}

type Unpriced = Omit<PaperLine, 'vat'>

const service = (name: string, price: number | null): Unpriced[] =>
  price === null || price === 0 ? [] : [{ name, label: '', quantity: 1, unit: 'услуга', price, total: price }]

const headOf = ({ name, label, unit, priceKopecks }: PricedLineRow) => ({
  name,
  label,
  unit: unit ?? 'шт',
  price: priceKopecks,
})

type Agreed = OfDeal & Pick<PaperSource, 'lines'> & { deal: Pick<DealRow, 'deliveryKopecks' | 'unloadingKopecks'> }

/** What is agreed now: what was given up is not to be paid. */
function agreed(source: Agreed): Unpriced[] {
  const amountsOf = amountsIn(source)
  const lines = source.lines.flatMap(line => {
    const quantity = difference(line.quantity, amountsOf(line).givenUp)
    return quantity > 0 ? [{ ...headOf(line), quantity, total: totalOf(line.priceKopecks, quantity) }] : []
  })
  return [
    ...lines,
    ...service('Доставка', source.deal.deliveryKopecks),
    ...service('Разгрузка', source.deal.unloadingKopecks),
  ]
}

/** What an invoice of the deal comes to now; nothing where it was cancelled. */
export const payableKopecks = (source: Agreed): number =>
  source.deal.state === 'cancelled' ? 0 : agreed(source).reduce((sum, { total }) => sum + total, 0)

/** What this delivery brought; with the others' it comes to the lines of the deal, to the kopeck. */
function handedOver({ lines, deliveries, deliveryLines }: PaperSource, delivery: DeliveryRow): Unpriced[] {
  const earlier = new Set(deliveries.filter(({ number }) => number < delivery.number).map(({ id }) => id))
  return lines.flatMap(line => {
    const own = deliveryLines.filter(({ lineId }) => lineId === line.lineId)
    const part = own.find(({ deliveryId }) => deliveryId === delivery.id)
    if (!part) return []
    const before = own
      .filter(({ deliveryId }) => earlier.has(deliveryId))
      .reduce((sum, { quantity }) => difference(sum, -quantity), 0)
    const total = partTotal(line.priceKopecks, before, part.quantity)
    return [{ ...headOf(line), quantity: part.quantity, total }]
  })
}

function claimed({ lines, claims }: PaperSource): PaperClaim[] {
  return claims
    .filter(({ state }) => state !== 'withdrawn')
    .flatMap(claim => {
      const line = lines.find(({ lineId }) => lineId === claim.lineId)
      if (!line) return []
      const { name, label, unit, price } = headOf(line)
      return [
        {
          ...{ name, label, unit, quantity: claim.quantity, reason: claim.reason, text: claim.text },
          total: totalOf(price, claim.quantity),
          state: claim.state,
          answer:
            claim.answerKind === null
              ? null
              : { kind: claim.answerKind, amount: claim.answerKopecks, text: claim.answerText },
        },
      ]
    })
}

/** What a paper of this kind says of the deal as it is; `delivery`: the one that a waybill is about. */
export function contentOf(source: PaperSource, kind: PaperKind, delivery: DeliveryRow | null): PaperContent {
  const { deal, company, buyer, project, place, wanted } = source
  const lines = kind === 'act' ? [] : delivery ? handedOver(source, delivery) : agreed(source)
  const claims = kind === 'act' ? claimed(source) : []
  const vats = vatOfEach(
    lines.map(({ total }) => total),
    company.vat,
  )
  return {
    kind,
    company,
    buyer,
    deal: { id: deal.id, createdAt: deal.createdAt.toISOString(), project, place, ...wanted },
    lines: lines.map((line, at) => ({ ...line, vat: vats[at] ?? 0 })),
    total: [...lines, ...claims].reduce((sum, { total }) => sum + total, 0),
    vat: vats.reduce((sum, vat) => sum + vat, 0),
    delivery: delivery && {
      number: delivery.number,
      handedAt: delivery.handedAt.toISOString(),
      note: delivery.note,
    },
    claims,
  }
}

export const hashOf = (content: PaperContent): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')
