import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'

/** A browser's subscription at this address, with keys of its own. */
export function makeBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    json: { endpoint, keys: { p256dh, auth } },
    /** What the browser reads in a push. */
    decrypt: (body: Buffer): unknown =>
      JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString()),
  }
}

export const subscriptionJson = (endpoint: string) => makeBrowser(endpoint).json

export interface Received {
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

/** A push service on this machine that keeps what it is sent; `answers` says with which status, by path. */
export async function pushService() {
  const received: Received[] = []
  const answers = new Map<string, number>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(answers.get(path) ?? 201).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    answers,
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
