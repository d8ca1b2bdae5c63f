import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { MediaStore } from '#server/platform/media/media.ts'
import { picturesOf } from './markdown/blocks.ts'
import { readStoredText } from './markdown/read-text.ts'
import { readPictures } from './pdf/pictures.ts'
import type { ArticleRow, SectionRow } from './publications.queries.ts'

/** Hash of everything that affects a PDF, so that a new release regenerates them. */
function printerFingerprint(publicUrl: string): string {
  const hash = createHash('sha256').update(publicUrl)
  for (const name of ['pdf', 'markdown', '../../platform/fonts.ts']) {
    const path = fileURLToPath(new URL(name, import.meta.url))
    const files = name.endsWith('.ts')
      ? [path]
      : readdirSync(path)
          .filter(file => !file.endsWith('.test.ts'))
          .toSorted()
          .map(file => join(path, file))
    for (const file of files) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 12)
}

interface PdfDeps {
  dataDir: string
  publicUrl: string
  media: Pick<MediaStore, 'files'>
}

/** The PDFs of articles: each is made once for each version of its article and stored as a file. */
export function articlePdfs({ dataDir, publicUrl, media }: PdfDeps) {
  const folder = join(dataDir, 'pdf')
  let fingerprint: string | undefined
  const underWay = new Map<string, Promise<Buffer>>()
  const printing = pLimit(1)

  /** Identifies this state of the article; the time distinguishes databases that have used the same folder. */
  function markOf({ id, version, updatedAt }: ArticleRow): string {
    fingerprint ??= printerFingerprint(publicUrl)
    return `${id}-${version}-${updatedAt.getTime().toString(36)}-${fingerprint}`
  }

  async function print(article: ArticleRow, sections: SectionRow[]): Promise<Buffer> {
    const printed = sections.map(({ slug, name, body, mediaKey, pictureAlt }) => ({
      slug,
      name,
      picture: mediaKey === null ? null : { key: mediaKey, alt: pictureAlt },
      blocks: readStoredText(body),
    }))
    const keys = printed.flatMap(({ picture, blocks }) => [
      ...(picture ? [picture.key] : []),
      ...[...picturesOf(blocks)].flatMap(({ key }) => (key === null ? [] : [key])),
    ])
    const { slug, name, summary, authorName: author, createdAt, updatedAt: changedAt } = article
    const pictures = await readPictures(media.files, keys)
    // Loaded on first use: it takes much of the start-up time, and most processes never make a PDF.
    const { printArticle } = await import('./pdf/article-pdf.ts')
    const publishedAt = article.publishedAt ?? createdAt
    return printArticle({ slug, name, summary, author, publishedAt, changedAt, sections: printed, pictures }, publicUrl)
  }

  /** Writes to a temporary file and renames it, so that a file is complete or absent; deletes those of earlier versions. */
  async function keep(name: string, articleId: number, content: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `${name}.${randomUUID()}.tmp`)
    await writeFile(draft, content, { flush: true })
    await rename(draft, join(folder, name))
    const older = (await readdir(folder)).filter(
      file => file.startsWith(`${articleId}-`) && file.endsWith('.pdf') && file !== name,
    )
    await Promise.all(older.map(file => rm(join(folder, file), { force: true })))
  }

  return {
    markOf,

    /** The PDF of this state of the article; `listSections` is called for its texts if it has not been made yet. */
    async get(article: ArticleRow, listSections: () => Promise<SectionRow[]>): Promise<Buffer> {
      const name = `${markOf(article)}.pdf`
      const kept = await readFile(join(folder, name)).catch(() => null)
      if (kept) return kept
      const known = underWay.get(name)
      if (known) return known
      const made = printing(async () => {
        const content = await print(article, await listSections())
        await keep(name, article.id, content)
        return content
      }).finally(() => underWay.delete(name))
      underWay.set(name, made)
      return made
    },
  }
}
