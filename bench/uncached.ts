import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { pageSizeDefault } from '#contract/common.ts'
import { askServer } from '#server/test/ask-server.ts'
import { type Asked, type Asking, inTurn, load, median } from './load.ts'
import { makeConstant } from './measure.ts'
import type { Member } from './protocol.ts'
import type { BenchServer } from './server-process.ts'
import { timesAtMost } from './targets.ts'

/** Like many visitors at once. */
const connections = 32
const rounds = 3
const seconds = { warmUp: 2, constant: 0.7, statement: 0.7, row: 2.5 }

interface Row {
  name: string
  asking: Asking
  /** Requests per second on one core. */
  aim: number | null
  /**
   * Whether it is measured with few products as well, and what of it is compared: a response, or a byte of it where the
   * response is a whole list, which is a hundred times as long with a hundred times as many products.
   */
  scaled: 'response' | 'byte' | null
}

/**
 * The aims of the rows were set on a core that answers so many requests a second with one prepared statement each. It is
 * measured beside every row, and the rows' figures are related to it: other load on the machine slows both.
 */
const reference: Row = { name: 'one prepared statement', asking: { path: '/statement' }, aim: 7000, scaled: null }
const referencePerSecond = 7000

interface Cost {
  bytes: number
  perSecond: number
  /** Relative to a ready buffer of the same size, in the same round. */
  ratio: number
  /** Milliseconds of processor time per request: of the server, and of the database's processes that serve it. */
  server: number
  database: number
  /** Processor time of a request with one prepared statement, in the same round. */
  statement: number
  statements: number
  /** Answered 503: 32 visitors wait longer than a request may. */
  refused: number
}

export interface Uncached extends Cost {
  name: string
  /** Requests that a core answers which answers 7,000 with one statement. */
  perCore: number
  aim: number | null
  /** Processor time relative to the same with few products, of a response or of a byte. */
  timesFew: number | null
  missed: string
}

/** Each finds more than a page among a thousand products. */
const words = ['роза', 'клён', 'туи', 'сосна', 'спирея', 'ель', 'pinus', 'acer', 'обыкновенная', 'ива']
const sought = ['Анна', 'Шевченко', 'туя', 'гортензия', 'Корол', 'дренаж', 'Светлана Мороз', 'Тотьяна', 'мульча', 'сад']
const begun = ['ту', 'туя', 'сос', 'липа м', 'клён ост', 'питомник', 'гортен', 'spir']

