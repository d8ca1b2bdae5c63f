import type { DealState } from '#contract/deals.ts'
import type { RequestStatus, TradeSide } from '#contract/requests.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { sideOfDeal } from '#server/policy/trade.ts'
import { rublesOf } from '../money.ts'
import { countedLines } from '../telling/counted-lines.ts'
import {
  listPartiesOfDeal,
  listPartiesOfQuote,
  listPartiesOfRequest,
  listSpokenDeals,
  listSpokenQuotes,
  listSpokenRequests,
  type Parties,
} from './talks.queries.ts'

/** What a buyer and a company speak about. */
export type SpokenKind = 'request' | 'quote' | 'deal'

const partiesOf: Record<SpokenKind, (db: Db, id: string) => Promise<Parties[]>> = {
  request: listPartiesOfRequest,
  quote: listPartiesOfQuote,
  deal: listPartiesOfDeal,
}

/**
 * Between whom the actor may speak about it: a buyer with each company concerned, a company's member for that company.
 * Nobody else, and not one company with another.
 */
export async function listTalks(db: Db, actor: Actor, kind: SpokenKind, id: string): Promise<Parties[]> {
  return (await partiesOf[kind](db, id)).filter(parties => sideOfDeal(actor, parties) !== null)
}

const money = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB', maximumFractionDigits: 2 })
const rubles = (kopecks: number) => money.format(rublesOf(kopecks)).replace(/,00(?=\s)/, '')
const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })

const statuses: Record<RequestStatus, (deadline: Date) => string> = {
  sent: deadline => `ответить до ${day.format(deadline)}`,
  awarded: () => 'выбор сделан',
  cancelled: () => 'отменён',
}

const states: Record<DealState, string> = {
  awarded: 'ждёт подтверждения',
  confirmed: 'подтверждена',
  handed_over: 'растения переданы',
  received: 'завершена',
  cancelled: 'отменена',
}

/** How something is shown at the top of a conversation about it. */
export interface Spoken {
  title: string
  line: string
  path: (side: TradeSide) => string
}

const requestPath = (id: string) => (side: TradeSide) => (side === 'buyer' ? `/requests/${id}` : `/incoming/${id}`)

const spoken: Record<SpokenKind, (db: Db, ids: string[]) => Promise<(Spoken & { id: string })[]>> = {
  request: async (db, ids) =>
    (await listSpokenRequests(db, ids)).map(({ id, projectName, status, deadline, linesCount }) => ({
      id,
      title: projectName,
      line: `${countedLines(linesCount)}, ${statuses[status](deadline)}`,
      path: requestPath(id),
    })),
  quote: async (db, ids) =>
    (await listSpokenQuotes(db, ids)).map(({ id, requestId, projectName, revision, totalKopecks }) => ({
      id,
      title: projectName,
      line: `${rubles(totalKopecks)}${revision > 1 ? `, редакция ${revision}` : ''}`,
      path: requestPath(requestId),
    })),
  deal: async (db, ids) =>
    (await listSpokenDeals(db, ids)).map(({ id, projectName, state, totalKopecks }) => ({
      id,
      title: projectName,
      line: `${rubles(totalKopecks)}, ${states[state]}`,
      path: () => `/deals/${id}`,
    })),
}

/** Those of these that exist, for people who may speak about them. */
export async function showSpoken(db: Db, kind: SpokenKind, ids: string[]): Promise<(Spoken & { id: string })[]> {
  return spoken[kind](db, ids)
}
