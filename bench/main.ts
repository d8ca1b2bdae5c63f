// Reports the speed of the site: each request as a ratio to a constant response of the same size and with the same
// headers, from the same server in the same run. Uses new databases, embedded or on the server of DATABASE_URL.
// `--json FILE` also writes the results as JSON; `--members` omits visitors and suppliers; `--edits` only measures
// reading during writes, `--imports` only the import of a price list. `--uncached` measures only responses that are
// computed each time (uncached.ts), on the server of DATABASE_URL; `--many NAME` (also with `--edits`) and `--few NAME`
// name databases filled by social-database.ts, which saves filling new ones (without `--few` nothing is compared), and
// `--only TEXT` limits it to rows with this in their name (with `--edits`: `pages` or `feed`).
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { outdatedParts } from '../scripts/outdated-parts.ts'
import { asEditLines, measureEdits } from './edits.ts'
import { asImportLines, measureImports } from './imports.ts'
import { measure } from './measure.ts'
import type { Contents } from './protocol.ts'
import { asTable, judge } from './report.ts'
import { scratchDatabases } from './scratch-databases.ts'
import { type BenchServer, launchServer } from './server-process.ts'
import { asSentences, isWhole, measureStreams } from './social-streams.ts'
import { asLines, measureSuppliers } from './suppliers.ts'
import { chooseMembersTargets, chooseTargets } from './targets.ts'
import { asUncachedLines, measureUncached } from './uncached.ts'

const many = 100_000
const few = 1000
/** Each product has its own post. */
const social = { posts: many + 50_000, people: 20_000, friendships: 200_000 }
const members = 100
/** People who edit their companies' products concurrently. */
const growers = 40
const streams = { streams: 1000, messages: 50, seconds: 20 }

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    members: { type: 'boolean', default: false },
    edits: { type: 'boolean', default: false },
    imports: { type: 'boolean', default: false },
    uncached: { type: 'boolean', default: false },
    many: { type: 'string' },
    few: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const say = (message: string) => console.error(message)

const databaseUrl = process.env.DATABASE_URL || null
const scratch = await scratchDatabases(databaseUrl)
const stops: (() => Promise<void>)[] = []

let ending: Promise<void> | null = null
function end(): Promise<void> {
  ending ??= (async () => {
    await Promise.allSettled(stops.map(stop => stop()))
    await scratch.remove()
  })()
  return ending
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)))

async function startOn(settings: Record<string, string>, contents: Contents): Promise<BenchServer> {
  const { products } = contents
  if (!contents.isFilled)
    say(`making ${products} products${contents.social ? ` and ${contents.social.people} people` : ''}`)
  const server = launchServer(contents, settings)
  stops.push(server.stop)
  return server.ready
}

const start = async (contents: Contents) => startOn(await scratch.create(String(contents.products)), contents)

/** A server on a new database, or on the filled one of this name. */
async function startOnNamed(name: string | undefined, contents: Contents) {
  const settings = await scratch.create(`named_${contents.products}`)
  const url = new URL(settings.DATABASE_URL ?? '')
  if (name) url.pathname = `/${name}`
  const isFilled = name !== undefined
  const server = await startOn({ ...settings, DATABASE_URL: url.href }, { ...contents, isFilled })
  return { server, databaseUrl: url.href }
}

try {
  if (outdatedParts().includes('client')) {
    say('building the web client')
    await (await import('../scripts/build.ts')).build(['client'])
  }
  if (options.imports) {
    const server = await start({ products: few, social: null })
    console.log(asImportLines(await measureImports(server, say)))
    await end()
    process.exit()
  }
  if (options.uncached) {
    if (!databaseUrl) throw new Error('--uncached needs DATABASE_URL: the embedded database runs in the server')
    const large = await startOnNamed(options.many, { products: many, social, computesAll: true })
    const small =
      options.many && !options.few
        ? null
        : await startOnNamed(options.few, { products: few, social: null, computesAll: true })
    const uncached = await measureUncached({ small, large }, await large.server.signIn(members), options.only, say)
    console.log(asUncachedLines(uncached))
    if (options.json) writeFileSync(options.json, `${JSON.stringify(uncached, null, 2)}\n`)
    if (uncached.rows.some(row => row.missed)) process.exitCode = 1
    await end()
    process.exit()
  }
  const isOnlyEdits = options.edits
  const small = options.members || isOnlyEdits ? null : await start({ products: few, social: null })
  const contents = { products: many, social }
  const large =
    isOnlyEdits && options.many ? (await startOnNamed(options.many, contents)).server : await start(contents)
  const signedIn = await large.signIn(members)
  const edits = options.members
    ? null
    : await measureEdits(large, await large.signInGrowers(growers), signedIn, options.only, say)
  if (edits && isOnlyEdits) {
    console.log(asEditLines(edits))
    await end()
    process.exit()
  }
  const targets = [
    ...(options.members ? [] : await chooseTargets(large.url)),
    ...(await chooseMembersTargets(large.url, signedIn, databaseUrl !== null)),
  ]
  const results = judge(await measure(targets, { small: small ?? large, large }, say))
  const suppliers = options.members ? null : await measureSuppliers(large, say)
  say(`${streams.streams} event streams`)
  const live = await measureStreams(await scratch.create('streams'), streams)
  const sizes = { many, few, people: social.people, posts: social.posts }
  const database = databaseUrl ? 'PostgreSQL' : 'embedded database'
  console.log(asTable(results, database, sizes))
  if (edits) console.log(asEditLines(edits))
  if (suppliers) console.log(asLines(suppliers))
  console.log(asSentences(streams, live))
  if (!isWhole(live)) process.exitCode = 1
  if (options.json)
    writeFileSync(
      options.json,
      `${JSON.stringify({ database, sizes, results, edits, suppliers, streams: live }, null, 2)}\n`,
    )
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await end()
}
