import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { imageWidth } from '#contract/media.ts'
import {
  insertArticle,
  lockArticles,
  replacePictures,
  replaceSections,
  updateArticle,
} from '#server/domains/publications/article-writes.queries.ts'
import { pathOfKey } from '#server/domains/publications/markdown/addresses.ts'
import { listSections } from '#server/domains/publications/publications.queries.ts'
import { reserveAddress } from '#server/domains/publications/reserve-address.ts'
import {
  buriedMark,
  findSeededArticle,
  listEditedSeeds,
  listSeedMarks,
  putSeedMark,
} from '#server/domains/publications/seeded-articles.queries.ts'
import { type Db, lockStartup, type Tx } from '#server/platform/database/database.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { readPublications, type SeededArticle } from './read-publications.ts'

/** Keys of stored pictures by article and file. */
type Drawn = Map<string, string>
const nameOf = (article: SeededArticle, file: string) => `publications/${article.key}/${file}`

/** Draws and stores all pictures of the articles. Throws, with the file's name, if a drawing is not supported. */
async function drawPictures(articles: SeededArticle[], media: MediaStore): Promise<Drawn> {
  // Loaded on demand: most starts draw nothing and need no fonts.
  const { outlineTexts } = await import('./publication-drawing.ts')
  const queue = articles
    .flatMap(article => [...article.drawings].map(([file, svg]) => ({ name: nameOf(article, file), svg })))
    .values()
  const keys: Drawn = new Map()
  // Enough workers to keep all cores busy with encoding while the next drawing is made.
  const workers = Array.from({ length: availableParallelism() + 2 }, async () => {
    for (const { name, svg } of queue) {
      try {
        keys.set(name, await media.putPicture(sharp(Buffer.from(outlineTexts(svg)))))
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
      }
    }
  })
  await Promise.all(workers)
  return keys
}

async function putArticle(tx: Tx, article: SeededArticle, drawn: Drawn): Promise<void> {
  const { key, name, summary, author: authorName, publishedAt } = article
  const keyOf = (file: string) => {
    const mediaKey = drawn.get(nameOf(article, file))
    if (mediaKey === undefined) throw new Error(`publications/${key}: there is no ${file}`)
    return mediaKey
  }
  const shown = new Set<string>()
  const withPictures = (text: string) =>
    text.replace(/(?<=\]\()pictures\/[\w-]+\.svg/g, file => {
      const mediaKey = keyOf(file)
      shown.add(mediaKey)
      return pathOfKey(mediaKey, imageWidth)
    })

  const known = await findSeededArticle(tx, key)
  if (known) await updateArticle(tx, known.id, { name, summary, authorName })
  const id =
    known?.id ??
    (await insertArticle(tx, {
      seedKey: key,
      slug: await reserveAddress(tx, key),
      name,
      summary,
      authorName,
      publishedAt,
    }))
  const idOf = new Map((await listSections(tx, id)).map(section => [section.slug, section.id]))
  const sections = article.sections.map(({ slug, name, body, picture }) => ({
    id: idOf.get(slug) ?? null,
    slug,
    name,
    body: withPictures(body),
    mediaKey: picture && keyOf(picture.file),
    pictureAlt: picture?.alt ?? '',
  }))
  await replaceSections(tx, id, sections)
  await replacePictures(tx, id, [...shown])
}

/**
 * Updates the articles to the state of the data files: adds new ones, updates those that staff have not edited, removes
 * nothing. Costs one query when nothing has changed since the last start; otherwise the changed pictures are drawn
 * first, and one transaction writes the rows.
 */
export async function loadPublications(db: Db, media: MediaStore): Promise<void> {
  const all = readPublications()
  const outdated = (marks: Map<string, string>) =>
    all.filter(({ key, fingerprint }) => marks.get(key) !== fingerprint && marks.get(key) !== buriedMark)
  const changed = outdated(await listSeedMarks(db))
  if (changed.length === 0) return
  const edited = await listEditedSeeds(db)
  const drawn = await drawPictures(
    changed.filter(({ key }) => !edited.has(key)),
    media,
  )
  await db.transaction(async tx => {
    await lockStartup(tx)
    await lockArticles(tx)
    await putMedia(tx, [...drawn.values()])
    const editedNow = await listEditedSeeds(tx)
    // Another process may have done it while this one was drawing.
    for (const article of outdated(await listSeedMarks(tx))) {
      if (!editedNow.has(article.key)) await putArticle(tx, article, drawn)
      await putSeedMark(tx, article.key, article.fingerprint)
    }
  })
}
