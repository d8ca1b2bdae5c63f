import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { articleSections, articles } from './publications.tables.ts'

export type ArticleRow = typeof articles.$inferSelect
export type SectionRow = typeof articleSections.$inferSelect
export type SectionRefRow = Awaited<ReturnType<typeof listSectionRefs>>[number]

/** Sections without their texts, in order. */
async function listSectionRefs(db: Db | Tx, articleIds: number[]) {
  if (articleIds.length === 0) return []
  return db
    .select({
      id: articleSections.id,
      articleId: articleSections.articleId,
      slug: articleSections.slug,
      name: articleSections.name,
      mediaKey: articleSections.mediaKey,
      pictureAlt: articleSections.pictureAlt,
      length: sql<number>`length(${articleSections.body})`,
    })
    .from(articleSections)
    .where(inArray(articleSections.articleId, articleIds))
    .orderBy(asc(articleSections.articleId), asc(articleSections.position), asc(articleSections.id))
}

async function withSectionRefs(db: Db | Tx, rows: ArticleRow[]) {
  const refs = await listSectionRefs(
    db,
    rows.map(row => row.id),
  )
  const byArticle = Map.groupBy(refs, ref => ref.articleId)
  return rows.map(article => ({ article, sections: byArticle.get(article.id) ?? [] }))
}

export type OutlineRow = Awaited<ReturnType<typeof withSectionRefs>>[number]

/** Published articles with their sections, newest first. */
export async function listPublished(db: Db): Promise<OutlineRow[]> {
  const rows = await db
    .select()
    .from(articles)
    .where(isNotNull(articles.publishedAt))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
  return withSectionRefs(db, rows)
}

/** A published article with its sections, or `undefined`. */
export async function findPublished(db: Db, slug: string): Promise<OutlineRow | undefined> {
  const rows = await db
    .select()
    .from(articles)
    .where(and(eq(articles.slug, slug), isNotNull(articles.publishedAt)))
  const [outline] = await withSectionRefs(db, rows)
  return outline
}

export async function findSectionText(db: Db, id: number): Promise<string> {
  const [row] = await db.select({ body: articleSections.body }).from(articleSections).where(eq(articleSections.id, id))
  return row?.body ?? ''
}

/** The sections of an article with their texts, in order. */
export async function listSections(db: Db | Tx, articleId: number): Promise<SectionRow[]> {
  return db
    .select()
    .from(articleSections)
    .where(eq(articleSections.articleId, articleId))
    .orderBy(asc(articleSections.position), asc(articleSections.id))
}

/** Including drafts, latest changes first. */
export async function listArticles(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const rows = await db
    .select()
    .from(articles)
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(limit)
    .offset(offset)
  return withSectionRefs(db, rows)
}

export async function countArticles(db: Db): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(articles)
  return row?.count ?? 0
}

export async function findArticle(db: Db | Tx, id: number): Promise<ArticleRow | undefined> {
  const [row] = await db.select().from(articles).where(eq(articles.id, id))
  return row
}

/** The number of drafts. */
export async function countDrafts(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(articles)
    .where(isNull(articles.publishedAt))
  return row?.count ?? 0
}
