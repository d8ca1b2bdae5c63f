import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { openServer } from './platform/database/database.ts'
import { closeAfterTest } from './test/app.ts'
import { makePerson } from './test/factories.ts'
import { formOf, pictureFile } from './test/pictures.ts'
import { serverDatabase } from './test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers, stop, temporaryFolder } from './test/processes.ts'
import { bearerOf } from './test/sessions.ts'
import { testBucket } from './test/stores.ts'

startsServers()

interface Post {
  id: string
  attachments: { get_image: string; get_thumbnail: string }[]
}

describe.skipIf(!inject('template'))('two machines on one PostgreSQL and one bucket', () => {
  it('keep nothing that the other one lacks', { timeout: 10 * minute }, async () => {
    const store = await testBucket()
    closeAfterTest(store)
    const { serverUrl = '', name = '' } = inject('template') ?? {}
    const databaseUrl = await serverDatabase(serverUrl, name)
    const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: secret, PUBLIC_URL: 'http://dendro.test', ...store.env }
    const startOn = (folder: string) => startAndListen({ ...shared, DATA_DIR: folder })
    const folders = [temporaryFolder(), temporaryFolder()]
    const [one, other] = await Promise.all(folders.map(startOn))
    if (!one || !other) throw new Error('two servers were started')
    const { db, close } = await openServer(databaseUrl)
    const { id } = await makePerson(db)
    const authorization = await bearerOf(db, secret, id)
    await close()

    const statusOf = async (server: Started, address: string) => {
      const picture = await fetch(server.address + new URL(address).pathname)
      await picture.arrayBuffer()
      return picture.status
    }
    async function write(server: Started, fields: object): Promise<Post> {
      const body = formOf({ body: 'С одной машины', ...fields })
      const answer = await fetch(`${server.address}/api/posts/create/`, {
        method: 'POST',
        headers: { authorization },
        body,
      })
      expect(answer.status).toBe(201)
      return (await answer.json()) as Post
    }

    const image = [await pictureFile()]
    const posts = [
      await write(one, { image }),
      await write(one, { image, is_private: true }),
      await write(other, { image }),
    ]
    // Uploaded to one, used through the other.
    const sent = await fetch(`${one.address}/api/uploads/`, {
      method: 'POST',
      headers: { authorization },
      body: formOf({ image: await pictureFile() }),
    })
    const upload = (await sent.json()) as { id: string; get_image: string }
    expect(await statusOf(other, upload.get_image)).toBe(200)
    posts.push(await write(other, { photos: [upload.id] }))
    const addresses = posts.flatMap(post => post.attachments.flatMap(one => [one.get_image, one.get_thumbnail]))
    const everywhere = async () =>
      Promise.all([one, other].flatMap(server => addresses.map(address => statusOf(server, address))))
    expect(new Set(await everywhere())).toEqual(new Set([200]))
    // Deleted through one of them: a picture that another post shows stays.
    const [first] = posts
    await fetch(`${other.address}/api/posts/${first?.id}/delete/`, { method: 'DELETE', headers: { authorization } })
    for (const stored of store.names()) store.age(stored, new Date(Date.now() - 99 * 3_600_000))
    // Starting cleans up.
    await stop(other)
    const again = await startOn(folders[1] ?? '')
    for (const server of [one, again]) {
      for (const address of addresses) expect([address, await statusOf(server, address)]).toEqual([address, 200])
    }
    // Each prints the articles that come with the product.
    for (const server of [one, again]) {
      const articles = (await (await fetch(`${server.address}/api/publications/`)).json()) as { slug: string }[]
      const answer = await fetch(`${server.address}/api/publications/${articles[0]?.slug}/pdf`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50_000)
    }
    // A machine without any files of its own.
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'media'))
    const third = await startOn(folder)
    for (const address of addresses) expect(await statusOf(third, address)).toBe(200)
    await stop(third)
    await stop(again)
    await stop(one)
  })
})
