import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { pictureAt, pictureWidths } from '#contract/media.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { cleanMedia } from '#server/platform/media/media-cleanup.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import { keyOfFile } from '#server/platform/media/media.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'
import { formOf, pictureBytes, pictureFile } from '#server/test/pictures.ts'
import { eachStore, type TestStore } from '#server/test/stores.ts'
import { insertPost } from '../posts.queries.ts'
import { postAttachments } from '../posts.tables.ts'
import { hidePrivatePictures } from './private-pictures.service.ts'

const hour = 60 * 60 * 1000
const readers = ['author', 'friend', 'stranger', 'staff', 'visitor'] as const

describe.each(eachStore)('pictures of private posts in %s', (_, open) => {
  let store: TestStore
  let server: TestServer
  let db: TestServer['database']['db']
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    store = await open()
    server = await testServer({ files: store.files })
    db = server.database.db
    const [author, friend] = [await makePerson(db, { name: 'Автор Снимков' }), await makePerson(db)]
    await makeFriends(db, author, friend)
    Object.assign(ids, { author: author.id, friend: friend.id, stranger: (await makePerson(db)).id })
    ids.staff = (await makePerson(db, { email: staffEmail })).id
  })
  afterAll(async () => {
    await server.close()
    await store.close()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const at = (later: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later })
  const pathOf = (address: string) => new URL(address).pathname
  const fetchPicture = (address: string) => server.app.inject({ url: pathOf(address) })
  const statusOf = async (address: string) => (await fetchPicture(address)).statusCode
  const upload = async (file: File, who = 'author') =>
    (await server.send('POST', '/api/uploads/', formOf({ image: file }), ids[who])).body
  async function write(fields: object, who = 'author') {
    const { status, body } = await server.send(
      'POST',
      '/api/posts/create/',
      formOf({ body: 'Снимки', ...fields }),
      ids[who],
    )
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const addressesOf = (post: { attachments: { get_image: string; get_thumbnail: string }[] }) =>
    post.attachments.flatMap(one => [one.get_image, one.get_thumbnail])
  /** The public key that the picture would have. */
  async function publicKeyOf(file: File): Promise<string> {
    return (await server.media.encodePicture(sharp(Buffer.from(await file.arrayBuffer())).autoOrient())).key
  }

  it('have addresses that the API gives to people who may see the post, wherever it is shown', async () => {
    const text = `Закрытая${Date.now()}`
    const post = await write({
      body: text,
      is_private: true,
      image: [await pictureFile()],
      photos: [(await upload(await pictureFile())).id],
    })
    const addresses = addressesOf(post)
    expect(addresses).toHaveLength(4)
    await server.send('POST', `/api/posts/${post.id}/report/`, undefined, ids.friend)
    const places = {
      post: [`/api/posts/${post.id}/`, ['author', 'friend', 'staff']],
      feed: ['/api/posts/', ['author', 'friend']],
      filtered: [`/api/posts/?search=${text}`, ['author', 'friend']],
      profile: [`/api/posts/profile/${ids.author}/`, ['author', 'friend']],
      reports: ['/api/staff/reports/', ['staff']],
      export: ['/api/me/data/', ['author']],
    } as const
    for (const [place, [path, seers]] of Object.entries(places)) {
      for (const reader of readers) {
        const { text: answer } = await server.get(path, ids[reader])
        const sees = (seers as readonly string[]).includes(reader)
        for (const address of addresses)
          expect([place, reader, answer.includes(address)]).toEqual([place, reader, sees])
        // Nor in another spelling.
        const name =
          pathOf(addresses[0] ?? '')
            .split('/')
            .at(-1)
            ?.slice(0, 32) ?? ''
        expect([place, reader, answer.includes(name)]).toEqual([place, reader, sees])
      }
    }
    for (const reader of readers.filter(one => one !== 'visitor')) {
      const { text: found } = await server.send('POST', '/api/search/', { query: text }, ids[reader])
      expect([reader, found.includes(addresses[0] ?? '')]).toEqual([reader, reader === 'author' || reader === 'friend'])
    }
  })

  it('are shown to anybody with such an address while it is valid, and cached only by the browser', async () => {
    const post = await write({ is_private: true, image: [await pictureFile()] })
    const [address = ''] = addressesOf(post)
    expect(pathOf(address)).toMatch(/^\/media\/private\/[\w-]+\/[0-9a-f]{32}-1280\.webp$/)
    for (const width of pictureWidths) {
      const { statusCode, headers } = await fetchPicture(pictureAt(address, width))
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
      const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(String(headers['cache-control'])) ?? []
      expect(Number(seconds) / 3600).toBeGreaterThanOrEqual(23.9)
      expect(Number(seconds) / 3600).toBeLessThanOrEqual(36)
    }
    const { headers } = await fetchPicture(address)
    expect(
      (await server.app.inject({ url: pathOf(address), headers: { 'if-none-match': String(headers.etag) } }))
        .statusCode,
    ).toBe(304)
    const known = { url: pathOf(address), headers: { 'if-none-match': String(headers.etag) } }
    at(23.9 * hour)
    expect((await server.app.inject(known)).statusCode).toBe(304)
    at(13 * hour)
    for (const asked of [known, { url: known.url }]) {
      const late = await server.app.inject(asked)
      expect([late.statusCode, late.headers['cache-control']]).toEqual([404, 'no-store'])
    }
    // The feed caches its serialised posts, but not longer than the addresses are valid.
    const { body } = await server.get('/api/posts/', ids.friend)
    const shown = body.results.find(({ id }: { id: string }) => id === post.id)
    vi.useRealTimers()
    expect(shown.attachments[0].get_image).not.toBe(address)
    expect(await statusOf(shown.attachments[0].get_image)).toBe(200)
  })

  it('are not found at any other address', async () => {
    const file = await pictureFile()
    const [post, other] = [
      await write({ is_private: true, image: [file] }),
      await write({ is_private: true, image: [await pictureFile()] }),
    ]
    const [path, otherPath] = [pathOf(post.attachments[0].get_image), pathOf(other.attachments[0].get_image)]
    const [, , , mark = '', name = ''] = path.split('/')
    const [expires = '', ...signature] = mark.split('-')
    const later = (Number.parseInt(expires, 36) + hour).toString(36)
    const forged = [
      `/media/private/${name}`,
      `/media/private/x/${name}`,
      `/media/private/-/${name}`,
      `/media/private/${expires}-/${name}`,
      `/media/private/${later}-${signature.join('-')}/${name}`,
      `/media/private/${expires}-${signature.join('-').slice(0, -1)}/${name}`,
      `/media/private/${expires}-${'A'.repeat(43)}/${name}`,
      // Another picture's.
      `/media/private/${otherPath.split('/')[3]}/${name}`,
      `/media/private/${mark}/../${name}`,
      `/media/private/${mark}%2f..%2f${name}`,
      `/media/private%2f${mark}%2f..%2f${name}`,
      `/media/ab/../private/${name}`,
      `/media/${await publicKeyOf(file)}-1280.webp`,
    ]
    for (const url of forged) {
      const { statusCode, body } = await server.app.inject({ url })
      expect([url, statusCode]).toEqual([url, 404])
      expect(body).not.toContain(name)
    }
    expect((await server.app.inject({ url: path })).statusCode).toBe(200)
  })

  it('are accessible to a former friend until the last address expires', async () => {
    const post = await write({ is_private: true, image: [await pictureFile()] })
    const { body } = await server.get(`/api/posts/${post.id}/`, ids.friend)
    const [address = ''] = addressesOf(body.post)
    await db.delete(friendships)
    expect((await server.get(`/api/posts/${post.id}/`, ids.friend)).status).toBe(404)
    expect((await server.get('/api/posts/', ids.friend)).text).not.toContain(address)
    expect(await statusOf(address)).toBe(200)
    at(36 * hour)
    expect(await statusOf(address)).toBe(404)
    vi.useRealTimers()
    await makeFriends(db, { id: ids.author ?? '' }, { id: ids.friend ?? '' })
  })

  it('stay public if the same picture is in a public post too', async () => {
    const file = await pictureFile()
    const open = await write({ image: [file] })
    const closed = await write({ is_private: true, image: [file], photos: [(await upload(file)).id] })
    expect(pathOf(addressesOf(open)[0] ?? '')).toBe(`/media/${await publicKeyOf(file)}-1280.webp`)
    const contents = await Promise.all(
      [...addressesOf(closed), ...addressesOf(open)].map(async address => {
        const { statusCode, rawPayload } = await fetchPicture(address)
        return [statusCode, rawPayload.toString('base64').length > 100]
      }),
    )
    expect(contents).toEqual(Array.from({ length: 6 }, () => [200, true]))
    expect(new Set([...addressesOf(closed), ...addressesOf(open)]).size).toBe(6)
  })

  it('uploaded in advance are accessible only to the sender until a form uses them, then to its audience', async () => {
    const file = await pictureFile()
    const sent = await upload(file)
    expect(pathOf(sent.get_image)).toMatch(/^\/media\/private\//)
    expect(await statusOf(sent.get_thumbnail)).toBe(200)
    const publicAddress = `http://dendro.test/media/${await publicKeyOf(file)}-640.webp`
    expect(await statusOf(publicAddress)).toBe(404)
    const post = await write({ photos: [sent.id] })
    expect(post.attachments[0].get_thumbnail).toBe(publicAddress)
    expect(await statusOf(publicAddress)).toBe(200)
    // A picture in a text, which contains its address at once.
    const named = await server.send('POST', '/api/uploads/', formOf({ is_public: true, image: file }), ids.author)
    expect(named.body.get_thumbnail).toBe(publicAddress)
    const closed = await write({ is_private: true, photos: [named.body.id] })
    expect(pathOf(closed.attachments[0].get_image)).toMatch(/^\/media\/private\//)
    expect(await statusOf(closed.attachments[0].get_image)).toBe(200)
  })

  describe('that were stored as public', () => {
    /** A picture of a private post as formerly stored. */
    async function makeExposed(): Promise<{ id: string; keys: string[] }> {
      const keys = [
        await server.media.putPicture(sharp(await pictureBytes())),
        await server.media.putPicture(sharp(await pictureBytes())),
      ]
      const id = uuidv7()
      await db.transaction(async tx => {
        await putMedia(tx, keys)
        const row = { id, authorId: ids.author ?? '', body: 'Давняя', isPrivate: true }
        await insertPost(
          tx,
          row,
          keys.map(mediaKey => ({ id: uuidv7(), mediaKey })),
        )
      })
      return { id, keys }
    }
    const keysOf = async (postId: string) =>
      (
        await db
          .select()
          .from(postAttachments)
          .where(eq(postAttachments.postId, postId))
          .orderBy(postAttachments.position)
      ).map(row => row.mediaKey)
    const never = (line: string) => expect.unreachable(line)

    it('get private addresses, also in the open feed of friends', async () => {
      const { id, keys } = await makeExposed()
      const shared = await write({ body: 'Открытая' })
      await db.insert(postAttachments).values({ id: uuidv7(), postId: shared.id, mediaKey: keys[1] ?? '', position: 0 })
      expect((await server.get('/api/posts/', ids.friend)).text).toContain(keys[0])
      await hidePrivatePictures(db, server.media, never)
      const moved = await keysOf(id)
      expect(moved.every(key => /^private\/[0-9a-f]{32}$/.test(key))).toBe(true)
      const { body } = await server.get('/api/posts/', ids.friend)
      const post = body.results.find((one: { id: string }) => one.id === id)
      for (const address of addressesOf(post)) expect(await statusOf(address)).toBe(200)
      // Files that nothing shows are deleted when old enough; those of a public post stay.
      for (const name of store.names())
        if (keys.includes(keyOfFile(name))) store.age(name, new Date(Date.now() - 99 * hour))
      await cleanMedia(db, server.media, true)
      vi.useRealTimers()
      expect(await keysOf(shared.id)).toEqual([keys[1]])
      expect(await statusOf(`http://dendro.test/media/${keys[1]}-640.webp`)).toBe(200)
      for (const address of addressesOf(post)) expect(await statusOf(address)).toBe(200)
      // Repeating it changes nothing.
      await hidePrivatePictures(db, server.media, never)
      expect(await keysOf(id)).toEqual(moved)
    })

    it('are not lost if moving them is interrupted at any point', { timeout: 120_000 }, async () => {
      const posts = [await makeExposed(), await makeExposed()]
      for (let step = 0; ; step++) {
        let steps = 0
        const media = {
          ...server.media,
          async copyPicture(from: string, to: string) {
            if (steps++ === step) {
              // Some of the files are moved, and the row is not.
              await server.media.files.copy(`${from}-640.webp`, `${to}-640.webp`)
              throw new Error('cut short')
            }
            return server.media.copyPicture(from, to)
          },
        }
        const ended = await hidePrivatePictures(db, media, never).then(
          () => true,
          () => false,
        )
        for (const { id } of posts) {
          for (const key of await keysOf(id)) {
            for (const width of pictureWidths) expect(await store.files.stat(`${key}-${width}.webp`)).not.toBeNull()
          }
        }
        if (ended) break
      }
      for (const { id } of posts) expect((await keysOf(id)).every(key => key.startsWith('private/'))).toBe(true)
    })

    it('are moved even if the files of others are missing, which are named in the log', async () => {
      const [damaged, whole] = [await makeExposed(), await makeExposed()]
      await store.files.remove(`${damaged.keys[0]}-640.webp`)
      const lines: string[] = []
      await hidePrivatePictures(db, server.media, line => lines.push(line))
      expect(lines).toEqual([expect.stringContaining(damaged.keys[0] ?? '')])
      expect(await keysOf(damaged.id)).toEqual([damaged.keys[0], expect.stringMatching(/^private\//)])
      expect((await keysOf(whole.id)).every(key => key.startsWith('private/'))).toBe(true)
      await db.delete(postAttachments).where(eq(postAttachments.postId, damaged.id))
    })
  })
})
