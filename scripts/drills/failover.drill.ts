import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openServer } from '#server/platform/database/database.ts'
import { askServer } from '#server/test/ask-server.ts'
import { makePerson } from '#server/test/factories.ts'
import { minute, secret, startAndListen, startsServers, temporaryFolder } from '#server/test/processes.ts'
import { bearerOf } from '#server/test/sessions.ts'
import { startLoad } from './load.ts'
import { startCluster, startReplica } from './postgresql.ts'

/** Machines that run drills are busy. */
const soon = { timeout: 2 * minute }
const replicaName = 'dendro_replica'

startsServers()

it('loses nothing acknowledged when the primary dies under load and the replica takes over', async () => {
  // A commit is acknowledged only when the replica has it too.
  const primary = await startCluster({ synchronous_standby_names: replicaName })
  const replica = await startReplica(primary, replicaName)
  await vi.waitUntil(async () => {
    const [row] = await askServer<{ sync_state: string }>(
      primary.url('postgres'),
      'select sync_state from pg_stat_replication',
    )
    return row?.sync_state === 'sync'
  }, soon)
  await askServer(primary.url('postgres'), 'create database dendro')

  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${replica.port}`
  const DATABASE_URL = `postgres://postgres@${hosts}/dendro?target_session_attrs=primary`
  const settings = { DATABASE_URL, SECRET_KEY: secret, RATE_LIMITS: 'off', DATA_DIR: temporaryFolder() }
  const server = await startAndListen(settings)
  const database = await openServer(DATABASE_URL)
  onTestFinished(() => database.close())
  const { id } = await makePerson(database.db)
  const load = startLoad({
    url: server.address,
    authorization: await bearerOf(database.db, secret, id),
  })
  await vi.waitUntil(() => load.acknowledged.length > 200 && load.streams.begun > 0, soon)

  await primary.kill()
  const killed = performance.now()
  const acknowledgedBefore = load.acknowledged.length
  // An operator needs some time to promote the replica.
  await sleep(3000)
  replica.promote()
  const promoted = performance.now()
  await vi.waitUntil(() => {
    expect(server.child.exitCode, server.stderr()).toBeNull()
    return load.acknowledged.length > acknowledgedBefore + 10
  }, soon)
  const recovered = performance.now()

  // The last pending requests are refused when their connections time out; after that all are answered.
  await vi.waitUntil(() => load.streams.begun > load.streams.ended, soon)
  let failures = -1
  let written = 0
  await vi.waitUntil(() => {
    if (load.failures.length > failures) {
      failures = load.failures.length
      written = load.answered.writes
    }
    return load.answered.writes > written + 300
  }, soon)
  expect(server.child.exitCode, server.stderr()).toBeNull()
  await load.stop()

  console.log({
    ...load.answered,
    failures,
    'last failure': load.failures.at(-1),
    'away, ms': Math.round(promoted - killed),
    'until writes are answered after the promotion, ms': Math.round(recovered - promoted),
    streams: load.streams,
  })
  const rows = await askServer<{ body: string }>(replica.url('dendro'), 'select body from posts')
  const stored = new Set(rows.map(row => row.body))
  expect(load.acknowledged.filter(body => !stored.has(body))).toEqual([])
  expect(stored.size).toBe(rows.length)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
