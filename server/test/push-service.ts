import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** As RFC 8291 and RFC 8188 say: one record, after a header with salt, record size and the sender's public key. */
function decrypt(keys: ECDH, auth: Buffer, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const names = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), auth, names, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(21 + sender.length)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a two, and padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** A browser's subscription at this address, with keys of its own. */
export function makeBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16)
  return {
    json: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } },
    /** What the browser reads in a push. */
    decrypt: (body: Buffer): unknown => JSON.parse(decrypt(keys, auth, body)),
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