/** What is asked for, as this database contains it. */
async function chooseRows(databaseUrl: string, members: Member[] | null): Promise<Row[]> {
  const sql = <R extends object>(text: string) => askServer<R>(databaseUrl, text)
  const products = await sql<{ path: string }>(`
      select concat('/', categories.slug, '/', products.slug, '/') as path
      from products join categories on categories.id = category_id
      where is_active order by md5(products.id::text) limit 20000`)
  const categories = await sql<{ slug: string }>(`select slug from categories order by id`)
  // Of few products, too, only full pages are asked for: half a page costs half as much however many products there are.
  const fullPages = await sql<{ slug: string; zone: number; rsp: number }>(`
      select categories.slug, most.zone, root_packaging_id as rsp
      from generate_series(3, 7) as most(zone), products join categories on categories.id = category_id
      where is_active and products.zone <= most.zone and root_packaging_id is not null
      group by categories.slug, most.zone, root_packaging_id having count(*) >= ${pageSizeDefault}
      order by md5(concat(categories.slug, most.zone, root_packaging_id))`)
  const companies = await sql<{ id: number }>(`
      select company_id as id from products where is_active group by 1 order by 1 limit 100`)
  const discussed = await sql<{ id: string }>(`
      select id from posts where is_visible and not is_private order by comments_count desc, id limit 10`)
  const nextProduct = inTurn(products)
  const nextPage = inTurn(products)
  const nextCategory = inTurn(categories)
  const nextFullPage = inTurn(fullPages)
  const nextZone = inTurn([3, 4, 5, 6, 7])
  const nextWord = inTurn(words)
  const nextCompany = inTurn(companies)
  const get = (path: string, query: Record<string, string | number> = {}): Asked => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    return { path: text ? `${path}?${text}` : path }
  }
  const visitors: Row[] = [
    { name: 'home page', asking: { path: '/' }, aim: 500, scaled: 'response' },
    { name: 'product page', asking: () => get(nextPage().path), aim: 250, scaled: 'response' },
    { name: 'product data', asking: () => get(`/api/products${nextProduct().path}`), aim: 1500, scaled: 'response' },
    {
      name: 'category, 2 filters',
      asking: () => {
        const { slug, zone, rsp } = nextFullPage()
        return get(`/api/products/${slug}/`, { zone, rsp })
      },
      aim: 1200,
      scaled: 'response',
    },
    {
      name: 'offers, 2 filters',
      asking: () => get('/api/offers/', { category: nextCategory().slug, zone: nextZone() }),
      aim: 800,
      scaled: 'response',
    },
    {
      name: 'suggestions',
      asking: (
        next => () =>
          get('/api/offers/suggest/', { q: next() })
      )(inTurn(begun)),
      aim: 2000,
      scaled: 'response',
    },
    {
      name: 'text over all products',
      asking: () => get('/api/products/', { search: nextWord() }),
      aim: null,
      scaled: 'response',
    },
    {
      name: "a company's whole list",
      asking: () => get(`/api/products/get_all_products/${nextCompany().id}/`),
      aim: null,
      scaled: 'byte',
    },
  ]
  if (!members) return visitors
  const [first] = members
  if (!first) throw new Error('nobody is signed in')
  let n = 0
  const as = (askedBy: (member: Member) => Asked) => () => {
    const member = members[n++ % members.length] ?? first
    return { ...askedBy(member), headers: { authorization: `Bearer ${member.access}` } }
  }
  const nextPost = inTurn(discussed)
  const nextLiked = inTurn(
    await sql<{ id: string }>(`
        select id from posts where is_visible and not is_private order by created_at desc limit 500`),
  )
  const nextSought = inTurn(sought)
  const rows: Row[] = [
    {
      name: 'search',
      asking: as(() => ({ path: '/api/search/', body: { query: nextSought() } })),
      aim: 300,
      scaled: null,
    },
    {
      name: 'post with 500 comments',
      // What the post's page asks for at first.
      asking: as(() => get(`/api/posts/${nextPost().id}/`, { comments: 20 })),
      aim: 250,
      scaled: null,
    },
    {
      name: 'sending a message',
      asking: as(({ conversation }) => ({
        path: `/api/chat/${conversation}/send/`,
        body: { body: `Сообщение номер ${n}: привезём в четверг, грунт и ком проверили.` },
      })),
      aim: 600,
      scaled: null,
    },
    {
      name: 'like',
      asking: as(() => ({ path: `/api/posts/${nextLiked().id}/like/`, body: {} })),
      aim: null,
      scaled: null,
    },
    { name: 'feed', asking: as(() => get('/api/posts/')), aim: 2000, scaled: null },
    { name: 'notifications', asking: as(() => get('/api/notifications/')), aim: 1000, scaled: null },
    { name: 'conversations', asking: as(() => get('/api/chat/')), aim: null, scaled: null },
  ]
  return [...visitors, ...rows]
}

/** Nanoseconds that a process on this machine has run. */
function ranFor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

/**
 * Keeps the server and the database's processes that serve it on the machine's last core, and leaves the other to the
 * bench. Returns whether that is so: not with a single core, without `taskset`, or with a database elsewhere.
 */
function pin(pids: number[]): boolean {
  const cores = availableParallelism()
  if (cores < 2) return false
  return pids.every(pid => spawnSync('taskset', ['-a', '-c', '-p', String(cores - 1), String(pid)]).status === 0)
}

interface Turn {
  perSecond: number
  refused: number
  server: number
  database: number
  statements: number
}

async function turn(
  server: BenchServer,
  backends: number[],
  asking: Asking,
  base: string,
  duration: number,
): Promise<Turn> {
  const ran = () => backends.reduce((sum, pid) => sum + ranFor(pid), 0)
  const [before, ranBefore] = [await server.work(), ran()]
  const { requests, perSecond, refused } = await load(base, asking, connections, duration, true)
  const [after, ranAfter] = [await server.work(), ran()]
  return {
    perSecond,
    refused,
    server: (after.processor - before.processor) / 1000 / requests,
    database: (ranAfter - ranBefore) / 1e6 / requests,
    statements: (after.statements - before.statements) / requests,
  }
}

