import { requestBudget, withBudget } from '../database/database-budget.ts'

/**
 * A long list, read in batches as it is consumed: `read` gives those that follow a row (`undefined`: the first ones), and
 * fewer than `size` where the list ends. Each batch may wait for the database as long as a request may.
 */
export async function* inBatches<Row>(
  size: number,
  read: (after: Row | undefined, size: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const after = last
    const rows = await withBudget(requestBudget, () => read(after, size))
    yield* rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}
