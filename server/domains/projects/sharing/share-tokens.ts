import { signatures } from '#server/platform/signatures.ts'

/**
 * Tokens of the public addresses of shared projects. The database only holds the signed key: reading the database is
 * not enough to make a token, and the address can still be shown to the owner again.
 */
export function shareTokens(secret: string) {
  const { sign, isValid } = signatures(secret, 'sharing projects')

  return {
    tokenOf: (shareKey: string): string => `${shareKey}.${sign(shareKey)}`,

    /** The key in a token; `null` if the signature is wrong. */
    keyOf(token: string): string | null {
      const [shareKey = '', signature = '', ...rest] = token.split('.')
      return rest.length === 0 &&
        isValid(shareKey, signature) &&
        /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(shareKey)
        ? shareKey
        : null
    },
  }
}
