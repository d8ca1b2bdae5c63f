import { asc, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { products } from '../products.tables.ts'

/** Products whose size summary is not written yet. */
export async function listUnwritten(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(isNull(products.sizes))
    .orderBy(asc(products.id))
    .limit(limit)
  return rows.map(row => row.id)
}

/** A product saved meanwhile keeps its own summary. */
export async function writeSizes(db: Db, lines: { id: number; sizes: string }[]): Promise<void> {
  await db.execute(sql`
    update ${products} set sizes = line.sizes
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) line (id int, sizes text)
    where ${products.id} = line.id and ${products.sizes} is null`)
}
