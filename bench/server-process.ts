import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Constant, Contents, Member, Order, Report, Supplier } from './protocol.ts'

/** A server of the bench in its own process. */
export interface BenchServer {
  url: string
  /** Where constants are sent, by a minimal route. */
  bareUrl: string
  /** Number of its products. */
  products: number
  /** Invalidates all caches. */
  change(): Promise<void>
  keepConstant(constant: Constant): Promise<void>
  makeSupplier(supplier: Supplier): Promise<void>
  /** Signs in this many people whose companies have products. */
  signInGrowers(count: number): Promise<{ access: string }[]>
  /** Signs in this many people. */
  signIn(count: number): Promise<Member[]>
  /** Microseconds of processor time used so far. */
  processorTime(): Promise<number>
  /** The same, and the number of statements sent so far. */
  work(): Promise<{ processor: number; statements: number }>
  pid: number
  /** The processes of the database that serve it. */
  backends(): Promise<number[]>
}

interface LaunchedServer {
  ready: Promise<BenchServer>
  /** Ends the process, even if it is not ready yet. */
  stop(): Promise<void>
}

/** Starts the application with these settings (API.md section 5) and fills its database. */
export function launchServer(contents: Contents, settings: Record<string, string>): LaunchedServer {
  const { products } = contents
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [JSON.stringify(contents)], {
    // As `npm start`.
    execArgv: ['--max-semi-space-size=8'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', RATE_LIMITS: 'off', ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const died = ended.then(([code]) => {
    throw new Error(`the server with ${products} products has ended (${code})`)
  })
  died.catch(() => undefined)

  async function hear(): Promise<Report> {
    const [message] = await Promise.race([once(child, 'message'), died])
    return message as Report
  }

  async function order(message: Order) {
    const answer = hear()
    child.send(message)
    const report = await answer
    if (!('processor' in report)) throw new Error('the server answered something else')
    return report
  }

  async function stop(): Promise<void> {
    if (child.connected) child.disconnect()
    await ended
  }

  async function getReady(): Promise<BenchServer> {
    const first = await hear()
    if (!('listening' in first)) throw new Error('the server answered before it was asked')
    return {
      url: first.listening,
      bareUrl: first.bare,
      products,
      change: async () => void (await order({ change: true })),
      keepConstant: async constant => void (await order({ constant })),
      makeSupplier: async supplier => void (await order({ supplier })),
      signInGrowers: async count => (await order({ growers: count })).members,
      signIn: async count => (await order({ members: count })).members,
      processorTime: async () => (await order({ ask: true })).processor,
      work: () => order({ ask: true }),
      pid: child.pid ?? 0,
      backends: async () => (await order({ backends: true })).backends,
    }
  }

  return { ready: getReady(), stop }
}
