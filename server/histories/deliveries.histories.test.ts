import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Deal, DealState } from '#contract/deals.ts'
import type { Claim, ClaimState } from '#contract/deliveries.ts'
import type { Notification } from '#contract/notifications.ts'
import { insertHolds, sumHolds } from '#server/domains/products/holds/holds.queries.ts'
import { insertDeal } from '#server/domains/trade/deals/deals.queries.ts'
import { dealExpirer } from '#server/domains/trade/deals/expiry.service.ts'
import { listQuoteLines } from '#server/domains/trade/quotes/quotes.queries.ts'
import { closeRequest } from '#server/domains/trade/requests/requests.queries.ts'
import { deals } from '#server/domains/trade/trade.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { makeAskedRequests } from './asked-request.ts'
import { type Aimed, byName, everybody, runHistories, type Thing, thing } from './histories.ts'
import { makeListings } from './listings.ts'
import type { Person } from './two-processes.ts'

/**
 * Stock, deliveries, receipts and claims: 0 and 2 are buyers of one size of the nursery 1, of which it has ten. The first
 * deal is confirmed, two more requests wait for their award. Nothing is held twice, and after every step ordered = handed
 * + given up + left, handed = received + claimed + not yet received, stock before = stock after + handed.
 */
type Pair = [number, number]
/** Who does it: whose turn it is, the other side of the deal, or the buyer of another one. */
type As = 'right' | 'wrong' | 'stranger'
type Deed =
  | { deed: 'award'; as: As; deal: number; isWhole: boolean }
  | { deed: 'confirm' | 'cancel'; as: As; deal: number }
  /** The time to confirm passes. */
  | { deed: 'late'; deal: number }
  | { deed: 'hand'; as: As; deal: number; parts: Pair; rest: boolean }
  | { deed: 'receive'; as: As; delivery: number; missing: Pair }
  | { deed: 'complain'; as: As; deal: number; line: number; quantity: number }
  | { deed: 'answer' | 'accept' | 'withdraw' | 'dispute'; as: As; claim: number }
  /** The nursery says how many there are. */
  | { deed: 'state'; quantity: number }
type Reference = 'deal' | 'delivery' | 'claim'

const seller = 1
const orders: Record<string, { buyer: number; quantities: Pair }> = {
  '-1': { buyer: 0, quantities: [3, 2] },
  '-2': { buyer: 2, quantities: [2, 2] },
  '-3': { buyer: 0, quantities: [1, 1] },
}
const firstStock = 10
const disputesMost = 3

interface OneDeal {
  state: DealState | 'asked'
  ordered: Pair
  handed: Pair
  received: Pair
  claimed: Pair
  isOver: boolean
}
interface State {
  stock: number
  deals: Record<string, OneDeal>
  deliveries: Record<string, { deal: string; lines: Pair; isReceived: boolean }>
  claims: Record<string, { deal: string; line: number; quantity: number; state: ClaimState; disputes: number }>
  told: string[][]
}

const as = fc.constantFrom<As[]>('right', 'right', 'right', 'right', 'right', 'right', 'right', 'wrong', 'stranger')
const some = fc.constantFrom(0, 0, 0, 1, 2)
const count = fc.constantFrom(0, 1, 1, 2, 3)
const last = fc.oneof({ weight: 2, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: thing })
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      deed: fc.constant('award'),
      as,
      deal: fc.constantFrom(0, 1, 1, 2, 2),
      isWhole: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ deed: fc.constantFrom('confirm', 'confirm', 'cancel'), as, deal: some }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('late'), deal: some }) },
  {
    weight: 7,
    arbitrary: fc.record({
      deed: fc.constant('hand'),
      as,
      deal: some,
      parts: fc.tuple(count, count),
      rest: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ deed: fc.constant('receive'), as, delivery: thing, missing: fc.tuple(count, count) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('complain'),
      as,
      deal: some,
      line: fc.nat(1),
      quantity: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      deed: fc.constantFrom('answer', 'answer', 'accept', 'withdraw', 'dispute'),
      as,
      claim: last,
    }),
  },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('state'), quantity: fc.constantFrom(0, 3, 10) }) },
)

