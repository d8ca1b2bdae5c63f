import { createHash, randomBytes } from 'node:crypto'

/** What the database keeps of a key: whoever reads the database cannot use it. */
export const hashOfToken = (key: string) => createHash('sha256').update(key).digest('hex')

/** A key that cannot be guessed, for an email's link or a browser's session, and what to keep of it. */
export function newToken() {
  const key = randomBytes(32).toString('base64url')
  return { key, tokenHash: hashOfToken(key) }
}
