import type { SecondFactor } from '#contract/second-factor.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { lockPerson, type Person } from '../accounts.queries.ts'
import { ownAddress } from '../accounts.service.ts'
import { requirePassword } from '../passwords/password.service.ts'
import { endSessions } from '../sign-in/sessions.service.ts'
import { spendCode, wrongCode } from '../sign-in/spend-code.ts'
import { hashOfToken } from '../tokens.ts'
import { newRecoveryCodes, newSecret, plainRecoveryCode, stepOf, uriOf } from './second-factor-codes.ts'
import { secondFactorOffEmail, secondFactorOnEmail } from './second-factor.emails.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findNewSecret,
  findSecondFactor,
  keepNewSecret,
  markSession,
  replaceRecoveryCodes,
  turnOn,
} from './second-factor.queries.ts'

const isOff = () => new AppError('CONFLICT', 'Второй шаг входа выключен.')
const isOn = () => new AppError('CONFLICT', 'Второй шаг входа уже включён.')

/** The limit's key for wrong codes of a signed-in person: nobody else can use up these attempts. */
const ownTries = (userId: string) => `signed in ${userId}`

/** The public state of the second factor, without its secret and codes. */
export async function summariseSecondFactor(db: Db, userId: string) {
  const [factor, left] = await Promise.all([findSecondFactor(db, userId), countRecoveryCodes(db, userId)])
  return { isOn: factor !== undefined, turnedOnAt: factor?.turnedOnAt ?? null, recoveryCodesLeft: left }
}

export async function getSecondFactor({ db }: AccountDeps, actor: SignedIn): Promise<SecondFactor> {
  const { isOn: is_on, turnedOnAt, recoveryCodesLeft } = await summariseSecondFactor(db, actor.id)
  return {
    is_on,
    turned_on_at: turnedOnAt?.toISOString() ?? null,
    recovery_codes_left: recoveryCodesLeft,
    is_needed: actor.needsSecondFactor,
  }
}

/** Locks the person who has just given their password. Throws UNAUTHENTICATED if it has changed meanwhile. */
async function lockSame(tx: Tx, { id, passwordHash }: Person): Promise<Person> {
  const now = await lockPerson(tx, id)
  if (!now || now.deletedAt || now.passwordHash !== passwordHash) throw new AppError('UNAUTHENTICATED')
  return now
}

/**
 * Creates a secret for the person's app, which takes effect after a code of it is given. Throws INVALID_INPUT and
 * CONFLICT.
 */
export async function beginSecondFactor(deps: AccountDeps, actor: SignedIn, password: string) {
  const person = await requirePassword(deps, actor, password)
  const secret = newSecret()
  await deps.db.transaction(async tx => {
    await lockSame(tx, person)
    if (!(await keepNewSecret(tx, person.id, deps.sealer.seal(secret, person.id)))) throw isOn()
  })
  return { secret, uri: uriOf(secret, person.email) }
}

async function giveRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map(code => hashOfToken(plainRecoveryCode(code))),
  )
  return codes
}

/**
 * Turns the second factor on by the first code of the app and returns the recovery codes. This session counts as signed
 * in with it; all others, opened with a password alone, end. Throws INVALID_INPUT for a wrong code, GONE if setting up
 * has taken too long and CONFLICT if it is already on.
 */
export async function confirmSecondFactor(deps: AccountDeps, actor: SignedIn, code: string): Promise<string[]> {
  const { db, limits, publicUrl, sealer } = deps
  await limits.wrongCodes.take(ownTries(actor.id))
  const codes = await db.transaction(async tx => {
    const person = await lockPerson(tx, actor.id)
    if (!person || person.deletedAt) throw new AppError('UNAUTHENTICATED')
    if (await findSecondFactor(tx, person.id)) throw isOn()
    const sealed = await findNewSecret(tx, person.id)
    const secret = sealed && sealer.open(sealed, person.id)
    if (!secret) throw new AppError('GONE', 'Настройка не закончена вовремя: начните её заново.')
    const step = stepOf(secret, code)
    if (step === null) throw new AppError('INVALID_INPUT', undefined, wrongCode)
    await turnOn(tx, person.id, step)
    await markSession(tx, actor.sessionId)
    await endSessions(tx, person.id, actor.sessionId)
    await queueEmail(tx, secondFactorOnEmail(ownAddress(person), publicUrl), person.id)
    return giveRecoveryCodes(tx, person.id)
  })
  await limits.wrongCodes.forget(ownTries(actor.id))
  return codes
}

/**
 * Does what needs the person's password and a code, in the transaction that uses the code up. Throws INVALID_INPUT and
 * CONFLICT, and TOO_MANY_REQUESTS, even for a right code, after too many wrong ones.
 */
async function withBoth<Result>(
  deps: AccountDeps,
  actor: SignedIn,
  { password, code }: { password: string; code: string },
  act: (tx: Tx, person: Person) => Promise<Result>,
): Promise<Result> {
  const { db, limits } = deps
  const person = await requirePassword(deps, actor, password)
  // Counted first, so that concurrent attempts cannot all pass.
  await limits.wrongCodes.take(ownTries(person.id))
  const done = await db.transaction(async tx => {
    const now = await lockSame(tx, person)
    const factor = await findSecondFactor(tx, person.id)
    if (!factor) return null
    if (!(await spendCode(tx, deps, now, factor, code))) throw new AppError('INVALID_INPUT', undefined, wrongCode)
    return { result: await act(tx, now) }
  })
  await limits.wrongCodes.forget(ownTries(person.id))
  // Where nothing is on, no code was tried.
  if (!done) throw isOff()
  return done.result
}

/** Replaces all recovery codes with new ones. Throws like `withBoth`. */
export async function renewRecoveryCodes(deps: AccountDeps, actor: SignedIn, password: string, code: string) {
  return withBoth(deps, actor, { password, code }, (tx, { id }) => giveRecoveryCodes(tx, id))
}

/**
 * Turns the second factor off; a moderator loses access to the admin in all their sessions. Throws like `withBoth`.
 */
export async function removeSecondFactor(deps: AccountDeps, actor: SignedIn, password: string, code: string) {
  await withBoth(deps, actor, { password, code }, async (tx, person) => {
    await deleteSecondFactor(tx, person.id)
    await queueEmail(tx, secondFactorOffEmail(ownAddress(person), deps.publicUrl), person.id)
  })
}