const add = (one: Pair, other: Pair): Pair => [one[0] + other[0], one[1] + other[1]]
const minus = (one: Pair, other: Pair): Pair => [one[0] - other[0], one[1] - other[1]]
const sum = ([one, other]: Pair) => one + other
const leftOf = ({ ordered, handed, isOver }: OneDeal): Pair => (isOver ? [0, 0] : minus(ordered, handed))
const givenUp = ({ ordered, handed, isOver }: OneDeal): Pair => (isOver ? minus(ordered, handed) : [0, 0])
const isHeld = ({ state }: OneDeal) => state === 'awarded' || state === 'confirmed'
const heldOf = ({ deals: all }: State) =>
  Object.values(all).reduce((held, deal) => held + (isHeld(deal) ? sum(leftOf(deal)) : 0), 0)
const deliveriesOf = ({ deliveries }: State, deal: string) => Object.values(deliveries).filter(one => one.deal === deal)

/** As a deal is seen by both sides. */
function seen(state: State, name: string) {
  const deal = state.deals[name]
  if (!deal) throw new Error('no deal')
  const { ordered, handed, received, claimed } = deal
  return {
    state: deal.state,
    lines: [0, 1].flatMap(at =>
      ordered[at] === 0 ? [] : [`${handed[at]} ${givenUp(deal)[at]} ${received[at]} ${claimed[at]}`],
    ),
    deliveries: deliveriesOf(state, name).map(({ lines, isReceived }) => `${sum(lines)} ${isReceived}`),
    claims: Object.values(state.claims)
      .filter(one => one.deal === name)
      .map(one => `${one.quantity} ${one.state}`)
      .toSorted(),
  }
}

type Does = Extract<Deed, { as: As }>['deed']
const bySeller = new Set<Does>(['confirm', 'hand', 'answer'])

/** The number of the person who does something to a deal. */
function actorOf(does: Does, role: As, deal: string): number {
  const buyer = orders[deal]?.buyer ?? 0
  if (role === 'stranger') return buyer === 0 ? 2 : 0
  return (role === 'right') === bySeller.has(does) ? seller : buyer
}

/** Which refusal whoever may not do it gets; `null`: they may. */
function refused(does: Does, role: As): number | null {
  if (role === 'stranger') return 404
  if (role === 'right' || does === 'cancel') return null
  // A request is its buyer's alone.
  return does === 'award' ? 404 : 403
}

function handOver(state: State, deed: Aimed<Extract<Deed, { deed: 'hand' }>, Reference>, name: string) {
  const deal = state.deals[deed.deal.name] as OneDeal
  const tell = (what: string) => state.told[orders[deed.deal.name]?.buyer ?? 0]?.push(what)
  if (deal.state !== 'confirmed') return 409
  const left = leftOf(deal)
  const isAll = sum(deed.parts) === 0 && !deed.rest
  const parts = isAll ? left : deed.parts
  if (parts.some((part, at) => part > (left[at] ?? 0))) return 400
  if (sum(parts) > state.stock) return 409
  const before = deliveriesOf(state, deed.deal.name)
  state.stock -= sum(parts)
  deal.handed = add(deal.handed, parts)
  if (sum(parts) > 0) state.deliveries[name] = { deal: deed.deal.name, lines: parts, isReceived: false }
  if (sum(leftOf(deal)) === 0) {
    deal.state = 'handed_over'
    tell('deal_handed_over')
  } else if (!deed.rest) tell('deal_delivered')
  else {
    deal.isOver = true
    const isNone = sum(deal.handed) === 0
    const isReceived = sum(parts) === 0 && before.every(one => one.isReceived)
    deal.state = isNone ? 'cancelled' : isReceived ? 'received' : 'handed_over'
    tell(isNone ? 'deal_cancelled' : 'deal_rest_cancelled')
  }
  return seen(state, deed.deal.name)
}

