import { countCompaniesBy, replaceInCompanies } from '#server/domains/companies/companies.api.ts'
import { mergeRegion } from '#server/domains/posts/writing/product-posts.service.ts'
import { countProductsBy, isOfProducts, replaceInProducts } from '#server/domains/products/products.api.ts'
import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** How many products, or companies, have an entry of the list. */
export async function countUses(db: Db, kind: LookupKind): Promise<(id: number) => number> {
  const rows = isOfProducts(kind) ? await countProductsBy(db, kind) : await countCompaniesBy(db, kind)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return id => counts.get(id) ?? 0
}

/** Everything that refers to the one entry refers to the other. The caller holds the reference data. */
export async function replaceUses(tx: Tx, kind: LookupKind, from: number, to: number): Promise<void> {
  if (isOfProducts(kind)) {
    await replaceInProducts(tx, kind, from, to)
    return
  }
  await replaceInCompanies(tx, kind, from, to)
  if (kind === 'region') await mergeRegion(tx, from, to)
}
