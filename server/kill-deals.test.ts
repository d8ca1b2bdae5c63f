import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import type { Product } from '#contract/products.ts'
import type { Hold } from '#contract/variants.ts'
import { makeAskedRequests } from './histories/asked-request.ts'
import { makeListings } from './histories/listings.ts'
import { uuidv7 } from './platform/database/ids.ts'
import { makeCompany, makePerson } from './test/factories.ts'
import { formOf, pictureFile } from './test/pictures.ts'
import { preparedPlace } from './test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers } from './test/processes.ts'
import { bearersOf } from './test/sessions.ts'

startsServers()

/** Buyers who deal with one nursery at the same time, all in the same plants; each has one call under way. */
const buyers = 16
const requestsOfEach = 8
/** Of so many deals one has a photograph of what came broken: decoding it takes longer than all other steps. */
const photographed = 6
/** Plants of the two lines of each request. */
const ordered = [3, 2] as const
const stock = buyers * requestsOfEach * (ordered[0] + ordered[1])

interface Trade {
  request: string
  quote: string
  lines: [string, string]
  /** Ids that the clients give. */
  first: string
  rest: string
  late: string
  hasPhoto: boolean
  /** Steps that were answered. */
  done: number
  /** The next one was sent, and its answer never came. */
  isUnsure: boolean
  deal: Deal | null
  /** After how many steps it was looked at last. */
  seen: number
}

interface Call {
  path: string
  by: 'buyer' | 'company'
  body?: unknown
}

const claimOf = ({ deal }: Trade) => deal?.claims[0]?.id ?? 'none'

/** The way of one deal, a call a step. `again`: what a call answers that was done before. */
const steps: { name: string; again: number; call: (trade: Trade) => Call | Promise<Call> }[] = [
  {
    name: 'award',
    again: 409,
    call: ({ request, quote, lines }) => ({
      path: `requests/${request}/award/`,
      by: 'buyer',
      body: { choices: lines.map(line => ({ line, quote })) },
    }),
  },
  { name: 'confirm', again: 409, call: ({ deal }) => ({ path: `deals/${deal?.id}/confirm/`, by: 'company' }) },
  {
    name: 'hand over',
    again: 200,
    call: ({ deal, first, lines: [line] }) => ({
      path: `deals/${deal?.id}/hand_over/`,
      by: 'company',
      body: { id: first, lines: [{ line, quantity: 2 }] },
    }),
  },
  {
    name: 'receive with a claim',
    again: 409,
    call: async ({ deal, first, hasPhoto, lines: [line] }) => ({
      path: `deals/${deal?.id}/receive/`,
      by: 'buyer',
      body: formOf({
        delivery: first,
        lines: JSON.stringify([{ line, quantity: 1, claim: { quantity: 1, reason: 'damaged', text: 'Ком рассыпан' } }]),
        ...(hasPhoto ? { files: await pictureFile() } : {}),
      }),
    }),
  },
  {
    name: 'answer',
    again: 409,
    call: trade => ({
      path: `claims/${claimOf(trade)}/answer/`,
      by: 'company',
      body: { kind: 'refund', amount: 100, text: '' },
    }),
  },
  { name: 'accept', again: 409, call: trade => ({ path: `claims/${claimOf(trade)}/accept/`, by: 'buyer' }) },
  {
    name: 'hand over the rest',
    again: 200,
    call: ({ deal, rest }) => ({ path: `deals/${deal?.id}/hand_over/`, by: 'company', body: { id: rest } }),
  },
  {
    name: 'receive',
    again: 409,
    call: ({ deal, rest }) => ({ path: `deals/${deal?.id}/receive/`, by: 'buyer', body: { delivery: rest } }),
  },
  {
    name: 'claim',
    again: 200,
    call: ({ deal, late, lines: [, line] }) => ({
      path: `deals/${deal?.id}/claims/`,
      by: 'buyer',
      body: { id: late, line, quantity: 1, reason: 'dead', text: '' },
    }),
  },
]

