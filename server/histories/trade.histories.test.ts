import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import type { Deal, DealState, DealSummary } from '#contract/deals.ts'
import type { Notification } from '#contract/notifications.ts'
import type { IncomingRequest, Request, RequestSummary } from '#contract/requests.ts'
import { requests } from '#server/domains/trade/trade.tables.ts'
import { makeAskedRequests, quantity } from './asked-request.ts'
import { type Aimed, byName, byValue, everybody, person, runHistories, thing } from './histories.ts'

/**
 * Requests, quotes and deals: 0 is a buyer with a project of two lines, 1 and 2 are two nurseries. Nothing is awarded
 * twice, a deal has the lines of the quote that was chosen, competitors see nothing of each other, each side is told
 * once of what the other one did.
 */
type Prices = [number | null, number | null]
type Deed =
  | { deed: 'ask'; who: number; companies: number[] }
  | { deed: 'quote'; who: number; request: number; prices: Prices }
  | { deed: 'award'; who: number; request: number; first: number | null; second: number | null }
  | { deed: 'withdraw'; who: number; request: number }
  /** The time to answer passes. */
  | { deed: 'late'; request: number }
  | { deed: DealAct | 'review' | 'reply'; who: number; deal: number }
type Reference = 'request' | 'first' | 'second' | 'deal'
type DealAct = 'confirm' | 'hand_over' | 'receive' | 'cancel'

interface Asked {
  asked: number[]
  status: 'sent' | 'awarded' | 'cancelled'
  isLate: boolean
  quotes: string[]
}
interface State {
  requests: Record<string, Asked>
  quotes: Record<string, { by: number; request: string; prices: Prices }>
  deals: Record<string, { by: number; request: string; lines: Prices; state: DealState; reviewed: number }>
  /** Notifications of each. */
  told: string[][]
}

const buyer = 0
/** Before the first deed, in the order of names. */
const [firstRequest, firstQuote] = ['-1', '-2'] as const
const oftenBuyer = fc.oneof({ weight: 9, arbitrary: fc.constant(buyer) }, { weight: 1, arbitrary: person })
const seller = fc.constantFrom(1, 1, 1, 2, 2, 2, buyer)
const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 })
const one = fc.constantFrom(0, 0, 0, 1, 2)
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('ask'),
      who: oftenBuyer,
      companies: fc.constantFrom<number[][]>([1, 2], [1, 2], [1], [2]),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      deed: fc.constant('quote'),
      who: seller,
      request: one,
      prices: fc.constantFrom<Prices[]>([100, 200], [200.5, null], [null, 150], [90, 300]),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.oneof(
      fc.record({ deed: fc.constant('award'), who: oftenBuyer, request: one, first: thing, second: orNone(thing) }),
      fc.record({
        deed: fc.constant('award'),
        who: oftenBuyer,
        request: one,
        first: fc.constant(null),
        second: thing,
      }),
    ),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('withdraw'), who: oftenBuyer, request: one }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('late'), request: one }) },
  {
    weight: 6,
    arbitrary: fc.record({
      deed: fc.constantFrom('confirm', 'confirm', 'hand_over', 'hand_over', 'receive', 'cancel', 'review', 'reply'),
      who: person,
      deal: one,
    }),
  },
)

const moves: Record<DealAct, { from: DealState[]; to: DealState; by: ('buyer' | 'company')[]; told: string }> = {
  confirm: { from: ['awarded'], to: 'confirmed', by: ['company'], told: 'deal_confirmed' },
  hand_over: { from: ['confirmed'], to: 'handed_over', by: ['company'], told: 'deal_handed_over' },
  receive: { from: ['handed_over'], to: 'received', by: ['buyer'], told: 'deal_received' },
  cancel: { from: ['awarded', 'confirmed'], to: 'cancelled', by: ['buyer', 'company'], told: 'deal_cancelled' },
}

const lastQuote = ({ quotes }: State, of: string[], by: number) => of.filter(name => quotes[name]?.by === by).at(-1)
const totalOf = (prices: Prices) => prices.reduce<number>((sum, each) => sum + (each ?? 0) * quantity, 0)
const seenBy = ({ requests: all }: State, who: number) =>
  Object.entries(all).filter(([, { asked }]) => who === buyer || asked.includes(who))
