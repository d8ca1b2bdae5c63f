import type { Db } from '#server/platform/database/database.ts'
import type { Background } from '#server/platform/http/background.ts'
import type { Limit, Limits } from '#server/platform/http/limits/limits.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { Sealer } from '#server/platform/sealing.ts'

/** What people may try how often. */
export interface AccountLimits {
  /** Sign-ups from one network address. */
  signUps: Limit
  /** Emails that somebody else can cause, to one e-mail. */
  emails: Limit
  /** Emails that tell a person what happened to their account, of each kind. */
  notices: Limit
  /** Changes of the e-mail by one person: each writes to the last confirmed address. */
  addressChanges: Limit
  /** Wrong passwords for one e-mail, from one network address, and for the person who is signed in. */
  wrongForEmail: Limit
  wrongFromAddress: Limit
  wrongForPerson: Limit
  /** Codes of a second factor that did not count, in each sense in which wrong passwords are counted for an e-mail. */
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
  /** For what a person's app makes codes of. */
  sealer: Sealer
  limits: AccountLimits
  publicUrl: string
  /** Called after a transaction that has written an email. */
  wakeMail(): void
  /** For what a stranger must not be able to time. */
  background: Background
}
