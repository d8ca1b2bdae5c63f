import { type Asked, type Asking, ask, type Load, load, median, nextOf, quantile } from './load.ts'
import { contentHeaders } from './protocol.ts'
import type { BenchServer } from './server-process.ts'
import { checkSame, type Target } from './targets.ts'

/** Short turns, each target right after its constant, so that other load on the machine affects both. */
const rounds = 5
const secondsOfTurn = 0.8
const secondsOfWarmUp = 1
const changes = 20

export interface Measured {
  target: Target
  products: number
  /** Bytes of the compressed body. */
  bytes: number
  perSecond: number
  /** Relative to the constant. */
  ratio: number
  /** Milliseconds of the server's processor time per request, without that of a database server. */
  processor: number
  /** The constant's processor time divided by this one's. */
  processorRatio: number
  /** Milliseconds of a request under load. */
  p50: number
  p97: number
  /** Requests per second in each round, for comparing things of the same round. */
  turns: number[]
  /** Milliseconds of the first request after a change, without other requests or a cache. */
  firstAfterChange: { p50: number; p97: number }
}

/** Makes the bare route send the server's response for the target; returns a request like the target's for it. */
export async function makeConstant(
  server: BenchServer,
  asking: Asking,
  name: string,
): Promise<{ asked: Asked; bytes: number }> {
  const asked = nextOf(asking)
  // The second response comes from the cache, if there is one.
  await ask(server.url, asked)
  const { headers, body } = await ask(server.url, asked)
  const content = contentHeaders.flatMap(header => {
    const value = headers[header]
    return value === undefined ? [] : [[header, String(value)]]
  })
  await server.keepConstant({ name, headers: Object.fromEntries(content), body: body.toString('base64') })
  const constant = { ...asked, path: `/${name}` }
  await checkSame([server.url, asked], [server.bareUrl, constant])
  return { asked: constant, bytes: body.length }
}

interface Turn extends Load {
  /** Milliseconds of the server's processor time per request; other load on the machine hardly affects it. */
  processor: number
}

async function turn(server: BenchServer, base: string, asking: Asking, connections: number): Promise<Turn> {
  const before = await server.processorTime()
  const result = await load(base, asking, connections, secondsOfTurn)
  return { ...result, processor: ((await server.processorTime()) - before) / 1000 / result.requests }
}

async function afterChanges(server: BenchServer, target: Target): Promise<Measured['firstAfterChange']> {
  const times: number[] = []
  for (let change = 0; change < changes; change++) {
    await server.change()
    times.push((await ask(server.url, nextOf(target.asking))).milliseconds)
  }
  return { p50: median(times), p97: quantile(times, 0.975) }
}

/** Measures all targets in turn. */
export async function measure(
  targets: Target[],
  servers: Record<Target['size'], BenchServer>,
  say: (message: string) => void,
): Promise<Measured[]> {
  const prepared: {
    target: Target
    server: BenchServer
    constant: Awaited<ReturnType<typeof makeConstant>>
    turns: { target: Turn; constant: Turn }[]
  }[] = []
  for (const [index, target] of targets.entries()) {
    const server = servers[target.size]
    const constant = await makeConstant(server, target.asking, String(index))
    await load(server.bareUrl, constant.asked, target.connections, secondsOfWarmUp)
    await load(server.url, target.asking, target.connections, secondsOfWarmUp)
    prepared.push({ target, server, constant, turns: [] })
  }
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`)
    for (const { target, server, constant, turns } of prepared) {
      turns.push({
        constant: await turn(server, server.bareUrl, constant.asked, target.connections),
        target: await turn(server, server.url, target.asking, target.connections),
      })
    }
  }
  say('first answers after a change')
  const measured: Measured[] = []
  for (const { target, server, constant, turns } of prepared) {
    const perSecond = turns.map(pair => pair.target.perSecond)
    measured.push({
      target,
      products: server.products,
      bytes: constant.bytes,
      perSecond: median(perSecond),
      ratio: median(turns.map(pair => pair.target.perSecond / pair.constant.perSecond)),
      processor: median(turns.map(({ target: { processor } }) => processor)),
      processorRatio: median(turns.map(pair => pair.constant.processor / pair.target.processor)),
      p50: median(turns.map(pair => pair.target.p50)),
      p97: median(turns.map(pair => pair.target.p97)),
      turns: perSecond,
      firstAfterChange: await afterChanges(server, target),
    })
  }
  return measured
}
