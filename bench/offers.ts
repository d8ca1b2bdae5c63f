// Compares searches for offers among few and among many, over HTTP, in one run, measures how many lines of a price list
// are matched per second, how long a schedule of 100 lines takes among many, and how long others wait meanwhile
// (targets: TRADE.md section 7):
//   npm exec -- node bench/offers.ts --few dendro_offers_few --many dendro_offers_many
// Both databases are filled by bench/offers-database.ts on the server of DATABASE_URL. Each call follows a warm-up and
// is made by a signed-in person, whose responses are not cached. `Infinity` means that the server answered 503. The
// exit code is 1 when a target is missed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { buildApp } from '#server/app.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { type Db, openServer } from '#server/platform/database/database.ts'
import { tokens } from '#server/platform/http/session.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { mediaStore } from '#server/platform/media/media.ts'
import { matchName } from '#server/reading/names/match-name.ts'
import { buildNameIndex } from '#server/reading/names/name-index.ts'
import { namesOf } from '#server/reading/names/test-forms/directory-names.ts'
import { readForms } from '#server/reading/names/test-forms/evaluate.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { median } from './load.ts'
import { accessOf } from './sign-in.ts'

const secret = 'a secret of the bench, which protects nothing'
const linesAtLeast = 2000

/** The calls, and how many times longer each may take with many offers; without `atMost` it is only reported. */
const calls: { name: string; path: string; atMost?: number }[] = [
  { name: 'category + packing', path: '/api/offers/?category=hvoynye&root=container', atMost: 3 },
  { name: 'form + stock', path: '/api/offers/?form=standard&stock=on_order', atMost: 3 },
  { name: 'category + zone, page 5', path: '/api/offers/?category=rozy&zone=5&page=5', atMost: 3 },
  { name: 'category + packing, by price', path: '/api/offers/?category=liany&root=pot&ordering=price', atMost: 3 },
  { name: 'plant + packing', path: '/api/offers/?plant=thuja-occidentalis&root=container', atMost: 3 },
  { name: 'girth + packing', path: '/api/offers/?girth_from=14&girth_to=16&root=wire_ball', atMost: 3 },
  { name: 'price + category', path: '/api/offers/?price_to=5000&category=zlaki', atMost: 3 },
  { name: 'words: a plant, its girth', path: `/api/offers/?search=${encodeURIComponent('клён остролистный 14-16')}` },
  { name: 'suggest, a genus', path: `/api/offers/suggest/?q=${encodeURIComponent('туя')}`, atMost: 2 },
  { name: 'suggest, a beginning', path: `/api/offers/suggest/?q=${encodeURIComponent('со')}`, atMost: 2 },
  { name: 'suggest, a category', path: `/api/offers/suggest/?q=${encodeURIComponent('хвой')}`, atMost: 2 },
  { name: 'suggest, a company', path: `/api/offers/suggest/?q=${encodeURIComponent('усадьба')}`, atMost: 2 },
]