async function measureRow(server: BenchServer, row: Row, index: number): Promise<Cost> {
  const isReference = row === reference
  const constant = isReference ? null : await makeConstant(server, row.asking, `uncached-${index}`)
  const base = isReference ? server.bareUrl : server.url
  await load(base, row.asking, connections, seconds.warmUp, true)
  const backends = await server.backends()
  pin(backends)
  const turns: (Turn & { ratio: number; statement: number })[] = []
  for (let round = 0; round < rounds; round++) {
    const ready = constant ? await load(server.bareUrl, constant.asked, connections, seconds.constant) : null
    const single = await turn(server, backends, reference.asking, server.bareUrl, seconds.statement)
    const one = await turn(server, backends, row.asking, base, seconds.row)
    turns.push({
      ...one,
      statement: single.server + single.database,
      ratio: ready ? one.perSecond / ready.perSecond : 0,
    })
  }
  const middle = (of: (one: (typeof turns)[number]) => number) => median(turns.map(of))
  return {
    bytes: constant?.bytes ?? 0,
    perSecond: middle(one => one.perSecond),
    ratio: middle(one => one.ratio),
    server: middle(one => one.server),
    database: middle(one => one.database),
    statement: middle(one => one.statement),
    statements: middle(one => one.statements),
    refused: turns.reduce((sum, one) => sum + one.refused, 0),
  }
}

interface Place {
  server: BenchServer
  databaseUrl: string
}

const nothing = {
  ...{ bytes: 0, perSecond: 0, ratio: 0, server: 0, database: 0, statement: 0, statements: 0, refused: 0 },
}

/**
 * What responses cost that are computed: the server and its database on one core, many visitors at once, nothing taken
 * from the cache of responses. Both servers must have been started with `computesAll`.
 */
export async function measureUncached(
  { small, large }: { small: Place | null; large: Place },
  members: Member[],
  only: string,
  say: (message: string) => void,
): Promise<{ isPinned: boolean; rows: Uncached[] }> {
  const isWanted = ({ name }: { name: string }) => name.includes(only)
  const rows = (await chooseRows(large.databaseUrl, members)).filter(isWanted)
  const rowsOfFew = small ? await chooseRows(small.databaseUrl, null) : []
  const isPinned = pin([large.server.pid, ...(small ? [small.server.pid] : [])])
  const measured: { row: Row; cost: Cost | null; ofFew: Cost | null }[] = []
  for (const [index, row] of [reference, ...rows].entries()) {
    say(row.name)
    const cost = await measureRow(large.server, row, index).catch((error: unknown) => {
      say(String(error))
      return null
    })
    const rowOfFew = row.scaled ? rowsOfFew.find(({ name }) => name === row.name) : undefined
    const ofFew = small && rowOfFew ? await measureRow(small.server, rowOfFew, index) : null
    measured.push({ row, cost, ofFew })
  }
  // Of the whole run: a single one is too short to be relied on.
  const statement = median(measured.flatMap(({ cost }) => cost?.statement ?? []))
  return { isPinned, rows: measured.map(one => judge(one, statement)) }
}

function judge({ row, cost, ofFew }: { row: Row; cost: Cost | null; ofFew: Cost | null }, statement: number): Uncached {
  const { name, aim } = row
  if (!cost) return { ...nothing, name, aim, perCore: 0, timesFew: null, missed: 'everything' }
  const spent = cost.server + cost.database
  const perCore = (referencePerSecond * statement) / spent
  const per = (of: Cost) => (of.server + of.database) / (row.scaled === 'byte' ? of.bytes : 1)
  const timesFew = ofFew ? per(cost) / per(ofFew) : null
  const missed = [
    ...(aim !== null && row !== reference && perCore < aim ? [`${aim}/s`] : []),
    ...(timesFew !== null && timesFew > timesAtMost ? [`${timesAtMost} × few`] : []),
    ...(cost.refused > 0 ? [`${cost.refused} answered 503`] : []),
  ].join(', ')
  return { ...cost, name, aim, perCore, timesFew, missed }
}

export function asUncachedLines({ isPinned, rows }: { isPinned: boolean; rows: Uncached[] }): string {
  const cells = rows.map(row => [
    row.name,
    String(row.bytes),
    row.perSecond.toFixed(0),
    row.ratio.toFixed(4),
    row.server.toFixed(2),
    row.database.toFixed(2),
    row.statements.toFixed(1),
    row.perCore.toFixed(0),
    row.aim === null ? '' : String(row.aim),
    row.timesFew === null ? '' : row.timesFew.toFixed(2),
    row.missed && `MISSED ${row.missed}`,
  ])
  const headings = [
    '',
    'bytes',
    'req/s',
    'of buffer',
    'server ms',
    'database ms',
    'statements',
    '/s a core',
    'aim',
    '× few',
    '',
  ]
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map(row => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [
    `Computed responses (${connections} connections; ${isPinned ? 'server and database on one core' : 'NOT on one core'}).`,
    '"/s a core": by the processor time of both, what a core answers that answers 7,000 with one prepared statement in the',
    'same run; aims are compared with it.',
    '',
    line(headings),
    ...cells.map(line),
  ].join('\n')
}
