import { eq, getTableColumns, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { variantChanges } from '#server/domains/saved-searches/saved-searches.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'
import { products } from '../products.tables.ts'
import type { WrittenVariant } from '../variants/variant-form.ts'
import { type VariantRow, variants } from '../variants/variants.tables.ts'
import { stageChanged } from './bulk-ahead.queries.ts'
import { restoreNoted } from './bulk-undo.queries.ts'
import { bulkPreparations, bulkUndo, bulkVariants } from './bulk-undo.tables.ts'
import { type BulkChange, discardPrepared, lockForBulk, makePrepared, prepareBulk } from './change-in-bulk.service.ts'

let server: TestServer
let company: Awaited<ReturnType<typeof makeCompany>>
let variant: VariantRow

const db = () => server.database.db

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  company = await makeCompany(db())
  const product = await makeProduct(db(), { companyId: company.id, priceKopecks: 100_00 })
  const [row] = await db().select().from(variants).where(eq(variants.productId, product.id))
  if (!row) throw new Error('no variant')
  variant = row
  await db().delete(variantChanges)
})

function changeTo(written: Partial<WrittenVariant>): BulkChange {
  const { id, productId, companyId, position: _, confirmedAt: __, ...before } = variant
  return {
    changeId: uuidv7(),
    companyId,
    actorId: company.creatorId,
    assignedToId: null,
    confirmed: [],
    changed: [{ id, productId, variant: { ...before, ...written }, hasOtherSku: false }],
    added: [],
    created: [],
    soldOut: [],
    withdrawn: [],
    republished: [],
    placeholders: new Map(),
  }
}

const prepare = (change: BulkChange) => prepareBulk(db(), change, yieldToEventLoop())
const make = (prepared: Awaited<ReturnType<typeof prepare>>) =>
  db().transaction(async tx => {
    await lockForBulk(tx, company.id, [])
    return makePrepared(tx, prepared)
  })
const price = async () =>
  (await db().select({ price: variants.priceKopecks }).from(variants).where(eq(variants.id, variant.id)))[0]?.price
const left = async () => ({
  staged: await db().select().from(bulkVariants),
  undo: await db().select().from(bulkUndo).where(eq(bulkUndo.companyId, company.id)),
  preparations: await db().select().from(bulkPreparations),
  changes: await db().select().from(variantChanges),
})

describe('a prepared change', () => {
  it('changes nothing before it is made, and leaves nothing when it is not', async () => {
    const change = changeTo({ priceKopecks: 80_00 })
    await prepare(change)
    expect(await price()).toBe(100_00)
    expect((await left()).changes).toMatchObject([{ variantId: variant.id, aheadOf: change.changeId }])
    await db().transaction(tx => discardPrepared(tx, change))
    expect(await left()).toEqual({ staged: [], undo: [], preparations: [], changes: [] })
  })

  it('is prepared anew after a process that was killed, without what that has left', async () => {
    const change = changeTo({ priceKopecks: 80_00 })
    await prepare(change)
    expect(await make(await prepare({ ...change }))).toEqual([])
    expect(await price()).toBe(80_00)
    const { undo, changes, preparations } = await left()
    expect([undo.filter(({ kind }) => kind === 'variant').length, changes.length, preparations]).toEqual([1, 1, []])
  })

  it('is not made by a process that has been overtaken, which prepares nothing more either', async () => {
    const slow = await prepare(changeTo({ priceKopecks: 80_00 }))
    const fast = await prepare(changeTo({ priceKopecks: 70_00 }))
    expect(await make(slow)).toBeNull()
    expect(await price()).toBe(100_00)
    expect(await make(fast)).toEqual([])
    expect([await price(), await make(slow)]).toEqual([70_00, null])
    let isOvertaken = false
    /** Between what is confirmed and what is added. */
    const overtaking = async () => {
      if (isOvertaken) return
      isOvertaken = true
      await prepare(changeTo({ priceKopecks: 60_00 }))
    }
    const [{ variant: written } = { variant: null }] = changeTo({ sku: null }).changed
    if (!written) throw new Error('no variant')
    const twice = { ...changeTo({}), confirmed: [variant.id], changed: [] }
    const added = [{ productId: variant.productId, position: 1, variant: written }]
    await expect(prepareBulk(db(), { ...twice, added }, overtaking)).rejects.toThrow('another process')
  })

  it('is undone a hundred products at a time, so that others are answered in between', async () => {
    for (let n = 1; n < 120; n++) await makeProduct(db(), { companyId: company.id, priceKopecks: 100_00 })
    const sizes = await db().select().from(variants).where(eq(variants.companyId, company.id))
    const change: BulkChange = {
      ...changeTo({}),
      changed: sizes.map(({ id, productId, companyId: _, position: __, confirmedAt: ___, ...before }) => ({
        id,
        productId,
        variant: { ...before, priceKopecks: 80_00 },
        hasOtherSku: false,
      })),
    }
    await make(await prepare(change))
    const prices = async () =>
      (
        await db()
          .selectDistinct({ price: products.priceKopecks })
          .from(products)
          .where(eq(products.companyId, company.id))
      ).map(({ price: one }) => one)
    expect([sizes.length, await prices()]).toEqual([120, [80_00]])
    let breaths = 0
    const yieldNow = async () => void breaths++
    await db().transaction(tx => restoreNoted(tx, change.changeId, yieldNow))
    // After the sizes, and after each hundred products.
    expect([breaths, await prices()]).toEqual([3, [100_00]])
  })
})