/** What both sides see of a deal after so many steps: its state; handed, received and claimed of each line; claims. */
const shapes = [
  'none',
  'awarded 0/0/0 0/0/0 -',
  'confirmed 0/0/0 0/0/0 -',
  'confirmed 2/0/0 0/0/0 -',
  'confirmed 2/1/1 0/0/0 open',
  'confirmed 2/1/1 0/0/0 offered',
  'confirmed 2/1/1 0/0/0 settled',
  'handed_over 3/1/1 2/0/0 settled',
  'received 3/2/1 2/2/0 settled',
  'received 3/2/1 2/1/1 settled,open',
]
function shapeOf(deal: Deal | null): string {
  if (!deal) return 'none'
  const lines = deal.lines.map(
    ({ handed_quantity, received_quantity, claimed_quantity }) =>
      `${handed_quantity}/${received_quantity}/${claimed_quantity}`,
  )
  return [deal.state, ...lines, deal.claims.map(({ state }) => state).join() || '-'].join(' ')
}

/** A step during which the process is killed, in each round. */
const moments = ['award', 'hand over', 'receive with a claim', 'answer', 'claim']

/** A place with one nursery and many buyers, whose requests it has answered. */
const prepare = () =>
  preparedPlace(async db => {
    const company = await makeCompany(db)
    const seller = { id: company.creatorId, companyId: company.id }
    const people = await Promise.all(Array.from({ length: buyers }, () => makePerson(db)))
    const [listing] = await makeListings(db, [{ companyId: company.id, createdById: seller.id, price: 100, stock }])
    if (!listing) throw new Error('no listing')
    const line = (quantity: number) => ({ price: 100, quantity, variant: listing.variantId })
    const asked = await makeAskedRequests(
      db,
      people.flatMap(({ id }) =>
        Array.from({ length: requestsOfEach }, () => ({
          buyer: { id },
          asked: [seller],
          lines: [line(ordered[0]), line(ordered[1])] as const,
        })),
      ),
    )
    const [nursery = '', ...bearers] = await bearersOf(db, secret, [seller.id, ...people.map(({ id }) => id)])
    return { asked, listing, bearers, nursery }
  })

type Made = Awaited<ReturnType<typeof prepare>>['made']

const tradesOf = ({ asked }: Made, buyer: number) =>
  asked.slice(buyer * requestsOfEach, (buyer + 1) * requestsOfEach).map(({ id, quote, lines }, at): Trade => ({
    ...{ request: id, quote, lines, done: 0, isUnsure: false, deal: null, seen: 0 },
    ...{ first: uuidv7(), rest: uuidv7(), late: uuidv7(), hasPhoto: (buyer + at) % photographed === 0 },
  }))

const isTouched = ({ done, isUnsure }: Trade) => (done > 0 || isUnsure) && done < steps.length

