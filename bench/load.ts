import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import autocannon from 'autocannon'

/** Like a browser. */
const requestHeaders = { 'accept-encoding': 'gzip, deflate, br' }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** A request; with a body it is a POST. */
export interface Asked {
  path: string
  headers?: Record<string, string>
  body?: object
}

/** The same request each time, or a function that returns the next one. */
export type Asking = Asked | (() => Asked)

/** A function that returns the next of these, beginning anew after the last. */
export function inTurn<Thing>(things: Thing[]): () => Thing {
  let n = 0
  return () => {
    const thing = things[n++ % things.length]
    if (thing === undefined) throw new Error('nothing to choose from')
    return thing
  }
}

export const nextOf = (asking: Asking): Asked => (typeof asking === 'function' ? asking() : asking)

/** The request line, headers and body as sent. */
function written({ path, headers = {}, body }: Asked) {
  return {
    path,
    method: body ? 'POST' : 'GET',
    headers: { ...requestHeaders, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body ? JSON.stringify(body) : '',
  }
}

interface RawAnswer {
  headers: IncomingHttpHeaders
  /** The compressed body as received. */
  body: Buffer
  milliseconds: number
}

/** One request. Throws for any status but 200 and 201. */
export function ask(base: string, asked: Asked): Promise<RawAnswer> {
  const { path, method, headers, body } = written(asked)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const request = httpRequest(base + path, { agent, method, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode = 0, headers: answered } = response
        if (statusCode !== 200 && statusCode !== 201) return reject(new Error(`${base}${path} answered ${statusCode}`))
        resolve({ headers: answered, body: Buffer.concat(chunks), milliseconds: performance.now() - started })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

export interface Load {
  requests: number
  /** Answered 503; without `mayRefuse` always none. */
  refused: number
  perSecond: number
  p50: number
  p97: number
}

/**
 * Repeats requests for this many seconds. Throws if any is cut off or not answered, or is refused, which a server that
 * is asked for more than it can do may with 503.
 */
export async function load(
  base: string,
  asking: Asking,
  connections: number,
  seconds: number,
  mayRefuse = false,
): Promise<Load> {
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    sampleInt: 50,
    requests: [
      typeof asking === 'function'
        ? { setupRequest: request => ({ ...request, ...written(asking()) }) }
        : written(asking),
    ],
  })
  const refused = mayRefuse ? (result.statusCodeStats?.['503']?.count ?? 0) : 0
  const failed = result.non2xx - refused + result.errors + result.timeouts
  if (failed > 0) {
    throw new Error(
      `${base}${nextOf(asking).path}: ${failed} of ${failed + result['2xx']} requests failed (${result.non2xx} refused, ${result.errors} broken off, ${result.timeouts} not answered)`,
    )
  }
  // Other load on the machine took the whole time.
  if (result['2xx'] === 0) return load(base, asking, connections, seconds * 2, mayRefuse)
  return {
    requests: result['2xx'],
    refused,
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

/** The value below which this share of the values lies. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0
}