/** What is no news for saved searches. */
const noNews = new Set([
  'confirmedAt',
  'sku',
  'note',
  'position',
  'availableFrom',
  'stems',
  'transplants',
  'weightGrams',
  'volumeMl',
])

/** Another value of each column. */
const others: Record<Exclude<keyof VariantRow, 'id' | 'productId' | 'companyId'>, unknown> = {
  position: 7,
  sku: 'Н-7',
  form: 'multistem',
  heightFromMm: 7,
  heightToMm: 7,
  spreadFromMm: 7,
  spreadToMm: 7,
  girthFromMm: 7,
  girthToMm: 7,
  stemHeightMm: 7,
  stems: 7,
  transplants: 7,
  root: 'ball',
  rootSize: 7.5,
  weightGrams: 7,
  volumeMl: 7,
  priceKopecks: 7,
  priceTiers: [{ quantityFrom: 7, priceKopecks: 7 }],
  stock: 'sold_out',
  stockQuantity: 7,
  stockIsMinimum: true,
  availableFrom: '2027-01-01',
  note: 'Семь',
  confirmedAt: new Date(7),
  heldQuantity: 7,
}

describe('changes of variants', () => {
  it('are recorded with the row before them if they can be news, alike in the transaction and ahead of it', async () => {
    const names = Object.keys(getTableColumns(variants)).filter(
      name => !['id', 'productId', 'companyId'].includes(name),
    )
    expect(Object.keys(others).toSorted()).toEqual(names.toSorted())
    for (const [name, value] of Object.entries(others)) {
      const expected = noNews.has(name)
        ? []
        : [{ variantId: variant.id, before: expect.objectContaining({ form: null }) }]
      const inside = await tryOut(tx =>
        tx
          .update(variants)
          .set({ [name]: value })
          .where(eq(variants.id, variant.id)),
      )
      expect(inside, name).toMatchObject(expected)
      // What deals hold of it, a bulk change leaves alone.
      if (name === 'heldQuantity') continue
      const changed = { changeId: uuidv7(), companyId: company.id }
      const ahead = await tryOut(tx => stageChanged(tx, changed, [{ id: variant.id, [name]: value }], new Date()))
      expect(ahead, name).toMatchObject(expected)
      expect(
        ahead.map(({ before }) => before),
        name,
      ).toEqual(inside.map(({ before }) => before))
    }
  })

  it('go with their variant', async () => {
    await db().update(variants).set({ priceKopecks: 7 }).where(eq(variants.id, variant.id))
    expect(await db().select().from(variantChanges)).toHaveLength(1)
    await db().execute(sql`delete from products where id = ${variant.productId}`)
    expect(await db().select().from(variantChanges)).toEqual([])
  })
})

class Undone extends Error {}

/** What is recorded of changes by something that is rolled back. */
async function tryOut(act: (tx: Tx) => Promise<unknown>) {
  let recorded: (typeof variantChanges.$inferSelect)[] = []
  const undone = new Undone()
  await expect(
    db().transaction(async tx => {
      await act(tx)
      recorded = await tx.select().from(variantChanges)
      throw undone
    }),
  ).rejects.toBe(undone)
  return recorded
}
