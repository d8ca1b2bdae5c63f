// Joins products (products).
import { and, desc, eq, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isPublished, selectCards } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { literal, prepared } from '#server/platform/database/prepared.ts'
import { likePattern } from '#server/platform/has-text.ts'

const newestFirst = [desc(products.publishedAt), desc(products.id)]

const selectNewest = (db: Db, where: SQL | undefined, limit: number) =>
  selectCards(db)
    .where(and(isPublished, where))
    .orderBy(...newestFirst)
    .limit(literal(limit))

const latestCount = 24
const relatedCount = 8

const latest = prepared(db => selectNewest(db, undefined, latestCount).prepare('latest_products'))

export async function listLatest(db: Db) {
  return latest(db).execute()
}

const isOther = ne(products.id, sql.placeholder('id'))
const ofGenus = prepared(db =>
  selectNewest(db, and(isOther, eq(products.genus, sql.placeholder('genus'))), relatedCount).prepare('same_genus'),
)
const ofCompany = prepared(db =>
  selectNewest(db, and(isOther, eq(products.companyId, sql.placeholder('companyId'))), relatedCount).prepare(
    'same_company',
  ),
)

export async function listRelated(db: Db, { id, genus, companyId }: { id: number; genus: string; companyId: number }) {
  const [sameGenus, sameCompany] = await Promise.all([
    ofGenus(db).execute({ id, genus }),
    ofCompany(db).execute({ id, companyId }),
  ])
  return { sameGenus, sameCompany }
}

/** Whether a product's texts contain these words, in any form, or its names contain this text. */
export function matchesText(text: string): SQL | undefined {
  const { plain, words, pattern } = writtenValues(text)
  return matchesWritten({ plain: sql.param(plain), words: sql.param(words), pattern: sql.param(pattern) })
}

/**
 * Without dashes that are not attached to the word behind them: «туя - шар» does not exclude what is round, and each
 * would negate the next, of which PostgreSQL refuses more than thirty. It skips the other operators between them.
 */
const withoutLoneDashes = (text: string) => text.replace(/(?<![^\s!&|()])-+(?=[\s!&|()-]|$)/g, ' ')

/** The values that `matchesWritten` compares texts with. */
export const writtenValues = (text: string) => {
  const words = withoutLoneDashes(text)
  return { plain: words.replaceAll('ё', 'е').replaceAll('Ё', 'Е'), words, pattern: likePattern(text) }
}
type Written = Record<keyof ReturnType<typeof writtenValues>, SQLWrapper>

/** Their places in a prepared query, which is run with `writtenValues`. */
export const writtenHolders: Written = {
  plain: sql.placeholder('plain'),
  words: sql.placeholder('words'),
  pattern: sql.placeholder('pattern'),
}

/** `matchesText` with values, or with the places of values in a prepared query. */
export function matchesWritten({ plain, words, pattern }: Written): SQL | undefined {
  return or(
    sql`${products.searchVector} @@ (websearch_to_tsquery('russian', ${plain}) || websearch_to_tsquery('simple', ${words}))`,
    // Parts of words, as people type them: "smarag", "можж".
    sql`(${products.name} || ' ' || ${products.latinName} || ' ' || ${products.synonyms}) ilike ${pattern}`,
  )
}

/** The number of published products of each category; categories without any are left out. */
export async function countPublished(db: Db) {
  return db
    .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int` })
    .from(products)
    .where(isPublished)
    .groupBy(products.categoryId)
}
