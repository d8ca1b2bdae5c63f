// Compares the times of all calls of the social network between a small and a large network, over HTTP, in one run:
//   npm exec -- node bench/scale.ts --small dendro_small --large dendro_large
// Both databases are filled by bench/social-database.ts (see there) on the server of DATABASE_URL. `--only search`
// limits the run to calls with this in their name. The exit code is 1 when a call takes more than three times as long
// in the large network.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { inArray, sql } from 'drizzle-orm'
import { buildApp } from '#server/app.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { feedVersion } from '#server/domains/posts/posts.tables.ts'
import { type Database, openServer } from '#server/platform/database/database.ts'
import { tokens } from '#server/platform/http/session.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { mediaStore } from '#server/platform/media/media.ts'
import { median } from './load.ts'
import { type ScaleCall, scaleCalls } from './scale-calls.ts'
import { accessOf } from './sign-in.ts'

const timesAtMost = 3
/** Milliseconds until a process has finished its background work after a start. */
const startTakes = 300
const secret = 'a secret of the bench, which protects nothing'

/**
 * The state of caches before a call. `first`: empty, in a process that has just started. `after a change`: as cached
 * before a post was written. `again`: as left by the same call.
 */
const states = ['first', 'after a change', 'again'] as const
type Times = Record<(typeof states)[number], number[]>

interface Network {
  database: Database
  calls: ScaleCall[]
  bearers: Map<string, string>
  /** Of each call, in the order of `calls`. */
  times: Times[]
}

async function openNetwork(name: string, only: string): Promise<Network> {
  const url = new URL(process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  url.pathname = `/${name}`
  const database = await openServer(url.href)
  const calls = (await scaleCalls(database.db)).filter(call => call.name.includes(only))
  const people = await database.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, [...new Set(calls.map(call => call.by))]))
  const ids = people.map(({ id }) => id)
  const access = await accessOf(database.db, tokens(secret), ids)
  const bearers = people.map(({ email }, index) => [email, `Bearer ${access[index]}`] as const)
  const times = calls.map(() => ({ first: [], 'after a change': [], again: [] }))
  return { database, calls, bearers: new Map(bearers), times }
}

/** Milliseconds until the response has arrived. Throws for any status but 200. */
async function ask(base: string, { by, path, body }: ScaleCall, bearers: Map<string, string>): Promise<number> {
  const headers = { authorization: bearers.get(by) ?? '', 'content-type': 'application/json' }
  const started = performance.now()
  const response = await fetch(base + path, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const took = performance.now() - started
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
  return took
}

/** Starts new servers and makes one call in all states, in turn, so that other load on the machine affects both. */
async function measureCall(networks: Network[], index: number, folder: string): Promise<void> {
  const servers = await Promise.all(
    networks.map(async network => {
      const { database } = network
      const config = {
        publicUrl: 'http://bench.test',
        dataDir: folder,
        staffEmails: [],
        corsOrigins: [],
        rateLimits: false,
      }
      const media = mediaStore({ files: folderStore(`${folder}/media`), publicUrl: config.publicUrl, secret })
      const app = await buildApp({ config, database, media, secret })
      const base = await app.listen({ port: 0, host: '127.0.0.1' })
      await ask(base, { name: 'warming up', by: network.calls[0]?.by ?? '', path: '/api/me/' }, network.bearers)
      await sleep(startTakes)
      return { ...network, app, base }
    }),
  )
  for (const state of states) {
    for (const { base, bearers, calls, times, database } of servers) {
      const call = calls[index]
      if (!call) throw new Error('the networks are asked for different things')
      if (state === 'after a change') {
        await database.db.update(feedVersion).set({ version: sql`${feedVersion.version} + 1` })
      }
      times[index]?.[state].push(await ask(base, call, bearers))
    }
  }
  for (const { app } of servers) await app.close()
}

function asTable(small: Network, large: Network): { lines: string[]; above: number } {
  let above = 0
  const lines = small.calls.map(({ name, grows }, index) => {
    const cells = states.map(state => {
      const [few, many] = [small, large].map(network => median(network.times[index]?.[state] ?? []))
      const factor = (many ?? 0) / (few ?? 0)
      const isAbove = !grows && factor > timesAtMost
      if (isAbove) above++
      const figures = `${few?.toFixed(1).padStart(7)}${many?.toFixed(1).padStart(8)}${factor.toFixed(1).padStart(7)}`
      return `${figures} ${grows ? '~' : isAbove ? '!' : ' '}`
    })
    return `${name.padEnd(44)}${cells.join(' ')}`
  })
  const heading = `${''.padEnd(44)}${states.map(state => state.padStart(22)).join('   ')}`
  const units = `${''.padEnd(44)}${states.map(() => '  small   large factor  ').join(' ')}`
  return { lines: [heading, units, ...lines], above }
}

const { values: options } = parseArgs({
  options: {
    small: { type: 'string', default: 'dendro_small' },
    large: { type: 'string', default: 'dendro_large' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '7' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'dendro-scale-'))
const small = await openNetwork(options.small, options.only)
const large = await openNetwork(options.large, options.only)
try {
  // The first round is a warm-up and is discarded.
  for (let round = 0; round <= Number(options.rounds); round++) {
    // The second network benefits from compiled code, so the order alternates.
    const inTurn = round % 2 === 0 ? [small, large] : [large, small]
    for (const index of small.calls.keys()) await measureCall(inTurn, index, folder)
    if (round > 0) continue
    for (const { times } of [small, large]) for (const one of times) for (const state of states) one[state] = []
  }
  const { lines, above } = asTable(small, large)
  console.log('Medians in milliseconds; !: more than three times as long, ~: what is asked for grows too.\n')
  console.log(lines.join('\n'))
  if (above > 0) {
    console.log(`\n${above} of them above ${timesAtMost}`)
    process.exitCode = 1
  }
} finally {
  await small.database.close()
  await large.database.close()
  rmSync(folder, { recursive: true, force: true })
}
