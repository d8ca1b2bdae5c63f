import type { z } from 'zod'
import type { FieldErrors } from '#contract/errors.ts'
import type { ArticleForm, articleEdit, StaffArticle } from '#contract/moderation/publications.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import {
  deleteArticle,
  findArticleBySlug,
  insertArticle,
  lockArticles,
  replacePictures,
  replaceSections,
  touchMedia,
  updateArticle,
} from './article-writes.queries.ts'
import { type ArticlePlan, checkPictures, planArticle } from './plan-article.ts'
import { presentStaffArticle } from './publications.present.ts'
import { type ArticleRow, findArticle, listSections } from './publications.queries.ts'
import type { PublicationDeps } from './publications.service.ts'
import { reserveAddress } from './reserve-address.ts'
import { buriedMark, putSeedMark } from './seeded-articles.queries.ts'

type ArticleEdit = z.output<typeof articleEdit>

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', undefined, errors)
}

/** The article, locked. Throws NOT_FOUND, and CONFLICT if somebody has changed it since the caller loaded it. */
async function lockArticle(tx: Tx, id: number, seen: number | null): Promise<ArticleRow> {
  await lockArticles(tx)
  const article = await findArticle(tx, id)
  if (!article) throw new AppError('NOT_FOUND', 'Такой статьи нет.')
  if (seen !== null && article.version !== seen) {
    throw new AppError('CONFLICT', 'Пока вы правили, статью изменил кто-то другой. Откройте её заново.')
  }
  return article
}

/** The requested address, or a free one. Throws INVALID_INPUT for one that is taken. */
async function chooseSlug(tx: Tx, form: ArticleForm, current: ArticleRow | null): Promise<string> {
  if (!form.slug) return current?.slug ?? (await reserveAddress(tx, form.name))
  if (form.slug === current?.slug) return form.slug
  if (current?.publishedAt) {
    refuse({ slug: [{ message: 'На опубликованную статью уже ссылаются: адрес не меняется', code: 'published' }] })
  }
  if (await findArticleBySlug(tx, form.slug)) {
    refuse({ slug: [{ message: 'Такой адрес уже есть у другой статьи', code: 'unique' }] })
  }
  return form.slug
}

async function checkPlan(tx: Tx, plan: ArticlePlan): Promise<void> {
  checkPictures(plan, await touchMedia(tx, [...plan.fieldsOfPictures.keys()]))
  refuse(plan.errors)
}

async function putContent(tx: Tx, articleId: number, plan: ArticlePlan): Promise<void> {
  await replaceSections(tx, articleId, plan.sections)
  await replacePictures(tx, articleId, plan.pictureKeys)
}

/** Changes articles: every change is written into the journal and increments the article's version. */
export function articleWrites({ db, ...addresses }: PublicationDeps) {
  const { publicUrl } = addresses

  async function present(tx: Tx, id: number): Promise<StaffArticle> {
    const article = await findArticle(tx, id)
    if (!article) throw new Error('an article is gone in the transaction that saved it')
    return presentStaffArticle(article, await listSections(tx, id), addresses)
  }

  /** Throws INVALID_INPUT. */
  function createArticle(actor: Actor, form: ArticleForm): Promise<StaffArticle> {
    const plan = planArticle({ form, current: [], isPublished: false, publicUrl })
    return db.transaction(async tx => {
      await lockArticles(tx)
      await checkPlan(tx, plan)
      const slug = await chooseSlug(tx, form, null)
      const { name, summary, author: authorName } = form
      const id = await insertArticle(tx, { slug, name, summary, authorName, editedAt: new Date() })
      await putContent(tx, id, plan)
      await record(tx, actor, { action: 'create', subject: 'article', subjectId: id, subjectName: name })
      return present(tx, id)
    })
  }

  /** Throws NOT_FOUND, CONFLICT and INVALID_INPUT. */
  function saveArticle(actor: Actor, id: number, form: ArticleEdit): Promise<StaffArticle> {
    return db.transaction(async tx => {
      const article = await lockArticle(tx, id, form.version)
      const current = await listSections(tx, id)
      const plan = planArticle({ form, current, isPublished: article.publishedAt !== null, publicUrl })
      await checkPlan(tx, plan)
      const slug = await chooseSlug(tx, form, article)
      const { name, summary, author: authorName } = form
      await updateArticle(tx, id, { slug, name, summary, authorName, editedAt: new Date() })
      await putContent(tx, id, plan)
      await record(tx, actor, { action: 'edit', subject: 'article', subjectId: id, subjectName: name })
      return present(tx, id)
    })
  }

  /** Throws NOT_FOUND, CONFLICT, and INVALID_INPUT for an article that lacks something. */
  function publishArticle(actor: Actor, id: number, version: number): Promise<StaffArticle> {
    return db.transaction(async tx => {
      const article = await lockArticle(tx, id, version)
      if (article.publishedAt) throw new AppError('CONFLICT', 'Статья уже опубликована.')
      const { sections, ...columns } = await present(tx, id)
      const form = { ...columns, sections }
      refuse(planArticle({ form, current: await listSections(tx, id), isPublished: true, publicUrl }).errors)
      await updateArticle(tx, id, { publishedAt: new Date(), editedAt: new Date() })
      await record(tx, actor, { action: 'publish', subject: 'article', subjectId: id, subjectName: article.name })
      return present(tx, id)
    })
  }

  /** Throws NOT_FOUND and CONFLICT. */
  function withdrawArticle(actor: Actor, id: number, { version, reason }: { version: number; reason: string }) {
    return db.transaction(async tx => {
      const article = await lockArticle(tx, id, version)
      if (!article.publishedAt) throw new AppError('CONFLICT', 'Статья и так в черновиках.')
      await updateArticle(tx, id, { publishedAt: null, editedAt: new Date() })
      await record(tx, actor, { action: 'hide', subject: 'article', subjectId: id, subjectName: article.name, reason })
      return present(tx, id)
    })
  }

  /** Throws NOT_FOUND, and CONFLICT for an article that is published. */
  function removeArticle(actor: Actor, id: number) {
    return db.transaction(async tx => {
      const article = await lockArticle(tx, id, null)
      if (article.publishedAt) throw new AppError('CONFLICT', 'Опубликованную статью сначала верните в черновики.')
      await deleteArticle(tx, id)
      if (article.seedKey !== null) await putSeedMark(tx, article.seedKey, buriedMark)
      await record(tx, actor, { action: 'delete', subject: 'article', subjectId: id, subjectName: article.name })
      return { message: 'article deleted' as const }
    })
  }

  return { createArticle, saveArticle, publishArticle, withdrawArticle, removeArticle }
}
