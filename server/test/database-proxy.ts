import { createServer, connect as open, type Socket } from 'node:net'

type Mode = 'passing' | 'swallowing'

/** A proxy between the application and the database that simulates network failures. */
export interface DatabaseProxy {
  /** The address of the database through this proxy. */
  url: string
  /** Silently drops data in both directions; new connections are accepted and not answered. */
  swallow(): void
  /** Ends all connections and refuses new ones. */
  refuse(): Promise<void>
  /** Ends all connections; accepts new ones. */
  cut(): void
  /** Lets new connections through again; existing ones stay as they are. */
  heal(): Promise<void>
  close(): Promise<void>
}

export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  let mode: Mode = 'passing'
  /** Open connections. */
  const links = new Set<{ near: Socket; far: Socket | null; isDead: boolean }>()

  const server = createServer(near => {
    const far = mode === 'passing' ? open(Number(target.port || 5432), target.hostname) : null
    const link = { near, far, isDead: far === null }
    links.add(link)
    near.on('data', bytes => link.isDead || far?.write(bytes))
    far?.on('data', bytes => link.isDead || near.write(bytes))
    near
      .on('error', () => {})
      .on('close', () => {
        far?.destroy()
        links.delete(link)
      })
    far
      ?.on('error', () => {})
      .on('close', () => {
        if (!link.isDead) near.destroy()
      })
  })

  const listen = (port: number) =>
    new Promise<number>(resolve => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })

  function cut(): void {
    for (const { near, far } of links) {
      near.destroy()
      far?.destroy()
    }
  }

  const stopListening = () =>
    new Promise<void>(resolve => (server.listening ? server.close(() => resolve()) : resolve()))

  const port = await listen(0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    swallow: () => {
      mode = 'swallowing'
      for (const link of links) link.isDead = true
    },
    async refuse() {
      const stopped = stopListening()
      cut()
      await stopped
    },
    cut,
    async heal() {
      mode = 'passing'
      if (!server.listening) await listen(port)
    },
    async close() {
      const stopped = stopListening()
      cut()
      await stopped
    },
  }
}
