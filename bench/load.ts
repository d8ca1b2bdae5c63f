import { Agent, get as httpGet, type IncomingHttpHeaders } from 'node:http'
import autocannon from 'autocannon'

/** As a browser asks. */
const requestHeaders = { 'accept-encoding': 'gzip, deflate, br' }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

interface RawAnswer {
  headers: IncomingHttpHeaders
  /** As it came over the wire, compressed. */
  body: Buffer
  milliseconds: number
}

/** One request. Throws for any status but 200. */
export function get(url: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { agent, headers: { ...requestHeaders, ...headers } }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`))
        resolve({ headers: response.headers, body: Buffer.concat(chunks), milliseconds: performance.now() - started })
      })
    })
    request.on('error', reject)
  })
}

export interface Load {
  requests: number
  perSecond: number
  p50: number
  p97: number
}

/** A path, or what makes the path of each next request. */
export type Path = string | (() => string)

export const nextPath = (path: Path) => (typeof path === 'string' ? path : path())

/** What each request has besides its path: a body makes it a POST. */
export interface Extras {
  headers?: Record<string, string>
  body?: object
}

/** Asks over and over for so many seconds. Throws when anything answers other than 200. */
export async function load(
  base: string,
  path: Path,
  connections: number,
  seconds: number,
  { headers = {}, body }: Extras = {},
): Promise<Load> {
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    sampleInt: 50,
    headers: { ...requestHeaders, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    requests: [
      {
        ...(typeof path === 'string' ? { path } : { setupRequest: request => ({ ...request, path: path() }) }),
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) {
    throw new Error(
      `${base}${nextPath(path)}: ${failed} of ${failed + result['2xx']} requests were not answered with 200`,
    )
  }
  // The machine was busy with something else all the while.
  if (result['2xx'] === 0) return load(base, path, connections, seconds * 2, { headers, ...(body ? { body } : {}) })
  return {
    requests: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** The value below which this share of the others lies. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0
}
