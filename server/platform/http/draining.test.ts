import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeAfterTest, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { openStream } from '#server/test/streams.ts'
import { draining } from './draining.ts'

/** Machines that run tests are busy. */
const soon = { timeout: 15_000 }

/** The application, listening, and a caller that keeps its connection. */
async function listening() {
  const callers = draining()
  const server = await testServer({ draining: callers })
  closeAfterTest(server)
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.searchPreparation.done
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
      request(address + path, { agent, headers }, answer => {
        const { statusCode: status = 0, headers: said } = answer
        answer.resume().once('end', () => resolve({ status, connection: said.connection }))
      })
        .once('error', reject)
        .end()
    })
  return { server, callers, address, ask }
}

const takesConnections = (app: FastifyInstance) => (app.server.address() as AddressInfo | null) !== null

describe('a process that is shutting down', () => {
  it(
    'tells the proxy first, keeps answering, then stops listening, ends event streams and connections',
    { timeout: 60_000 },
    async () => {
      const { server, callers, address, ask } = await listening()
      const { id } = await makePerson(server.database.db)
      expect(await ask('/api/teams/cities/', { 'x-forwarded-for': '192.0.2.1' })).toEqual({
        status: 200,
        connection: 'keep-alive',
      })
      expect((await ask('/healthz')).status).toBe(200)
      const stream = await openStream(server, address, id)

      const drained = callers.drain(server.app.server)
      const health = await fetch(`${address}/healthz`)
      expect([health.status, await health.json()]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })])
      // On the connection that was open before, and on new ones; each response closes its connection.
      for (let n = 0; n < 3; n++) expect(await ask('/api/teams/cities/')).toEqual({ status: 200, connection: 'close' })
      expect(takesConnections(server.app)).toBe(true)
      expect(stream.hasEnded).toBe(false)

      await vi.waitUntil(() => !takesConnections(server.app), soon)
      await vi.waitUntil(() => stream.hasEnded, soon)
      await drained
    },
  )

  it('waits only for requests in progress when no proxy has ever checked its health', async () => {
    const { server, callers, address, ask } = await listening()
    // A kept-alive connection, and a response that is read to its end only later.
    expect((await ask('/api/teams/cities/')).status).toBe(200)
    const { id } = await makePerson(server.database.db)
    const slow = request(`${address}/api/posts/create/`, {
      method: 'POST',
      headers: {
        authorization: await server.bearer(id),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength('{"body":"Ещё успел"}'),
      },
    })
    const status = new Promise((resolve, reject) => {
      slow.once('response', answer => resolve(answer.resume().statusCode))
      slow.once('error', reject)
    })
    const begun = vi.fn()
    server.app.server.once('request', begun)
    slow.write('{"body":')
    await vi.waitUntil(() => begun.mock.calls.length > 0, soon)

    const asked = performance.now()
    let isDrained = false
    const drained = callers.drain(server.app.server).then(() => {
      isDrained = true
    })
    expect(takesConnections(server.app)).toBe(false)
    await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
    expect(isDrained).toBe(false)
    slow.end('"Ещё успел"}')
    expect(await status).toBe(201)
    await drained
    expect(performance.now() - asked).toBeLessThan(4000)
  })
})
