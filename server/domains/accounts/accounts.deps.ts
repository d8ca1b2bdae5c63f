import type { Db } from '#server/platform/database.ts'
import { type Limit, limit } from '#server/platform/limits.ts'
import type { MediaStore } from '#server/platform/media.ts'
import type { Tokens } from '#server/platform/session.ts'

/** What people may try how often. */
export interface AccountLimits {
  /** Sign-ups from one network address. */
  signUps: Limit
  /** Letters that somebody else can cause, to one e-mail. */
  letters: Limit
  /** Wrong passwords for one e-mail, from one network address, and for the person who is signed in. */
  wrongForEmail: Limit
  wrongFromAddress: Limit
  wrongForPerson: Limit
}

/** `enabled` is false with RATE_LIMITS=off. */
export function accountLimits(enabled: boolean): AccountLimits {
  const [quarter, hour] = [15 * 60, 60 * 60]
  return {
    signUps: limit(300, hour, enabled),
    letters: limit(5, hour, enabled),
    wrongForEmail: limit(10, quarter, enabled),
    wrongFromAddress: limit(100, quarter, enabled),
    wrongForPerson: limit(10, quarter, enabled),
  }
}

export interface AccountDeps {
  db: Db
  media: MediaStore
  tokens: Tokens
  limits: AccountLimits
  publicUrl: string
  /** Called after a transaction that has written a letter. */
  wakeMail(): void
}
