import { signatures } from '#server/platform/signatures.ts'

/**
 * Addresses under which projects are read without signing in. The database holds what is signed, so that whoever reads
 * it alone cannot make them, and the owner is told the address again.
 */
export function shareTokens(secret: string) {
  const { sign, isValid } = signatures(secret, 'sharing projects')

  return {
    tokenOf: (shareKey: string): string => `${shareKey}.${sign(shareKey)}`,

    /** The key that a token signs; `null` for a token that is not ours. */
    keyOf(token: string): string | null {
      const [shareKey = '', signature = ''] = token.split('.')
      return isValid(shareKey, signature) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(shareKey)
        ? shareKey
        : null
    },
  }
}
