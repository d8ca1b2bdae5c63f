import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureWidths } from '#contract/media.ts'
import { articlePictures, articleSections, articles } from '#server/domains/publications/publications.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { loadedSeeds } from '#server/platform/http/cache/content-changes.tables.ts'
import { media } from '#server/platform/media/media.tables.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { loadPublications } from './load-publications.ts'
import { readPublications } from './read-publications.ts'

const seeds = readPublications()
let server: TestServer
let db: Db
let staff: string
let putsOfMedia = 0
let counting: MediaStore

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = (await makePerson(db, { email: staffEmail })).id
  counting = {
    ...server.media,
    putPicture: image => {
      putsOfMedia++
      return server.media.putPicture(image)
    },
  }
  await loadPublications(db, counting)
}, 120_000)
afterAll(() => server.close())

/** Everything that the loader writes. */
async function everything() {
  return {
    articles: await db.select().from(articles).orderBy(articles.id),
    sections: await db.select().from(articleSections).orderBy(articleSections.id),
    pictures: await db.select().from(articlePictures).orderBy(articlePictures.articleId, articlePictures.mediaKey),
    media: await db.select().from(media).orderBy(media.key),
    marks: await db.select().from(loadedSeeds).orderBy(loadedSeeds.name),
  }
}

async function articleOf(key: string) {
  const [row] = await db.select().from(articles).where(eq(articles.seedKey, key))
  if (!row) throw new Error(`no article ${key}`)
  return row
}
const staffUrl = async (key: string) => `/api/staff/publications/${(await articleOf(key)).id}/`

/** Marks this article as loaded by an earlier release. */
async function age(key: string): Promise<void> {
  await db
    .update(loadedSeeds)
    .set({ fingerprint: 'of an earlier release' })
    .where(eq(loadedSeeds.name, `publications/${key}`))
}

