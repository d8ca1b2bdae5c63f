import type { Statistics } from '#contract/statistics.ts'
import { mostWeeks } from '#contract/statistics.ts'
import { presentPlantRef } from '#server/domains/plants/plants.present.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { countTradeByWeek, readRecord } from '#server/domains/trade/trade.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { dayInMoscow } from '#server/platform/moscow-day.ts'
import { mondays } from './mondays.ts'
import { forgetSearchers, listNotFound } from './not-found.queries.ts'
import { type CountedKind, findSeller, forgetOldCounts, readCounts } from './statistics.queries.ts'
import type { ViewCounter } from './view-counter.ts'
import { isRobot, type Visitor } from './visitors.ts'

interface Visit extends Visitor {
  actor: Actor | null
  productId: number
  kind: CountedKind
}

/** Notes that somebody saw a product or opened its telephone. Throws NOT_FOUND for one that is not published. */
export async function countVisit(db: Db, counter: ViewCounter, { actor, ...visit }: Visit): Promise<void> {
  const companyId = await findSeller(db, visit.productId)
  if (companyId === undefined) throw new AppError('NOT_FOUND')
  if (actor?.companyId === companyId || isRobot(visit.browser)) return
  counter.count(visit)
}

/** The statistics of the actor's company. */
export async function getStatistics(
  db: Db,
  counter: ViewCounter,
  { companyId }: Actor,
  count: number,
): Promise<Statistics> {
  if (companyId === null) throw new AppError('FORBIDDEN', 'Статистика есть у компании: сначала создайте её.')
  const weeks = mondays(count)
  const since = weeks[0] ?? ''
  // So that what this process has seen is shown too.
  await counter.flush()
  const [counts, trade, record, notFound] = await Promise.all([
    readCounts(db, companyId, since),
    countTradeByWeek(db, companyId, since),
    readRecord(db, companyId),
    listNotFound(db, companyId, since),
  ])
  const sortNames = <Row extends { week: string }>(rows: Row[], numberOf: (row: Row) => number) => {
    const byWeek = new Map(rows.map(row => [row.week, numberOf(row)]))
    return weeks.map(monday => byWeek.get(monday) ?? 0)
  }
  return {
    weeks,
    views: sortNames(counts.weeks, ({ views }) => views),
    phones: sortNames(counts.weeks, ({ phones }) => phones),
    requests: sortNames(trade, ({ requests }) => requests),
    quotes_sent: sortNames(trade, ({ quotesSent }) => quotesSent),
    quotes_won: sortNames(trade, ({ quotesWon }) => quotesWon),
    record,
    products: counts.products.map(({ slug, categorySlug, ...product }) => ({
      ...product,
      get_absolute_url: productPath(categorySlug, slug),
    })),
    not_found: notFound.map(({ text, people, ...found }) => {
      const plant = presentPlantRef(found.plant)
      return { text: plant?.name ?? text, plant, people }
    }),
  }
}

/** Deletes what nobody can ask for any more. */
export async function cleanStatistics(db: Db): Promise<void> {
  const weeks = mondays(mostWeeks)
  const [oldest = '', present = ''] = [weeks[0], weeks.at(-1)]
  await forgetOldCounts(db, { day: dayInMoscow(new Date()), week: oldest })
  await forgetSearchers(db, { present, oldest })
}
