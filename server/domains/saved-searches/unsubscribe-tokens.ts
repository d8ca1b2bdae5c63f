import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signed addresses with which an email ends what it tells of; they stay valid, because emails are read late. */
export function unsubscribeTokens(secret: string) {
  const key = createHmac('sha256', secret).update('unsubscribing from saved searches').digest()
  const sign = (id: string) => createHmac('sha256', key).update(id).digest('base64url')

  return {
    tokenOf: (id: string): string => `${id}.${sign(id)}`,

    /** The saved search; `null` for a token that is not ours. */
    idOf(token: string): string | null {
      const [id = '', signature = ''] = token.split('.')
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(id))]
      return given.length === right.length && timingSafeEqual(given, right) ? id : null
    },
  }
}