describe('a first start', () => {
  it('publishes every article of the data files, with every section and picture', async () => {
    const { body } = await server.get('/api/publications/')
    expect(body.map((article: { slug: string }) => article.slug)).toEqual(
      seeds.toSorted((one, other) => Number(other.publishedAt) - Number(one.publishedAt)).map(seed => seed.key),
    )
    for (const seed of seeds) {
      const row = await articleOf(seed.key)
      expect(row).toMatchObject({ name: seed.name, summary: seed.summary, authorName: seed.author, editedAt: null })
      const sections = await db.select().from(articleSections).where(eq(articleSections.articleId, row.id))
      expect(sections.toSorted((one, other) => one.position - other.position).map(section => section.slug)).toEqual(
        seed.sections.map(section => section.slug),
      )
      for (const { body: text } of sections) expect(text).not.toMatch(/\.svg|\]\((?!\/)/)
    }
    expect(putsOfMedia).toBe(seeds.reduce((sum, seed) => sum + seed.drawings.size, 0))
  })

  it('draws every picture in every width', async () => {
    const keys = (await db.select().from(media)).map(row => row.key)
    expect(keys.length).toBeGreaterThan(50)
    for (const key of keys) {
      for (const width of pictureWidths) {
        const file = join(server.dataDir, 'media', `${key}-${width}.webp`)
        expect([file, existsSync(file)]).toEqual([file, true])
      }
    }
    const [key = ''] = keys
    for (const width of pictureWidths) {
      const found = await sharp(join(server.dataDir, 'media', `${key}-${width}.webp`)).metadata()
      expect([found.width, found.height]).toEqual([width, (width * 9) / 16])
    }
  })

  it('leaves no broken link between the articles', async () => {
    const addresses = new Map<string, string[]>()
    for (const seed of seeds) {
      const { body } = await server.get(`/api/publications/${seed.key}/`)
      addresses.set(
        seed.key,
        body.section.map((section: { slug: string }) => section.slug),
      )
    }
    const links = seeds
      .flatMap(seed => seed.sections.map(section => section.body))
      .flatMap(text => [...text.matchAll(/\]\(\/publications\/([\w-]+)(?:#([\w-]+))?\)/g)])
    expect(links.length).toBeGreaterThan(20)
    for (const [link, article = '', section] of links) {
      expect(addresses.has(article), link).toBe(true)
      if (section !== undefined) expect(addresses.get(article), link).toContain(section)
    }
  })
})

describe('a later start', () => {
  it('runs one query and neither draws nor changes anything', async () => {
    const before = await everything()
    const draws = putsOfMedia
    let queries = 0
    const watched = new Proxy(db, {
      get(target, name, receiver) {
        if (name === 'select' || name === 'execute' || name === 'transaction') queries++
        return Reflect.get(target, name, receiver)
      },
    })
    await loadPublications(watched, counting)
    expect([queries, putsOfMedia - draws]).toEqual([1, 0])
    expect(await everything()).toEqual(before)
  })

  it('updates an article of an earlier release and keeps its ids', async () => {
    const key = 'zhivaya-izgorod'
    const before = await everything()
    const { id, version } = await articleOf(key)
    const [first, second] = await db.select().from(articleSections).where(eq(articleSections.articleId, id))
    if (!first || !second) throw new Error('no sections')
    await db.update(articles).set({ name: 'Изгородь', summary: 'Старое.' }).where(eq(articles.id, id))
    await db.update(articleSections).set({ body: 'Старый текст.' }).where(eq(articleSections.id, first.id))
    await db.update(articleSections).set({ slug: 'gone', position: 99 }).where(eq(articleSections.id, second.id))
    await age(key)
    const draws = putsOfMedia
    await loadPublications(db, counting)
    // Only the pictures of this article are drawn.
    expect(putsOfMedia - draws).toBe(seeds.find(seed => seed.key === key)?.drawings.size)
    const after = await everything()
    expect(after.marks).toEqual(before.marks)
    expect(after.articles.find(row => row.id === id)).toMatchObject({
      ...before.articles.find(row => row.id === id),
      version: version + 1,
      updatedAt: expect.any(Date),
    })
    // The section with a changed slug is a new one.
    const withoutId = (row: (typeof after.sections)[number]) => ({ ...row, id: 0 })
    const sortNames = (rows: typeof after.sections) =>
      rows.filter(row => row.articleId === id).toSorted((one, other) => one.position - other.position)
    expect(sortNames(after.sections).map(withoutId)).toEqual(sortNames(before.sections).map(withoutId))
    expect(sortNames(after.sections)[0]?.id).toBe(first.id)
    expect(after.articles.filter(row => row.id !== id)).toEqual(before.articles.filter(row => row.id !== id))
  })

  it('leaves articles alone that staff have edited', async () => {
    const key = 'kak-chitat-prays-pitomnika'
    const { body: article } = await server.get(await staffUrl(key), staff)
    const edited = { ...article, name: 'Прайс без тайн', sections: article.sections.slice(1) }
    expect((await server.send('PATCH', await staffUrl(key), edited, staff)).status).toBe(200)
    await age(key)
    const before = await everything()
    const draws = putsOfMedia
    await loadPublications(db, counting)
    const { marks, ...after } = await everything()
    expect({ ...after, marks: before.marks }).toEqual(before)
    expect(putsOfMedia).toBe(draws)
    // It is not checked again until the next release.
    expect(marks.find(mark => mark.name === `publications/${key}`)?.fingerprint).not.toBe('of an earlier release')
  })

  it('does not restore articles that staff have deleted', async () => {
    const key = 'zony-zimostoykosti'
    const address = await staffUrl(key)
    const { version } = await articleOf(key)
    const reason = { version, reason: 'Устарело' }
    expect((await server.send('POST', `${address}withdraw/`, reason, staff)).status).toBe(200)
    expect((await server.send('DELETE', address, undefined, staff)).status).toBe(200)
    const before = await everything()
    await loadPublications(db, counting)
    expect(await everything()).toEqual(before)
    expect((await server.get(`/api/publications/${key}/`)).status).toBe(404)
  })
})
