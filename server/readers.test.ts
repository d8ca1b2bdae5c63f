import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { utils, write } from '@e965/xlsx'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { PriceList } from '#contract/price-lists.ts'
import { childrenOf, memoryOf, workedBy } from './test/child-processes.ts'
import { makeCompany, makePerson } from './test/factories.ts'
import { formOf } from './test/pictures.ts'
import { preparedPlace } from './test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers, startWithin } from './test/processes.ts'
import { bearerOf } from './test/sessions.ts'

startsServers('file')

let server: Started
let member: string
let grower: string

beforeAll(async () => {
  const { place, made } = await preparedPlace(async db => ({
    member: await bearerOf(db, secret, (await makePerson(db)).id),
    grower: await bearerOf(db, secret, (await makeCompany(db)).creatorId),
  }))
  ;({ member, grower } = made)
  server = await startAndListen(place)
}, startWithin)

const pidOf = ({ child }: Started) => child.pid ?? 0

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(`${server.address}/api/${path}`, {
    method: 'POST',
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  })
}

/** The preview of a schedule for a visitor at this address. */
const preview = (body: object, address = '192.0.2.1') => post('projects/preview/', body, { 'x-forwarded-for': address })
const fileOf = (content: BlobPart, name: string) => formOf({ file: new File([content], name) } as never)

const worked = () => workedBy(pidOf(server))

interface Effect {
  /** Milliseconds of the longest time between two answers of /healthz, asked every 50 ms. */
  silence: number
  /** Seconds for which the server's own process worked. */
  worked: number
  /** Megabytes that its memory grew at most. */
  grown: number
}

/** What something does to the server. */
async function effectOf(action: () => Promise<unknown>): Promise<Effect> {
  writeFileSync(`/proc/${pidOf(server)}/clear_refs`, '5')
  const [before, began] = [memoryOf(pidOf(server)).now, worked()]
  let isOver = false
  let silence = 0
  let answered = performance.now()
  const watching = (async () => {
    while (!isOver) {
      expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
      silence = Math.max(silence, performance.now() - answered)
      answered = performance.now()
      await sleep(50)
    }
  })()
  try {
    await action()
  } finally {
    isOver = true
    await watching
  }
  return { silence, worked: worked() - began, grown: memoryOf(pidOf(server)).most - before }
}

function say(what: string, { silence, worked: seconds, grown }: Effect): void {
  console.log(
    `${what}: longest silence ${silence.toFixed()} ms, the server worked ${seconds.toFixed(1)} s, grew ${grown.toFixed()} MB`,
  )
}

/** A table with a cell of so many bytes, which asks for pieces again and again. */
const wideCell = (bytes: number) => `Наименование;Количество;Примечание\nЛипа;${'1шт '.repeat(bytes / 6)};1\nДуб;2;3`

/** A small file with a long text in many cells: 39 million letters unpacked. */
function swollenWorkbook(rows: number): ArrayBuffer {
  const long = '1шт '.repeat(7500)
  const sheet = utils.aoa_to_sheet([['Наименование'], ...Array.from({ length: rows }, () => [long])])
  return write(utils.book_new(sheet), { type: 'array', compression: true, bookSST: true }) as ArrayBuffer
}

