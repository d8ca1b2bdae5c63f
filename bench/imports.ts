import { setTimeout as sleep } from 'node:timers/promises'
import { utils, write } from '@e965/xlsx'
import type { PriceList } from '#contract/price-lists.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { median, quantile } from './load.ts'
import type { BenchServer } from './server-process.ts'

const sizes = 5000
/** TRADE.md section 7: seconds, milliseconds, and times as long as alone. */
const aims = { read: 5, blocked: 100, apply: 10, beside: 3 }
/** Requests per second, both without and during an import. */
const rate = 40
/** Lists that are read and applied, one after the other: a 99th percentile needs some hundreds of requests beside them. */
const editions = 10
/** Before all lists, so that nothing of them is left to do. */
const secondsAlone = 20

/** Duration of importing changed prices, median of the lists, and its effect on other requests. */
export interface Imports {
  rows: number
  /** From sending the file until it is ready. */
  readSeconds: number
  /** Milliseconds for which the server's event loop was blocked at most while a file was read, median of the lists. */
  blocked: number
  /** Of the worst list. */
  blockedAtMost: number
  /** Milliseconds of the slowest answer of /healthz, asked one after the other while files were read. */
  longestHealth: number
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
  const longestDelay = async () => Number(await (await fetch(`${server.bareUrl}/longest-delay`)).text())
  const others = { alone: [] as number[], beside: [] as number[], refused: 0 }
  async function askWhile(list: 'alone' | 'beside', work: () => Promise<unknown>): Promise<void> {
    let isOver = false
    const asking = askSteadily(server.url, () => isOver)
    await work()
    isOver = true
    const { times, refused } = await asking
    others[list].push(...times)
    others.refused += refused
  }
  let longestHealth = 0
  async function ping(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const asked = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      longestHealth = Math.max(longestHealth, performance.now() - asked)
      await sleep(5)
    }
  }

  say(`the first list of ${sizes} sizes`)
  await apply((await read(1)).id)
  say('others alone')
  // First until everything that they ask for is compiled and prepared.
  await askWhile('alone', () => sleep(5000))
  others.alone.length = 0
  await askWhile('alone', () => sleep(secondsAlone * 1000))
  const readSeconds: number[] = []
  const blocked: number[] = []
  const applySeconds: number[] = []
  let last = ''
  for (let number = 2; number < 2 + editions; number++) {
    say(`list ${number}`)
    let isRead = false
    const pinging = ping(() => isRead)
    await longestDelay()
    const began = performance.now()
    const list = await read(number)
    readSeconds.push((performance.now() - began) / 1000)
    blocked.push(await longestDelay())
    isRead = true
    await pinging
    if (list.counts.changed !== sizes) throw new Error(`not all changed: ${JSON.stringify(list.counts)}`)
    await askWhile('beside', async () => applySeconds.push(await apply(list.id)))
    last = list.id
  }
  const rolling = performance.now()
  await call('POST', `${last}/rollback/`)
  const { alone, beside, refused } = others
  return {
    rows: sizes,
    readSeconds: median(readSeconds),
    blocked: median(blocked),
    blockedAtMost: Math.max(...blocked),
    longestHealth,
    applySeconds: median(applySeconds),
    rollbackSeconds: (performance.now() - rolling) / 1000,
    idle: { p50: quantile(alone, 0.5), p99: quantile(alone, 0.99) },
    beside: {
      p50: quantile(beside, 0.5),
      p99: quantile(beside, 0.99),
      longest: Math.max(...beside),
      requests: beside.length,
      refused,
    },
  }
}

export function asImportLines(imports: Imports): string {
  const { rows, readSeconds, blocked, blockedAtMost, longestHealth, applySeconds, rollbackSeconds, idle, beside } =
    imports
  const seconds = (value: number) => value.toFixed(1)
  const ms = (value: number) => value.toFixed(0)
  const missed = [
    readSeconds > aims.read && `reading takes more than ${aims.read} s`,
    blockedAtMost > aims.blocked && `the event loop is blocked for more than ${aims.blocked} ms while a file is read`,
    applySeconds > aims.apply && `applying takes more than ${aims.apply} s`,
    beside.p99 > aims.beside * idle.p99 && `others take more than ${aims.beside} times as long beside applying`,
  ].filter(text => text !== false)
  return [
    '',
    `A workbook of ${rows} changed sizes: read and compared in ${seconds(readSeconds)} s, applied in ${seconds(applySeconds)} s, taken back in ${seconds(rollbackSeconds)} s.`,
    `While it is read, the event loop is blocked for ${ms(blocked)} ms at most (${ms(blockedAtMost)} ms by one of ${editions} lists), and /healthz takes ${ms(longestHealth)} ms at most.`,
    `Others (${rate} requests/s): alone p50 ${ms(idle.p50)} ms, p99 ${ms(idle.p99)} ms; beside applying p50 ${ms(beside.p50)} ms, p99 ${ms(beside.p99)} ms ` +
      `(${(beside.p99 / idle.p99).toFixed(2)} of alone), longest ${ms(beside.longest)} ms; ${beside.requests} requests, ${beside.refused} refused.`,
    missed.length === 0 ? 'All aims are met.' : `NOT MET: ${missed.join('; ')}.`,
  ].join('\n')
}
