import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

export const portOf = (app: FastifyInstance) => (app.server.address() as { port: number }).port

/** A raw connection for data that no regular client sends; closed at the end of the test. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  // These tests expect the server to close the connection midway.
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  return socket
}

/** The head and body of the first response on a connection that the server then closes. */
export async function answerOn(socket: Socket): Promise<{ status: number; head: string; body: string }> {
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  if (!socket.closed) await new Promise(resolve => socket.once('close', resolve))
  const text = Buffer.concat(chunks).toString()
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: rest.join('\r\n\r\n') }
}

/** Requests an address exactly as written. */
export async function ask(port: number, target: string, method = 'GET') {
  const socket = await dial(port)
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: dendro.test\r\nConnection: close\r\n\r\n`)
  return answerOn(socket)
}