function receive(state: State, deed: Aimed<Extract<Deed, { deed: 'receive' }>, Reference>) {
  const delivery = state.deliveries[deed.delivery.name]
  if (!delivery) return 'none'
  const no = refused('receive', deed.as)
  if (no) return no
  if (delivery.isReceived) return 409
  const deal = state.deals[delivery.deal] as OneDeal
  const missing = missingOf(delivery.lines, deed.missing)
  delivery.isReceived = true
  deal.received = add(deal.received, minus(delivery.lines, missing))
  deal.claimed = add(deal.claimed, missing)
  for (const [line, quantity] of missing.entries())
    if (quantity > 0)
      state.claims[`${deed.delivery.name}.${line}`] = {
        deal: delivery.deal,
        line,
        quantity,
        state: 'open',
        disputes: 0,
      }
  const isAll = deal.state === 'handed_over' && deliveriesOf(state, delivery.deal).every(one => one.isReceived)
  if (isAll) deal.state = 'received'
  state.told[seller]?.push(isAll ? 'deal_received' : 'deal_delivery_received')
  if (sum(missing) > 0) state.told[seller]?.push('claim_made')
  return seen(state, delivery.deal)
}
const missingOf = (lines: Pair, missing: Pair): Pair => [Math.min(lines[0], missing[0]), Math.min(lines[1], missing[1])]

const claimMoves = {
  answer: { from: ['open'], to: 'offered', told: 'claim_answered' },
  accept: { from: ['offered'], to: 'settled', told: 'claim_accepted' },
  withdraw: { from: ['open', 'offered'], to: 'withdrawn', told: 'claim_withdrawn' },
  dispute: { from: ['offered'], to: 'open', told: 'claim_disputed' },
} as const satisfies Record<string, { from: ClaimState[]; to: ClaimState; told: string }>

function actOnClaim(
  state: State,
  deed: Aimed<Extract<Deed, { deed: 'answer' | 'accept' | 'withdraw' | 'dispute' }>, Reference>,
) {
  const claim = state.claims[deed.claim.name]
  if (!claim) return 'none'
  const no = refused(deed.deed, deed.as)
  if (no) return no
  const { from, to, told } = claimMoves[deed.deed]
  if (!from.some(one => one === claim.state)) return 409
  if (deed.deed === 'dispute') {
    if (claim.disputes === disputesMost) return 409
    claim.disputes++
  }
  claim.state = to
  if (to === 'withdrawn') {
    const deal = state.deals[claim.deal] as OneDeal
    deal.claimed[claim.line] = (deal.claimed[claim.line] ?? 0) - claim.quantity
    deal.received[claim.line] = (deal.received[claim.line] ?? 0) + claim.quantity
  }
  state.told[deed.deed === 'answer' ? (orders[claim.deal]?.buyer ?? 0) : seller]?.push(told)
  return to
}

function complain(state: State, deed: Aimed<Extract<Deed, { deed: 'complain' }>, Reference>, name: string) {
  const deal = state.deals[deed.deal.name] as OneDeal
  if (!deliveriesOf(state, deed.deal.name).some(one => one.isReceived)) return 409
  if (deal.ordered[deed.line] === 0) return 400
  const received = deal.received[deed.line] ?? 0
  if (received === 0) return 409
  if (deed.quantity > received) return 400
  deal.received[deed.line] = received - deed.quantity
  deal.claimed[deed.line] = (deal.claimed[deed.line] ?? 0) + deed.quantity
  const { line, quantity } = deed
  state.claims[name] = { deal: deed.deal.name, line, quantity, state: 'open', disputes: 0 }
  state.told[seller]?.push('claim_made')
  return 'open'
}

