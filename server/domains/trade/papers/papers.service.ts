import type { PaperKind } from '#contract/papers.ts'
import { type Requisites, requiredRequisites, requisiteNames } from '#contract/requisites.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import { readRequisites } from '#server/domains/companies/requisites/requisites.service.ts'
import { findPlace } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { dayInMoscow } from '#server/platform/moscow-day.ts'
import { listDealLines, lockDeal } from '../deals/deals.queries.ts'
import { readDeal } from '../deals/deals.service.ts'
import { listClaims, listDeliveries, listDeliveryLines } from '../deliveries/deliveries.queries.ts'
import { contentOf, hashOf, type PaperSource } from './paper-content.ts'
import {
  findPaper,
  findSame,
  insertPaper,
  keepFile,
  type ListedPaper,
  listPapers,
  readPaper,
  takeNumber,
} from './papers.queries.ts'

/** Papers of one kind of one deal: each says something else. */
const mostPapers = 300
/** New papers that a buyer may cause in a day, for they use up numbers of companies. */
export const buyersPapersPerDay = 10

const sides = { company: 'у компании', buyer: 'у покупателя' } as const

/** Throws CONFLICT, which names what either side has not stated. */
function refuseMissing(stated: Record<'company' | 'buyer', Requisites | null>): void {
  const missing = (['company', 'buyer'] as const).flatMap(side => {
    const names = requiredRequisites[side].filter(name => (stated[side]?.[name] ?? '') === '')
    return names.length === 0 ? [] : [{ side, names }]
  })
  if (missing.length === 0) return
  const sentence = missing.map(
    ({ side, names }) => `${sides[side]} — ${names.map(name => requisiteNames[name]).join(', ')}`,
  )
  const fields = missing.flatMap(({ side, names }) =>
    names.map(name => [`${side}.${name}`, fieldError(`Не указано: ${requisiteNames[name]}`, 'required')]),
  )
  throw new AppError('CONFLICT', `Не хватает реквизитов: ${sentence.join('; ')}.`, Object.fromEntries(fields))
}

/** That of a waybill; without an id the only one there is. */
function deliveryOf(known: PaperSource['deliveries'], id: string | undefined) {
  const found = id === undefined ? (known.length === 1 ? known[0] : undefined) : known.find(one => one.id === id)
  if (found) return found
  if (id !== undefined) throw new AppError('NOT_FOUND', 'Такой поставки в сделке нет.')
  const why =
    known.length === 0
      ? 'Растения ещё не передавали: накладная будет с первой поставкой'
      : 'Укажите поставку, на которую нужна накладная'
  throw new AppError('INVALID_INPUT', undefined, { delivery: fieldError(why, 'required') })
}

interface PaperDeps {
  db: Db
  /** New papers that a buyer causes. */
  caused: Limit
}

export function paperService({ db, caused }: PaperDeps) {
  /** The deal, which is locked, with all that its papers say. */
  async function readSource(
    tx: Tx,
    deal: PaperSource['deal'],
    head: Pick<PaperSource, 'project' | 'place' | 'wanted'>,
  ) {
    if (deal.companyId === null)
      throw new AppError('CONFLICT', 'Компании больше нет: новых документов она не выставит.')
    const company = await readRequisites(tx, { companyId: deal.companyId })
    const buyer = await readRequisites(tx, { personId: deal.buyerId })
    refuseMissing({ company, buyer })
    if (!company || !buyer) throw new AppError('CONFLICT')
    const deliveries = await listDeliveries(tx, [deal.id])
    return {
      ...head,
      deal: { ...deal, companyId: deal.companyId },
      company,
      buyer,
      lines: await listDealLines(tx, [deal.id]),
      deliveries: deliveries.map(({ delivery }) => delivery),
      deliveryLines: await listDeliveryLines(tx, [deal.id]),
      claims: await listClaims(tx, [deal.id]),
    }
  }

  return {
    /**
     * The paper of the deal as it is: the one that says the same if there is, else a new one with the next number; of a
     * cancelled deal, the last one. Throws NOT_FOUND for everybody but the two sides, CONFLICT where there is nothing to
     * issue, TOO_MANY_REQUESTS for a buyer who causes too many.
     */
    async issue(actor: Actor, dealId: string, kind: PaperKind, deliveryId: string | undefined): Promise<ListedPaper> {
      const { row, side } = await readDeal(db, actor, dealId)
      const place = row.request.placeId === null ? undefined : await findPlace(db, row.request.placeId)
      const head = {
        project: row.request.projectName,
        place: place?.name ?? '',
        wanted: { from: row.request.wantedFrom, to: row.request.wantedTo },
      }
      /** `null`: it would be a new one, which is not asked for. */
      async function find(tx: Tx, makesNew: boolean): Promise<ListedPaper | null> {
        await shareCompanies(tx, row.deal.companyId === null ? [] : [row.deal.companyId])
        const deal = await lockDeal(tx, dealId)
        if (!deal) throw new AppError('NOT_FOUND', 'Такой сделки нет.')
        const issued = (await listPapers(tx, [dealId])).filter(one => one.kind === kind)
        if (deal.state === 'cancelled') {
          const [last] = issued
          if (!last) throw new AppError('CONFLICT', 'Сделка отменена: новых документов по ней не будет.')
          return last
        }
        const source = await readSource(tx, deal, head)
        const delivery = kind === 'waybill' ? deliveryOf(source.deliveries, deliveryId) : null
        const content = contentOf(source, kind, delivery)
        if (kind === 'act' && content.claims.length === 0)
          throw new AppError('CONFLICT', 'Претензий нет: акт о расхождениях составлять не о чем.')
        const contentHash = hashOf(content)
        const same = await findSame(tx, dealId, kind, contentHash)
        if (same || !makesNew) return same ?? null
        if (issued.length >= mostPapers)
          throw new AppError('CONFLICT', `Документов одного вида по сделке не больше ${mostPapers}.`)
        const companyId = source.deal.companyId
        const issuedAt = new Date()
        const year = Number(dayInMoscow(issuedAt).slice(0, 4))
        const number = await takeNumber(tx, companyId, year)
        const paper = { id: uuidv7(), dealId, kind, deliveryId: delivery?.id ?? null, year, number, issuedAt }
        await insertPaper(tx, { ...paper, companyId, content, contentHash })
        return paper
      }
      if (side === 'buyer') {
        const known = await db.transaction(tx => find(tx, false))
        if (known) return known
        await caused.take(actor.id)
      }
      const paper = await db.transaction(tx => find(tx, true))
      if (!paper) throw new Error('a new paper was not made')
      return paper
    },

    /** One that was issued. Throws NOT_FOUND. */
    async getIssued(actor: Actor, dealId: string, kind: PaperKind, id: string): Promise<ListedPaper> {
      await readDeal(db, actor, dealId)
      const paper = await findPaper(db, dealId, kind, id)
      if (!paper) throw new AppError('NOT_FOUND', 'Такого документа в сделке нет.')
      return paper
    },

    /** The file of a paper: written once, then always the same. */
    async fileOf(paper: ListedPaper): Promise<Uint8Array> {
      const stored = await readPaper(db, paper.id)
      if (!stored) throw new AppError('NOT_FOUND', 'Такого документа в сделке нет.')
      if (stored.pdf) return stored.pdf
      // Loaded on first use: most processes never make one.
      const { printPaper } = await import('./paper-pdf.ts')
      return keepFile(db, paper.id, await printPaper(stored.content, paper))
    },
  }
}
