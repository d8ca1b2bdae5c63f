import { AppError } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { findPersonByEmail, lockPerson, type Person } from './accounts.queries.ts'
import { deleteSession, insertSession, touchSession } from './keys.queries.ts'
import { isPassword } from './passwords.ts'
import { hashOfKey, newSecretKey } from './secret-keys.ts'

const refused = 'Email или пароль не верны! Возможно, что вы не подтвердили регистрацию по ссылке в email!'

const blocked = ({ blockReason }: Person) =>
  new AppError('UNAUTHENTICATED', `Модератор заблокировал вас, и войти нельзя. Причина: ${blockReason}`)

/**
 * Opens a session. Throws UNAUTHENTICATED, in the same words and the same time whatever is wrong, and
 * TOO_MANY_REQUESTS, for the right password too, after too many wrong ones. That a person is blocked, and why, is said to
 * nobody but who knows the password.
 */
export async function signIn({ db, tokens, limits }: AccountDeps, ip: string, email: string, password: string) {
  const key = email.toLowerCase()
  const person = await findPersonByEmail(db, email)
  const maySignIn = person?.confirmedEmail && !person.deletedAt
  const stored = maySignIn ? person.passwordHash : null
  const isRight = await isPassword(password, stored, {
    async before() {
      await limits.wrongForEmail.check(key)
      await limits.wrongFromAddress.check(ip)
    },
    async afterFailure() {
      await limits.wrongForEmail.allows(key)
      await limits.wrongFromAddress.allows(ip)
    },
  })
  if (!isRight || !person) throw new AppError('UNAUTHENTICATED', refused)
  await limits.wrongForEmail.forget(key)
  if (person.blockedAt) throw blocked(person)

  const { key: refresh, tokenHash } = newSecretKey()
  const sessionId = uuidv7()
  await db.transaction(async tx => {
    // Whoever changes the password meanwhile ends all sessions, this one too.
    const now = await lockPerson(tx, person.id)
    if (now?.passwordHash !== stored) throw new AppError('UNAUTHENTICATED', refused)
    if (now.blockedAt) throw blocked(now)
    await insertSession(tx, { id: sessionId, tokenHash, userId: person.id })
  })
  return { access: await tokens.signAccess(person.id, sessionId), refresh }
}

/** A new access token, and the session's thirty days begin anew. Throws UNAUTHENTICATED. */
export async function refreshAccess({ db, tokens }: AccountDeps, refresh: string): Promise<{ access: string }> {
  const session = await touchSession(db, hashOfKey(refresh))
  if (!session) throw new AppError('UNAUTHENTICATED')
  return { access: await tokens.signAccess(session.userId, session.id) }
}

/** Ends a session, if there is one. */
export async function signOut({ db }: AccountDeps, refresh: string): Promise<void> {
  await deleteSession(db, hashOfKey(refresh))
}
