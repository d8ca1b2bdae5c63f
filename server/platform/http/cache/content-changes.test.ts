import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categories } from '#server/domains/plants/plants.tables.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { testDatabase } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'
import { forgetOldChanges, prepareReadChanges } from './content-changes.queries.ts'
import { cachedWhileUnchanged, contentChanges, type Scopes } from './content-changes.ts'

type Row = { snapshot: string; startedAt: string; now: number; scopes: string[] }

/** A database whose reads are answered when the test says so, in order of arrival. */
function heldDatabase() {
  const reads: (PromiseWithResolvers<Row[]> & { since: string | null })[] = []
  const query = {
    from: () => query,
    prepare: () => ({
      execute({ since }: { since: string | null }) {
        const read = { ...Promise.withResolvers<Row[]>(), since }
        reads.push(read)
        return read.promise
      },
    }),
  }
  return { db: { select: () => query } as unknown as Db, reads }
}

/** The result of a read from a server that has not restarted. */
const row = (snapshot: string, scopes: string[] = [], other: Partial<Row> = {}): Row[] => [
  { snapshot, scopes, startedAt: 'yesterday', now: 1000, ...other },
]

/** Some turns of the event loop, enough for everything that does not wait for the database. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
}

describe('contentChanges', () => {
  it('answers callers that ask during a read from the next read, which they share', async () => {
    const { db, reads } = heldDatabase()
    const changes = contentChanges(db)
    const first = [changes.current(), changes.current()]
    await settled()
    expect(reads).toHaveLength(1)
    const late = [changes.current(), changes.current()]
    await settled()
    late.push(changes.current())
    await settled()
    expect(reads).toHaveLength(1)
    reads[0]?.resolve(row('a'))
    expect(await Promise.all(first)).toEqual([1, 1])
    await settled()
    expect(reads).toHaveLength(2)
    // These ask while the second read is in progress: they wait for a third.
    const later = [changes.current(), changes.current()]
    await settled()
    expect(reads).toHaveLength(2)
    reads[1]?.resolve(row('b', ['product:1']))
    expect(await Promise.all(late)).toEqual([2, 2, 2])
    await settled()
    expect(reads).toHaveLength(3)
    reads[2]?.resolve(row('c'))
    expect(await Promise.all(later)).toEqual([2, 2])
    expect(reads.map(read => read.since)).toEqual([null, 'a', 'b'])
  })

  it('reads again after a failure, from the last known snapshot, also for callers waiting behind it', async () => {
    const { db, reads } = heldDatabase()
    const changes = contentChanges(db)
    const first = changes.current()
    await settled()
    reads[0]?.resolve(row('a'))
    await first
    const failing = changes.current()
    await settled()
    const late = changes.current()
    reads[1]?.reject(new Error('away'))
    await expect(failing).rejects.toThrow('away')
    await settled()
    reads[2]?.resolve(row('b', ['product:1']))
    expect(await late).toBe(2)
    expect(reads.map(read => read.since)).toEqual([null, 'a', 'a'])
  })

  it('fails when there is no snapshot instead of treating everything as unchanged', async () => {
    const { db, reads } = heldDatabase()
    const asked = contentChanges(db).current()
    await settled()
    reads[0]?.resolve([])
    await expect(asked).rejects.toThrow('snapshot')
  })

  /**
   * Lets a process read these rows one after another; returns what is then still valid of what was computed after the
   * first.
   */
  async function afterReads(scopes: Scopes, ...rows: Row[][]): Promise<boolean> {
    const { db, reads } = heldDatabase()
    const changes = contentChanges(db)
    let computed = { state: 0, scopes }
    for (const [turn, read] of rows.entries()) {
      const asked = changes.current()
      await settled()
      reads[turn]?.resolve(read)
      const state = await asked
      if (turn === 0) computed = { state, scopes }
    }
    return changes.holds(computed)
  }

  it.each<[string, Scopes, Row[][], boolean]>([
    ['what nothing has happened to', ['product:1'], [row('a'), row('b')], true],
    ['what something else has happened to', ['product:1'], [row('a'), row('b', ['product:2'])], true],
    ['what one of many parts has happened to', ['x', 'product:1'], [row('a'), row('b', ['product:1'])], false],
    ['what happened to it before another change', ['x'], [row('a'), row('b', ['x']), row('c', ['y'])], false],
    ['what nobody has said of what it is made', 'everything', [row('a'), row('b', ['product:2'])], false],
    ['what nobody has said of, nothing having changed', 'everything', [row('a'), row('b')], true],
    ['what is made of nothing', [], [row('a'), row('b', ['x'])], true],
    ['anything, after a table was emptied', ['x'], [row('a'), row('b', ['everything'])], false],
    ['anything, after the server began anew', ['x'], [row('a'), row('b', [], { startedAt: 'today' })], false],
    ['anything, after a long silence', ['x'], [row('a'), row('b', [], { now: 1000 + 601 })], false],
    ['what a short silence has passed over', ['x'], [row('a'), row('b', [], { now: 1000 + 599 })], true],
    [
      'anything, after more changes than are remembered',
      ['x'],
      [
        row('a'),
        row(
          'b',
          Array.from({ length: 100_001 }, (_, n) => `product:${n}`),
        ),
      ],
      false,
    ],
  ])('%s holds or not', async (_, scopes, rows, holds) => {
    expect(await afterReads(scopes, ...rows)).toBe(holds)
  })
})

