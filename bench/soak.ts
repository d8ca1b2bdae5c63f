// Checks that the memory of a process does not grow over hours: concurrent actions of all kinds of people, including
// invalid ones, for this many minutes on the product as started by `npm start`:
//   npm run soak -- --minutes 20            on the embedded database
//   DATABASE_URL=postgres://… npm run soak  on a new database on that server
// The exit code is 1 when memory has grown or a response had status 500.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { jobsDone } from '../scripts/jobs-done.ts'
import { median } from './load.ts'
import { scratchDatabases } from './scratch-databases.ts'
import { type Visit, visits } from './soak-visits.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } })
const minutes = Number(values.minutes)
/** Concurrent people of each kind. */
const atOnce: Record<Visit['who'], number> = { visitor: 6, member: 4, stranger: 2 }
/** Think time of a visitor in milliseconds. */
const pause = () => 20 + Math.random() * 120
const sampleEvery = 10_000
/** Share of the whole time: while caches fill, memory is expected to grow. */
const warmUp = 0.3
/** Allowed growth of the last third over the first third after warming up: noise of the garbage collector. */
const allowedGrowth = { share: 0.1, megabytes: 25 }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Kilobytes of memory used by the process and its children. */
function memoryOf(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(task => {
    const list = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim()
    return list === '' ? [] : list.split(' ').map(Number)
  })
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return own + children.reduce((sum, child) => sum + memoryOf(child), 0)
}

const databases = await scratchDatabases(process.env.DATABASE_URL ?? null)
const settings = await databases.create('soak')
const port = await freePort()
const metricsPort = await freePort()
const base = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, ['server/main.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    RATE_LIMITS: 'off',
    SEED: 'demo',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    ...settings,
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const died = once(server, 'exit').then(([code]) => {
  throw new Error(`the server has ended (${code})`)
})
died.catch(() => undefined)

async function ready(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${base}/healthz`).catch(() => null)
    if (answer?.ok) return
    await sleep(500)
  }
}

await Promise.race([ready(), died])
// Drawing the demonstration needs memory that serving requests does not.
await Promise.race([jobsDone(metricsPort, 'demonstration', 30), died])
const known = await visits(base)
const end = Date.now() + minutes * 60_000
const counts = new Map<string, { done: number; failed: number }>()
const samples: number[] = []

async function keepBusy(who: Visit['who']): Promise<void> {
  const own = known.filter(visit => visit.who === who)
  while (Date.now() < end) {
    const visit = own[Math.floor(Math.random() * own.length)]
    if (!visit) return
    const count = counts.get(visit.what) ?? { done: 0, failed: 0 }
    counts.set(visit.what, count)
    try {
      await visit.go()
      count.done++
    } catch (error) {
      if (count.failed++ < 3) console.error(`${visit.what}: ${(error as Error).message}`)
    }
    await sleep(pause())
  }
}

async function measure(): Promise<void> {
  while (Date.now() < end) {
    await sleep(sampleEvery)
    samples.push(memoryOf(server.pid ?? 0) / 1024)
    if (samples.length % 6 === 0) console.log(`${samples.length / 6} min: ${samples.at(-1)?.toFixed(0)} MB`)
  }
}

const people = Object.entries(atOnce).flatMap(([who, count]) =>
  Array.from({ length: count }, () => keepBusy(who as Visit['who'])),
)
try {
  await Promise.race([Promise.all([...people, measure()]), died])
} finally {
  server.kill('SIGTERM')
  await died.catch(() => undefined)
  await databases.remove()
}

for (const [what, { done, failed }] of counts) console.log(`${what}: ${done}, failed ${failed}`)
const steady = samples.slice(Math.floor(samples.length * warmUp))
const third = Math.floor(steady.length / 3)
const [first, last] = [median(steady.slice(0, third)), median(steady.slice(-third))]
const failures = [...counts.values()].reduce((sum, { failed }) => sum + failed, 0)
const isFlat = last - first <= Math.max(first * allowedGrowth.share, allowedGrowth.megabytes)
console.log(
  `memory: ${first.toFixed(0)} MB after warming up, ${last.toFixed(0)} MB at the end, at most ${Math.max(...samples).toFixed(0)} MB; failures: ${failures}`,
)
process.exitCode = isFlat && failures === 0 ? 0 : 1
