// Reports how fast the site is: each thing as a ratio to a constant answer of the same size, with the same headers,
// from the same server in the same run. On the embedded database, or on the server that DATABASE_URL names, in
// databases of its own. `--json FILE` writes the figures as JSON too; `--members` leaves out what visitors and suppliers do.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build, isBuilt } from '../scripts/build.ts'
import { measure } from './measure.ts'
import type { Contents } from './protocol.ts'
import { asTable, judge } from './report.ts'
import { scratchDatabases } from './scratch-databases.ts'
import { type BenchServer, launchServer } from './server-process.ts'
import { asSentences, isWhole, measureStreams } from './social-streams.ts'
import { asLines, measureSuppliers } from './suppliers.ts'
import { chooseMembersTargets, chooseTargets } from './targets.ts'

const many = 100_000
const few = 1000
/** Each product has a post of its own. */
const social = { posts: many + 50_000, people: 20_000, friendships: 200_000 }
const members = 100
const streams = { streams: 1000, messages: 50, seconds: 20 }

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, members: { type: 'boolean', default: false } },
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

async function start(contents: Contents): Promise<BenchServer> {
  const { listings } = contents
  say(`making ${listings} listings${contents.social ? ` and ${contents.social.people} people` : ''}`)
  const server = launchServer(contents, await scratch.create(String(listings)))
  stops.push(server.stop)
  return server.ready
}

try {
  if (!isBuilt()) {
    say('building the web client')
    await build()
  }
  const small = options.members ? null : await start({ listings: few, social: null })
  const large = await start({ listings: many, social })
  const targets = [
    ...(options.members ? [] : await chooseTargets(large.url)),
    ...(await chooseMembersTargets(large.url, await large.signIn(members), databaseUrl !== null)),
  ]
  const results = judge(await measure(targets, { small: small ?? large, large }, say))
  const suppliers = options.members ? null : await measureSuppliers(large, say)
  say(`${streams.streams} event streams`)
  const live = await measureStreams(await scratch.create('streams'), streams)
  const sizes = { many, few, people: social.people, posts: social.posts }
  const database = databaseUrl ? 'PostgreSQL' : 'embedded database'
  console.log(asTable(results, database, sizes))
  if (suppliers) console.log(asLines(suppliers))
  console.log(asSentences(streams, live))
  if (!isWhole(live)) process.exitCode = 1
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ database, sizes, results, suppliers, streams: live }, null, 2)}\n`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await end()
}
