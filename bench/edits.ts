import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf } from '#contract/calls.ts'
import { pageSizeDefault } from '#contract/common.ts'
import { type Asked, ask, inTurn, load, median, quantile } from './load.ts'
import type { Member } from './protocol.ts'
import type { BenchServer } from './server-process.ts'

/** Concurrent readers at full speed. */
const readers = 32
const productPages = 100
const secondsOfRound = 6
const rounds = 3
/** Edited products per second. */
const editRates = [0, 1, 10, 50]
/** Writes of members per second, besides readers of the feed. */
const feedWrites = { posts: 10, likes: 50 }

interface Round {
  /** Responses to readers per second. */
  perSecond: number
  /** Milliseconds of each write. */
  writes: number[]
  /** Writes that were answered 503. */
  refused: number
  /** Duration of writing in seconds. */
  seconds: number
}

/** Results of readers during writes. */
export interface Beside {
  writes: string
  perSecond: number
  /** Relative to readers without concurrent writes, in the same round. */
  ratio: number
  /** Relative to the constant response, in the same round. */
  toConstant: number
  writesPerSecond: number
  refused: number
  p50: number
  p99: number
}

interface Compared {
  /** Constant responses of the same size per second. */
  constant: number
  beside: Beside[]
}

/** `null`: was not measured. */
export interface Edits {
  pages: Compared | null
  feed: Compared | null
}

async function read<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json() as Promise<T>
}

