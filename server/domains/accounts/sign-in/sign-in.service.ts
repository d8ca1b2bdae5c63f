import type { z } from 'zod'
import type { loginForm } from '#contract/accounts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { endStreams } from '#server/platform/live/live.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { newDeviceEmail } from '../accounts.emails.ts'
import { findPersonByEmail, lockPerson, type Person, updatePerson } from '../accounts.queries.ts'
import { ownAddress } from '../accounts.service.ts'
import { isPassword } from '../passwords/passwords.ts'
import { findSecondFactor } from '../second-factor/second-factor.queries.ts'
import { hashOfToken, newToken } from '../tokens.ts'
import { shortAddress } from './device-name.ts'
import { isKnownDevice, keepDevice } from './devices.queries.ts'
import { deleteExcessSessions, deleteSessionOfToken, insertSession, prolongSession } from './sessions.queries.ts'
import { isCode, spendCode, wrongCode } from './spend-code.ts'

const refused = 'Email или пароль не верны! Возможно, что вы не подтвердили регистрацию по ссылке в email!'

/** The code at the field tells the form that the decision can be read and appealed against (`requireBlocked`). */
function blocked({ blockReason }: Person) {
  const message = `Модератор заблокировал вас, и войти нельзя. Причина: ${blockReason}`
  return new AppError('UNAUTHENTICATED', message, { email: [{ message, code: 'blocked' }] })
}

/** The origin of a sign-in attempt. */
export interface Caller {
  ip: string
  /** Description of the device (device-name.ts). */
  device: string
  /** The key of the device's cookie; `null` if there is none. */
  deviceKey: string | null
}

export interface SignedInNow {
  userId: string
  access: string
  refresh: string
  /** The value for the device's cookie. */
  deviceKey: string
  hasSecondFactor: boolean
}

/**
 * The limit's key for wrong passwords: one for each device where the person has signed in before, one for all others,
 * so that guessing elsewhere does not lock people out of their own devices.
 */
export const triesOf = (email: string, keyHash?: string) =>
  keyHash === undefined ? email.toLowerCase() : `${email.toLowerCase()} ${keyHash}`

const codeNeeded = () => new AppError('SECOND_FACTOR_REQUIRED')

const wrongCodeGiven = () => new AppError('SECOND_FACTOR_REQUIRED', wrongCode.code[0]?.message, wrongCode)

/**
 * The code that the session is opened with, which stays unused until then; `null` for a person without a second factor.
 * Throws SECOND_FACTOR_REQUIRED without a valid one, and TOO_MANY_REQUESTS, even with one, after too many wrong ones.
 */
async function validCode(deps: AccountDeps, caller: Caller, person: Person, keyHash?: string, code?: string) {
  const { db, limits, sealer } = deps
  if (!(await findSecondFactor(db, person.id))) return null
  if (!code) throw codeNeeded()
  const tries = triesOf(person.id, keyHash)
  // Counted first, so that concurrent attempts cannot all pass.
  await limits.wrongCodes.take(tries)
  if (await isCode(db, sealer, person.id, code)) {
    await limits.wrongCodes.forget(tries)
    return code
  }
  await limits.wrongFromAddress.allows(caller.ip)
  throw wrongCodeGiven()
}

interface Opening {
  /** The person is written to: it is a device that they have not used before. */
  isTold: boolean
  code: string | null
}

/** A session of an authenticated person, within a transaction; its tokens are signed after it. */
export async function insertOpened(tx: Tx, deps: AccountDeps, person: Person, caller: Caller, opening: Opening) {
  const { isTold, code } = opening
  const { publicUrl } = deps
  const { key: refresh, tokenHash } = newToken()
  const deviceKey = caller.deviceKey ?? newToken().key
  const hasSecondFactor = code !== null
  const session = { id: uuidv7(), device: caller.device, address: shortAddress(caller.ip), hasSecondFactor }
  // A concurrent change of the password ends all sessions, including this one.
  const now = await lockPerson(tx, person.id)
  if (now?.passwordHash !== person.passwordHash) throw new AppError('UNAUTHENTICATED', refused)
  if (now.blockedAt) throw blocked(now)
  // Turned on meanwhile, which ended all sessions without it; or turned off, and the code was not checked.
  const factor = await findSecondFactor(tx, person.id)
  if (hasSecondFactor !== (factor !== undefined)) throw codeNeeded()
  if (factor && code !== null && !(await spendCode(tx, deps, now, factor, code))) throw wrongCodeGiven()
  await insertSession(tx, { ...session, tokenHash, userId: person.id })
  await endStreams(tx, await deleteExcessSessions(tx, person.id))
  await keepDevice(tx, person.id, hashOfToken(deviceKey))
  if (!now.firstSignInAt) await updatePerson(tx, person.id, { firstSignInAt: new Date() })
  if (isTold)
    await queueEmail(tx, newDeviceEmail(ownAddress(now), { ...session, at: new Date() }, publicUrl), person.id)
  return { userId: person.id, sessionId: session.id, refresh, deviceKey, hasSecondFactor }
}

