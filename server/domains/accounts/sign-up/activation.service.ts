import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type Email, queueEmail } from '#server/platform/mail/mail.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { newAddressEmail, newPasswordEmail, signUpEmail } from '../accounts.emails.ts'
import { personActivated } from '../accounts.events.ts'
import { lockPerson, type Person, updatePerson } from '../accounts.queries.ts'
import { isSameEmail } from '../accounts.service.ts'
import { type Caller, insertOpened, withAccess } from '../sign-in/sign-in.service.ts'
import {
  type Confirmation,
  findConfirmation,
  insertConfirmation,
  insertReset,
  markConfirmationUsed,
} from '../tokens.queries.ts'
import { hashOfToken, newToken } from '../tokens.ts'

const isSignUp = (link: Confirmation) => link.passwordHash !== null
const unknownLink = () => new AppError('NOT_FOUND', 'Такой ссылки нет: возможно, она скопирована не целиком.')

/** Whether the link is outdated: another sign-up's link was opened, or the address has changed again. */
function isOvertaken(link: Confirmation, person: Person): boolean {
  return isSignUp(link) ? person.confirmedEmail !== null : !isSameEmail(link.email, person.email)
}

/**
 * Confirms an address by the key of an email's link; for a sign-up, name and password take effect and all competing
 * sign-ups become invalid. `used`: the link was used before. With `signsIn` somebody who has just signed up is signed in:
 * only by their own link, only in the browser in which they signed up (its Cookie header is `cookies`), and only until
 * they have signed in for the first time. Throws NOT_FOUND, and GONE for a link that is expired or outdated.
 */
export async function activate(
  deps: AccountDeps,
  caller: Caller,
  key: string,
  { signsIn, cookies }: { signsIn: boolean; cookies: string | undefined },
) {
  const { db } = deps
  const tokenHash = hashOfToken(key)
  const known = await findConfirmation(db, tokenHash)
  if (!known) throw unknownLink()
  const { opened, ...outcome } = await db.transaction(async tx => {
    const person = await lockPerson(tx, known.userId)
    const link = await findConfirmation(tx, tokenHash)
    if (!person || !link) throw unknownLink()
    const signedUp = isSignUp(link) ? { name: link.name ?? person.name, passwordHash: link.passwordHash } : {}
    const used = link.usedAt !== null
    if (!used) {
      if (isOvertaken(link, person)) {
        throw new AppError(
          'GONE',
          'Ссылка больше не действует: после неё адрес подтвердили по другому письму или сменили.',
        )
      }
      if (!link.isFresh) throw new AppError('GONE', 'Срок ссылки истёк: она действует трое суток.')
      await updatePerson(tx, person.id, { ...signedUp, email: link.email, confirmedEmail: link.email })
      if (person.confirmedEmail === null) await personActivated.emit(tx, { userId: person.id })
      await markConfirmationUsed(tx, link.id)
    }
    const isNew =
      isSignUp(link) && link.isFresh && person.firstSignInAt === null && !person.blockedAt && !person.deletedAt
    const now = used ? person : { ...person, ...signedUp }
    const isOwn =
      link.passwordHash !== null &&
      deps.signUpCookies.isIn(cookies, { userId: person.id, passwordHash: link.passwordHash })
    const opened =
      signsIn && isNew && isOwn ? await insertOpened(tx, deps, now, caller, { isTold: false, code: null }) : null
    return { used, email: link.email, opened }
  })
  return { message: 'success' as const, ...outcome, session: opened && (await withAccess(deps, opened)) }
}

/** Stores a link for a new password, for the owner of the recipient address, and returns its key. */
export async function resetKey(tx: Tx, userId: string, email: string): Promise<string> {
  const { key, tokenHash } = newToken()
  await insertReset(tx, { id: uuidv7(), tokenHash, userId, email })
  return key
}

/** An email with a link for a new password: only to the last confirmed address, or to that of a sign-up. */
export async function resetEmail(tx: Tx, { id, email, confirmedEmail }: Person, publicUrl: string): Promise<Email> {
  const to = confirmedEmail ?? email
  return newPasswordEmail(to, email, publicUrl, await resetKey(tx, id, to))
}

/** Stores a link that confirms the person's current address and returns the email with it. */
export async function addressEmail(tx: Tx, userId: string, email: string, publicUrl: string): Promise<Email> {
  const { key, tokenHash } = newToken()
  await insertConfirmation(tx, { id: uuidv7(), tokenHash, userId, email })
  return newAddressEmail(email, publicUrl, key)
}

async function renewedEmail(tx: Tx, link: Confirmation, person: Person, publicUrl: string): Promise<Email> {
  if (isSameEmail(person.confirmedEmail, person.email)) return resetEmail(tx, person, publicUrl)
  if (person.confirmedEmail !== null) return addressEmail(tx, person.id, person.email, publicUrl)
  const { key, tokenHash } = newToken()
  const { userId, email, name, passwordHash } = link
  await insertConfirmation(tx, { id: uuidv7(), tokenHash, userId, email, name, passwordHash })
  return signUpEmail(email, publicUrl, key)
}

/**
 * Sends another email to the recipient of a link: with a new link of the same kind or, if the address is already
 * confirmed, one for a new password. Nothing reveals whether the key is valid, not even the response time.
 */
export function renewLink(deps: AccountDeps, key: string): void {
  deps.background.run(() => sendRenewed(deps, key))
}

async function sendRenewed({ db, limits, publicUrl }: AccountDeps, key: string): Promise<void> {
  const link = await findConfirmation(db, hashOfToken(key))
  if (!link || !(await limits.emails.allows(link.email.toLowerCase()))) return
  await db.transaction(async tx => {
    const person = await lockPerson(tx, link.userId)
    // Only to the recipient of the first email, and only while it is the person's address.
    if (!person || person.blockedAt || !isSameEmail(link.email, person.email)) return
    await queueEmail(tx, await renewedEmail(tx, link, person, publicUrl), person.id)
  })
}
