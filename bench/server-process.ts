import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Constant, Order, Report } from './protocol.ts'

/** A server of the bench, in a process of its own. */
export interface BenchServer {
  url: string
  /** How many listings it has. */
  listings: number
  /** Makes everything that was kept out of date. */
  change(): Promise<void>
  keepConstant(constant: Constant): Promise<void>
  stop(): Promise<void>
}

/** Starts the application on the database of these settings (API.md section 5), filled with this many listings. */
export async function startServer(listings: number, settings: Record<string, string>): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [String(listings)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', RATE_LIMITS: 'off', ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const died = ended.then(([code]) => {
    throw new Error(`the server with ${listings} listings has ended (${code})`)
  })
  died.catch(() => undefined)

  async function hear(): Promise<Report> {
    const [message] = await Promise.race([once(child, 'message'), died])
    return message as Report
  }

  async function order(message: Order): Promise<void> {
    const answer = hear()
    child.send(message)
    await answer
  }

  async function stop(): Promise<void> {
    if (child.connected) child.disconnect()
    await ended
  }

  const first = await hear()
  if (!('listening' in first)) throw new Error('the server answered before it was asked')
  return {
    url: first.listening,
    listings,
    change: () => order({ change: true }),
    keepConstant: constant => order({ constant }),
    stop,
  }
}
