import { quotedCompany } from '#contract/company-words.ts'
import type { AwardForm, Deal } from '#contract/deals.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import { holdStock } from '#server/domains/products/holds/holds.service.ts'
import { plantsIn } from '#server/domains/projects/options/plants-in.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { readAtOnce } from '#server/platform/database/read-at-once.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { sumsOf } from '../money.ts'
import { listChosen, listQuoteLines } from '../quotes/quotes.queries.ts'
import { closeRequest, listAsked, listRequestLines, lockRequest } from '../requests/requests.queries.ts'
import { isClosed, readOwnRequest } from '../requests/requests.service.ts'
import { tellCompanies } from '../telling/tell.ts'
import { isExpired } from '../trade.present.ts'
import type { PricedLineRow } from '../trade.tables.ts'
import { type PresentDeps, presentDeals } from './deals.present.ts'
import { findDeal, insertDeal } from './deals.queries.ts'

type Chosen = Awaited<ReturnType<typeof listChosen>>

/**
 * The chosen lines by quote, in the order of the request. Throws INVALID_INPUT when a choice is none of this request,
 * and CONFLICT when it was one but is no more.
 */
async function understand(tx: Tx, requestId: string, { choices }: AwardForm, chosen: Chosen) {
  const quotes = new Map(chosen.map(row => [row.quote.id, row]))
  const wrong = (at: number, field: string, message: string, code: string) =>
    new AppError('INVALID_INPUT', undefined, { [`choices.${at}.${field}`]: fieldError(message, code) })
  const [asked, priced] = await Promise.all([listRequestLines(tx, requestId), listQuoteLines(tx, [...quotes.keys()])])
  const positions = new Map(asked.map(({ id, position }) => [id, position]))
  const pricedOf = new Map(priced.map(line => [`${line.quoteId} ${line.lineId}`, line]))
  const seen = new Set<string>()
  const lines = choices.map(({ line, quote }, at) => {
    if (!positions.has(line)) throw wrong(at, 'line', 'Такой строки в запросе нет', 'not_in_list')
    if (seen.has(line)) throw wrong(at, 'line', 'Эта строка выбрана дважды', 'repeated')
    seen.add(line)
    const { quote: row } = quotes.get(quote) ?? {}
    if (!row) throw wrong(at, 'quote', 'Такого предложения нет', 'not_in_list')
    const found = pricedOf.get(`${quote} ${line}`)
    if (!found) throw wrong(at, 'quote', 'В этом предложении такой строки нет', 'not_priced')
    return found
  })
  for (const { quote, lastRevision, companyName, blockedAt } of chosen) {
    if (quote.revision !== lastRevision)
      throw new AppError('CONFLICT', `${quotedCompany(companyName)}: есть более новое предложение. Сравните ещё раз.`)
    if (isExpired(quote)) throw new AppError('CONFLICT', `${quotedCompany(companyName)}: срок предложения истёк.`)
    if (blockedAt !== null)
      throw new AppError(
        'CONFLICT',
        `${quotedCompany(companyName)}: компания сейчас скрыта с сайта, выбрать её нельзя.`,
      )
  }
  return Map.groupBy(
    lines.toSorted((one, other) => (positions.get(one.lineId) ?? 0) - (positions.get(other.lineId) ?? 0)),
    ({ quoteId }) => quoteId,
  )
}

/** Holds the plants of the chosen lines. Throws CONFLICT, which names the lines for which too few are left. */
async function hold(tx: Tx, { choices }: AwardForm, deals: { id: string; confirmBy: Date; lines: PricedLineRow[] }[]) {
  const tooFew = await holdStock(
    tx,
    deals.flatMap(({ id: dealId, confirmBy: until, lines }) =>
      lines.flatMap(line => {
        const { lineId, variantId } = line
        const quantity = plantsIn(line, line.quantity)
        return variantId === null || quantity === 0 ? [] : [{ dealId, lineId, variantId, quantity, until }]
      }),
    ),
  )
  if (tooFew.length === 0) return
  const fields = tooFew.map(({ lineId, left }) => {
    const message = left === 0 ? 'Не осталось ни одного растения' : `Осталось ${left} шт.`
    return [`choices.${choices.findIndex(({ line }) => line === lineId)}.line`, fieldError(message, 'not_enough')]
  })
  throw new AppError('CONFLICT', 'Растений осталось меньше, чем вы выбрали.', Object.fromEntries(fields))
}

const day = 86_400_000

export function awardService(deps: PresentDeps) {
  const { db } = deps

  return {
    /** Throws CONFLICT for a second time; nothing is awarded unless every choice is right. */
    async award(actor: Actor, requestId: string, form: AwardForm): Promise<Deal[]> {
      await readOwnRequest(db, actor, requestId)
      const ids = [...new Set(form.choices.map(({ quote }) => quote))]
      const dealIds: string[] = []
      await db.transaction(async tx => {
        // Companies are locked first, and read again when nothing can change any more.
        const before = await listChosen(tx, requestId, ids)
        await shareCompanies(
          tx,
          before.map(({ quote }) => quote.companyId),
        )
        const request = await lockRequest(tx, requestId)
        if (request?.status !== 'sent') throw isClosed()
        const chosen = await listChosen(tx, requestId, ids)
        const linesOf = await understand(tx, requestId, form, chosen)
        const awarded = chosen.map(({ quote, companyName, holdDays }) => ({
          id: uuidv7(),
          quote,
          companyName,
          lines: linesOf.get(quote.id) ?? [],
          confirmBy: new Date(Date.now() + holdDays * day),
        }))
        await hold(tx, form, awarded)
        await closeRequest(tx, requestId, 'awarded')
        const winners = new Set<number>()
        for (const { id, quote, companyName, lines, confirmBy } of awarded) {
          dealIds.push(id)
          winners.add(quote.companyId)
          await insertDeal(
            tx,
            {
              id,
              requestId,
              buyerId: actor.id,
              companyId: quote.companyId,
              companyName,
              quoteId: quote.id,
              state: 'awarded',
              confirmBy,
              ...sumsOf(lines, quote),
              note: quote.note,
            },
            lines.map((line, at) => ({ ...line, position: at + 1 })),
          )
          const news = { type: 'quote_chosen', actorId: actor.id, requestId, dealId: id } as const
          await tellCompanies(tx, [quote.companyId], news)
        }
        const asked = await listAsked(tx, requestId)
        const others = asked.filter(({ id, lastRevision }) => lastRevision > 0 && !winners.has(id)).map(({ id }) => id)
        await tellCompanies(tx, others, { type: 'quote_not_chosen', actorId: actor.id, requestId })
      })
      return readAtOnce(db, async tx => {
        const rows = await Promise.all(dealIds.map(id => findDeal(tx, id)))
        return presentDeals(
          { ...deps, db: tx },
          actor,
          rows.flatMap(row => row ?? []),
        )
      })
    },
  }
}