describe('cachedWhileUnchanged', () => {
  /** Versions that the test sets, and a computation that counts how often it was made. */
  function counted(compute: (made: number) => Promise<unknown> = async made => made) {
    let state = 1
    let made = 0
    const changes = {
      current: async () => state,
      currentForRequest: async () => state,
      known: () => state,
      holds: (computed: { state: number }) => computed.state === state,
      subscribe: () => {},
    }
    const read = cachedWhileUnchanged(changes, [], () => compute(++made))
    return { read, made: () => made, change: () => void state++ }
  }

  it('computes once for concurrent callers and again after a change', async () => {
    const { read, made, change } = counted()
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
    expect(await read()).toBe(1)
    change()
    expect(await Promise.all([read(), read()])).toEqual([2, 2])
    expect(made()).toBe(2)
  })

  it('does not cache a failure', async () => {
    const { read, made } = counted(async made => {
      if (made === 1) throw new Error('once')
      return made
    })
    await expect(read()).rejects.toThrow('once')
    expect(await read()).toBe(2)
    expect(await read()).toBe(2)
    expect(made()).toBe(2)
  })

  it('never returns a value computed before a change to a caller that asked after it', async () => {
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
  let company: Awaited<ReturnType<typeof makeCompany>>
  let product: Awaited<ReturnType<typeof makeProduct>>

  beforeAll(async () => {
    database = await testDatabase()
    company = await makeCompany(database.db)
    product = await makeProduct(database.db, { companyId: company.id, genus: 'Липа' })
  })
  afterAll(() => database.close())

  const rename = (name: string) => sql`update categories set name = ${name} where slug = 'rozy'`

  /** A process that has read once. */
  async function reader() {
    const changes = contentChanges(database.db)
    return { ...changes, begin: await changes.current() }
  }

  /** The scopes that a process learns of. */
  async function noted(change: () => Promise<unknown>): Promise<string[]> {
    const read = prepareReadChanges(database.db)
    const before = await read(null)
    await change()
    return (await read(before.snapshot)).scopes.toSorted()
  }

  it('a change is known to readers of every process as soon as it is committed, and once', async () => {
    const [one, other] = [await reader(), await reader()]
    await database.db.execute(rename('Розы и шиповники'))
    for (const mine of [one, other]) {
      const after = await mine.current()
      expect(after).toBe(mine.begin + 1)
      expect(mine.holds({ state: mine.begin, scopes: ['categories'] })).toBe(false)
      expect(mine.holds({ state: mine.begin, scopes: ['lookups'] })).toBe(true)
      expect(await mine.current()).toBe(after)
    }
  })

  it('transactions that commit out of order are each known once committed', async () => {
    const { db } = database
    const mine = await reader()
    const inFirst = Promise.withResolvers<void>()
    const endFirst = Promise.withResolvers<void>()
    const first = db.transaction(async tx => {
      await tx.execute(sql`update lookups set position = position where kind = 'region'`)
      inFirst.resolve()
      await endFirst.promise
    })
    await inFirst.promise
    // The embedded database has one connection: there the second waits for the first.
    const second = db.execute(rename('Розы в очереди'))
    if (process.env.TEST_DATABASE_URL) {
      await second
      await mine.current()
      expect(mine.holds({ state: mine.begin, scopes: ['categories'] })).toBe(false)
      expect(mine.holds({ state: mine.begin, scopes: ['lookups'] })).toBe(true)
    }
    const between = mine.known()
    endFirst.resolve()
    await Promise.all([first, second])
    await mine.current()
    expect(mine.holds({ state: between, scopes: ['lookups'] })).toBe(false)
  })

  it('a rollback leaves cached values valid', async () => {
    const { db } = database
    const mine = await reader()
    let reads = 0
    const names = cachedWhileUnchanged(mine, ['categories'], async () => {
      reads++
      return (await db.select({ name: categories.name }).from(categories)).map(row => row.name)
    })
    const kept = await names()
    const underWay: Promise<unknown>[] = []
    await expect(
      db.transaction(async tx => {
        await tx.execute(rename('Розы, которых не было'))
        // Not awaited: the embedded database has one connection, which this transaction holds.
        underWay.push(mine.current(), names())
        await new Promise(resolve => setTimeout(resolve, 20))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await Promise.all(underWay)).toEqual([mine.begin, kept])
    expect(await mine.current()).toBe(mine.begin)
    expect(reads).toBe(1)
    await db.execute(rename('Розы снова'))
    expect(await names()).toContain('Розы снова')
  })

  const sizes = () => [`category-sizes:${product.categoryId}`, `company-sizes:${company.id}`, 'sizes']
  const offered = () => [
    ...sizes(),
    `company-offers:${company.id}`,
    'genus-offers:Липа',
    'offers',
    `offers:${product.categoryId}`,
    `product:${product.id}`,
  ]
  const itself = () => [`product:${product.id}`]
  const found = () => [...sizes(), ...itself()]
  /** Once it has moved. */
  const foundElsewhere = () => [...found().slice(1), expect.stringMatching(/^category-sizes:\d+$/)]
  const set = (column: string) => sql.raw(`update products set ${column} where id = ${product.id}`)

  const setSize = (column: string) => sql.raw(`update variants set ${column} where product_id = ${product.id}`)

  it.each<[string, () => SQL, () => string[]]>([
    ['a lookup', () => sql`update lookups set position = position`, () => ['lookups']],
    ['a category', () => rename('Розы иначе'), () => ['categories']],
    ['a genus', () => sql`update genera set family = family`, () => ['plants']],
    ['a plant', () => sql`update plants set synonyms = synonyms where id < 10`, () => ['plants']],
    ['where a plant belongs', () => sql`delete from plant_categories where plant_id = -1`, () => ['plants']],
    ['an article', () => sql`delete from articles where id = -1`, () => ['articles']],
    ['an article’s section', () => sql`delete from article_sections where id = -1`, () => ['articles']],
    [
      'a company',
      () => sql`update companies set about = 'Липы' where id = ${company.id}`,
      () => ['companies', `company:${company.id}`],
    ],
    [
      'its region',
      () => sql`update companies set region_id = (select id from lookups where kind = 'region' limit 1)`,
      () => ['companies', 'company-regions', `company:${company.id}`],
    ],
    ['its people', () => sql`update company_members set shows_email = true`, () => [`company:${company.id}`]],
    ['a person’s name', () => sql`update users set name = name`, () => [`person:${company.creatorId}`]],
    ['a person’s address', () => sql`update users set email = email`, () => [`person:${company.creatorId}`]],
    ['a price', () => setSize('price_kopecks = 17500'), found],
    ['a size', () => setSize('height_to_mm = 3000'), found],
    ['a packing', () => setSize(`root = 'ball'`), () => [...found(), 'offers', `offers:${product.categoryId}`]],
    ['a text', () => set(`description = 'Для аллей'`), found],
    ['what no list shows', () => set(`video_link = 'https://example.org'`), itself],
    ['what a filter counts', () => set('zone = 4'), offered],
    ['taking off sale', () => set('is_approved = false'), offered],
    ['a price of what is not on sale', () => setSize('price_kopecks = 18500'), itself],
    ['putting on sale', () => set('is_approved = true'), offered],
    [
      'moving to another category',
      () => set(`category_id = (select id from categories where slug = 'zlaki')`),
      () => [...offered(), expect.stringMatching(/^offers:\d+$/), expect.stringMatching(/^category-sizes:\d+$/)],
    ],
    [
      'a photo',
      () => sql`insert into product_images (product_id, media_key, position)
                select id, drawn_media_key, 0 from products where id = ${product.id}`,
      foundElsewhere,
    ],
    ['its place', () => sql`update product_images set position = 1`, foundElsewhere],
    ['its removal', () => sql`delete from product_images`, foundElsewhere],
    ['another slug', () => sql`insert into product_slugs values ('lipa', ${product.id})`, itself],
    ['a password', () => sql`update users set password_hash = null`, () => []],
    ['a picture that nobody shows yet', () => sql`insert into media (key) values ('00/nothing')`, () => []],
  ])('%s notes its scopes', async (_, statement, scopes) => {
    const learnt = await noted(() => database.db.execute(statement()))
    expect(learnt).toEqual(expect.arrayContaining(scopes()))
    expect(learnt).toHaveLength(scopes().length)
  })

  it('many products change in one statement, each noted once', async () => {
    const learnt = await noted(async () => {
      for (let n = 0; n < 3; n++) await makeProduct(database.db, { companyId: company.id, genus: 'Клён' })
      await database.db.execute(sql`update products set price_kopecks = 100 where genus = 'Клён'`)
      await database.db.execute(sql`delete from products where genus = 'Клён'`)
    })
    expect(new Set(learnt).size).toBe(learnt.length)
    expect(learnt).toContain('genus-offers:Клён')
    expect(learnt.filter(scope => scope.startsWith('product:'))).toHaveLength(3)
  })

  it('a table that is emptied changes everything', async () => {
    expect(await noted(() => database.db.execute(sql`truncate product_images`))).toContain('everything')
  })

  it('changes that no reader needs any more are deleted', async () => {
    const { db } = database
    await db.execute(sql`update content_changes set changed_at = now() - interval '21 minutes'`)
    const learnt = await noted(async () => {
      await db.execute(rename('Розы напоследок'))
      await forgetOldChanges(db)
    })
    // The clean-up also notes that time has passed.
    expect(learnt).toEqual(['categories', 'clock'])
    const [{ count } = { count: 0 }] = await db.select({ count: sql<number>`count(*)::int` }).from(sql`content_changes`)
    expect(count).toBe(2)
  })
})
