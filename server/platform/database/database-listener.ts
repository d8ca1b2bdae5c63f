import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'

/** Milliseconds after which a connection that hears nothing is asked whether it is still there. */
const checkEvery = 10_000
/** Milliseconds between two tries to hear again. */
const retryEvery = 500

interface Hooks {
  onNotice: (text: string) => void
  /** The connection was lost, and notices with it; now it hears again. */
  onReconnect: () => void
}

/** Opens a client of one connection that calls these when a notice comes and when the connection ends. */
export type OpenClient = (onnotify: (channel: string, text: string) => void, onclose: () => void) => Sql

/**
 * Hears what is notified on a channel, through a connection of its own; gives what ends it. A connection that was lost,
 * or that has fallen silent, is made anew until it hears again. Rejects when there is none to begin with.
 */
export async function hear(openClient: OpenClient, channel: string, { onNotice, onReconnect }: Hooks) {
  let hasEnded = false
  let isHearing = false

  async function hearAgain(): Promise<void> {
    while (!hasEnded && !isHearing) {
      await sleep(retryEvery, undefined, { ref: false })
      if (!hasEnded) await begin().then(onReconnect, () => undefined)
    }
  }

  const client = openClient(
    (name, text) => {
      if (name === channel) onNotice(text)
    },
    () => {
      if (!isHearing) return
      isHearing = false
      void hearAgain()
    },
  )

  async function begin(): Promise<void> {
    await client`listen ${client(channel)}`
    isHearing = true
  }

  // A connection without an answer ends itself (database-socket.ts), which is told above.
  const check = setInterval(() => {
    if (isHearing) client`select 1`.catch(() => undefined)
  }, checkEvery).unref()

  async function end(): Promise<void> {
    hasEnded = true
    clearInterval(check)
    await client.end({ timeout: 1 })
  }

  try {
    await begin()
  } catch (error) {
    await end()
    throw error
  }
  return end
}
