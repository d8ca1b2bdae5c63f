import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import type { Catalogue, ComparedRow, Comparison, GivenRow } from './comparison.ts'
import { knownSizes } from './known-sizes.ts'
import { matchSizes } from './match-sizes.ts'
import { type ResolvedRow, rowResolver } from './resolve-rows.ts'
import { rowEffects } from './row-effects.ts'

/**
 * Compares the rows of a list with the company's products: as they were written, if this site has written the list;
 * otherwise by article number, otherwise by plant (or name), size, packing and form. Reads nothing but its arguments.
 */
export async function compareRows(given: GivenRow[], catalogue: Catalogue, yieldNow: YieldNow): Promise<Comparison> {
  const sizes = await knownSizes(catalogue, yieldNow)
  /** Ids of the sizes that a row means, and of products that a doubtful row may mean. */
  const [taken, named] = [new Set<number>(), new Set<number>()]
  const resolve = rowResolver(sizes, taken, yieldNow)
  const offers: ResolvedRow[] = []
  const rows: ComparedRow[] = []
  for (const row of given) {
    await yieldNow()
    const { position, kind, content } = row
    if (kind === 'offer') offers.push(await resolve(row))
    else rows.push({ position, kind, state: null, shown: content, changes: [] })
  }
  await matchSizes(
    offers.filter(({ doubt }) => doubt === null),
    sizes,
    taken,
    yieldNow,
  )

  /** The row is not applied. The sizes that it may mean do not count as missing from the list. */
  function leaveAlone({ content, found }: ResolvedRow): void {
    const plants = [content.plant, ...content.candidates.map(({ plant }) => plant)]
    for (const plant of plants) for (const one of sizes.productsOf({ ...content, plant })) named.add(one.id)
    for (const one of found) if (one) named.add(one.product.id)
    for (const { sku } of content.variants) {
      const holder = sku === null ? undefined : sizes.bySku.get(sku)
      if (holder) taken.add(holder.row.id)
    }
  }

  const effects = rowEffects(sizes)
  for (const row of offers) {
    await yieldNow()
    const { given: source, content, doubt } = row
    const place = { position: source.position, kind: source.kind }
    const effect = doubt === null ? effects.take(row) : null
    if (effect && 'state' in effect) {
      const { adds, state, changes } = effect
      rows.push({ ...place, state, shown: { ...content, doubt: null, adds }, changes })
      continue
    }
    const problems = effect ? [...content.problems, effect.problem] : content.problems
    rows.push({ ...place, state: effect?.doubt ?? doubt, shown: { ...content, problems }, changes: [] })
    leaveAlone(row)
  }
  const missing = sizes.all
    .filter(({ row, product }) => !taken.has(row.id) && !named.has(product.id))
    .filter(({ product }) => product.isEditable && product.review !== 'withdrawn')
    .map(({ row, product }) => ({ id: row.id, productId: product.id, isSoldOut: row.stock === 'sold_out' }))
  return { rows: rows.toSorted((one, other) => one.position - other.position), ...effects.all(), missing }
}
