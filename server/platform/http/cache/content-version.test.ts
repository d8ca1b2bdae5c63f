import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categories } from '#server/domains/plants/plants.tables.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { testDatabase } from '#server/test/app.ts'
import { cachedWhileUnchanged, contentVersions } from './content-version.ts'

/** A database whose reads of the version are answered when the test says so, in the order in which they came. */
function heldDatabase() {
  const reads: PromiseWithResolvers<{ version: number }[]>[] = []
  const query = {
    from: () => query,
    prepare: () => ({
      execute() {
        const read = Promise.withResolvers<{ version: number }[]>()
        reads.push(read)
        return read.promise
      },
    }),
  }
  return { db: { select: () => query } as unknown as Db, reads }
}

/** Some turns of the event loop, enough for everything that need not wait for the database. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
}

describe('contentVersions', () => {
  it('answers those who ask while a read is under way from the next read, which they share', async () => {
    const { db, reads } = heldDatabase()
    const versions = contentVersions(db)
    const first = [versions.current(), versions.current()]
    await settled()
    expect(reads).toHaveLength(1)
    const late = [versions.current(), versions.current()]
    await settled()
    late.push(versions.current())
    await settled()
    expect(reads).toHaveLength(1)
    reads[0]?.resolve([{ version: 7 }])
    expect(await Promise.all(first)).toEqual([7, 7])
    await settled()
    expect(reads).toHaveLength(2)
    // These ask while the second read is under way: they wait for a third.
    const later = [versions.current(), versions.current()]
    await settled()
    expect(reads).toHaveLength(2)
    reads[1]?.resolve([{ version: 8 }])
    expect(await Promise.all(late)).toEqual([8, 8, 8])
    await settled()
    expect(reads).toHaveLength(3)
    reads[2]?.resolve([{ version: 9 }])
    expect(await Promise.all(later)).toEqual([9, 9])
    const alone = versions.current()
    await settled()
    expect(reads).toHaveLength(4)
    reads[3]?.resolve([{ version: 10 }])
    expect(await alone).toBe(10)
    expect(reads).toHaveLength(4)
  })

  it('reads anew after a failure, also for those who wait behind it', async () => {
    const { db, reads } = heldDatabase()
    const versions = contentVersions(db)
    const first = versions.current()
    await settled()
    const late = versions.current()
    reads[0]?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await settled()
    reads[1]?.resolve([{ version: 3 }])
    expect(await late).toBe(3)
    const next = versions.current()
    await settled()
    reads[2]?.reject(new Error('away again'))
    await expect(next).rejects.toThrow('away again')
    const last = versions.current()
    await settled()
    reads[3]?.resolve([{ version: 4 }])
    expect(await last).toBe(4)
  })

  it('fails when the row is missing instead of taking everything for unchanged', async () => {
    const { db, reads } = heldDatabase()
    const asked = contentVersions(db).current()
    await settled()
    reads[0]?.resolve([])
    await expect(asked).rejects.toThrow('content_version')
  })
})

describe('cachedWhileUnchanged', () => {
  /** Versions that the test sets, and a computation that counts how often it was made. */
  function counted(compute: (made: number) => Promise<unknown> = async made => made) {
    let version = 1
    let made = 0
    const read = cachedWhileUnchanged({ current: async () => version }, () => compute(++made))
    return { read, made: () => made, change: () => void version++ }
  }

  it('computes once for concurrent callers and again after a change', async () => {
    const { read, made, change } = counted()
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
    expect(await read()).toBe(1)
    change()
    expect(await Promise.all([read(), read()])).toEqual([2, 2])
    expect(made()).toBe(2)
  })

  it('does not keep a failure', async () => {
    const { read, made } = counted(async made => {
      if (made === 1) throw new Error('once')
      return made
    })
    await expect(read()).rejects.toThrow('once')
    expect(await read()).toBe(2)
    expect(await read()).toBe(2)
    expect(made()).toBe(2)
  })

  it('gives nobody who asked after a change what was computed before it', async () => {
    const slow = Promise.withResolvers<void>()
    const { read, change } = counted(async made => {
      if (made === 1) await slow.promise
      return made
    })
    const before = read()
    await settled()
    change()
    expect(await read()).toBe(2)
    slow.resolve()
    expect(await before).toBe(1)
    expect(await read()).toBe(2)
  })
})

describe('in the database', () => {
  let database: Database

  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  const rename = (name: string) => sql`update categories set name = ${name} where slug = 'rozy'`

  it('a change counts up for readers of every process as soon as it is committed', async () => {
    const [one, other] = [contentVersions(database.db), contentVersions(database.db)]
    const before = await one.current()
    await database.db.execute(rename('Розы и шиповники'))
    const after = await one.current()
    expect(after).toBeGreaterThan(before)
    expect(await other.current()).toBe(after)
    expect(await one.current()).toBe(after)
  })

  it('what is rolled back leaves the number and what was kept under it as they were', async () => {
    const { db } = database
    const versions = contentVersions(db)
    let reads = 0
    const names = cachedWhileUnchanged(versions, async () => {
      reads++
      return (await db.select({ name: categories.name }).from(categories)).map(row => row.name)
    })
    const before = await versions.current()
    const kept = await names()
    const underWay: Promise<unknown>[] = []
    await expect(
      db.transaction(async tx => {
        await tx.execute(rename('Розы, которых не было'))
        // Not awaited: the embedded database has one connection, which this transaction holds.
        underWay.push(versions.current(), names())
        await new Promise(resolve => setTimeout(resolve, 20))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await Promise.all(underWay)).toEqual([before, kept])
    expect(await versions.current()).toBe(before)
    expect(await names()).toEqual(kept)
    expect(reads).toBe(1)
    // The number that the failed transaction had drawn is given to the next change; nobody kept anything under it.
    await db.execute(rename('Розы снова'))
    expect(await versions.current()).toBe(before + 1)
    expect(await names()).toContain('Розы снова')
  })

  it.each([
    ['lookups', sql`update lookups set position = position where kind = 'region'`],
    ['categories', sql`update categories set position = position`],
    ['genera', sql`update genera set family = family`],
    ['plants', sql`update plants set synonyms = synonyms where id < 10`],
    ['companies', sql`delete from companies where id = -1`],
    ['company_members', sql`delete from company_members where company_id = -1`],
    ['products', sql`delete from products where id = -1`],
    ['product_images', sql`delete from product_images where id = -1`],
    ['product_slugs', sql`delete from product_slugs where slug = ''`],
    ['users (name)', sql`update users set name = name`],
    ['users (email)', sql`update users set email = email`],
  ])('%s belong to the content', async (_, statement) => {
    const { db } = database
    const versions = contentVersions(db)
    const before = await versions.current()
    await db.execute(statement)
    expect(await versions.current()).toBe(before + 1)
  })

  it('what nobody sees does not throw away what is kept', async () => {
    const { db } = database
    const versions = contentVersions(db)
    const before = await versions.current()
    await db.execute(sql`update users set password_hash = null`)
    await db.execute(sql`insert into media (key) values ('00/nothing')`)
    expect(await versions.current()).toBe(before)
  })
})
