import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseClient } from './database-servers.ts'

/** Milliseconds between checks of the connection; one without an answer is closed. */
const checkEvery = 10_000
/** Milliseconds between two attempts to reconnect. */
const retryEvery = 500

interface Hooks {
  onNotice: (text: string) => void
  /** The connection was lost, and notifications with it; now it listens again. */
  onReconnect: () => void
}

/**
 * Listens on a channel (LISTEN) through its own connection; returns the function that stops it. A lost or silent
 * connection is replaced by a new one. Rejects when the first connection fails.
 */
export async function hear(
  connect: () => Promise<DatabaseClient>,
  channel: string,
  { onNotice, onReconnect }: Hooks,
): Promise<() => Promise<void>> {
  let hasEnded = false
  let current: DatabaseClient | null = null

  async function begin(): Promise<void> {
    const client = await connect()
    client.on('notification', notice => {
      if (notice.channel === channel) onNotice(notice.payload ?? '')
    })
    try {
      await client.run({ text: `listen ${client.escapeIdentifier(channel)}` })
    } catch (error) {
      await client.end()
      throw error
    }
    if (hasEnded) {
      await client.end()
      return
    }
    current = client
    client.once('end', () => {
      current = null
      void hearAgain()
    })
    // It ended before that.
    if (client.isBroken) client.emit('end')
  }

  async function hearAgain(): Promise<void> {
    while (!hasEnded && !current) {
      await sleep(retryEvery, undefined, { ref: false })
      if (!hasEnded) await begin().then(onReconnect, () => undefined)
    }
  }

  const check = setInterval(() => {
    const client = current
    client?.run({ text: 'select 1' }).catch(() => client.end())
  }, checkEvery).unref()

  async function end(): Promise<void> {
    hasEnded = true
    clearInterval(check)
    await current?.end()
  }

  try {
    await begin()
  } catch (error) {
    await end()
    throw error
  }
  return end
}
