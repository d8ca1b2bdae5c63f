import type { Deal } from '#contract/deals.ts'
import { deliveryLimits, type HandOverForm, type ReceiveForm } from '#contract/deliveries.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { TradeSide } from '#contract/requests.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import { releaseHolds, type ShortLine, takeFromStock } from '#server/domains/products/holds/holds.service.ts'
import { plantsIn } from '#server/domains/projects/options/plants-in.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { checkRoom, type StoredFile, storeAttachedFiles } from '#server/platform/media/attached/attached-files.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { cancelDeal } from '../deals/cancel-deal.ts'
import type { PresentDeps } from '../deals/deals.present.ts'
import { listDealLines, lockDeal, moveDeal } from '../deals/deals.queries.ts'
import { type DealReads, noSuchDeal, notNow, readDeal } from '../deals/deals.service.ts'
import { insertDocuments, sumDocuments } from '../deals/documents/deal-documents.queries.ts'
import { tellOtherSide } from '../telling/tell.ts'
import type { DealRow, DeliveryLineRow, PricedLineRow } from '../trade.tables.ts'
import { type Amounts, amountsIn, difference, isCountable, onlyWhole } from './amounts.ts'
import {
  giveUpRest,
  insertClaims,
  insertDelivery,
  listClaims,
  listDeliveries,
  listDeliveryLines,
  writeReceipt,
} from './deliveries.queries.ts'

export interface DeliveryDeps extends PresentDeps {
  media: MediaStore
  /** Files that a person may attach in an hour. */
  attached: Limit
  deals: DealReads
}

const wrongSide = () => new AppError('FORBIDDEN', 'Это делает другая сторона сделки.')
const invalid = (fields: FieldErrors) => new AppError('INVALID_INPUT', undefined, fields)
const refuse = (field: string, message: string, code: string) => invalid({ [field]: fieldError(message, code) })

/** The id that a client has made is another one's. */
export const taken = (whose: string) => new AppError('CONFLICT', `Такой номер ${whose} уже занят.`)

/** Throws CONFLICT, which names the lines of which the company states fewer than it hands over. */
function refuseShort(short: ShortLine[], parts: Part[]): void {
  if (short.length === 0) return
  const fields = short.map(({ lineId, stated, handed }) => [
    `lines.${parts.findIndex(({ line }) => line.lineId === lineId)}.quantity`,
    fieldError(`Указано в наличии ${stated} шт., а передаёте ${handed}. Сначала исправьте остаток.`, 'not_enough'),
  ])
  throw new AppError(
    'CONFLICT',
    'В наличии указано меньше, чем вы передаёте. Сначала исправьте остаток.',
    Object.fromEntries(fields),
  )
}

/** The deal, locked after its company, with all that became of its lines. */
export async function lockWhole(tx: Tx, { id, companyId }: Pick<DealRow, 'id' | 'companyId'>) {
  await shareCompanies(tx, companyId === null ? [] : [companyId])
  const deal = await lockDeal(tx, id)
  if (!deal) throw noSuchDeal()
  const [lines, delivered, deliveryLines, claims] = [
    await listDealLines(tx, [id]),
    await listDeliveries(tx, [id]),
    await listDeliveryLines(tx, [id]),
    await listClaims(tx, [id]),
  ]
  return { deal, lines, deliveries: delivered.map(({ delivery }) => delivery), deliveryLines, claims }
}
export type WholeDeal = Awaited<ReturnType<typeof lockWhole>>

interface Part {
  line: PricedLineRow
  quantity: number
}

