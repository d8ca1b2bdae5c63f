import { setTimeout as sleep } from 'node:timers/promises'
import { utils, write } from '@e965/xlsx'
import type { PriceList } from '#contract/price-lists.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { quantile } from './load.ts'
import type { BenchServer } from './server-process.ts'

const sizes = 5000
/** TRADE.md section 7: seconds, milliseconds, and times as long as alone. */
const aims = { read: 5, blocked: 100, apply: 10, beside: 3 }
/** Requests per second, both without and during an import. */
const rate = 40
const secondsOfIdle = 15

/** Duration of importing changed prices, and its effect on other requests. */
export interface Imports {
  rows: number
  /** From sending the file until it is ready. */
  readSeconds: number
  /** Milliseconds of the slowest answer of a route that does nothing, asked one after the other while the file is read. */
  longestWhileReading: number
  applySeconds: number
  rollbackSeconds: number
  /** Milliseconds of other requests. */
  idle: { p50: number; p99: number }
  beside: { p50: number; p99: number; longest: number; requests: number; refused: number }
}

const conifers = readDirectory().plants.filter(({ categories }) => categories.includes('hvoynye'))

/** A workbook of one company; each edition has other prices. */
function edition(number: number): Uint8Array<ArrayBuffer> {
  const sizesOfPlant = Math.ceil(sizes / conifers.length)
  const rows = Array.from({ length: sizes }, (_, n) => {
    const plant = conifers[Math.floor(n / sizesOfPlant)]
    const height = 20 + (n % sizesOfPlant) * 20
    return [`К-${n}`, `${plant?.genus} ${plant?.name}`, `${height}-${height + 20}`, 100 + n + number]
  })
  const sheet = utils.aoa_to_sheet([
    ['Артикул', 'Наименование', 'Высота, см', 'Цена'],
    ['', 'Хвойные', '', ''],
    ...rows,
  ])
  const book = utils.book_new(sheet, 'Прайс')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

/** Sends visitors' requests at a constant rate until stopped; returns the milliseconds of each. */
function askSteadily(url: string, isOver: () => boolean): Promise<{ times: number[]; refused: number }> {
  const paths = [
    '/api/products/',
    '/api/offers/?search=ель',
    '/api/products/categories/',
    '/api/plants/',
    '/api/offers/?height_from=100',
  ]
  const times: number[] = []
  let refused = 0
  async function ask(path: string): Promise<void> {
    const began = performance.now()
    const response = await fetch(url + path)
    await response.arrayBuffer()
    if (response.status === 503) refused++
    times.push(performance.now() - began)
  }
  return (async () => {
    const underWay: Promise<void>[] = []
    const began = performance.now()
    for (let n = 0; !isOver(); n++) {
      underWay.push(ask(paths[n % paths.length] ?? ''))
      await sleep(Math.max(0, began + ((n + 1) * 1000) / rate - performance.now()))
    }
    await Promise.all(underWay)
    return { times, refused }
  })()
}

/** Applies a list of five thousand changed prices while others read. */
export async function measureImports(server: BenchServer, say: (message: string) => void): Promise<Imports> {
  const [grower] = await server.signInGrowers(1)
  const headers = { authorization: `Bearer ${grower?.access}` }
  async function call(method: string, path: string, body?: object): Promise<PriceList> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${server.url}/api/price-lists/${path}`, {
      method,
      headers: isForm || !body ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok && answer.status !== 503)
      throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<PriceList>
  }
  async function until(id: string, status: PriceList['status']): Promise<PriceList> {
    for (;;) {
      const list = await call('GET', `${id}/`)
      if (list.status === status) return list
      if (list.error) throw new Error(list.error)
      await sleep(50)
    }
  }
  async function read(number: number): Promise<PriceList> {
    const file = new FormData()
    file.append('file', new File([edition(number)], 'прайс.xlsx'))
    return until((await call('POST', '', file)).id, 'ready')
  }
  async function apply(id: string): Promise<number> {
    const began = performance.now()
    await call('POST', `${id}/apply/`, { missing: 'keep' })
    await until(id, 'applied')
    return (performance.now() - began) / 1000
  }
  const idleOf = async () => {
    const end = performance.now() + secondsOfIdle * 1000
    return askSteadily(server.url, () => performance.now() > end)
  }

  say(`the first list of ${sizes} sizes`)
  await apply((await read(1)).id)
  let isRead = false
  let longestWhileReading = 0
  const pinging = (async () => {
    while (!isRead) {
      const asked = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      longestWhileReading = Math.max(longestWhileReading, performance.now() - asked)
      await sleep(5)
    }
  })()
  const began = performance.now()
  const second = await read(2)
  const readSeconds = (performance.now() - began) / 1000
  isRead = true
  await pinging
  if (second.counts.changed !== sizes) throw new Error(`not all changed: ${JSON.stringify(second.counts)}`)
  say('others alone, then beside applying')
  await idleOf()
  const idle = await idleOf()
  let isOver = false
  const others = askSteadily(server.url, () => isOver)
  const applySeconds = await apply(second.id)
  isOver = true
  const beside = await others
  const rolling = performance.now()
  await call('POST', `${second.id}/rollback/`)
  return {
    rows: sizes,
    readSeconds,
    longestWhileReading,
    applySeconds,
    rollbackSeconds: (performance.now() - rolling) / 1000,
    idle: { p50: quantile(idle.times, 0.5), p99: quantile(idle.times, 0.99) },
    beside: {
      p50: quantile(beside.times, 0.5),
      p99: quantile(beside.times, 0.99),
      longest: Math.max(...beside.times),
      requests: beside.times.length,
      refused: beside.refused,
    },
  }
}

export function asImportLines(imports: Imports): string {
  const { rows, readSeconds, longestWhileReading, applySeconds, rollbackSeconds, idle, beside } = imports
  const seconds = (value: number) => value.toFixed(1)
  const ms = (value: number) => value.toFixed(0)
  const missed = [
    readSeconds > aims.read && `reading takes more than ${aims.read} s`,
    longestWhileReading > aims.blocked && `an answer takes more than ${aims.blocked} ms while a file is read`,
    applySeconds > aims.apply && `applying takes more than ${aims.apply} s`,
    beside.p99 > aims.beside * idle.p99 && `others take more than ${aims.beside} times as long beside applying`,
  ].filter(text => text !== false)
  return [
    '',
    `A workbook of ${rows} changed sizes: read and compared in ${seconds(readSeconds)} s, applied in ${seconds(applySeconds)} s, taken back in ${seconds(rollbackSeconds)} s.`,
    `While it is read, the longest answer of a route that does nothing takes ${ms(longestWhileReading)} ms.`,
    `Others (${rate} requests/s): alone p50 ${ms(idle.p50)} ms, p99 ${ms(idle.p99)} ms; beside applying p50 ${ms(beside.p50)} ms, p99 ${ms(beside.p99)} ms ` +
      `(${(beside.p99 / idle.p99).toFixed(2)} of alone), longest ${ms(beside.longest)} ms; ${beside.requests} requests, ${beside.refused} refused.`,
    missed.length === 0 ? 'All aims are met.' : `NOT MET: ${missed.join('; ')}.`,
  ].join('\n')
}
