import { createHash, randomBytes } from 'node:crypto'

/** The stored hash of a key, which does not reveal the key to readers of the database. */
export const hashOfToken = (key: string) => createHash('sha256').update(key).digest('hex')

/** An unguessable key for an email's link or a browser's session, and the hash to store. */
export function newToken() {
  const key = randomBytes(32).toString('base64url')
  return { key, tokenHash: hashOfToken(key) }
}
