import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { secondFactors } from '#server/domains/accounts/second-factor/second-factor.tables.ts'
import { as, type Member, password } from './accounts.ts'
import type { TestServer } from './app.ts'

export interface Secured extends Member {
  secret: string
  recoveryCodes: string[]
}

/** The code of the person's app, shifted by so many steps of half a minute. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Turns on a person's second factor. */
export async function secure(server: TestServer, member: Member): Promise<Secured> {
  const begun = await as(server, member.access, 'POST', '/api/second-factor/', { password })
  const { secret } = begun.body
  const confirmed = await as(server, member.access, 'POST', '/api/second-factor/confirm/', { code: appCode(secret) })
  return { ...member, secret, recoveryCodes: confirmed.body.recovery_codes }
}

/** An unused code: forgets which one was used last. */
export async function freshCode({ database }: TestServer, { id, secret }: Secured): Promise<string> {
  await database.db.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, id))
  return appCode(secret)
}
