import type { Db } from '#server/platform/database/database.ts'
import type { Background } from '#server/platform/http/background.ts'
import type { Limit, Limits } from '#server/platform/http/limits/limits.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { Sealer } from '#server/platform/sealing.ts'
import type { SignUpCookies } from './sign-up/sign-up-cookie.ts'

/** The rate limits of accounts. */
export interface AccountLimits {
  /** Sign-ups from one network address. */
  signUps: Limit
  /** Emails to one address that somebody else can trigger. */
  emails: Limit
  /** Emails about events of a person's account, counted by kind. */
  notices: Limit
  /** Changes of the e-mail by one person: each writes to the last confirmed address. */
  addressChanges: Limit
  /** Wrong passwords for one e-mail, from one network address, and for a signed-in person. */
  wrongForEmail: Limit
  wrongFromAddress: Limit
  wrongForPerson: Limit
  /** Wrong codes of a second factor, counted by the same keys as wrong passwords for an e-mail. */
  wrongCodes: Limit
}

export function accountLimits(limit: Limits['limit']): AccountLimits {
  const [quarter, hour] = [15 * 60, 60 * 60]
  return {
    signUps: limit({ name: 'sign-ups', points: 300, seconds: hour }),
    emails: limit({ name: 'emails', points: 5, seconds: hour }),
    notices: limit({ name: 'notices', points: 5, seconds: hour }),
    addressChanges: limit({ name: 'address-changes', points: 10, seconds: hour }),
    wrongForEmail: limit({ name: 'wrong-for-email', points: 10, seconds: quarter }),
    wrongFromAddress: limit({ name: 'wrong-from-address', points: 100, seconds: quarter }),
    wrongForPerson: limit({ name: 'wrong-for-person', points: 10, seconds: quarter }),
    wrongCodes: limit({ name: 'wrong-codes', points: 10, seconds: quarter }),
  }
}

export interface AccountDeps {
  db: Db
  media: MediaStore
  tokens: Tokens
  /** Encrypts the secrets of people's authenticator apps. */
  sealer: Sealer
  limits: AccountLimits
  publicUrl: string
  /** Of the browsers in which people sign up. */
  signUpCookies: SignUpCookies
  /** Runs work whose duration must not be visible to strangers. */
  background: Background
}
