import { signatures } from '#server/platform/signatures.ts'

/** Signed addresses with which an email ends what it tells of; they stay valid, because emails are read late. */
export function unsubscribeTokens(secret: string) {
  const { sign, isValid } = signatures(secret, 'unsubscribing from saved searches')

  return {
    tokenOf: (id: string): string => `${id}.${sign(id)}`,

    /** The saved search; `null` for a token that is not ours. */
    idOf(token: string): string | null {
      const [id = '', signature = ''] = token.split('.')
      return isValid(id, signature) ? id : null
    },
  }
}