/** What everybody does, with one server after another. */
function dealing(made: Made) {
  const trades = made.bearers.map((_, buyer) => tradesOf(made, buyer))
  const cutShort = new Map<string, number>()
  /** Names of the steps under way, by buyer. */
  const underWay = new Map<number, string>()
  let answers = 0
  let server: Started | null = null
  let isKilled = false

  async function ask<Answer>(path: string, by: string, body?: unknown): Promise<{ status: number; body: Answer }> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${server?.address}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: by, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Answer }
  }
  async function read<Answer>(path: string, by: string): Promise<Answer> {
    const { status, body } = await ask<Answer>(path, by)
    expect([path, status]).toEqual([path, 200])
    return body
  }

  async function look(buyer: number, trade: Trade): Promise<void> {
    const bearer = made.bearers[buyer] ?? ''
    const { results } = await read<{ results: { id: string }[] }>(`deals/?request=${trade.request}`, bearer)
    expect(results.length).toBeLessThanOrEqual(1)
    const [found] = results
    trade.deal = found ? await read<Deal>(`deals/${found.id}/`, bearer) : null
    trade.seen = trade.done
  }

  /** Takes the next step. Throws if the process was killed meanwhile. */
  async function step(buyer: number, trade: Trade): Promise<void> {
    const next = steps[trade.done]
    if (!next) throw new Error('this deal is over')
    const { path, by, body = {} } = await next.call(trade)
    if (isKilled) throw new Error('killed before')
    underWay.set(buyer, next.name)
    try {
      const { status } = await ask(path, (by === 'buyer' ? made.bearers[buyer] : made.nursery) ?? '', body)
      const expected = trade.done === 0 ? 201 : 200
      expect([next.name, trade.isUnsure && status === next.again ? expected : status]).toEqual([next.name, expected])
    } catch (error) {
      if (isKilled) {
        trade.isUnsure = true
        cutShort.set(next.name, (cutShort.get(next.name) ?? 0) + 1)
      }
      throw error
    } finally {
      underWay.delete(buyer)
    }
    answers++
    trade.done++
    trade.isUnsure = false
    // Now there is the deal's id, and then its claim's.
    if (trade.done === 1 || trade.done === 4) await look(buyer, trade)
  }

  async function live(buyer: number, isEnough: () => boolean): Promise<void> {
    try {
      for (const trade of trades[buyer] ?? []) while (trade.done < steps.length && !isEnough()) await step(buyer, trade)
    } catch (error) {
      if (!isKilled) throw error
    }
  }

  /** Each deal is as after its answered steps, or after one more; and plants are where these say. */
  async function check(): Promise<void> {
    let [handed, held] = [0, 0]
    for (const [buyer, own] of trades.entries())
      for (const trade of own) {
        if (trade.isUnsure || trade.seen < trade.done) {
          await look(buyer, trade)
          expect([shapes[trade.done], trade.isUnsure && shapes[trade.done + 1]]).toContain(shapeOf(trade.deal))
        }
        for (const line of trade.deal?.lines ?? []) {
          handed += line.handed_quantity
          held += line.quantity - line.handed_quantity
        }
      }
    const holds = await read<Hold[]>(`variants/${made.listing.variantId}/holds/`, made.nursery)
    expect(holds.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(held)
    const product = await read<Pick<Product, 'variants'>>(`products/hvoynye/${made.listing.slug}/`, made.nursery)
    expect(product.variants).toMatchObject([
      { stock_quantity: stock - handed, available_quantity: stock - handed - held },
    ])
  }

  return {
    trades,
    cutShort,
    check,
    answered: () => answers,
    isUnderWay: (name: string) => [...underWay.values()].includes(name),
    /** Everybody goes on until the process is killed, or what they have begun is over. */
    go: (isLast: boolean) =>
      Promise.all(trades.map((own, buyer) => live(buyer, () => isLast && !own.some(trade => isTouched(trade))))),
    on(next: Started): void {
      server = next
      isKilled = false
    },
    async kill(): Promise<void> {
      isKilled = true
      server?.child.kill('SIGKILL')
      await server?.ended
    },
  }
}

it(
  'kill -9 anywhere between award and claim leaves each call done or not, and no plant lost or sold twice',
  { timeout: 10 * minute },
  async () => {
    const { place, made } = await prepare()
    const all = dealing(made)
    for (const moment of moments) {
      all.on(await startAndListen(place))
      await all.check()
      const working = all.go(false)
      // Everybody has gone on by a step or so, and this one has just begun.
      const enough = all.answered() + buyers
      while (all.answered() < enough || !all.isUnderWay(moment)) await sleep(1)
      await all.kill()
      await working
    }

    const server = await startAndListen(place)
    all.on(server)
    await all.check()
    await all.go(true)
    await all.check()
    const begun = all.trades.flat().filter(({ deal }) => deal !== null)
    for (const { deal, hasPhoto } of begun)
      expect(deal?.claims.map(({ files }) => files.length)).toEqual([hasPhoto ? 1 : 0, 0])
    for (const { url } of begun.flatMap(({ deal }) => deal?.claims.flatMap(({ files }) => files) ?? [])) {
      const { pathname, search } = new URL(url)
      const picture = await fetch(server.address + pathname + search)
      expect(picture.status).toBe(200)
      await picture.arrayBuffer()
    }
    await all.kill()
    const points = [...all.cutShort.values()].reduce((sum, count) => sum + count, 0)
    console.log(`${all.answered()} answered, ${points} cut short:`, Object.fromEntries(all.cutShort))
    expect(points).toBeGreaterThanOrEqual(50)
  },
)
