import { LRUCache } from 'lru-cache'
import type { Article, Section } from '#contract/publications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { articlePdfs } from './article-pdf.service.ts'
import { readStoredText } from './markdown/read-text.ts'
import { writeHtml } from './markdown/write-html.ts'
import { type Addresses, presentArticle, presentOutline, presentSection } from './publications.present.ts'
import { findPublished, findSectionText, listPublished, listSections, type OutlineRow } from './publications.queries.ts'

export interface PublicationDeps extends Addresses {
  db: Db
  media: MediaStore
  dataDir: string
}

/** Characters of rendered texts that one process caches: more than all articles of a magazine have. */
const keptLetters = 8_000_000

/** What readers see of the publications. */
export function publicationService({ db, dataDir, ...addresses }: PublicationDeps) {
  const pdfs = articlePdfs({ dataDir, ...addresses })
  const kept = new LRUCache<string, { body: string; html: string }>({
    maxSize: keptLetters,
    sizeCalculation: ({ body, html }) => body.length + html.length + 1,
  })

  async function getPublished(slug: string): Promise<OutlineRow> {
    const outline = await findPublished(db, slug)
    if (!outline) throw new AppError('NOT_FOUND', 'Такой статьи нет.')
    return outline
  }

  /** A section's HTML, rendered once for each version of its article. */
  async function textOf(sectionId: number, version: number) {
    const key = `${sectionId} ${version}`
    const known = kept.get(key)
    if (known) return known
    const body = await findSectionText(db, sectionId)
    const text = { body, html: writeHtml(readStoredText(body), addresses.media) }
    kept.set(key, text)
    return text
  }

  return {
    async listArticles(): Promise<Article[]> {
      return (await listPublished(db)).map(outline => presentArticle(outline, addresses))
    },

    /** Throws NOT_FOUND also for a draft. */
    async getArticle(slug: string) {
      return presentOutline(await getPublished(slug), addresses)
    },

    /** Throws NOT_FOUND also for a draft. */
    async getSection(articleSlug: string, sectionSlug: string): Promise<Section> {
      const outline = await getPublished(articleSlug)
      const shown = outline.sections.find(section => section.slug === sectionSlug)
      if (!shown) throw new AppError('NOT_FOUND', 'Такого раздела нет.')
      return presentSection(outline, shown, await textOf(shown.id, outline.article.version), addresses)
    },

    /**
     * The data for the PDF's name, its state, and the file itself, which is made on the first request. Throws NOT_FOUND also
     * for a draft.
     */
    async getPdf(slug: string) {
      const { article } = await getPublished(slug)
      return {
        name: article.name,
        mark: pdfs.markOf(article),
        content: () => pdfs.get(article, () => listSections(db, article.id)),
      }
    },
  }
}