/** Runs readers at full speed during writes at these rates. */
async function round(server: BenchServer, reading: () => Asked, writing: [number, () => Asked][]): Promise<Round> {
  const times: number[] = []
  let refused = 0
  const underWay = new Set<Promise<void>>()
  let isOver = false
  async function write(next: () => Asked): Promise<void> {
    const { path, headers = {}, body } = next()
    const started = performance.now()
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body ?? {}),
    })
    const answer = await response.text()
    if (response.status === 503) refused++
    else if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`)
    times.push(performance.now() - started)
  }
  async function keepWriting(perSecond: number, next: () => Asked): Promise<void> {
    const begun = performance.now()
    for (let n = 0; !isOver; n++) {
      const writing = write(next).finally(() => underWay.delete(writing))
      underWay.add(writing)
      await sleep(Math.max(0, begun + ((n + 1) * 1000) / perSecond - performance.now()))
    }
  }
  const started = performance.now()
  const writers = Promise.all(writing.filter(([rate]) => rate > 0).map(([rate, next]) => keepWriting(rate, next)))
  const { perSecond } = await load(server.url, reading, readers, secondsOfRound)
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await writers
  await Promise.all(underWay)
  return { perSecond, writes: times, refused, seconds }
}

/** Runs all of these in turn, so that other load on the machine affects all of them. */
async function compare(
  server: BenchServer,
  constant: Asked,
  reading: () => Asked,
  writings: { name: string; writing: [number, () => Asked][] }[],
  say: (message: string) => void,
): Promise<Compared> {
  await load(server.url, reading, readers, secondsOfRound)
  const measured = writings.map(() => ({ rounds: [] as Round[], ratios: [] as number[], toConstant: [] as number[] }))
  const constants: number[] = []
  for (let n = 1; n <= rounds; n++) {
    say(`round ${n} of ${rounds}`)
    const bare = (await load(server.bareUrl, constant, readers, 2)).perSecond
    constants.push(bare)
    let undisturbed = 0
    for (const [index, { writing }] of writings.entries()) {
      const one = await round(server, reading, writing)
      if (index === 0) undisturbed = one.perSecond
      measured[index]?.rounds.push(one)
      measured[index]?.ratios.push(one.perSecond / undisturbed)
      measured[index]?.toConstant.push(one.perSecond / bare)
    }
  }
  const beside = writings.map(({ name }, index) => {
    const { rounds: all = [], ratios = [], toConstant = [] } = measured[index] ?? {}
    const times = all.flatMap(one => one.writes)
    return {
      writes: name,
      perSecond: median(all.map(one => one.perSecond)),
      ratio: median(ratios),
      toConstant: median(toConstant),
      writesPerSecond: times.length / all.reduce((sum, one) => sum + one.seconds, 0),
      refused: all.reduce((sum, one) => sum + one.refused, 0),
      p50: times.length > 0 ? median(times) : 0,
      p99: quantile(times, 0.99),
    }
  })
  return { constant: median(constants), beside }
}

/** How much of the site's speed is left while products are edited: home page, all categories, a hundred product pages. */
async function measurePages(server: BenchServer, growers: { access: string }[], say: (message: string) => void) {
  const categories = await read<AnswerOf<'GET /products/categories/'>>(`${server.url}/api/products/categories/`)
  const lists = await Promise.all(
    growers.map(async ({ access }) => {
      const headers = { authorization: `Bearer ${access}` }
      const all = await read<AnswerOf<'GET /products/my_products/'>>(`${server.url}/api/products/my_products/`, headers)
      // Those with one size have a price of their own to be edited.
      const single = all.filter(({ is_active, variants }) => is_active && variants.length === 1)
      return single.map(product => ({ path: product.get_absolute_url, headers }))
    }),
  )
  const own = lists.flat()
  const every = Math.floor(own.length / productPages)
  const pages = [
    '/',
    ...categories.map(({ slug }) => `/products/${slug}`),
    ...own
      .filter((_, n) => n % every === 0)
      .slice(0, productPages)
      .map(product => product.path),
  ].map((path): Asked => ({ path }))
  const page = await ask(server.url, pages.at(-1) as Asked)
  await server.keepConstant({
    name: 'page',
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
    body: page.body.toString('base64'),
  })
  const nextProduct = inTurn(own.map((_, n) => own[(n * 7919) % own.length]).filter(product => product !== undefined))
  let price = 1000
  const edit = (): Asked => {
    const { path, headers } = nextProduct()
    return { path: `/api/products${path}edit/`, headers, body: { price: ++price } }
  }
  say('pages while products are edited')
  return compare(
    server,
    { path: '/page' },
    inTurn(pages),
    editRates.map(rate => ({ name: `${rate} edits/s`, writing: [[rate, edit]] })),
    say,
  )
}

/** How much of the feed's speed is left while members post and like. */
async function measureFeed(server: BenchServer, members: Member[], say: (message: string) => void) {
  const nextMember = inTurn(members)
  const as = (asked: Asked): Asked => ({ ...asked, headers: { authorization: `Bearer ${nextMember().access}` } })
  const feed = await read<AnswerOf<'GET /posts/'>>(`${server.url}/api/posts/?page_size=100`, as({ path: '' }).headers)
  await server.keepConstant({
    name: 'feed',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify({ ...feed, results: feed.results.slice(0, pageSizeDefault) })).toString('base64'),
  })
  const nextPost = inTurn(feed.results.filter(post => !post.is_private))
  let n = 0
  say('the feed while members post and like')
  return compare(
    server,
    { path: '/feed' },
    () => as({ path: '/api/posts/' }),
    [
      { name: 'nobody', writing: [] },
      {
        name: `${feedWrites.posts} posts/s and ${feedWrites.likes} likes/s`,
        writing: [
          [
            feedWrites.posts,
            () => as({ path: '/api/posts/create/', body: { body: `Пересадили липы, запись ${++n}.` } }),
          ],
          [feedWrites.likes, () => as({ path: `/api/posts/${nextPost().id}/like/` })],
        ],
      },
    ],
    say,
  )
}

/** Reading beside writing; `only`: just those of "pages" and "feed" with this in their name. */
export async function measureEdits(
  server: BenchServer,
  growers: { access: string }[],
  members: Member[],
  only: string,
  say: (message: string) => void,
): Promise<Edits> {
  const pages = 'pages'.includes(only) ? await measurePages(server, growers, say) : null
  const feed = 'feed'.includes(only) ? await measureFeed(server, members, say) : null
  return { pages, feed }
}

export function asEditLines({ pages, feed }: Edits): string {
  const line = (what: string, one: Beside) =>
    `${what} beside ${one.writes}: ${one.perSecond.toFixed(0)} /s, ${one.ratio.toFixed(2)} of undisturbed, ${one.toConstant.toFixed(3)} of the constant; ` +
    `${one.writesPerSecond.toFixed(1)} writes/s, ${one.refused} refused, p50 ${one.p50.toFixed(0)} ms, p99 ${one.p99.toFixed(0)} ms`
  const lines = (what: string, { constant, beside }: Compared) => [
    `${what}: a constant answer of the same bytes ${constant.toFixed(0)} /s`,
    ...beside.map(one => line(what, one)),
  ]
  return [
    '',
    `Reading beside writing (${readers} readers):`,
    ...(pages ? lines('pages', pages) : []),
    ...(feed ? lines('feed', feed) : []),
  ].join('\n')
}