function step(state: State, deed: Aimed<Deed, Reference>, name: string): unknown {
  if (deed.deed === 'state') {
    state.stock = deed.quantity
    return 200
  }
  if (deed.deed === 'receive') return receive(state, deed)
  if ('claim' in deed) return actOnClaim(state, deed)
  const deal = state.deals[deed.deal.name]
  if (!deal) return 'none'
  const tellBoth = () => {
    state.told[orders[deed.deal.name]?.buyer ?? 0]?.push('deal_cancelled')
    state.told[seller]?.push('deal_cancelled')
  }
  if (deed.deed === 'late') {
    if (deal.state !== 'awarded') return null
    deal.state = 'cancelled'
    deal.isOver = true
    tellBoth()
    return null
  }
  const no = refused(deed.deed, deed.as)
  if (deal.state === 'asked' && deed.deed !== 'award') return 'none'
  if (no) return no
  if (deed.deed === 'hand') return handOver(state, deed, name)
  if (deed.deed === 'complain') return complain(state, deed, name)
  if (deed.deed === 'award') {
    if (deal.state !== 'asked') return 409
    const quantities = orders[deed.deal.name]?.quantities ?? [0, 0]
    const ordered: Pair = deed.isWhole ? quantities : [quantities[0], 0]
    if (sum(ordered) > state.stock - heldOf(state)) return 409
    deal.state = 'awarded'
    deal.ordered = ordered
    state.told[seller]?.push('quote_chosen')
    return seen(state, deed.deal.name)
  }
  if (deed.deed === 'confirm') {
    if (deal.state !== 'awarded') return 409
    deal.state = 'confirmed'
    state.told[orders[deed.deal.name]?.buyer ?? 0]?.push('deal_confirmed')
    return seen(state, deed.deal.name)
  }
  if (!isHeld(deal) || sum(deal.handed) > 0) return 409
  deal.state = 'cancelled'
  deal.isOver = true
  const other = actorOf('cancel', deed.as, deed.deal.name) === seller ? orders[deed.deal.name]?.buyer : seller
  state.told[other ?? 0]?.push('deal_cancelled')
  return seen(state, deed.deal.name)
}

/** A deal as the server shows it, its arithmetic checked: of each line, everything is somewhere. */
function shown(deal: Deal) {
  for (const line of deal.lines) {
    const waiting = deal.deliveries
      .filter(({ received_at }) => received_at === null)
      .flatMap(({ lines }) => lines.filter(one => one.line === line.line))
      .reduce((all, { quantity }) => all + quantity, 0)
    const { handed_quantity: handed, received_quantity: received, claimed_quantity: claimed } = line
    if (handed !== received + claimed + waiting || handed + line.given_up_quantity > line.quantity)
      throw new Error(`a line of ${deal.state} does not add up: ${JSON.stringify(line)}`)
  }
  return {
    state: deal.state,
    lines: deal.lines.map(
      one => `${one.handed_quantity} ${one.given_up_quantity} ${one.received_quantity} ${one.claimed_quantity}`,
    ),
    deliveries: deal.deliveries.map(
      ({ lines, received_at }) => `${lines.reduce((all, one) => all + one.quantity, 0)} ${received_at !== null}`,
    ),
    claims: deal.claims.map(one => `${one.quantity} ${one.state}`).toSorted(),
  }
}

/** The first request is awarded and confirmed, with one transaction and nobody told. */
async function makeConfirmed(
  db: Db,
  who: Person,
  company: Person,
  asked: { id: string; quote: string },
  variantId: number,
) {
  const id = uuidv7()
  await db.transaction(async tx => {
    const lines = await listQuoteLines(tx, [asked.quote])
    const row = {
      ...{ id, requestId: asked.id, buyerId: who.id, companyId: company.companyId, companyName: 'Питомник' },
      ...{ quoteId: asked.quote, state: 'confirmed' as const, confirmBy: new Date(Date.now() + 7 * 86_400_000) },
      ...{ linesCount: 2, linesKopecks: 0, totalKopecks: 0, note: '' },
    }
    await insertDeal(
      tx,
      row,
      lines.map((line, at) => ({ ...line, position: at + 1 })),
    )
    await closeRequest(tx, asked.id, 'awarded')
    const holds = lines.map(({ lineId, quantity }) => ({ dealId: id, lineId, variantId, quantity, until: null }))
    await insertHolds(tx, holds)
    await sumHolds(tx, [variantId])
  })
  return id
}

type View = 'deal' | 'told' | 'stock'

