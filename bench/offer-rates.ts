// How many searches and suggestions a second one core answers, the server and the database together:
//   npm exec -- node bench/offers-database.ts --name dendro_offers_100k --products 100000
//   npm exec -- node bench/offer-rates.ts --name dendro_offers_100k [--core 0] [--profile FOLDER]
// Visitors ask 32 at a time, each time for another address, so that nothing is answered from the cache; then the same
// while one price a second is changed. `--core` binds the server and its connections' processes to that core (Linux, a
// database server on this machine); the requests come from the others. Other load on the machine lowers the rate, so
// the processor time of an answer is shown as well, and the rate that a core of its own would give. The exit code is 1
// when an aim is missed by both.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { offerOrderings } from '#contract/offer-search.ts'
import { roots, stocks } from '#contract/variants.ts'
import { buildApp } from '#server/app.ts'
import { openServer } from '#server/platform/database/database.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { mediaStore } from '#server/platform/media/media.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { askServer } from '#server/test/ask-server.ts'
import { type Asked, ask, load } from './load.ts'

const connections = 32
const seconds = 10
const secret = 'a secret of the bench, which protects nothing'

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'dendro_offers_100k' },
    core: { type: 'string' },
    profile: { type: 'string' },
    seconds: { type: 'string', default: String(seconds) },
  },
})
const url = new URL(process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
url.pathname = `/${options.name}`

/** In the process of the server: says its address, and its processor time whenever it is asked. */
async function serve(): Promise<void> {
  process.on('disconnect', () => process.exit(0))
  const folder = mkdtempSync(join(tmpdir(), 'dendro-rates-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const publicUrl = 'http://bench.test'
  const database = await openServer(url.href)
  const media = mediaStore({ files: folderStore(`${folder}/media`), publicUrl, secret })
  const config = { publicUrl, dataDir: folder, staffEmails: [], corsOrigins: [], rateLimits: false }
  const app = await buildApp({ config, database, media, secret })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ processor: (user + system) / 1000 })
  })
  process.send?.({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) })
}

const plants = readDirectory().plants

/** Searches with two filters, none like another. */
function searches(): () => Asked {
  const categories = [
    'hvoynye',
    'listvennye-derevya',
    'listvennye-kustarniki',
    'rozy',
    'zlaki',
    'liany',
    'mnogoletniki',
  ]
  let n = 0
  const pick = <Value>(values: readonly Value[], every: number) =>
    values[Math.floor(n / every) % values.length] as Value
  return () => {
    n++
    const kinds = [
      { category: pick(categories, 4), price_to: String(300 + n) },
      { root: pick(roots, 4), height_from: String((n % 3000) / 10), height_to: String(100 + (n % 3000) / 10) },
      {
        ...{ category: pick(categories, 4), root: pick(roots, 28), ordering: pick(offerOrderings.slice(0, -1), 168) },
        page_size: String(18 + (Math.floor(n / 1344) % 5)),
      },
      { stock: pick(stocks, 4), price_from: String(100 + n), ordering: pick(offerOrderings.slice(0, -1), 16) },
    ]
    const entries = Object.entries(kinds[n % kinds.length] as object) as [string, string][]
    return { path: `/api/offers/?${new URLSearchParams(entries)}` }
  }
}

/** The beginnings of names, none like another for a long time. */
function suggestions(): () => Asked {
  let n = 0
  return () => {
    n++
    const plant = plants[(n * 7919) % plants.length]
    const name = `${plant?.genus} ${plant?.name}`
    const typed = name.slice(0, 3 + ((n + Math.floor(n / plants.length)) % Math.max(1, name.length - 3)))
    return { path: `/api/offers/suggest/?q=${encodeURIComponent(typed)}` }
  }
}

const rows = [
  { name: 'search, two filters', asking: searches(), aim: 800, isEdited: false },
  { name: 'search, two filters, an edit a second', asking: searches(), aim: null, isEdited: true },
  { name: 'suggest', asking: suggestions(), aim: 2000, isEdited: false },
  { name: 'suggest, an edit a second', asking: suggestions(), aim: null, isEdited: true },
]

const ticksPerSecond = 100

async function measure(): Promise<void> {
  const execArgv = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []
  const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), { execArgv })
  try {
    const [{ listening }] = (await once(child, 'message')) as [{ listening: string }]
    // Until the index of offers is filled.
    for (let tries = 0; tries < 60; tries++) {
      const isReady = await ask(listening, { path: '/api/offers/' }).then(
        () => true,
        () => false,
      )
      if (isReady) break
    }
    const processorOfServer = async () => {
      const answer = once(child, 'message')
      child.send('processor')
      return ((await answer) as [{ processor: number }])[0].processor
    }
    const backends = async () =>
      (
        await askServer<{ pid: number }>(
          url.href,
          'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
      ).map(({ pid }) => pid)
    const processorOfDatabase = async () =>
      (await backends()).reduce((sum, pid) => {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return sum + ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
      }, 0)
    let missed = 0
    console.log(`${'requests a second'.padEnd(40)}    rate      aim   server ms   database ms   a core's rate`)
    for (const { name, asking, aim, isEdited } of rows) {
      await load(listening, asking, connections, 4)
      if (options.core)
        for (const pid of [child.pid, ...(await backends())])
          execFileSync('taskset', ['-acp', options.core, String(pid)], { stdio: 'ignore' })
      const [server, database] = [await processorOfServer(), await processorOfDatabase()]
      let edited = 0
      const editing = isEdited
        ? setInterval(() => {
            const place = ++edited * 37
            void askServer(
              url.href,
              `update variants set price_kopecks = price_kopecks + 100
                where id = (select id from variants where id > ${place} order by id limit 1)`,
            )
          }, 1000)
        : undefined
      const { perSecond, requests } = await load(listening, asking, connections, Number(options.seconds))
      clearInterval(editing)
      const ofServer = ((await processorOfServer()) - server) / requests
      const ofDatabase = ((await processorOfDatabase()) - database) / requests
      const ofCore = 1000 / (ofServer + ofDatabase)
      const isMissed = aim !== null && perSecond < aim && ofCore < aim
      if (isMissed) missed++
      const figures = `${perSecond.toFixed(0).padStart(8)} ${String(aim ?? '').padStart(8)} ${ofServer.toFixed(2).padStart(11)} ${ofDatabase.toFixed(2).padStart(13)} ${ofCore.toFixed(0).padStart(15)}`
      console.log(`${name.padEnd(40)}${figures}${isMissed ? '  NOT MET' : ''}`)
    }
    if (missed > 0) process.exitCode = 1
  } finally {
    child.disconnect()
  }
}

await (process.send ? serve() : measure())
