// Reports how fast the site is: each thing as a ratio to a constant answer of the same size, with the same headers,
// from the same server in the same run. On the embedded database, or on the server that DATABASE_URL names, in
// databases of its own. `--json FILE` writes the figures as JSON too.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build, isBuilt } from '../scripts/build.ts'
import { measure } from './measure.ts'
import { asTable, judge } from './report.ts'
import { scratchDatabases } from './scratch-databases.ts'
import { type BenchServer, launchServer } from './server-process.ts'
import { asLines, measureSuppliers } from './suppliers.ts'
import { chooseTargets } from './targets.ts'

const many = 100_000
const few = 1000

const { values: options } = parseArgs({ options: { json: { type: 'string' } } })
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

async function start(listings: number): Promise<BenchServer> {
  say(`making ${listings} listings`)
  const server = launchServer(listings, await scratch.create(String(listings)))
  stops.push(server.stop)
  return server.ready
}

try {
  if (!isBuilt()) {
    say('building the web client')
    await build()
  }
  const small = await start(few)
  const large = await start(many)
  const measured = await measure(await chooseTargets(large.url), { small, large }, say)
  const results = judge(measured)
  const suppliers = await measureSuppliers(large, say)
  const database = databaseUrl ? 'PostgreSQL' : 'embedded database'
  console.log(asTable(results, database, { many, few }))
  console.log(asLines(suppliers))
  if (options.json)
    writeFileSync(
      options.json,
      `${JSON.stringify({ database, listings: { many, few }, results, suppliers }, null, 2)}\n`,
    )
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await end()
}
