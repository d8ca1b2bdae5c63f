import { signatures } from '#server/platform/signatures.ts'

/**
 * Signed tokens that unsubscribe from a saved search or a stock alert. They do not expire, because emails are read
 * late.
 */
export function unsubscribeTokens(secret: string) {
  const { sign, isValid } = signatures(secret, 'unsubscribing from saved searches')

  return {
    tokenOf: (id: string): string => `${id}.${sign(id)}`,

    /** The id of the saved search; `null` for a token without our signature. */
    idOf(token: string): string | null {
      const [id = '', signature = ''] = token.split('.')
      return isValid(id, signature) ? id : null
    },
  }
}
