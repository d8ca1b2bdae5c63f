import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Addresses under which projects are read without signing in. The database holds what is signed, so that whoever reads
 * it alone cannot make them, and the owner is told the address again.
 */
export function shareTokens(secret: string) {
  const key = createHmac('sha256', secret).update('sharing projects').digest()
  const sign = (shareKey: string) => createHmac('sha256', key).update(shareKey).digest('base64url')

  return {
    tokenOf: (shareKey: string): string => `${shareKey}.${sign(shareKey)}`,

    /** The key that a token signs; `null` for a token that is not ours. */
    keyOf(token: string): string | null {
      const [shareKey = '', signature = ''] = token.split('.')
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(shareKey))]
      const isOurs = given.length === right.length && timingSafeEqual(given, right)
      return isOurs && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(shareKey) ? shareKey : null
    },
  }
}
