import { randomBytes } from 'node:crypto'
import { signatures } from '../signatures.ts'

/** The prefix of the keys of private pictures, and of their paths below `/media/`. */
export const privatePrefix = 'private/'

export const isPrivateKey = (key: string): boolean => key.startsWith(privatePrefix)

/** A key that reveals nothing about the picture and cannot be guessed. */
export const newPrivateKey = (): string => privatePrefix + randomBytes(16).toString('hex')

const hour = 60 * 60 * 1000
/** Milliseconds for which a picture keeps its address, so that browsers need not fetch it again. */
const period = 12 * hour

/** Changes with the addresses of private pictures. */
export const addressPeriod = (now = Date.now()): number => Math.floor(now / period)

/**
 * Signs the addresses of private pictures: anyone with the address sees the picture until it expires, in a day at the
 * earliest and a day and a half at the latest. That is as long as an upload waits for its form (its preview lasts as
 * long as itself) and longer than a screen stays open without refetching, which it does whenever a person returns to
 * it.
 */
export function privateAddresses(secret: string) {
  const { sign, isValid } = signatures(secret, 'addresses of private pictures')

  return {
    /** The path of a private picture below `/media/`, without its width. */
    pathOf(pictureKey: string, now = Date.now()): string {
      const name = pictureKey.slice(privatePrefix.length)
      const expires = ((addressPeriod(now) + 3) * period).toString(36)
      return `${privatePrefix}${expires}-${sign(`${expires} ${name}`)}/${name}`
    },

    /** Until when (milliseconds since 1970) this signature is valid; `null`: invalid or expired. */
    validUntil(mark: string, name: string, now = Date.now()): number | null {
      const [expires = '', ...signature] = mark.split('-')
      if (!isValid(`${expires} ${name}`, signature.join('-'))) return null
      const until = Number.parseInt(expires, 36)
      return until > now ? until : null
    },
  }
}
