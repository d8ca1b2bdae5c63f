import { createHash, randomBytes } from 'node:crypto'

/** What the database stores of a key: useless to a reader of the database. */
export const hashOfToken = (key: string) => createHash('sha256').update(key).digest('hex')

/** A key that cannot be guessed, for an email's link or a browser's session, and what to keep of it. */
export function newToken() {
  const key = randomBytes(32).toString('base64url')
  return { key, tokenHash: hashOfToken(key) }
}
