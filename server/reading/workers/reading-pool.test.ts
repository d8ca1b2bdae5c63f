import { setTimeout as sleep } from 'node:timers/promises'
import { utils, write } from '@e965/xlsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import { type Asker, readingPlaces } from './places.ts'
import { type PoolOptions, type ReadingPool, readingPool } from './reading-pool.ts'
import { ReadingInterrupted } from './reading-process.ts'
import type { ReadingTask } from './tasks.ts'

const minute = 60_000
const plants = seededPlants()
const schedule = { is: 'schedule', text: 'Липа мелколистная, обхват 18-20 — 12 шт' } as const
const visitor: Asker = { kind: 'visitor', network: '192.0.2.1' }

/** A workbook of so many rows and columns, each cell different. */
function workbook(rows: number, columns: number): Uint8Array {
  const cells = Array.from({ length: rows }, (_, at) =>
    Array.from({ length: columns }, (__, column) => `Туя западная ${at} ${column}`),
  )
  return new Uint8Array(write(utils.book_new(utils.aoa_to_sheet(cells)), { type: 'array', compression: true }))
}

const list = (file: Uint8Array): ReadingTask => ({ is: 'price list', file, categories: [], instructions: {} })

describe('a process that reads', () => {
  let pool: ReadingPool
  const started = (options: Partial<PoolOptions> = {}) => (pool = readingPool(options))
  afterEach(() => pool.close())

  it('answers what a text means, again and again', { timeout: 3 * minute }, async () => {
    started()
    for (let time = 0; time < 2; time++) {
      const { lines } = await pool.at(visitor, undefined, read => read(schedule, plants))
      expect(lines).toMatchObject([{ quantity: 12, unit: 'шт', wish: { girth_from: 18, girth_to: 20 } }])
    }
    expect(pool.pids()).toHaveLength(1)
  })

  it('matches with the plants of the directory as it is', { timeout: 3 * minute }, async () => {
    started()
    const plantOf = async (all: typeof plants.all) =>
      (await pool.at(visitor, undefined, read => read(schedule, { all }))).lines[0]?.plant
    const before = await plantOf(plants.all)
    const withoutIt = plants.all.filter(({ id }) => id !== before)
    expect(before).not.toBeNull()
    expect(await plantOf(withoutIt)).not.toBe(before)
    expect(await plantOf([...plants.all])).toBe(before)
  })

  it('is killed alone when a file takes too much time or memory', { timeout: 3 * minute }, async () => {
    started({ listTime: 20 })
    const large = list(workbook(3000, 30))
    const reading = pool.at({ kind: 'list' }, undefined, read => read(large, plants))
    await expect(reading).rejects.toMatchObject({ code: 'too_slow', message: expect.stringContaining('секунд') })
    pool.close()
    started({ memory: 190 * 1024 * 1024 })
    const another = pool.at({ kind: 'list' }, undefined, read => read(list(workbook(19_000, 30)), plants))
    await expect(another).rejects.toThrow(/памяти/)
    expect((await pool.at(visitor, undefined, read => read(schedule, plants))).lines).toHaveLength(1)
  })

  it('loses only what it was reading when somebody kills it', { timeout: 3 * minute }, async () => {
    started()
    const reading = pool.at({ kind: 'list' }, undefined, read => read(list(workbook(19_000, 30)), plants))
    const [pid = 0] = await vi.waitFor(() => {
      const pids = pool.pids()
      if (pids.length === 0) throw new Error('nothing has been started yet')
      return pids
    })
    process.kill(pid, 'SIGKILL')
    await expect(reading).rejects.toThrow(ReadingInterrupted)
    expect((await pool.at(visitor, undefined, read => read(schedule, plants))).lines).toHaveLength(1)
  })

  it('ends when it is idle', { timeout: 3 * minute }, async () => {
    started({ idleSeconds: 0.1 })
    await pool.at(visitor, undefined, read => read(schedule, plants))
    await vi.waitFor(() => expect(pool.pids()).toEqual([]), { timeout: minute })
  })

  it('refuses a schedule of more letters or rows than a project has', { timeout: 3 * minute }, async () => {
    const { readScheduleFile } = await import('#server/reading/schedules/read-schedule-file.ts')
    const long = await readScheduleFile(Buffer.from(`Липа;${'1шт '.repeat(300_000)}`), plants)
    expect(long).toEqual({ failure: expect.stringContaining('знаков') })
    await expect(readScheduleFile(Buffer.from(workbook(1001, 1)), plants)).rejects.toThrow()
    started()
  })
})

