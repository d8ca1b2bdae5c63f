import { request } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { preparedPlace } from '#server/test/places.ts'
import { freePort, listen, minute, startAndListen, startsServers, startWithin, stop } from '#server/test/processes.ts'
import { StartupError } from '../config.ts'
import type { Db } from '../database/database.ts'
import { serveMetrics } from './metrics-server.ts'

startsServers()

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads the text format; throws at a line that is neither comment nor sample. */
function parse(text: string): Sample[] {
  return text
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .map(line => {
      const match = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line)
      if (!match) throw new Error(`not a sample: ${line}`)
      const labels = [...(match[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])
      return { name: match[1] ?? '', labels: Object.fromEntries(labels), value: Number(match[3]) }
    })
}

it('are counted by route and served on a separate port', { timeout: 2 * startWithin }, async () => {
  const METRICS_PORT = String(await freePort())
  const { place } = await preparedPlace()
  const started = await startAndListen({ ...place, METRICS_PORT })
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    const samples = parse(await answer.text())
    const value = (name: string, labels: Record<string, string> = {}) =>
      samples.find(
        sample =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value
    return { samples, value }
  }
  const get = async (path: string) => (await fetch(started.address + path)).arrayBuffer()

  await get('/api/teams/cities/')
  await get('/api/teams/cities/')
  for (const slug of ['odno', 'drugoe', 'tretye']) await get(`/api/products/${slug}/`)
  await get('/products/hvoynye?zone=4')
  await get('/api/takogo-net/')
  // Unknown methods and arbitrary addresses create no labels.
  for (const path of ['/x/1', '/y/2?z=3', '/%D0%B5%D0%BB%D1%8C'])
    request(started.address + path, { method: 'PROPFIND' })
      .on('error', () => {})
      .end()

  const { samples, value } = await vi.waitFor(
    async () => {
      const scraped = await scrape()
      expect(scraped.value('http_requests_total', { route: '/api/products/:category_slug/', status: '404' })).toBe(3)
      expect(scraped.value('http_requests_total', { method: 'PROPFIND', status: '404' })).toBe(3)
      return scraped
    },
    { timeout: minute, interval: 200 },
  )
  expect(value('http_requests_total', { method: 'GET', route: '/api/teams/cities/', status: '200' })).toBe(2)
  // In-process API requests of the page are part of the page.
  expect(value('http_requests_total', { method: 'GET', route: '/*' })).toBe(1)
  expect(value('http_requests_total', { route: '/api/products/:category_slug/', status: '200' })).toBeUndefined()
  expect(value('http_request_duration_seconds_bucket', { route: '/api/products/:category_slug/', le: '+Inf' })).toBe(3)
  expect(value('response_cache_requests_total', { result: 'hit' })).toBeGreaterThanOrEqual(1)
  expect(value('response_cache_requests_total', { result: 'miss' })).toBeGreaterThanOrEqual(1)
  expect(value('job_runs_total', { job: 'accounts' })).toBe(1)
  expect(value('job_failures_total', { job: 'accounts' })).toBe(0)
  expect(value('job_last_success_timestamp_seconds', { job: 'accounts' })).toBeGreaterThan(Date.now() / 1000 - 600)
  expect(value('event_streams_open')).toBe(0)
  for (const name of ['jobs_waiting', 'jobs_failed', 'jobs_oldest_waiting_seconds'])
    expect([name, value(name, { queue: 'emails' })]).toEqual([name, 0])
  for (const name of ['database_pool_size', 'database_pool_in_use', 'database_pool_waiting'])
    expect(value(name)).toBeGreaterThanOrEqual(0)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)

  const routes = new Set(samples.flatMap(({ labels }) => (labels.route === undefined ? [] : [labels.route])))
  for (const route of routes) expect(route).toMatch(/^(?:none|\/[a-z*:_\-/.]*)$/)
  expect([...routes].join(' ')).not.toMatch(/odno|hvoynye|takogo|zone/)

  expect((await fetch(`http://127.0.0.1:${METRICS_PORT}/`)).status).toBe(404)
  expect((await fetch(`${started.address}/metrics`)).headers.get('content-type')).toContain('text/html')
  await stop(started)
})

it('cannot be served on a port that is taken', async () => {
  const other = await listen(0)
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  // Metrics query the database only when scraped.
  const error = await serveMetrics(port, {} as Db).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  expect((error as StartupError).message).toMatch(new RegExp(`^Порт ${port} \\(METRICS_PORT\\).*\\.$`))
})
