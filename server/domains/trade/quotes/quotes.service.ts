import type { FieldErrors } from '#contract/errors.ts'
import { type Comparison, type Quote, type QuoteForm, type QuoteLineForm, quoteLimits } from '#contract/requests.ts'
import { companyIdOf, shareCompanies } from '#server/domains/companies/companies.api.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import { countsPlants } from '#server/domains/projects/options/plants-in.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { dayInMoscow } from '#server/platform/moscow-day.ts'
import { defaultEnd } from '../default-end.ts'
import { onlyWhole } from '../deliveries/amounts.ts'
import { kopecksOf, sumsOf, totalOf } from '../money.ts'
import { listAskable } from '../requests/candidates.queries.ts'
import { isOpen } from '../requests/requests.present.ts'
import {
  findAsked,
  listPlantRefs,
  listRequestLines,
  lockRequest,
  setLastRevision,
} from '../requests/requests.queries.ts'
import { isClosed, noSuchRequest, readAskedRequest, readOwnRequest, readRequest } from '../requests/requests.service.ts'
import { tellBuyer } from '../telling/tell.ts'
import { presentQuotes, presentRequestLines } from '../trade.present.ts'
import type { PricedLineRow, RequestLineRow, RequestRow } from '../trade.tables.ts'
import { compareQuotes } from './compare.ts'
import { countSentLines, insertQuote, listAvailable, listOwnVariants, listQuotes } from './quotes.queries.ts'

const noSuchQuote = () => new AppError('NOT_FOUND', 'Такого предложения нет.')
const isTooLate = () => new AppError('CONFLICT', 'Срок ответа прошёл.')

/** What the lines of a form mean. Throws INVALID_INPUT that names every line that is wrong. */
async function priceLines(
  tx: Tx,
  companyId: number,
  { substitutesAllowed }: RequestRow,
  asked: RequestLineRow[],
  forms: QuoteLineForm[],
): Promise<PricedLineRow[]> {
  const byId = new Map(asked.map(line => [line.id, line]))
  const own = await listOwnVariants(
    tx,
    companyId,
    forms.flatMap(({ variant }) => variant ?? []),
  )
  const variants = new Map(own.map(row => [row.id, row]))
  const refs = await listPlantRefs(tx, [
    ...asked.flatMap(({ plantId }) => plantId ?? []),
    ...own.flatMap(({ plantId }) => plantId ?? []),
    ...forms.flatMap(({ plant }) => plant ?? []),
  ])
  const refOf = (id: number | null | undefined) => (id == null ? null : (refs.get(id) ?? null))
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  const priced = forms.flatMap((form, at): PricedLineRow[] => {
    const wrong = (field: string, message: string, code: string) => {
      errors[`lines.${at}.${field}`] = fieldError(message, code)
      return []
    }
    const line = byId.get(form.line)
    if (!line) return wrong('line', 'Такой строки в запросе нет', 'not_in_list')
    if (seen.has(line.id)) return wrong('line', 'Эта строка уже названа выше', 'repeated')
    seen.add(line.id)
    const variant = form.variant == null ? null : variants.get(form.variant)
    if (variant === undefined) return wrong('variant', 'Такого размера среди ваших объявлений нет', 'not_in_list')
    if (form.plant != null && !refs.has(form.plant))
      return wrong('plant', 'Такого растения нет в справочнике', 'not_in_list')
    const named = refOf(form.plant)
    const ofVariant = refOf(variant?.plantId)
    if (named && ofVariant && named.id !== ofVariant.id)
      return wrong('plant', 'В вашем объявлении другое растение', 'not_of_variant')
    const wanted = refOf(line.plantId)
    const plant = named ?? ofVariant ?? wanted
    const isSubstitute = plant !== null && wanted !== null && plant.id !== wanted.id
    if (isSubstitute && !substitutesAllowed && form.is_substitute !== true)
      return wrong('plant', 'Просили другое растение; замену нужно назвать заменой', 'substitute')
    const quantity = form.quantity ?? line.quantity
    if (quantity === null) return wrong('quantity', 'Укажите количество', 'required')
    // They leave the stock of their size, which has no parts of plants.
    if (variant && countsPlants(line) && !Number.isInteger(quantity)) return wrong('quantity', onlyWhole, 'not_whole')
    const priceKopecks = kopecksOf(form.price)
    return [
      {
        lineId: line.id,
        variantId: variant?.id ?? null,
        plantId: plant?.id ?? null,
        name: variant?.product ?? (plant ? `${plant.genus} ${plant.species}` : line.name),
        label: form.label || (variant ? presentVariant(variant).label : ''),
        priceKopecks,
        quantity,
        unit: line.unit,
        note: form.note ?? '',
        isSubstitute,
        totalKopecks: totalOf(priceKopecks, quantity),
      },
    ]
  })
  if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', undefined, errors)
  return priced
}

