import type { AnswerForm, Claim, ClaimForm } from '#contract/deliveries.ts'
import { deliveryLimits, isPaid } from '#contract/deliveries.ts'
import type { TradeSide } from '#contract/requests.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { paperMoney } from '#server/platform/print/paper-figures.ts'
import { sideOfDeal } from '#server/policy/trade.ts'
import { findDeal, listDealLines, lockDeal } from '../deals/deals.queries.ts'
import { notNow, readDeal } from '../deals/deals.service.ts'
import { kopecksOf, rublesOf, totalOf } from '../money.ts'
import { tellOtherSide } from '../telling/tell.ts'
import type { DealRow } from '../trade.tables.ts'
import { claimable, isCountable, onlyWhole } from './amounts.ts'
import { presentClaims } from './claims.present.ts'
import { changeClaim, findClaim, insertClaims, insertDispute, listDisputes } from './deliveries.queries.ts'
import { type DeliveryDeps, type deliveryService, lockWhole, taken } from './deliveries.service.ts'

const noSuchClaim = () => new AppError('NOT_FOUND', 'Такой претензии нет.')
const closed = () => new AppError('CONFLICT', 'С этой претензией сейчас ничего такого сделать нельзя.')

const newsOf = {
  answer: 'claim_answered',
  accept: 'claim_accepted',
  withdraw: 'claim_withdrawn',
  dispute: 'claim_disputed',
} as const

interface ClaimDeps extends Pick<DeliveryDeps, 'db' | 'addresses'> {
  files: Pick<ReturnType<typeof deliveryService>, 'storeFiles' | 'lockAuthor' | 'attachTo'>
}

