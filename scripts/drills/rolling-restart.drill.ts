import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openServer } from '#server/platform/database/database.ts'
import { askServer } from '#server/test/ask-server.ts'
import { makePerson } from '#server/test/factories.ts'
import {
  freePort,
  minute,
  type Started,
  secret,
  startAndListen,
  startsServers,
  temporaryFolder,
} from '#server/test/processes.ts'
import { bearerOf } from '#server/test/sessions.ts'
import { startLoad } from './load.ts'
import { startNginx } from './nginx.ts'
import { startCluster } from './postgresql.ts'

const script = fileURLToPath(new URL('../../deploy/rolling-restart.sh', import.meta.url))
const soon = { timeout: minute }

startsServers()

/** A `systemctl` for the script: this process does the `restart` of a unit. Returns the folder for the PATH. */
async function standInForSystemd(restart: (port: number) => Promise<void>): Promise<string> {
  const server = createServer((request, response) => {
    restart(Number(/@(\d+)$/.exec(request.url ?? '')?.[1])).then(
      () => response.end(),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(null)))
  onTestFinished(() => void server.close())
  const folder = temporaryFolder()
  const path = join(folder, 'systemctl')
  const { port } = server.address() as AddressInfo
  writeFileSync(path, `#!/bin/sh\nexec curl --silent --fail "http://127.0.0.1:${port}/$2"\n`)
  chmodSync(path, 0o755)
  return folder
}

it('restarts two processes behind nginx one after the other without a failed request', async () => {
  const cluster = await startCluster()
  await askServer(cluster.url('postgres'), 'create database dendro')
  const DATABASE_URL = cluster.url('dendro')
  const ports = [await freePort(), await freePort()]
  const nginx = await startNginx(ports)
  const settings = { DATABASE_URL, SECRET_KEY: secret, PUBLIC_URL: nginx.url, RATE_LIMITS: 'off' }
  const folder = temporaryFolder()
  const launch = (port: number) => startAndListen({ ...settings, DATA_DIR: folder, PORT: String(port) })
  const processes = new Map<number, Started>()
  for (const port of ports) processes.set(port, await launch(port))

  const stops: number[] = []
  const systemctl = await standInForSystemd(async port => {
    const { child, ended } = processes.get(port) as Started
    const asked = performance.now()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    stops.push(performance.now() - asked)
    processes.set(port, await launch(port))
  })

  const database = await openServer(DATABASE_URL)
  onTestFinished(() => database.close())
  const { id } = await makePerson(database.db)
  const authorization = await bearerOf(database.db, secret, id)
  const load = startLoad({ url: nginx.url, ca: readFileSync(nginx.certificate, 'utf8'), authorization })
  const bothAreAsked = () => new Set(nginx.asked().map(({ upstream }) => upstream)).size === 2
  await vi.waitUntil(() => load.streams.begun > 0 && load.answered.writes > 50 && bothAreAsked(), soon)

  const before = nginx.asked().length
  await promisify(execFile)(script, [nginx.url, ...ports.map(String)], {
    env: { PATH: `${systemctl}:${process.env.PATH}`, CURL_CA_BUNDLE: nginx.certificate },
    timeout: 8 * minute,
  })
  const written = load.answered.writes
  await vi.waitUntil(() => load.answered.writes > written + 50, soon)
  await load.stop()

  const asked = nginx.asked().slice(before)
  console.log({
    ...load.answered,
    failures: load.failures.length,
    streams: load.streams,
    'stops, ms': stops.map(Math.round),
    'told to leave': asked.filter(({ status }) => status === '503').length,
  })
  expect(load.failures).toEqual([])
  expect(stops).toHaveLength(2)
  // Nothing was written twice either: nginx does not repeat requests that change something.
  const rows = await askServer<{ body: string }>(DATABASE_URL, 'select body from posts')
  expect(rows.map(row => row.body).toSorted()).toEqual(load.acknowledged.toSorted())
  // At least one process has ended the stream, and another has accepted it.
  expect(load.streams.begun).toBeGreaterThan(1)
  // nginx took each process out because of its /healthz response, before it stopped listening; no connection was cut.
  const complaints = nginx.complaints()
  for (const port of ports) {
    const [first] = complaints.split('\n').filter(line => line.includes(`"http://127.0.0.1:${port}/`))
    expect(first).toContain('"GET /healthz ')
  }
  expect(complaints).not.toMatch(/reset by peer|prematurely closed|timed out|no live upstreams/)
  // Both got requests again afterwards.
  const last = new Set(asked.slice(-200).map(({ upstream }) => upstream))
  expect([...last].toSorted()).toEqual(ports.map(port => `127.0.0.1:${port}`).toSorted())
})
