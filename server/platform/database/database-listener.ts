import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'

/** Milliseconds of silence after which the connection is checked. */
const checkEvery = 10_000
/** Milliseconds between two attempts to reconnect. */
const retryEvery = 500

interface Hooks {
  onNotice: (text: string) => void
  /** The connection was lost, and notifications with it; now it listens again. */
  onReconnect: () => void
}

/** Opens a client of one connection that calls these on a notification and when the connection ends. */
export type OpenClient = (onnotify: (channel: string, text: string) => void, onclose: () => void) => Sql

/**
 * Listens on a channel (LISTEN) through its own connection; returns the function that stops it. A lost or silent
 * connection is reopened until it listens again. Rejects when the first connection fails.
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

  // A connection without an answer closes itself (database-socket.ts), which is handled above.
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