async function open(name: string, folder: string) {
  const url = new URL(process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  url.pathname = `/${name}`
  const database = await openServer(url.href)
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
  const people = await database.db.select({ id: users.id }).from(users).limit(together)
  const accesses = await accessOf(
    database.db,
    tokens(secret),
    people.map(({ id }) => id),
  )
  const [access] = accesses
  async function ask(path: string): Promise<number> {
    const started = performance.now()
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${access}` } })
    const text = await response.text()
    // The server's time limit for a request is exceeded.
    if (response.status === 503) return Number.POSITIVE_INFINITY
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
    return performance.now() - started
  }
  async function close(): Promise<void> {
    await app.close()
    await database.close()
  }
  // Counts made once after the start are not measured; searches may be refused until they are complete.
  for (let tries = 0; tries < 60; tries++) {
    if (Number.isFinite(await ask('/api/offers/'))) break
  }
  /** Milliseconds that the preview of a schedule takes; `asker`: which of the people asks, for each may ask for few at once. */
  async function preview(text: string, asker = 0): Promise<number> {
    const started = performance.now()
    const response = await fetch(`${base}/api/projects/preview/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accesses[asker % accesses.length]}` },
      body: JSON.stringify({ text }),
    })
    const { lines } = (await response.json()) as { lines?: unknown[] }
    if (lines?.length !== linesOfSchedule) throw new Error(`a schedule was answered ${response.status}`)
    return performance.now() - started
  }
  return { ask, preview, schedule: await scheduleOf(database.db), close }
}

const linesOfSchedule = 100
/** Schedules that are asked for at once, each by somebody else: as many as come from one address. */
const together = 4
const scheduleTakes = 2000

/** The plants with the most offers, which take longest. */
async function scheduleOf(db: Db): Promise<string> {
  const most = await db
    .select({ name: sql<string>`${genera.name} || ' ' || ${plants.name}` })
    .from(products)
    .innerJoin(plants, eq(plants.id, products.plantId))
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .groupBy(plants.id, genera.name)
    .orderBy(sql`count(*) desc`)
    .limit(linesOfSchedule)
  return most
    .map(
      ({ name }, at) =>
        `${name}, C${[3, 5, 10][at % 3]}, выс. ${40 + 20 * (at % 5)}–${80 + 20 * (at % 5)}, ${10 + at} шт`,
    )
    .join('\n')
}

/** Lines matched per second of processor time, so that other load on the machine does not count. */
function matchLines(): { plants: number; perSecond: number } {
  const names = namesOf(readDirectory())
  const index = buildNameIndex(names)
  const forms = readForms()
  const matchAll = () => {
    for (const { text, section } of forms) matchName(index, text, { section })
  }
  matchAll()
  const before = process.cpuUsage()
  matchAll()
  const { user, system } = process.cpuUsage(before)
  return { plants: names.length, perSecond: Math.round((forms.length * 1e6) / (user + system)) }
}

const { values: options } = parseArgs({
  options: {
    few: { type: 'string', default: 'dendro_offers_few' },
    many: { type: 'string', default: 'dendro_offers_many' },
    rounds: { type: 'string', default: '5' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'dendro-offers-'))
const matched = matchLines()
const few = await open(options.few, folder)
const many = await open(options.many, folder)
try {
  let missed = matched.perSecond < linesAtLeast ? 1 : 0
  console.log(`${matched.perSecond} lines a second against ${matched.plants} plants (aim: ${linesAtLeast})\n`)
  console.log(`${'medians in milliseconds'.padEnd(34)}     few     many  × few   aim`)
  for (const { name, path, atMost } of calls) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round <= Number(options.rounds); round++) {
      const [fewTook, manyTook] = [await few.ask(path), await many.ask(path)]
      if (round === 0) continue
      times.few.push(fewTook)
      times.many.push(manyTook)
    }
    const [one, other] = [median(times.few), median(times.many)]
    const isMissed = atMost !== undefined && !(other / one <= atMost)
    if (isMissed) missed++
    const figures = `${one.toFixed(1).padStart(8)} ${other.toFixed(1).padStart(8)} ${(other / one).toFixed(1).padStart(6)}`
    console.log(`${name.padEnd(34)}${figures}   ${atMost ? `≤ ${atMost}${isMissed ? '  NOT MET' : ''}` : ''}`)
  }
  const schedules: number[] = []
  for (let round = 0; round <= Number(options.rounds); round++) {
    const took = await many.preview(many.schedule)
    if (round > 0) schedules.push(took)
  }
  const schedule = median(schedules)
  if (schedule > scheduleTakes) missed++
  const isMet = schedule <= scheduleTakes ? '' : '  NOT MET'
  console.log(`\na schedule of ${linesOfSchedule} lines: ${Math.round(schedule)} ms (aim: ${scheduleTakes})${isMet}`)
  const other = '/api/products/latest/'
  const alone: number[] = []
  for (let n = 0; n < 50; n++) alone.push(await many.ask(other))
  let isComputing = true
  const all = Promise.all(Array.from({ length: together }, (_, asker) => many.preview(many.schedule, asker))).finally(
    () => {
      isComputing = false
    },
  )
  const meanwhile: number[] = []
  while (isComputing) meanwhile.push(await many.ask(other))
  const took = Math.max(...(await all))
  const [calm, busy] = [median(alone), median(meanwhile)]
  console.log(
    `${together} of them at once: ${Math.round(took)} ms; meanwhile another call takes ${busy.toFixed(1)} ms instead of ${calm.toFixed(1)}, at most ${Math.round(Math.max(...meanwhile))}`,
  )
  if (missed > 0) process.exitCode = 1
} finally {
  await few.close()
  await many.close()
  rmSync(folder, { recursive: true, force: true })
}