/** What is handed over according to the form. Throws INVALID_INPUT for a line of another deal and for more than is left. */
function partsOf(form: HandOverForm, whole: WholeDeal, amountsOf: (line: PricedLineRow) => Amounts): Part[] {
  const left = (line: PricedLineRow) => amountsOf(line).left
  if (!form.lines || form.lines.length === 0) {
    if (form.rest) return []
    return whole.lines.flatMap(line => (left(line) > 0 ? [{ line, quantity: left(line) }] : []))
  }
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  const parts = form.lines.flatMap(({ line: id, quantity }, at) => {
    const wrong = (field: string, message: string, code: string) => {
      errors[`lines.${at}.${field}`] = fieldError(message, code)
      return []
    }
    const line = whole.lines.find(({ lineId }) => lineId === id)
    if (!line) return wrong('line', 'Такой строки в сделке нет', 'not_in_list')
    if (seen.has(id)) return wrong('line', 'Эта строка названа дважды', 'repeated')
    seen.add(id)
    if (!isCountable(line, quantity)) return wrong('quantity', onlyWhole, 'not_whole')
    if (quantity > left(line)) return wrong('quantity', `Осталось передать ${left(line)}`, 'too_many')
    return [{ line, quantity }]
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return parts
}

/** Plants leave the stock when the whole of one is handed over: parts of a plant are none. */
const plantsTaken = ({ line, quantity }: Part, handed: number) => ({
  lineId: line.lineId,
  variantId: line.variantId,
  quantity: plantsIn(line, (Math.round(handed * 100) + Math.round(quantity * 100)) / 100) - plantsIn(line, handed),
})

/**
 * Gives up what is left of a deal that was handed over in part; `by: null` where the site does it. The caller has locked
 * the deal.
 */
export async function closeRest(
  tx: Tx,
  dealId: string,
  by: { id: string; side: TradeSide } | null,
  { isReceived, reason }: { isReceived: boolean; reason: string },
): Promise<void> {
  await releaseHolds(tx, dealId)
  await giveUpRest(tx, dealId, reason)
  await moveDeal(tx, dealId, isReceived ? 'received' : 'handed_over', by)
}

export function deliveryService({ db, media, attached, deals }: DeliveryDeps) {
  return {
    /**
     * Throws FORBIDDEN for the buyer, CONFLICT in the wrong state and where less is stated to be there than is handed
     * over, INVALID_INPUT for more than is left.
     */
    async handOver(actor: Actor, id: string, form: HandOverForm): Promise<Deal> {
      const { row, side } = await readDeal(db, actor, id)
      if (side !== 'company') throw wrongSide()
      await db.transaction(async tx => {
        const whole = await lockWhole(tx, row.deal)
        const { deal, deliveries } = whole
        if (form.id !== undefined && deliveries.some(({ id: known }) => known === form.id)) return
        if (deal.state !== 'confirmed') throw notNow(deal.state)
        const amountsOf = amountsIn(whole)
        const parts = partsOf(form, whole, amountsOf)
        const by = { id: actor.id, side }
        if (parts.length > 0) {
          if (deliveries.length >= deliveryLimits.deliveries)
            throw new AppError('CONFLICT', `В сделке не больше ${deliveryLimits.deliveries} поставок.`)
          const short = await takeFromStock(
            tx,
            id,
            parts.map(part => plantsTaken(part, amountsOf(part.line).handed)),
          )
          refuseShort(short, parts)
          const isNew = await insertDelivery(
            tx,
            { id: form.id ?? uuidv7(), dealId: id, number: deliveries.length + 1, byId: actor.id, note: form.note },
            parts.map(({ line, quantity }) => ({ lineId: line.lineId, quantity })),
          )
          if (!isNew) throw taken('поставки')
        }
        const handedNow = new Map(parts.map(({ line, quantity }) => [line.lineId, quantity]))
        const isAll = whole.lines.every(line => difference(amountsOf(line).left, handedNow.get(line.lineId) ?? 0) === 0)
        const tell = (type: 'deal_handed_over' | 'deal_delivered' | 'deal_rest_cancelled' | 'deal_cancelled') =>
          tellOtherSide(tx, deal, side, { type, actorId: actor.id, details: form.rest ? form.reason : form.note })
        if (isAll) {
          await releaseHolds(tx, id)
          await moveDeal(tx, id, 'handed_over', by)
          await tell('deal_handed_over')
        } else if (!form.rest) await tell('deal_delivered')
        else if (parts.length === 0 && deliveries.length === 0) {
          await cancelDeal(tx, id, by, form.reason)
          await tell('deal_cancelled')
        } else {
          const isReceived = parts.length === 0 && deliveries.every(({ receivedAt }) => receivedAt !== null)
          await closeRest(tx, id, by, { isReceived, reason: form.reason })
          await tell('deal_rest_cancelled')
        }
      })
      return deals.getDeal(actor, id)
    },

    /** Throws FORBIDDEN for the company, CONFLICT where nothing waits for its receipt, INVALID_INPUT for a wrong count. */
    async receive(actor: Actor, id: string, form: ReceiveForm, received: ReceivedFile[]): Promise<Deal> {
      const { row, side } = await readDeal(db, actor, id)
      if (side !== 'buyer') throw wrongSide()
      // They would be kept nowhere, and an answer that says nothing of it would lose them.
      if (received.length > 0 && !form.lines?.some(({ claim }) => claim))
        throw refuse('files', 'Снимки прикладывают к претензии: укажите, что не так', 'not_wanted')
      const stored = await storeFiles(actor, received)
      await db.transaction(async tx => {
        await lockAuthor(tx, actor, row.deal, stored)
        const whole = await lockWhole(tx, row.deal)
        const { deal } = whole
        const waiting = whole.deliveries.filter(({ receivedAt }) => receivedAt === null)
        if (waiting.length === 0 && !whole.deliveries.some(one => one.id === form.delivery)) throw notNow(deal.state)
        const { deliveryIds, receipt } = receiptOf(
          form,
          whole,
          waiting.map(({ id: waits }) => waits),
        )
        await writeReceipt(tx, deliveryIds, receipt)
        const made = receipt.flatMap(({ claim, lineId, deliveryId }) =>
          claim ? [{ ...claim, id: uuidv7(), dealId: id, companyId: deal.companyId, lineId, deliveryId }] : [],
        )
        if (whole.claims.length + made.length > deliveryLimits.claims)
          throw new AppError('CONFLICT', `В сделке не больше ${deliveryLimits.claims} претензий.`)
        await insertClaims(
          tx,
          made.map(({ files: _files, ...claim }) => claim),
        )
        for (const { id: claimId, files } of made)
          await attachTo(
            tx,
            actor,
            id,
            claimId,
            stored.filter((_, at) => files === undefined || files.includes(at)),
          )
        const isAll = waiting.length === deliveryIds.length && deal.state === 'handed_over'
        if (isAll) await moveDeal(tx, id, 'received', { id: actor.id, side })
        const tell = (type: 'deal_received' | 'deal_delivery_received' | 'claim_made') =>
          tellOtherSide(tx, deal, side, { type, actorId: actor.id })
        await tell(isAll ? 'deal_received' : 'deal_delivery_received')
        if (made.length > 0) await tell('claim_made')
      })
      return deals.getDeal(actor, id)
    },

    storeFiles,
    lockAuthor,
    attachTo,
  }

  /** Stores what was sent with a claim, before anything is locked. */
  async function storeFiles(actor: Actor, received: ReceivedFile[]): Promise<StoredFile[]> {
    if (received.length === 0) return []
    await attached.take(actor.id, received.length)
    return storeAttachedFiles(media, received)
  }

  /** Sizes of files are added up for each person, who is locked after the company. */
  async function lockAuthor(
    tx: Tx,
    actor: Actor,
    { companyId }: Pick<DealRow, 'companyId'>,
    stored: StoredFile[],
  ): Promise<void> {
    if (stored.length === 0) return
    await shareCompanies(tx, companyId === null ? [] : [companyId])
    await lockPeople(tx, [actor.id])
    checkRoom(await sumDocuments(tx, actor.id), stored, 'в сделках')
  }

  async function attachTo(tx: Tx, actor: Actor, dealId: string, claimId: string, files: StoredFile[]): Promise<void> {
    await insertDocuments(
      tx,
      { dealId, authorId: actor.id, side: 'buyer', claimId },
      // Several claims may show the same picture.
      files.map(file => ({ ...file, id: uuidv7() })),
    )
  }
}

interface ReceiptLine {
  deliveryId: string
  lineId: string
  quantity: number
  claim?:
    | { quantity: number; reason: NonNullable<ClaimOf>['reason']; text: string; files?: number[] | undefined }
    | undefined
}
type ClaimOf = NonNullable<ReceiveForm['lines']>[number]['claim']

/**
 * What the form says of deliveries that are not received yet. Throws INVALID_INPUT unless every unit of a delivery is
 * received or claimed, and CONFLICT for a delivery that is received.
 */
function receiptOf(form: ReceiveForm, whole: WholeDeal, waiting: string[]) {
  const { deliveries, deliveryLines, lines } = whole
  const linesOf = (ids: string[]) => deliveryLines.filter(({ deliveryId }) => ids.includes(deliveryId))
  const inFull = (rows: DeliveryLineRow[]): ReceiptLine[] =>
    rows.map(({ deliveryId, lineId, quantity }) => ({ deliveryId, lineId, quantity }))
  if (form.delivery !== undefined) {
    const named = deliveries.find(({ id }) => id === form.delivery)
    if (!named) throw refuse('delivery', 'Такой поставки в сделке нет', 'not_in_list')
    if (named.receivedAt !== null) throw new AppError('CONFLICT', 'Эта поставка уже принята.')
  }
  if (!form.lines) {
    const deliveryIds = form.delivery === undefined ? waiting : [form.delivery]
    return { deliveryIds, receipt: inFull(linesOf(deliveryIds)) }
  }
  const deliveryId = form.delivery ?? (waiting.length === 1 ? waiting[0] : undefined)
  if (deliveryId === undefined) throw refuse('delivery', 'Назовите поставку: не приняты несколько', 'required')
  const rows = linesOf([deliveryId])
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  const receipt = form.lines.flatMap(({ line, quantity, claim }, at): ReceiptLine[] => {
    const wrong = (field: string, message: string, code: string) => {
      errors[`lines.${at}.${field}`] = fieldError(message, code)
      return []
    }
    const row = rows.find(({ lineId }) => lineId === line)
    if (!row) return wrong('line', 'Такой строки в поставке нет', 'not_in_list')
    if (seen.has(line)) return wrong('line', 'Эта строка названа дважды', 'repeated')
    seen.add(line)
    const ordered = lines.find(({ lineId }) => lineId === line)
    if (ordered && !isCountable(ordered, quantity)) return wrong('quantity', onlyWhole, 'not_whole')
    if (ordered && claim && !isCountable(ordered, claim.quantity))
      return wrong('claim.quantity', onlyWhole, 'not_whole')
    if (difference(row.quantity, quantity) !== (claim?.quantity ?? 0))
      return wrong('quantity', `Передано ${row.quantity}: принято и в претензии должно быть столько же`, 'not_all')
    return [{ deliveryId, lineId: line, quantity, ...(claim ? { claim } : {}) }]
  })
  if (seen.size < rows.length && Object.keys(errors).length === 0)
    errors.lines = fieldError('Названы не все строки поставки', 'not_all')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { deliveryIds: [deliveryId], receipt }
}
