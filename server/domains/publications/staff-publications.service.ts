import type { StaffArticle } from '#contract/moderation/publications.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import { withPaths } from './markdown/addresses.ts'
import { MarkdownRefusal } from './markdown/intricacy.ts'
import { readText } from './markdown/read-text.ts'
import { writeHtml } from './markdown/write-html.ts'
import { presentStaffArticle, presentStaffRow } from './publications.present.ts'
import { countArticles, findArticle, listArticles, listSections } from './publications.queries.ts'
import type { PublicationDeps } from './publications.service.ts'

/** What moderators read of the publications, including drafts. */
export function staffPublicationService({ db, ...addresses }: PublicationDeps) {
  return {
    /** Throws NOT_FOUND for a page past the end. */
    async listArticles(query: PageRequest, address: string) {
      const [rows, count] = await Promise.all([listArticles(db, pageRange(query)), countArticles(db)])
      return { ...pageLinks(address, query, count), results: rows.map(row => presentStaffRow(row, addresses)) }
    },

    /** Throws NOT_FOUND. */
    async getArticle(id: number): Promise<StaffArticle> {
      const article = await findArticle(db, id)
      if (!article) throw new AppError('NOT_FOUND', 'Такой статьи нет.')
      return presentStaffArticle(article, await listSections(db, id), addresses)
    },

    /** Throws INVALID_INPUT for a text that is too complex. */
    preview(text: string): { html: string } {
      try {
        return { html: writeHtml(readText(withPaths(text, addresses.publicUrl)), addresses.media) }
      } catch (error) {
        if (!(error instanceof MarkdownRefusal)) throw error
        throw new AppError('INVALID_INPUT', error.message, { text: [{ message: error.message, code: 'markdown' }] })
      }
    },
  }
}
