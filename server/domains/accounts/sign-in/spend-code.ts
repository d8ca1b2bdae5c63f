import type { Db, Tx } from '#server/platform/database/database.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import type { Sealer } from '#server/platform/sealing.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import type { Person } from '../accounts.queries.ts'
import { ownAddress } from '../accounts.service.ts'
import { plainRecoveryCode, stepOf } from '../second-factor/second-factor-codes.ts'
import { recoveryCodeUsedEmail } from '../second-factor/second-factor.emails.ts'
import {
  countRecoveryCodes,
  findSecondFactor,
  hasRecoveryCode,
  spendRecoveryCode,
  spendStep,
} from '../second-factor/second-factor.queries.ts'
import { hashOfToken } from '../tokens.ts'

export const wrongCode = {
  code: [{ message: 'Код не подошёл. Возьмите новый: каждый действует один раз', code: 'wrong' }],
}

/**
 * Uses up a code of this second factor in the transaction of what it is given for, which has locked the person: whatever fails leaves it valid.
 * `false` for an invalid one; of concurrent uses one succeeds. Of the use of a recovery code the person is told by email.
 */
export async function spendCode(
  tx: Tx,
  { sealer, publicUrl }: Pick<AccountDeps, 'sealer' | 'publicUrl'>,
  person: Person,
  { secret }: { secret: string },
  code: string,
): Promise<boolean> {
  const step = stepOfCode(sealer, person.id, secret, code)
  if (step !== null) return spendStep(tx, person.id, step)
  if (!(await spendRecoveryCode(tx, person.id, hashOfRecoveryCode(code)))) return false
  const left = await countRecoveryCodes(tx, person.id)
  await queueEmail(tx, recoveryCodeUsedEmail(ownAddress(person), left, publicUrl), person.id)
  return true
}

/** Whether the person could use this code now; it stays unused. */
export async function isCode(db: Db, sealer: Sealer, userId: string, code: string): Promise<boolean> {
  const factor = await findSecondFactor(db, userId)
  if (!factor) return false
  const step = stepOfCode(sealer, userId, factor.secret, code)
  return step === null ? hasRecoveryCode(db, userId, hashOfRecoveryCode(code)) : step > factor.lastStep
}

/** The time step of an app's code; `null` for anything else. */
function stepOfCode(sealer: Sealer, userId: string, secret: string, code: string): number | null {
  const opened = sealer.open(secret, userId)
  return opened === null ? null : stepOf(opened, code)
}

const hashOfRecoveryCode = (code: string) => hashOfToken(plainRecoveryCode(code))