// Memory and time are read from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('what strangers send to be read', () => {
  let idle: Effect

  it('is read at all', { timeout: 5 * minute }, async () => {
    const answer = await preview({ text: 'Липа мелколистная, обхват 18-20 — 12 шт' })
    expect(answer.status).toBe(200)
    expect((await answer.json()).lines[0]).toMatchObject({ quantity: 12 })
    idle = await effectOf(() => sleep(3000))
    say('idle', idle)
  })

  it.each([
    [60, 200],
    [120, 200],
    // More than may be pasted.
    [300, 400],
  ])('of %i KB in one cell, does not silence the server', { timeout: 5 * minute }, async (size, status) => {
    const effect = await effectOf(async () => {
      expect((await preview({ text: wideCell(size * 1000) })).status).toBe(status)
    })
    say(`${size} KB in a cell`, effect)
    expect(effect.worked).toBeLessThan(2)
    expect(effect.silence).toBeLessThan(Math.max(1000, 4 * idle.silence))
  })

  it('as a table full of such cells, does not silence the server', { timeout: 5 * minute }, async () => {
    const cell = '1шт '.repeat(8000)
    const csv = `Наименование;Количество\n${`Липа;${cell}\n`.repeat(7)}`
    expect(Buffer.byteLength(csv)).toBeGreaterThan(330_000)
    const effect = await effectOf(async () => {
      expect((await preview(fileOf(csv, 'ведомость.csv'))).status).toBe(200)
    })
    say('CSV', effect)
    expect(effect.worked).toBeLessThan(2)
    expect(effect.silence).toBeLessThan(Math.max(1000, 4 * idle.silence))
  })

  it(
    'as small workbooks with hundreds of megabytes in them, takes none of its memory',
    { timeout: 10 * minute },
    async () => {
      const book = swollenWorkbook(999)
      expect(book.byteLength).toBeLessThan(30_000)
      const statuses: number[] = []
      const effect = await effectOf(async () => {
        await Promise.all(
          Array.from({ length: 22 }, async (_, at) => {
            const answer = await preview(fileOf(book, 'ведомость.xlsx'), `198.51.100.${at}`)
            statuses.push(answer.status)
            const body = await answer.json()
            if (answer.status === 400) expect(body.fields.file[0].message).toContain('знаков')
            else expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
          }),
        )
      })
      say('22 workbooks', effect)
      expect(new Set(statuses)).toEqual(new Set([400, 503]))
      expect(effect.grown).toBeLessThan(100)
      expect(effect.worked).toBeLessThan(4)
      expect(effect.silence).toBeLessThan(Math.max(1000, 4 * idle.silence))
    },
  )

  it('by visitors keeps no member and no company waiting', { timeout: 10 * minute }, async () => {
    const table = `Наименование;Количество\n${`Липа мелколистная ${'1шт '.repeat(40)};5\n`.repeat(900)}`
    const visitors: Promise<Response>[] = []
    const prices = Array.from(
      { length: 300 },
      (_, at) => `А-${at};Туя западная Смарагд;${at + 20}-${at + 40};${100 + at}`,
    )
    const csv = `Артикул;Наименование;Высота, см;Цена\n${prices.join('\n')}`
    const effect = await effectOf(async () => {
      for (let at = 0; at < 30; at++) visitors.push(preview(fileOf(table, 'ведомость.csv'), `203.0.113.${at}`))
      const headers = { authorization: grower }
      const uploaded = await post('price-lists/', fileOf(csv, 'прайс.csv'), headers)
      expect(uploaded.status).toBe(201)
      const made = await post('projects/', { text: 'Липа мелколистная — 5 шт' }, { authorization: member })
      expect(made.status).toBe(201)
      const { id } = (await uploaded.json()) as PriceList
      await vi.waitFor(
        async () => {
          const answer = await fetch(`${server.address}/api/price-lists/${id}/`, { headers })
          expect(await answer.json()).toMatchObject({ status: 'ready' })
        },
        { timeout: 3 * minute, interval: 200 },
      )
      const answers = await Promise.all(visitors)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect([429, 503]).toContain(answer.status)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(answers.map(({ status }) => status)).toContain(200)
    })
    say('30 visitors, a member and a list', effect)
    expect(effect.grown).toBeLessThan(250)
  })

  // Must be last: it kills the server.
  it('is no longer read when the server is killed', { timeout: 5 * minute }, async () => {
    const answer = preview({ text: 'Липа мелколистная — 5 шт' }).catch(() => null)
    const readers = await vi.waitFor(
      () => {
        const pids = childrenOf(pidOf(server))
        if (pids.length === 0) throw new Error('nothing is being read yet')
        return pids
      },
      { timeout: minute, interval: 20 },
    )
    server.child.kill('SIGKILL')
    await server.ended
    await answer
    await vi.waitFor(() => expect(readers.filter(pid => memoryOf(pid).now > 0)).toEqual([]), { timeout: minute })
  })
})