export function claimService({ db, addresses, files: attaching }: ClaimDeps) {
  /** Throws NOT_FOUND for everybody but the two sides and moderators. */
  async function read(actor: Actor, id: string) {
    const claim = await findClaim(db, id)
    const row = claim && (await findDeal(db, claim.dealId))
    const side = row ? sideOfDeal(actor, row.deal) : null
    if (!claim || !row || (!side && !actor.isStaff)) throw noSuchClaim()
    return { claim, deal: row.deal, side }
  }

  async function getClaim(actor: Actor, id: string): Promise<Claim> {
    const { claim, side } = await read(actor, id)
    const [presented] = await presentClaims({ db, addresses }, actor, [claim], () => side)
    if (!presented) throw noSuchClaim()
    return presented
  }

  /** Something that one side does to a claim, under the lock of its deal. Throws FORBIDDEN for the other side. */
  async function act(
    actor: Actor,
    id: string,
    { does, by }: { does: keyof typeof newsOf; by: TradeSide },
    change: (tx: Tx) => Promise<boolean>,
  ): Promise<Claim> {
    const { deal, side } = await read(actor, id)
    if (side !== by) throw new AppError('FORBIDDEN', 'Это делает другая сторона сделки.')
    await db.transaction(async tx => {
      await shareCompanies(tx, deal.companyId === null ? [] : [deal.companyId])
      const locked: DealRow | undefined = await lockDeal(tx, deal.id)
      if (!locked) throw noSuchClaim()
      if (!(await change(tx))) throw closed()
      await tellOtherSide(tx, locked, side, { type: newsOf[does], actorId: actor.id })
    })
    return getClaim(actor, id)
  }

  /** Throws INVALID_INPUT for more than the plants of an open claim cost. The caller has locked its deal. */
  async function refuseTooMuch(tx: Tx, id: string, kopecks: number): Promise<void> {
    const claim = await findClaim(tx, id)
    if (claim?.state !== 'open') return
    const line = (await listDealLines(tx, [claim.dealId])).find(({ lineId }) => lineId === claim.lineId)
    const most = line ? totalOf(line.priceKopecks, claim.quantity) : 0
    if (kopecks > most)
      throw new AppError('INVALID_INPUT', undefined, {
        amount: fieldError(`Растения этой претензии стоят ${paperMoney.format(rublesOf(most))} ₽`, 'too_big'),
      })
  }

  return {
    getClaim,

    /** Throws CONFLICT where nothing was received lately, INVALID_INPUT for more than was. */
    async make(actor: Actor, dealId: string, form: ClaimForm, received: ReceivedFile[]): Promise<Claim> {
      const { row, side } = await readDeal(db, actor, dealId)
      if (side !== 'buyer') throw new AppError('FORBIDDEN', 'Претензии пишет покупатель.')
      const id = form.id ?? uuidv7()
      // Sent again: it is there, with its files.
      const isKnown = async (tx: Db | Tx) => form.id !== undefined && (await findClaim(tx, id))?.dealId === dealId
      if (await isKnown(db)) return getClaim(actor, id)
      const stored = await attaching.storeFiles(actor, received)
      await db.transaction(async tx => {
        await attaching.lockAuthor(tx, actor, row.deal, stored)
        const whole = await lockWhole(tx, row.deal)
        if (await isKnown(tx)) return
        const { deal, deliveries, lines, claims } = whole
        if (!deliveries.some(({ receivedAt }) => receivedAt !== null)) throw notNow(deal.state)
        const line = lines.find(({ lineId }) => lineId === form.line)
        if (!line)
          throw new AppError('INVALID_INPUT', undefined, {
            line: fieldError('Такой строки в сделке нет', 'not_in_list'),
          })
        if (!isCountable(line, form.quantity))
          throw new AppError('INVALID_INPUT', undefined, { quantity: fieldError(onlyWhole, 'not_whole') })
        const most = claimable(line, whole)
        if (most === 0)
          throw new AppError(
            'CONFLICT',
            `Этих растений не принимали за последние ${deliveryLimits.claimDays} дней, или все они уже в претензиях.`,
          )
        if (form.quantity > most)
          throw new AppError('INVALID_INPUT', undefined, { quantity: fieldError(`Не больше ${most}`, 'too_many') })
        if (claims.length >= deliveryLimits.claims)
          throw new AppError('CONFLICT', `В сделке не больше ${deliveryLimits.claims} претензий.`)
        const { quantity, reason, text } = form
        const isNew = await insertClaims(tx, [
          { id, dealId, companyId: deal.companyId, lineId: line.lineId, deliveryId: null, quantity, reason, text },
        ])
        if (!isNew) throw taken('претензии')
        await attaching.attachTo(tx, actor, dealId, id, stored)
        await tellOtherSide(tx, deal, side, { type: 'claim_made', actorId: actor.id })
      })
      return getClaim(actor, id)
    },

    answer: (actor: Actor, id: string, { kind, amount, text }: AnswerForm) =>
      act(actor, id, { does: 'answer', by: 'company' }, async tx => {
        const answerKopecks = amount == null || !isPaid(kind) ? null : kopecksOf(amount)
        if (answerKopecks !== null) await refuseTooMuch(tx, id, answerKopecks)
        return changeClaim(tx, id, ['open'], { state: 'offered', answerKind: kind, answerKopecks, answerText: text })
      }),

    accept: (actor: Actor, id: string) =>
      act(actor, id, { does: 'accept', by: 'buyer' }, tx =>
        changeClaim(tx, id, ['offered'], { state: 'settled', settledAt: new Date() }),
      ),

    withdraw: (actor: Actor, id: string) =>
      act(actor, id, { does: 'withdraw', by: 'buyer' }, tx =>
        changeClaim(tx, id, ['open', 'offered'], { state: 'withdrawn' }),
      ),

    dispute: (actor: Actor, id: string, text: string) =>
      act(actor, id, { does: 'dispute', by: 'buyer' }, async tx => {
        const before = (await listDisputes(tx, [id])).length
        if (before >= deliveryLimits.disputes)
          throw new AppError('CONFLICT', `Не согласиться можно не больше ${deliveryLimits.disputes} раз.`)
        if (!(await changeClaim(tx, id, ['offered'], { state: 'open' }))) return false
        await insertDispute(tx, id, before + 1, text)
        return true
      }),
  }
}