const quotesFor = ({ quotes }: State, names: string[], who: number) =>
  names.filter(name => who === buyer || quotes[name]?.by === who)
const dealsOf = ({ deals }: State, who: number) =>
  Object.entries(deals).filter(([, { by }]) => who === buyer || who === by)
/** Who does the next step of a deal. */
const turn = ({ state, reviewed }: State['deals'][string]) =>
  ({
    awarded: 'company',
    confirmed: 'company',
    handed_over: 'buyer',
    received: reviewed === 0 ? 'buyer' : null,
    cancelled: null,
  })[state]
const mayReview = 1
const mayReply = 2

function award(state: State, deed: Aimed<Extract<Deed, { deed: 'award' }>, Reference>) {
  const { who, request, first, second } = deed
  const found = state.requests[request.name]
  if (!found || who !== buyer) return 404
  // Two refusals of what cannot be: a choice that never was one, and one that is no more.
  if (found.status !== 'sent') return 'refused'
  const winners = new Map<string, Prices>()
  for (const [line, chosen] of [first, second].entries()) {
    if (chosen === null) continue
    const quote = state.quotes[chosen.name]
    const priced = quote?.prices[line] ?? null
    if (!quote || quote.request !== request.name || priced === null) return 'refused'
    if (lastQuote(state, found.quotes, quote.by) !== chosen.name) return 'refused'
    const lines = winners.get(chosen.name) ?? [null, null]
    lines[line] = priced
    winners.set(chosen.name, lines)
  }
  found.status = 'awarded'
  const happy = new Set<number>()
  for (const [chosen, lines] of winners) {
    const by = state.quotes[chosen]?.by ?? 0
    happy.add(by)
    state.deals[`${request.name} ${by}`] = { by, request: request.name, lines, state: 'awarded', reviewed: 0 }
    state.told[by]?.push('quote_chosen')
  }
  for (const by of new Set(found.quotes.map(quote => state.quotes[quote]?.by ?? 0)))
    if (!happy.has(by)) state.told[by]?.push('quote_not_chosen')
  return [...winners.values()].map(totalOf).toSorted(byValue)
}

type View = 'attention' | 'told' | 'requests' | 'deals' | 'request' | 'deal'