type Opened = Awaited<ReturnType<typeof insertOpened>>

/** What the person's browser is given. */
export async function withAccess({ tokens }: AccountDeps, { sessionId, ...opened }: Opened): Promise<SignedInNow> {
  return { ...opened, access: await tokens.signAccess(opened.userId, sessionId) }
}

/** Opens a session of an authenticated person. Throws UNAUTHENTICATED if their credentials have changed meanwhile. */
async function openSession(
  deps: AccountDeps,
  person: Person,
  caller: Caller,
  { isKnown, code }: { isKnown: boolean; code: string | null },
): Promise<SignedInNow> {
  const { db, limits } = deps
  const isTold = !isKnown && person.firstSignInAt !== null && (await limits.notices.allows(`sign-in ${person.id}`))
  return withAccess(deps, await db.transaction(tx => insertOpened(tx, deps, person, caller, { isTold, code })))
}

/**
 * Opens a session. Throws UNAUTHENTICATED, with the same text and timing for every cause, and TOO_MANY_REQUESTS, even
 * for the right password, after too many wrong ones. That a person is blocked, and why, and that they have a second
 * factor is disclosed only after the right password: then it throws SECOND_FACTOR_REQUIRED.
 */
export async function signIn(
  deps: AccountDeps,
  caller: Caller,
  { code, ...given }: z.output<typeof loginForm>,
): Promise<SignedInNow> {
  const { person, isKnown, knownKey } = await provePassword(deps, caller, given)
  if (person.blockedAt) throw blocked(person)
  return openSession(deps, person, caller, {
    isKnown,
    code: await validCode(deps, caller, person, knownKey, code),
  })
}

/**
 * The person whom moderators have blocked, by everything that would let them sign in: they get no session, and each
 * call proves it anew. Throws what `signIn` throws, and CONFLICT for somebody who is not blocked.
 */
export async function requireBlocked(
  deps: AccountDeps,
  caller: Caller,
  { code, ...given }: z.output<typeof loginForm>,
): Promise<{ id: string }> {
  const { person, knownKey } = await provePassword(deps, caller, given)
  if (!person.blockedAt) throw new AppError('CONFLICT', 'Вы не заблокированы: просто войдите.')
  await validCode(deps, caller, person, knownKey, code)
  return { id: person.id }
}

/** The person with this address and password. Throws UNAUTHENTICATED and TOO_MANY_REQUESTS as `signIn`. */
async function provePassword(
  deps: AccountDeps,
  caller: Caller,
  { email, password }: { email: string; password: string },
) {
  const { db, limits } = deps
  const person = await findPersonByEmail(db, email)
  const keyHash = caller.deviceKey === null ? undefined : hashOfToken(caller.deviceKey)
  const isKnown = keyHash !== undefined && (await isKnownDevice(db, email, keyHash))
  const knownKey = isKnown ? keyHash : undefined
  const tries = triesOf(email, knownKey)
  const maySignIn = person?.confirmedEmail && !person.deletedAt
  const isRight = await isPassword(password, maySignIn ? person.passwordHash : null, {
    async before() {
      await limits.wrongForEmail.check(tries)
      await limits.wrongFromAddress.check(caller.ip)
    },
    async afterFailure() {
      await limits.wrongForEmail.allows(tries)
      await limits.wrongFromAddress.allows(caller.ip)
    },
  })
  if (!isRight || !person) throw new AppError('UNAUTHENTICATED', refused)
  await limits.wrongForEmail.forget(tries)
  return { person, isKnown, knownKey }
}

/** Issues a new access token and restarts the session's thirty days. Throws UNAUTHENTICATED. */
export async function refreshAccess({ db, tokens }: AccountDeps, ip: string, refresh: string) {
  const session = await prolongSession(db, hashOfToken(refresh), shortAddress(ip))
  if (!session) throw new AppError('UNAUTHENTICATED')
  return { access: await tokens.signAccess(session.userId, session.id) }
}

/** Ends a session at once, if it exists, with its event streams. */
export async function signOut({ db }: AccountDeps, refresh: string): Promise<void> {
  await db.transaction(async tx => endStreams(tx, await deleteSessionOfToken(tx, hashOfToken(refresh))))
}