runHistories<Deed, State, Reference, View>({
  name: 'deliveries',
  share: 20,
  withCompany: [seller],
  deeds,
  aims: { deal: 'order', delivery: 'delivery', claim: 'claim' },
  step,
  always: 'stock',

  reread(state, deed, said) {
    if ('claim' in deed)
      return typeof said === 'string' && said !== 'none' ? state.claims[deed.claim.name]?.state : said
    if (typeof said !== 'object' || said === null) return said
    const deal =
      'deal' in deed ? deed.deal.name : 'delivery' in deed ? state.deliveries[deed.delivery.name]?.deal : undefined
    return deal === undefined ? said : seen(state, deal)
  },

  sees: {
    /** What is there, held, and handed over of it, whoever asks. */
    stock: state => [
      state.stock,
      heldOf(state),
      heldOf(state),
      Object.values(state.deliveries).reduce((all, { lines }) => all + sum(lines), 0),
    ],
    told: (state, who) => state.told[who],
    deal(state, who) {
      const [name] = Object.entries(state.deals)
        .filter(([, deal]) => deal.state !== 'asked')
        .toSorted(byName)
        .at(-1) ?? ['']
      return who === seller || who === orders[name]?.buyer ? seen(state, name) : 404
    },
  },

  async begin({ processes: { server }, things, of }) {
    const { db } = server.database
    const [listing] = await makeListings(db, [
      { companyId: of(seller).companyId, createdById: of(seller).id, price: 100, stock: firstStock },
    ])
    const variant = listing?.variantId ?? 0
    const names = Object.keys(orders)
    const asked = await makeAskedRequests(
      db,
      Object.values(orders).map(({ buyer, quantities: [one, other] }) => ({
        buyer: of(buyer),
        asked: [of(seller)],
        lines: [
          { price: 100, quantity: one, variant },
          { price: 100, quantity: other, variant },
        ],
      })),
    )
    const askedOf = new Map(names.map((name, at) => [name, asked[at]]))
    const [first] = asked
    if (!first) throw new Error('no request')
    const dealIds = new Map([['-1', await makeConfirmed(db, of(0), of(seller), first, variant)]])
    for (const [name, one] of askedOf) things.add('order', name, one?.id ?? '')
    const dealOf = new Map<string, string>()
    const idOf = (deal: string) => dealIds.get(deal) ?? ''
    const linesOf = (deal: string) => askedOf.get(deal)?.lines ?? ['', '']
    const expirer = dealExpirer(db)
    const notAsked = { state: 'asked', ordered: [0, 0], handed: [0, 0], received: [0, 0], claimed: [0, 0] } as const

    return {
      state: {
        stock: firstStock,
        deals: Object.fromEntries(
          names.map(name => [
            name,
            structuredClone({
              ...notAsked,
              ...(name === '-1' ? { state: 'confirmed', ordered: orders[name]?.quantities } : {}),
              isOver: false,
            }) as unknown as OneDeal,
          ]),
        ),
        deliveries: {},
        claims: {},
        told: everybody.map(() => []),
      },

      async act(deed, name, call) {
        if (deed.deed === 'state') {
          const changes = [{ id: variant, stock_quantity: deed.quantity }]
          return (await call('POST', 'variants/change/', of(seller), { changes })).status
        }
        if (deed.deed === 'late') {
          const id = dealIds.get(deed.deal.name)
          if (id === undefined) return askedOf.has(deed.deal.name) ? null : 'none'
          await db
            .update(deals)
            .set({ confirmBy: new Date(0) })
            .where(eq(deals.id, id))
          await expirer.run({} as never, { signal: new AbortController().signal } as never)
          return null
        }
        const named = (about: Thing, of_: Map<string, string>) => of_.get(about.name)
        const deal = 'deal' in deed ? deed.deal.name : named('claim' in deed ? deed.claim : deed.delivery, dealOf)
        if (deal === undefined || !askedOf.has(deal)) return 'none'
        const who = of(actorOf(deed.deed, deed.as, deal))
        const answered = ({ status, body }: { status: number; body: any }) => (status < 300 ? shown(body) : status)
        if (deed.deed === 'award') {
          const { id, quote } = askedOf.get(deal) ?? { id: '', quote: '' }
          const lines = linesOf(deal).slice(0, deed.isWhole ? 2 : 1)
          const choices = lines.map(line => ({ line, quote }))
          const { status, body } = await call('POST', `requests/${id}/award/`, who, { choices })
          if (status !== 201) return status
          dealIds.set(deal, body[0].id)
          return shown(body[0])
        }
        const path = `deals/${idOf(deal)}`
        if (deed.deed !== 'receive' && !('claim' in deed) && !dealIds.has(deal)) return 'none'
        if (deed.deed === 'hand') {
          const lines = linesOf(deal).flatMap((line, at) =>
            deed.parts[at] ? [{ line, quantity: deed.parts[at] }] : [],
          )
          const rest = deed.rest ? { rest: 'cancelled', reason: 'Вымерзли' } : {}
          const id = uuidv7()
          // Without lines and rest: everything.
          const body = lines.length === 0 && !deed.rest ? { id } : { id, lines, ...rest }
          const answer = await call('POST', `${path}/hand_over/`, who, body)
          if (answer.status === 200 && (answer.body as Deal).deliveries.some(one => one.id === id)) {
            things.add('delivery', name, id)
            dealOf.set(name, deal)
          }
          return answered(answer)
        }
        if (deed.deed === 'receive') {
          const { deliveries } = (await call('GET', `${path}/`, of(seller))).body as Deal
          const delivery = deliveries.find(({ id }) => id === deed.delivery.id)
          const ordered = linesOf(deal)
          const lines = (delivery?.lines ?? []).map(({ line, quantity }) => {
            const missing = Math.min(quantity, deed.missing[ordered.indexOf(line)] ?? 0)
            const claim = missing > 0 ? { quantity: missing, reason: 'damaged', text: '' } : null
            return { line, quantity: quantity - missing, claim }
          })
          const answer = await call('POST', `${path}/receive/`, who, { delivery: deed.delivery.id, lines })
          if (answer.status === 200) {
            const made = answer.body as Deal
            const { receipt = [] } = made.deliveries.find(({ id }) => id === deed.delivery.id) ?? {}
            for (const { line, claim } of receipt) {
              if (!claim) continue
              const claimName = `${deed.delivery.name}.${ordered.indexOf(line)}`
              things.add('claim', claimName, claim.id)
              dealOf.set(claimName, deal)
            }
          }
          return answered(answer)
        }
        if (deed.deed === 'complain') {
          const id = uuidv7()
          const form = { id, line: linesOf(deal)[deed.line], quantity: deed.quantity, reason: 'dead', text: '' }
          const { status } = await call('POST', `${path}/claims/`, who, form)
          if (status !== 200) return status
          things.add('claim', name, id)
          dealOf.set(name, deal)
          return 'open'
        }
        if ('claim' in deed) {
          const form = deed.deed === 'answer' ? { kind: 'replace' } : deed.deed === 'dispute' ? { text: 'Мало' } : {}
          const { status, body } = await call('POST', `claims/${deed.claim.id}/${deed.deed}/`, who, form)
          return status === 200 ? (body as Claim).state : status
        }
        const reason = deed.deed === 'cancel' ? { reason: 'Передумали' } : undefined
        return answered(await call('POST', `${path}/${deed.deed}/`, who, reason))
      },

      look: {
        async stock() {
          const { rows } = await db.execute<{ counts: number[] }>(sql`
            select array[stock_quantity, held_quantity,
              (select coalesce(sum(quantity), 0)::int from stock_holds where variant_id = ${variant}),
              (select coalesce(sum(delivery_lines.quantity), 0)::int from delivery_lines
                inner join deliveries on deliveries.id = delivery_lines.delivery_id
                inner join deals on deals.id = deliveries.deal_id
                where deals.company_id = ${of(seller).companyId})] as counts
            from variants where id = ${variant}`)
          return rows[0]?.counts
        },
        told: async (_, get) => ((await get('notifications/')) as Notification[]).map(one => one.type_of_notification),
        async deal(_, get) {
          const name = [...dealIds.keys()].toSorted().at(-1) ?? ''
          const deal = (await get(`deals/${idOf(name)}/`)) as Deal | { status: number }
          return 'lines' in deal ? shown(deal) : deal.status
        },
      },
    }
  },
})
