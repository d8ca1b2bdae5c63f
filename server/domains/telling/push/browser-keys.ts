import { ECDH } from 'node:crypto'

/** Bytes of an uncompressed point of P-256, and the first of them. */
const [pointBytes, uncompressed] = [65, 4]

/** Whether this is a public key for which something can be encrypted (RFC 8291): a point on the curve. */
export function isPublicKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== pointBytes || point[0] !== uncompressed) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}