describe('the places', () => {
  const limits = {
    places: { list: 1, member: 1, visitor: 1 },
    waiting: { list: 1, member: 3, visitor: 2 },
    ofPerson: 2,
    ofNetwork: 3,
    waitSeconds: 60,
  }
  const member = (person: string, network = '192.0.2.9'): Asker => ({ kind: 'member', person, network })
  const from = (network: string): Asker => ({ kind: 'visitor', network })
  /** Work that lasts until it is told to end. */
  function held() {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { work: () => promise, end: resolve }
  }
  const code = (code: string) => expect.objectContaining({ code, retryAfter: expect.any(Number) })

  it('are bounded by person, by address and in all, and full ones say when to come back', async () => {
    const places = readingPlaces(limits)
    const { work, end } = held()
    const under = [1, 2].map(() => places.at(from('a'), undefined, work))
    under.push(places.at(from('b'), undefined, work))
    await expect(places.at(from('c'), undefined, work)).rejects.toEqual(code('UNAVAILABLE'))
    under.push(...[1, 2].map(() => places.at(member('Аня'), undefined, work)))
    await expect(places.at(member('Аня', 'elsewhere'), undefined, work)).rejects.toEqual(code('TOO_MANY_REQUESTS'))
    under.push(places.at(member('Боря'), undefined, work))
    await expect(places.at(member('Вера'), undefined, work)).rejects.toEqual(code('TOO_MANY_REQUESTS'))
    under.push(places.at(member('Вера', 'elsewhere'), undefined, work))
    end()
    await Promise.all(under)
    expect(places.waiting()).toBe(0)
    expect(await places.at(from('a'), undefined, async () => 'read')).toBe('read')
  })

  it('of members and of lists are free however many visitors wait', async () => {
    const places = readingPlaces(limits)
    const { work, end } = held()
    const visitors = ['a', 'b', 'c'].map(network => places.at(from(network), undefined, work))
    expect(await places.at(member('Аня'), undefined, async () => 'read')).toBe('read')
    expect(await places.at({ kind: 'list' }, undefined, async () => 'read')).toBe('read')
    end()
    await Promise.all(visitors)
  })

  it('are left by whoever no longer waits, and are given in order', async () => {
    const places = readingPlaces(limits)
    const { work, end } = held()
    const first = places.at(from('a'), undefined, work)
    const gone = new AbortController()
    const leaving = places.at(from('b'), gone.signal, async () => 'read in vain')
    const done: string[] = []
    const next = places.at(from('c'), undefined, async () => void done.push('c'))
    gone.abort()
    await expect(leaving).rejects.toEqual(expect.objectContaining({ code: 'UNAVAILABLE' }))
    const last = places.at(from('d'), undefined, async () => void done.push('d'))
    end()
    await Promise.all([first, next, last])
    expect(done).toEqual(['c', 'd'])
  })

  it('are not waited for without end', async () => {
    const places = readingPlaces({ ...limits, waitSeconds: 0.02 })
    const { work, end } = held()
    const first = places.at(from('a'), undefined, work)
    await expect(places.at(from('b'), undefined, work)).rejects.toEqual(code('UNAVAILABLE'))
    end()
    await first
    await sleep(30)
    expect(places.waiting()).toBe(0)
  })
})
