import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { postAttachments } from '#server/domains/posts/posts.tables.ts'
import { linkedDrawer } from '#server/domains/products/linked-pictures.service.ts'
import { linkedDrawing } from '#server/domains/products/products.jobs.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { loadedSeeds } from '#server/platform/http/cache/content-changes.tables.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeMedia, makeProduct } from '#server/test/factories.ts'
import { jobsOf, workOff } from '#server/test/jobs.ts'
import { type DemoPicture, demoDrawing } from './demo-pictures.jobs.ts'
import { demoDrawer } from './demo-pictures.ts'
import { loadDemo } from './load-demo.ts'
import { redrawForEdition } from './redraw.ts'

/** Drawings are tested elsewhere: here a picture is a key that names its release. */
function drawingAs(server: TestServer, release: string): MediaStore {
  let drawn = 0
  return { ...server.media, encodePicture: async () => ({ key: `${release}-${drawn++}`, files: [] }) }
}

const forget = (server: TestServer) => server.database.db.execute(sql`delete from pgboss.job`)
/** As if an earlier release had drawn everything. */
const anotherEdition = (server: TestServer) =>
  server.database.db.update(loadedSeeds).set({ fingerprint: 'earlier' }).where(eq(loadedSeeds.name, 'drawings'))

describe('plants drawn differently by a new release', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  it('are redrawn once: linked products of one view together, others separately', async () => {
    const { db } = server.database
    const [plant] = await db.select({ id: plants.id }).from(plants).limit(1)
    const { id: companyId } = await makeCompany(db)
    const linked = { companyId, plantId: plant?.id ?? 0, heightFromMm: 500 }
    const [one, two, own] = [
      await makeProduct(db, linked),
      await makeProduct(db, linked),
      await makeProduct(db, { companyId, plantId: null, foliageColour: 'красный' }),
    ]
    const keys = async () =>
      (
        await db
          .select()
          .from(products)
          .where(inArray(products.id, [one.id, two.id, own.id]))
          .orderBy(asc(products.id))
      ).map(row => row.drawnMediaKey)
    const before = await keys()

    await redrawForEdition(db, false)
    expect((await jobsOf(db, linkedDrawing)).map(({ data }) => data)).toEqual([
      { plantId: linked.plantId, heightFromMm: 500, heightToMm: null, potMm: null },
      { productId: own.id },
    ])
    expect(await keys()).toEqual(before)
    await workOff(server.database, [linkedDrawer(db, drawingAs(server, 'new'))])
    expect(await keys()).toEqual(['new-0', 'new-0', 'new-1'])

    await redrawForEdition(db, false)
    expect(await jobsOf(db, linkedDrawing)).toEqual([])
    await anotherEdition(server)
    await redrawForEdition(db, false)
    expect(await jobsOf(db, linkedDrawing)).toHaveLength(2)
    await forget(server)
  })

  it('leave a product alone that was saved or linked during the drawing', async () => {
    const { db } = server.database
    const own = await makeProduct(db, { plantId: null })
    await db.transaction(tx => linkedDrawing.send(tx, [{ data: { productId: own.id } }]))
    const saved = await makeMedia(db)
    const meanwhile: MediaStore = {
      ...server.media,
      encodePicture: async () => {
        await db.update(products).set({ drawnMediaKey: saved, updatedAt: new Date() }).where(eq(products.id, own.id))
        return { key: 'late', files: [] }
      },
    }
    await workOff(server.database, [linkedDrawer(db, meanwhile)])
    const [row] = await db.select().from(products).where(eq(products.id, own.id))
    expect(row?.drawnMediaKey).toBe(saved)
  })
})

describe('the demonstration of an earlier release', () => {
  it('is redrawn, also in posts, except for what a person has changed', async () => {
    const server = await testServer()
    const { db } = server.database
    try {
      await loadDemo(db, server.media, () => {})
      const all = (await jobsOf(db, demoDrawing)).map(({ data }) => data as DemoPicture)
      const some = [
        ...all.filter(job => job.products.length > 0).slice(0, 6),
        ...all.filter(job => job.posts.length > 0).slice(0, 4),
      ]
      await forget(server)
      await db.transaction(tx =>
        demoDrawing.send(
          tx,
          some.map(data => ({ data })),
        ),
      )
      await workOff(server.database, [demoDrawer(db, drawingAs(server, 'old'))])
      // A person has replaced a drawing with a photo.
      const changed = some[0]?.products[0]?.id ?? 0
      const photo = await makeMedia(db)
      await db
        .update(productImages)
        .set({ mediaKey: photo })
        .where(and(eq(productImages.productId, changed), eq(productImages.position, 0)))
      await db.update(products).set({ updatedAt: new Date() }).where(eq(products.id, changed))
      const attached = await db.select().from(postAttachments).where(isNotNull(postAttachments.mediaKey))
      expect(attached.length).toBeGreaterThan(3)

      await redrawForEdition(db, true)
      const again = (await jobsOf(db, demoDrawing)).map(({ data }) => data as DemoPicture)
      expect(again.flatMap(job => job.products)).toHaveLength(all.flatMap(job => job.products).length)
      const name = ({ plantId, view, heightMm }: DemoPicture) => [plantId, view, heightMm].join()
      const wanted = new Set(some.map(name))
      await forget(server)
      await db.transaction(tx =>
        demoDrawing.send(
          tx,
          again.filter(job => wanted.has(name(job))).map(data => ({ data })),
        ),
      )
      await workOff(server.database, [demoDrawer(db, drawingAs(server, 'new'))])
      const shown = await db.select({ id: productImages.productId, key: productImages.mediaKey }).from(productImages)
      expect(
        shown
          .filter(({ key }) => key.startsWith('old'))
          .map(({ id }) => id)
          .every(id => id === changed),
      ).toBe(true)
      expect(shown.some(({ key }) => key === photo)).toBe(true)
      const after = await db.select().from(postAttachments)
      expect(after.map(row => row.mediaKey.slice(0, 3))).toEqual(after.map(() => 'new'))
      expect(after).toHaveLength(attached.length)
    } finally {
      await server.close()
    }
  })
})