runHistories<Deed, State, Reference, View>({
  name: 'trade',
  share: 20,
  withCompany: [1, 2],
  deeds,
  aims: { request: 'request', first: 'quote', second: 'quote', deal: 'deal' },

  step(state, deed, name) {
    const tell = (whom: number, what: string) => state.told[whom]?.push(what)
    if (deed.deed === 'ask') {
      if (deed.who !== buyer) return 404
      state.requests[name] = { asked: deed.companies, status: 'sent', isLate: false, quotes: [] }
      for (const company of deed.companies) tell(company, 'quote_requested')
      return 201
    }
    if (deed.deed === 'award') return award(state, deed)
    if ('request' in deed) {
      const found = state.requests[deed.request.name]
      if (deed.deed === 'late') {
        if (found) found.isLate = true
        return null
      }
      if (deed.deed === 'withdraw' && deed.who !== buyer) return 'not theirs'
      if (!found || (deed.who !== buyer && !found.asked.includes(deed.who))) return 404
      if (deed.deed === 'withdraw') {
        if (found.status !== 'sent') return 409
        found.status = 'cancelled'
        for (const company of found.asked) tell(company, 'request_cancelled')
        return 200
      }
      if (deed.who === buyer) return 403
      if (found.status !== 'sent' || found.isLate) return 409
      const before = found.quotes.filter(quote => state.quotes[quote]?.by === deed.who).length
      state.quotes[name] = { by: deed.who, request: deed.request.name, prices: deed.prices }
      found.quotes.push(name)
      tell(buyer, before === 0 ? 'quote_received' : 'quote_revised')
      return [before + 1, totalOf(deed.prices)]
    }
    const found = state.deals[deed.deal.name]
    if (!found || (deed.who !== buyer && deed.who !== found.by)) return 404
    const side = deed.who === buyer ? 'buyer' : 'company'
    const other = side === 'buyer' ? found.by : buyer
    if (deed.deed === 'review' || deed.deed === 'reply') {
      if (side !== (deed.deed === 'review' ? 'buyer' : 'company')) return 403
      const isNext = deed.deed === 'review' ? found.state === 'received' && found.reviewed === 0 : found.reviewed === 1
      if (!isNext) return 409
      found.reviewed = deed.deed === 'review' ? mayReview : mayReply
      tell(other, deed.deed === 'review' ? 'review_received' : 'review_replied')
      return 'done'
    }
    const move = moves[deed.deed]
    if (!move.by.includes(side)) return 403
    if (!move.from.includes(found.state)) return 409
    found.state = move.to
    tell(other, move.told)
    return move.to
  },

  sees: {
    attention(state, who) {
      const asked = seenBy(state, who).filter(([, { status }]) => status === 'sent')
      const answered = ({ quotes }: Asked) => quotesFor(state, quotes, who).length > 0
      return {
        incoming: who === buyer ? 0 : asked.filter(([, one]) => !one.isLate && !answered(one)).length,
        quotes: who === buyer ? asked.filter(([, one]) => answered(one)).length : 0,
        deals: dealsOf(state, who).filter(
          ([, deal]) => deal.state !== 'received' && turn(deal) === (who === buyer ? 'buyer' : 'company'),
        ).length,
      }
    },
    told: (state, who) => state.told[who],
    requests: (state, who) =>
      seenBy(state, who).map(([name, { status, isLate, quotes }]) => {
        const own = quotesFor(state, quotes, who)
        const isOpen = status === 'sent' && !isLate
        if (who === buyer) {
          const answered = new Set(own.map(quote => state.quotes[quote]?.by)).size
          return `${name} ${status} ${isLate} ${answered} ${status === 'sent' ? (answered ? 'choose' : 'wait') : null}`
        }
        return `${name} ${status} ${isLate} ${own.length} ${isOpen && own.length === 0 ? 'quote' : status === 'sent' && own.length > 0 ? 'wait' : null}`
      }),
    deals: (state, who) =>
      dealsOf(state, who).map(([name, deal]) => `${name} ${deal.state} ${totalOf(deal.lines)} ${turn(deal)}`),
    request(state, who) {
      const [last, found] = Object.entries(state.requests).toSorted(byName).at(-1) ?? []
      if (!last || !found) return null
      if (who !== buyer && !found.asked.includes(who)) return 404
      const deals = dealsOf(state, who).filter(([, { request }]) => request === last).length
      return {
        companies: who === buyer ? found.asked : null,
        quotes: quotesFor(state, found.quotes, who).map(name => {
          const quote = state.quotes[name]
          const isCurrent = quote && lastQuote(state, found.quotes, quote.by) === name
          return `${name} ${quote?.by} ${quote?.prices.join(' ')} ${isCurrent}`
        }),
        deals,
        hasEmail: who === buyer || deals > 0,
      }
    },
    deal(state, who) {
      const [last, found] = Object.entries(state.deals).toSorted(byName).at(-1) ?? []
      if (!last || !found) return null
      return dealsOf(state, who).some(([name]) => name === last) ? found.lines.join(' ') : 404
    },
  },

  async begin({ processes: { server }, things, of, numberOf }) {
    const { db } = server.database
    const [made] = await makeAskedRequests(db, [
      {
        buyer: of(buyer),
        asked: [of(1), of(2)],
        lines: [
          { price: 100, quantity },
          { price: 200, quantity },
        ],
      },
    ])
    if (!made) throw new Error('no request')
    const { project, lines } = made
    things.add('request', firstRequest, made.id)
    things.add('quote', firstQuote, made.quote)
    const { nameOf } = things
    const pricesOf = (priced: { line: string; price: number }[]) =>
      lines.map(line => priced.find(found => found.line === line)?.price ?? null)
    const refused = (status: number) => (status === 400 || status === 409 ? 'refused' : status)
    return {
      state: {
        requests: { [firstRequest]: { asked: [1, 2], status: 'sent', isLate: false, quotes: [firstQuote] } },
        quotes: { [firstQuote]: { by: 1, request: firstRequest, prices: [100, 200] } },
        deals: {},
        told: everybody.map(() => []),
      },

      async act(deed, name, call) {
        if (deed.deed === 'late') {
          await db
            .update(requests)
            .set({ deadline: new Date(0) })
            .where(eq(requests.id, deed.request.id))
          return null
        }
        const who = of(deed.who)
        if (deed.deed === 'ask') {
          const form = { project, companies: deed.companies.map(company => of(company).companyId) }
          const { status, body } = await call('POST', 'requests/', who, form)
          if (status === 201) things.add('request', name, body.id)
          return status
        }
        if (deed.deed === 'withdraw') {
          const { status } = await call('POST', `requests/${deed.request.id}/cancel/`, who)
          return deed.who !== buyer && [403, 404].includes(status) ? 'not theirs' : status
        }
        if (deed.deed === 'quote') {
          const form = { lines: lines.flatMap((line, at) => ({ line, price: deed.prices[at] ?? null })) }
          const priced = { lines: form.lines.filter(line => line.price !== null) }
          const { status, body } = await call('POST', `requests/${deed.request.id}/quote/`, who, priced)
          if (status !== 201) return status
          things.add('quote', name, body.id)
          return [body.revision, body.totals.total]
        }
        if (deed.deed === 'award') {
          const choices = [deed.first, deed.second].flatMap((quote, at) =>
            quote === null ? [] : { line: lines[at], quote: quote.id },
          )
          const { status, body } = await call('POST', `requests/${deed.request.id}/award/`, who, { choices })
          if (status !== 201) return refused(status)
          for (const made of body as Deal[])
            things.add('deal', `${deed.request.name} ${numberOf(made.company.id)}`, made.id)
          return (body as Deal[]).map(({ totals }) => totals.total).toSorted(byValue)
        }
        const path = `deals/${deed.deal.id}`
        if (deed.deed === 'review' || deed.deed === 'reply') {
          const { status } =
            deed.deed === 'review'
              ? await call('POST', `${path}/review/`, who, { rating: 5, text: 'Всё хорошо' })
              : await call('POST', `${path}/review/reply/`, who, { text: 'Спасибо' })
          return status === 201 ? 'done' : status
        }
        const reason = deed.deed === 'cancel' ? { reason: 'Передумали' } : undefined
        const { status, body } = await call('POST', `${path}/${deed.deed}/`, who, reason)
        return status === 200 ? body.state : status
      },

      look: {
        async attention(_, get) {
          const { incoming, quotes, deals } = await get('trade/attention/')
          return { incoming, quotes, deals }
        },
        told: async (_, get) => ((await get('notifications/')) as Notification[]).map(one => one.type_of_notification),
        async requests(who, get) {
          if (who === buyer)
            return ((await get('requests/')).results as RequestSummary[]).map(
              one => `${nameOf('request', one.id)} ${one.status} ${one.is_late} ${one.quotes_count} ${one.next_step}`,
            )
          return ((await get('requests/incoming/')).results as IncomingRequest[]).map(
            one =>
              `${nameOf('request', one.id)} ${one.status} ${one.is_late} ${one.quote?.revision ?? 0} ${one.next_step}`,
          )
        },
        async deals(_, get) {
          const deals = (await get('deals/')).results as DealSummary[]
          return deals.map(
            one => `${nameOf('deal', one.id)} ${one.state} ${one.totals.total} ${one.next_step?.by ?? null}`,
          )
        },
        async request(who, get) {
          const last = things.all('request').at(-1)
          if (!last) return null
          const request = (await get(`requests/${last.id}/`)) as Request | { status: number }
          if (!('quotes' in request)) return request.status
          return {
            companies: request.companies?.map(({ id }) => numberOf(id)) ?? null,
            quotes: request.quotes.map(
              one =>
                `${nameOf('quote', one.id)} ${numberOf(one.company.id)} ${pricesOf(one.lines).join(' ')} ${one.is_current}`,
            ),
            deals: request.deals.length,
            hasEmail: who === buyer || request.buyer.email !== undefined,
          }
        },
        async deal(_, get) {
          const last = things.all('deal').at(-1)
          if (!last) return null
          const deal = (await get(`deals/${last.id}/`)) as Deal | { status: number }
          return 'lines' in deal ? pricesOf(deal.lines).join(' ') : deal.status
        },
      },
    }
  },
})
