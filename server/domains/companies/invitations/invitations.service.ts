import { type Invitation, invitationDays, openInvitationsMax } from '#contract/invitations.ts'
import { findApart } from '#server/domains/accounts/accounts.api.ts'
import { hashOfToken, newToken } from '#server/domains/accounts/tokens.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import { canApproach } from '#server/policy/people.ts'
import { memberAdded } from '../companies.events.ts'
import { insertMembers, lockCompany, lockPerson } from '../companies.queries.ts'
import { getTeam, type TeamReads } from '../companies.service.ts'
import { findManagedCompany, lockManagedCompany } from '../members.service.ts'
import { invitationEmail } from './invitation-email.ts'
import {
  confirmedEmailOf,
  countInvitations,
  deleteInvitation,
  findInvitation,
  findInvited,
  type InvitationRow,
  listInvitations,
  putInvitation,
} from './invitations.queries.ts'

export interface InvitationDeps extends TeamReads {
  db: Db
  publicUrl: string
  /** Letters of one company, and to one address, whoever sends them. */
  limits: { ofCompany: Limit; toAddress: Limit }
}

const dayLength = 24 * 60 * 60 * 1000

const present = ({ id, email, createdAt }: InvitationRow): Invitation => ({
  id,
  email,
  created_at: createdAt.toISOString(),
  expires_at: new Date(createdAt.getTime() + invitationDays * dayLength).toISOString(),
})

const spent = () =>
  new AppError('GONE', `Приглашение не действует: его приняли, отозвали, или прошло больше ${invitationDays} дней.`)
const employed = () => new AppError('CONFLICT', 'Этот человек уже работает в компании.')

/**
 * Whether the letter may name the company. Throws, as for an employee who is added, NOT_FOUND for somebody blocked, by
 * moderators or by one of the two, and CONFLICT for somebody who has a company.
 */
async function checkInvited(tx: Tx, actor: Actor, email: string): Promise<boolean> {
  const person = await findInvited(tx, email)
  if (!person) return false
  if (person.isBlocked || !canApproach({ isApart: await findApart(tx, actor.id, person.id) })) {
    throw new AppError('NOT_FOUND', 'Человека с таким e-mail нет.')
  }
  if (person.companyId !== null) throw employed()
  return person.isConfirmed
}

/**
 * Writes to an address with a link that lets its owner join the actor's company. Throws FORBIDDEN unless the actor is
 * its creator, TOO_MANY_REQUESTS for too many letters, CONFLICT for too many open invitations, and what `checkInvited`
 * throws.
 */
export async function invite(deps: InvitationDeps, actor: Actor, email: string): Promise<Invitation> {
  const { db, limits, publicUrl } = deps
  // Counted first, and outside of the transaction, whose connection may be the only one.
  if (actor.companyId !== null) await limits.ofCompany.take(String(actor.companyId))
  await limits.toAddress.take(email.toLowerCase())
  return db.transaction(async tx => {
    const company = await lockManagedCompany(tx, actor)
    const isKnown = await checkInvited(tx, actor, email)
    const { key, tokenHash } = newToken()
    const row = { id: uuidv7(), companyId: company.id, createdById: actor.id, email, tokenHash }
    const invitation = await putInvitation(tx, row)
    if ((await countInvitations(tx, company.id)) > openInvitationsMax) {
      throw new AppError('CONFLICT', `Без ответа уже ${openInvitationsMax} приглашений: отзовите лишние.`)
    }
    const name = isKnown || company.verifiedAt !== null ? company.name : null
    await queueEmail(tx, invitationEmail(email, publicUrl, key, name), actor.id)
    return present(invitation)
  })
}

/** Throws FORBIDDEN unless the actor is their company's creator. */
export async function listOpen({ db }: InvitationDeps, actor: Actor): Promise<Invitation[]> {
  const company = await findManagedCompany(db, actor)
  return (await listInvitations(db, company.id)).map(present)
}

/** Throws NOT_FOUND if the actor's company has no such invitation. */
export async function withdraw({ db }: InvitationDeps, actor: Actor, id: string) {
  await db.transaction(async tx => {
    const company = await lockManagedCompany(tx, actor)
    if (!(await deleteInvitation(tx, company.id, id))) throw new AppError('NOT_FOUND', 'Такого приглашения нет.')
  })
  return { message: 'invitation withdrawn' as const }
}

/** Who invites whom. Throws GONE. */
export async function view({ db }: InvitationDeps, token: string) {
  const found = await findInvitation(db, hashOfToken(token))
  if (!found || found.company.blockedAt) throw spent()
  const { invitation, company } = found
  return { company_name: company.name, is_verified: company.verifiedAt !== null, email: invitation.email }
}

/**
 * The actor joins the company that invites them. Throws GONE for a link that is spent or withdrawn, FORBIDDEN to anybody
 * but the person whose confirmed address is invited, and CONFLICT if they have a company.
 */
export async function accept({ db, media }: InvitationDeps, actor: Actor, token: string) {
  const tokenHash = hashOfToken(token)
  const known = await findInvitation(db, tokenHash)
  if (!known) throw spent()
  try {
    return await db.transaction(async tx => {
      const company = await lockCompany(tx, known.company.id)
      const found = await findInvitation(tx, tokenHash)
      if (!company || company.blockedAt || !found) throw spent()
      const { invitation } = found
      const person = await lockPerson(tx, { id: actor.id })
      const email = await confirmedEmailOf(tx, actor.id)
      if (!person || email?.toLowerCase() !== invitation.email.toLowerCase()) {
        throw new AppError('FORBIDDEN', `Приглашение для ${invitation.email}: войдите с этим адресом.`)
      }
      if (!canApproach({ isApart: await findApart(tx, invitation.createdById, actor.id) })) throw spent()
      await insertMembers(tx, [{ userId: actor.id, companyId: company.id }])
      await deleteInvitation(tx, company.id, invitation.id)
      await memberAdded.emit(tx, { companyId: company.id, userId: actor.id, actorId: invitation.createdById })
      return {
        message: 'success' as const,
        team: await getTeam({ db: tx, media }, { ...actor, companyId: company.id }, company.id),
      }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'Вы уже работаете в компании.')
    throw error
  }
}
