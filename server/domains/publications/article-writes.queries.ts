import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { media } from '#server/platform/media/media.tables.ts'
import { articlePictures, articleSections, articles } from './publications.tables.ts'

/** Serialises changes of articles until the end of the transaction, so that an address is reliably free or taken. */
export async function lockArticles(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${articles} in share row exclusive mode`)
}

export async function findArticleBySlug(tx: Tx, slug: string): Promise<{ id: number } | undefined> {
  const [row] = await tx.select({ id: articles.id }).from(articles).where(eq(articles.slug, slug))
  return row
}

export async function insertArticle(tx: Tx, row: typeof articles.$inferInsert): Promise<number> {
  const [created] = await tx.insert(articles).values(row).returning({ id: articles.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

/** Every change increments the version. */
export async function updateArticle(tx: Tx, id: number, changes: Partial<typeof articles.$inferInsert>) {
  await tx
    .update(articles)
    .set({ ...changes, version: sql`${articles.version} + 1`, updatedAt: sql`now()` })
    .where(eq(articles.id, id))
}

export async function deleteArticle(tx: Tx, id: number): Promise<void> {
  await tx.delete(articles).where(eq(articles.id, id))
}

/** The columns of a section to save; one without an id is new. */
export interface SavedSection {
  id: number | null
  slug: string
  name: string
  body: string
  mediaKey: string | null
  pictureAlt: string
}

/** Makes these, in this order, the sections of the article; deletes the others. */
export async function replaceSections(tx: Tx, articleId: number, sections: SavedSection[]): Promise<void> {
  const kept = sections.flatMap(({ id }) => (id === null ? [] : [id]))
  await tx
    .delete(articleSections)
    .where(and(eq(articleSections.articleId, articleId), notInArray(articleSections.id, kept)))
  // Two sections may have swapped their addresses: temporary ones avoid the unique constraint.
  await tx
    .update(articleSections)
    .set({ slug: sql`'~' || ${articleSections.id}` })
    .where(eq(articleSections.articleId, articleId))
  for (const [position, { id, ...columns }] of sections.entries()) {
    const row = { ...columns, position }
    if (id === null) await tx.insert(articleSections).values({ ...row, articleId })
    else await tx.update(articleSections).set(row).where(eq(articleSections.id, id))
  }
}

/** Records which pictures the texts show. */
export async function replacePictures(tx: Tx, articleId: number, keys: string[]): Promise<void> {
  await tx.delete(articlePictures).where(eq(articlePictures.articleId, articleId))
  if (keys.length > 0) await tx.insert(articlePictures).values(keys.map(mediaKey => ({ articleId, mediaKey })))
}

/** Which of these pictures are stored; they count as new, so that a clean-up in progress does not delete them. */
export async function touchMedia(tx: Tx, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx
    .update(media)
    .set({ createdAt: sql`now()` })
    .where(inArray(media.key, keys))
    .returning({ key: media.key })
  return new Set(rows.map(row => row.key))
}
