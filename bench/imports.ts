import { setTimeout as sleep } from 'node:timers/promises'
import type { PriceList } from '#contract/price-lists.ts'
import { quantile } from './load.ts'
import type { BenchServer } from './server-process.ts'

const sizes = 5000
const sizesOfPlant = 5
/** Requests per second, both without and during an import. */
const rate = 40
const secondsOfIdle = 15

/** Duration of importing changed prices, and its effect on other requests. */
export interface Imports {
  rows: number
  /** From sending the file until it is ready. */
  readSeconds: number
  applySeconds: number
  rollbackSeconds: number
  /** Milliseconds of other requests. */
  idle: { p50: number; p99: number }
  beside: { p50: number; p99: number; longest: number; requests: number; refused: number }
}

/** A price list of one company; each edition has other prices. */
function edition(number: number): string {
  const lines = Array.from({ length: sizes }, (_, n) => {
    const height = 20 + (n % sizesOfPlant) * 20
    return `К-${n};Ель испытательная Сорт${Math.floor(n / sizesOfPlant)};Хвойные;${height}-${height + 20};${100 + n + number}`
  })
  return `Артикул;Наименование;Категория;Высота, см;Цена\n${lines.join('\n')}\n`
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
    file.append('file', new File([edition(number)], 'прайс.csv'))
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
  const began = performance.now()
  const second = await read(2)
  const readSeconds = (performance.now() - began) / 1000
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

export function asImportLines({ rows, readSeconds, applySeconds, rollbackSeconds, idle, beside }: Imports): string {
  const seconds = (value: number) => value.toFixed(1)
  const ms = (value: number) => value.toFixed(0)
  return [
    '',
    `A price list of ${rows} changed sizes: read and compared in ${seconds(readSeconds)} s, applied in ${seconds(applySeconds)} s, taken back in ${seconds(rollbackSeconds)} s.`,
    `Others (${rate} requests/s): alone p50 ${ms(idle.p50)} ms, p99 ${ms(idle.p99)} ms; beside applying p50 ${ms(beside.p50)} ms, p99 ${ms(beside.p99)} ms ` +
      `(${(beside.p99 / idle.p99).toFixed(2)} of alone), longest ${ms(beside.longest)} ms; ${beside.requests} requests, ${beside.refused} refused.`,
  ].join('\n')
}
