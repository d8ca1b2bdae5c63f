import { type Deal, dealLimits } from '#contract/deals.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { checkRoom, storeAttachedFiles } from '#server/platform/media/attached/attached-files.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { sideOfDeal } from '#server/policy/trade.ts'
import { tellOtherSide } from '../../telling/tell.ts'
import type { DealRow } from '../../trade.tables.ts'
import { mayAttach, mayRemove } from '../deal-states.ts'
import { lockDeal } from '../deals.queries.ts'
import { type DealReads, noSuchDeal, notNow, readDeal } from '../deals.service.ts'
import {
  countDocuments,
  deleteDocument,
  insertDocuments,
  isStillOnSide,
  listDocuments,
  sumDocuments,
} from './deal-documents.queries.ts'

interface DocumentDeps {
  db: Db
  media: MediaStore
  /** Documents that a person may attach in an hour. */
  attached: Limit
  deals: DealReads
}

const refused = (message: string, code: string) =>
  new AppError('INVALID_INPUT', message, { files: fieldError(message, code) })

/** Throws INVALID_INPUT if the deal would have too many documents. */
async function checkCount(db: Db | Tx, dealId: string, more: number): Promise<void> {
  if ((await countDocuments(db, dealId)) + more <= dealLimits.documents) return
  throw refused(`В сделке не больше ${dealLimits.documents} документов`, 'too_many')
}

export function documentService({ db, media, attached, deals }: DocumentDeps) {
  /** The deal, locked, with the actor's side. Throws NOT_FOUND if the actor has just left it. */
  async function lockOwn(tx: Tx, actor: Actor, id: string) {
    const deal: DealRow | undefined = await lockDeal(tx, id)
    const side = deal && sideOfDeal(actor, deal)
    if (!deal || !side || !(await isStillOnSide(tx, id, actor.id))) throw noSuchDeal()
    return { deal, side }
  }

  return {
    /**
     * Throws NOT_FOUND to everybody who is on no side, CONFLICT for a cancelled deal, INVALID_INPUT for files that are not
     * accepted, too many or too large in all, and TOO_MANY_REQUESTS.
     */
    async attach(actor: Actor, id: string, received: ReceivedFile[]): Promise<Deal> {
      const { row } = await readDeal(db, actor, id)
      if (!mayAttach(row.deal.state)) throw notNow(row.deal.state)
      if (received.length === 0) throw refused('Выберите файл', 'required')
      await checkCount(db, id, received.length)
      await attached.take(actor.id, received.length)
      const stored = await storeAttachedFiles(media, received)
      await db.transaction(async tx => {
        await shareCompanies(tx, row.deal.companyId === null ? [] : [row.deal.companyId])
        await lockPeople(tx, [actor.id])
        checkRoom(await sumDocuments(tx, actor.id), stored, 'в сделках')
        const { deal, side } = await lockOwn(tx, actor, id)
        if (!mayAttach(deal.state)) throw notNow(deal.state)
        await checkCount(tx, id, stored.length)
        await insertDocuments(tx, { dealId: id, authorId: actor.id, side }, stored)
        await tellOtherSide(tx, deal, side, { type: 'deal_documents', actorId: actor.id })
      })
      return deals.getDeal(actor, id)
    },

    /** Throws FORBIDDEN for what the other side has attached, and CONFLICT when the deal is closed. */
    async remove(actor: Actor, id: string, documentId: string): Promise<Deal> {
      await readDeal(db, actor, id)
      await db.transaction(async tx => {
        const { deal, side } = await lockOwn(tx, actor, id)
        const document = (await listDocuments(tx, [id])).find(row => row.id === documentId && row.claimId === null)
        if (!document) throw new AppError('NOT_FOUND', 'Такого документа нет.')
        if (document.side !== side) throw new AppError('FORBIDDEN', 'Этот документ приложила другая сторона сделки.')
        if (!mayRemove(deal.state)) throw notNow(deal.state)
        await deleteDocument(tx, documentId)
      })
      return deals.getDeal(actor, id)
    },
  }
}
