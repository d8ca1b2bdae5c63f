import type { Tx } from '#server/platform/database/database.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import type { Sealer } from '#server/platform/sealing.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { lockPerson } from '../accounts.queries.ts'
import { ownAddress } from '../accounts.service.ts'
import { plainRecoveryCode, stepOf } from '../second-factor/second-factor-codes.ts'
import { recoveryCodeUsedEmail } from '../second-factor/second-factor.emails.ts'
import {
  countRecoveryCodes,
  findSecondFactor,
  spendRecoveryCode,
  spendStep,
} from '../second-factor/second-factor.queries.ts'
import { hashOfToken } from '../tokens.ts'

export const wrongCode = {
  code: [{ message: 'Код не подошёл. Возьмите новый: каждый действует один раз', code: 'wrong' }],
}

/** Uses up a code in the caller's transaction, which has locked the person; `null` for an invalid code. */
async function spend(tx: Tx, sealer: Sealer, userId: string, secret: string, code: string) {
  const opened = sealer.open(secret, userId)
  const step = opened === null ? null : stepOf(opened, code)
  if (step !== null) return (await spendStep(tx, userId, step)) ? ('app' as const) : null
  const isRecoveryCode = await spendRecoveryCode(tx, userId, hashOfToken(plainRecoveryCode(code)))
  return isRecoveryCode ? ('recovery' as const) : null
}

/**
 * Whether the code is valid, which uses it up; of concurrent uses one succeeds. `tries`: the limit's key for wrong
 * codes. Throws TOO_MANY_REQUESTS, even for a right one, after too many of them.
 */
export async function spendCode(deps: AccountDeps, id: string, code: string, tries: string): Promise<boolean> {
  const { db, limits, publicUrl, sealer } = deps
  // Counted first, so that concurrent attempts cannot all pass.
  await limits.wrongCodes.take(tries)
  const kind = await db.transaction(async tx => {
    const person = await lockPerson(tx, id)
    const factor = await findSecondFactor(tx, id)
    if (!person || !factor) return null
    const spent = await spend(tx, sealer, id, factor.secret, code)
    if (spent === 'recovery') {
      const left = await countRecoveryCodes(tx, id)
      await queueEmail(tx, recoveryCodeUsedEmail(ownAddress(person), left, publicUrl), person.id)
    }
    return spent
  })
  if (kind !== null) await limits.wrongCodes.forget(tries)
  return kind !== null
}
