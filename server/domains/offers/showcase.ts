import type { Shown } from './showcase.queries.ts'

/** Products on the home page, and as many of one company where others have some. */
export const shownProducts = 12
const ofOneCompany = 3

/**
 * What the home page shows of the newest products: photos before drawings, companies by turns, so that a price list of
 * a thousand lines does not fill it. More of one company only where there are no others.
 */
export function mixed(newest: readonly Shown[]): number[] {
  const queues = [...Map.groupBy(newest, ({ companyId }) => companyId).values()].map(products => [
    ...products.filter(({ hasPhotos }) => hasPhotos),
    ...products.filter(({ hasPhotos }) => !hasPhotos),
  ])
  const rounds = Math.max(0, ...queues.map(({ length }) => length))
  const turns = Array.from({ length: rounds }, (_, round) => queues.flatMap(queue => queue[round] ?? []))
  const photosFirst = (all: Shown[]) => all.toSorted((one, other) => Number(other.hasPhotos) - Number(one.hasPhotos))
  const first = photosFirst(turns.slice(0, ofOneCompany).flat())
  return [...first, ...photosFirst(turns.slice(ofOneCompany).flat())].slice(0, shownProducts).map(({ id }) => id)
}