export function quoteService({ db }: { db: Db }) {
  async function getQuote(actor: Actor, requestId: string, id: string): Promise<Quote> {
    const { side } = await readRequest(db, actor, requestId)
    const own = side === 'company' && actor.companyId !== null ? { companyId: actor.companyId } : {}
    const [quote] = await presentQuotes(db, await listQuotes(db, requestId, { ...own, id }))
    if (!quote) throw noSuchQuote()
    return quote
  }

  return {
    getQuote,

    /** Throws CONFLICT after the deadline, and when the request is closed. */
    async sendQuote(actor: Actor, requestId: string, form: QuoteForm): Promise<Quote> {
      const { companyId, request: seen, buyer } = await readAskedRequest(db, actor, requestId)
      const id = uuidv7()
      await db.transaction(async tx => {
        await shareCompanies(tx, [companyId])
        const request = await lockRequest(tx, requestId)
        const asked = await findAsked(tx, requestId, companyId)
        if (!request || asked === undefined) throw noSuchRequest()
        const last = asked.lastRevision
        if ((await companyIdOf(tx, seen.buyerId)) === companyId)
          throw new AppError('FORBIDDEN', 'Покупатель теперь работает в вашей компании.')
        if ((await listAskable(tx, [companyId])).length === 0)
          throw new AppError('FORBIDDEN', 'Компания сейчас скрыта: отвечать на запросы она не может.')
        if (request.status !== 'sent') throw isClosed()
        // A buyer who is blocked meanwhile sees the quote when they are unblocked.
        if (buyer.blockedAt !== null)
          throw new AppError('CONFLICT', 'Запрос приостановлен: покупатель сейчас не может пользоваться сайтом.')
        if (!isOpen(request)) throw isTooLate()
        const lines = await priceLines(tx, companyId, request, await listRequestLines(tx, requestId), form.lines)
        if (last >= quoteLimits.revisions)
          throw new AppError('CONFLICT', `Предложение можно изменить не больше ${quoteLimits.revisions - 1} раз.`)
        if ((await countSentLines(tx, requestId, companyId)) + lines.length > quoteLimits.linesOfRevisions)
          throw new AppError('CONFLICT', 'Слишком много строк во всех редакциях предложения.')
        const sums = sumsOf(lines, {
          deliveryKopecks: form.delivery_price == null ? null : kopecksOf(form.delivery_price),
          unloadingKopecks: form.unloading_price == null ? null : kopecksOf(form.unloading_price),
        })
        if (sums.totalKopecks > kopecksOf(quoteLimits.total))
          throw new AppError('INVALID_INPUT', undefined, { lines: fieldError('Слишком большая сумма', 'too_big') })
        const revision = last + 1
        await insertQuote(
          tx,
          {
            id,
            requestId,
            companyId,
            revision,
            ...sums,
            validUntil: form.valid_until ?? dayInMoscow(defaultEnd()),
            note: form.note ?? '',
            createdById: actor.id,
          },
          lines,
        )
        await setLastRevision(tx, requestId, companyId, revision)
        const type = revision === 1 ? 'quote_received' : 'quote_revised'
        await tellBuyer(tx, request.buyerId, { type, actorId: actor.id, companyId, requestId })
      })
      return getQuote(actor, requestId, id)
    },

    async compare(actor: Actor, requestId: string): Promise<Comparison> {
      const { request } = await readOwnRequest(db, actor, requestId)
      const lines = await presentRequestLines(db, await listRequestLines(db, requestId))
      const quotes = await presentQuotes(db, await listQuotes(db, requestId, { onlyLast: true }))
      // When it is closed its own deals hold what was chosen.
      const asking = request.status === 'sent' ? quotes : []
      const named = asking.flatMap(quote => quote.lines.flatMap(({ variant }) => variant ?? []))
      return compareQuotes(lines, quotes, await listAvailable(db, named))
    },
  }
}
