import { findApart } from '#server/domains/accounts/accounts.api.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canLeaveCompany, canManageCompany } from '#server/policy/companies.ts'
import { canApproach } from '#server/policy/people.ts'
import { companyClosing, companyHandedOver, memberAdded, memberLeaving, memberLeft } from './companies.events.ts'
import {
  agreeToShowEmail,
  companyIdOf,
  deleteCompany,
  deleteMember,
  eldestConfirmedBut,
  findCompany,
  insertMembers,
  listMembers,
  lockCompany,
  lockPerson,
  setShowsEmail,
  updateCompany,
} from './companies.queries.ts'
import { getTeam, type TeamReads } from './companies.service.ts'

type MemberWrites = TeamReads & { db: Db }

/** `find`: the actor's company, by its id. Throws FORBIDDEN unless the actor is its creator. */
async function checkManaged<Company extends { id: number; creatorId: string }>(
  actor: Actor,
  find: (id: number) => Promise<Company | undefined>,
): Promise<Company> {
  const company = actor.companyId === null ? undefined : await find(actor.companyId)
  if (!company || !canManageCompany(actor, company)) {
    throw new AppError('FORBIDDEN', 'Сотрудниками распоряжается только создатель компании.')
  }
  return company
}

/** The actor's company, to be read only. Throws FORBIDDEN unless the actor is its creator. */
export const findManagedCompany = (db: Db, actor: Actor) =>
  checkManaged(actor, async id => (await findCompany(db, id))?.company)

/** Locks the actor's company until the transaction ends. Throws FORBIDDEN unless the actor is its creator. */
export const lockManagedCompany = (tx: Tx, actor: Actor) => checkManaged(actor, id => lockCompany(tx, id))

/** Throws NOT_FOUND if nobody has this address, and CONFLICT if the person already has a company. */
export async function addMember({ db, media }: MemberWrites, actor: Actor, email: string) {
  try {
    return await db.transaction(async tx => {
      const company = await lockManagedCompany(tx, actor)
      const person = await lockPerson(tx, { email })
      if (!person || !canApproach({ isApart: await findApart(tx, actor.id, person.id) })) {
        throw new AppError('NOT_FOUND', 'Человека с таким e-mail нет.')
      }
      await insertMembers(tx, [{ userId: person.id, companyId: company.id }])
      await memberAdded.emit(tx, { companyId: company.id, userId: person.id, actorId: actor.id })
      return { message: 'success' as const, team: await getTeam({ db: tx, media }, actor, company.id) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'Этот человек уже работает в компании.')
    throw error
  }
}

const employedNowhere = () => new AppError('CONFLICT', 'Вы не работаете ни в одной компании.')

/** Whether the member existed. `before` runs first, in the same transaction. */
async function dismiss(tx: Tx, companyId: number, userId: string, before?: () => Promise<void>): Promise<boolean> {
  await memberLeaving.emit(tx, { companyId, userId })
  await before?.()
  const wasMember = await deleteMember(tx, companyId, userId)
  await memberLeft.emit(tx, { companyId, userId })
  return wasMember
}

/** Throws NOT_FOUND if the company has no such member, and CONFLICT for oneself. */
export async function removeMember({ db, media }: MemberWrites, actor: Actor, email: string) {
  return db.transaction(async tx => {
    const company = await lockManagedCompany(tx, actor)
    const members = await listMembers(tx, company.id)
    const person = members.find(member => member.email.toLowerCase() === email.toLowerCase())
    if (person?.id === actor.id) throw new AppError('CONFLICT', 'Создатель не может исключить себя.')
    if (!person || !(await dismiss(tx, company.id, person.id))) {
      throw new AppError('NOT_FOUND', 'Такого сотрудника в компании нет.')
    }
    return { message: 'success' as const, team: await getTeam({ db: tx, media }, actor, company.id) }
  })
}

/** Sets whether visitors see the actor's e-mail. Throws CONFLICT if the actor has no company. */
export async function editMembership(db: Db, actor: Actor, showsEmail: boolean) {
  if (!(await setShowsEmail(db, actor.id, showsEmail))) {
    throw employedNowhere()
  }
  return { message: 'success' as const, shows_email: showsEmail }
}

/**
 * Called when a person's account becomes active. If a company has created it for them, they are already a member, and
 * opening the link is their consent to be one of its contacts.
 */
export async function welcomeMember(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await agreeToShowEmail(tx, userId)
}

/** Throws CONFLICT for the creator and for a person without a company. */
export async function leaveCompany(db: Db, actor: Actor) {
  return db.transaction(async tx => {
    const company = actor.companyId === null ? undefined : await lockCompany(tx, actor.companyId)
    if (!company) throw employedNowhere()
    if (!canLeaveCompany(actor, company)) throw new AppError('CONFLICT', 'Создатель не может уйти из своей компании.')
    // Twice at once they leave only once.
    if (!(await dismiss(tx, company.id, actor.id))) throw employedNowhere()
    return { message: 'success' as const }
  })
}

/**
 * When a company's member deletes their account: an employee simply leaves; a creator is succeeded by the
 * longest-serving member with a confirmed address, or, if there is none, the company is closed with its products: a
 * person without a confirmed address may never sign in and cannot be reached.
 */
export async function handOverOrClose(tx: Tx, { userId }: { userId: string }): Promise<void> {
  const companyId = await companyIdOf(tx, userId)
  const company = companyId === null ? undefined : await lockCompany(tx, companyId)
  if (!company) return
  if (company.creatorId !== userId) {
    await dismiss(tx, company.id, userId)
    return
  }
  const heirId = await eldestConfirmedBut(tx, company.id, userId)
  if (heirId === null) {
    await companyClosing.emit(tx, { companyId: company.id })
    await deleteCompany(tx, company.id)
    return
  }
  await dismiss(tx, company.id, userId, () => updateCompany(tx, company.id, { creatorId: heirId }))
  await companyHandedOver.emit(tx, { companyId: company.id, heirId, formerId: userId })
}

/** Called for an account that is being deleted and is locked. Throws CONFLICT for a member. */
export async function refuseMember(tx: Tx, { userId }: { userId: string }): Promise<void> {
  if ((await companyIdOf(tx, userId)) === null) return
  throw new AppError('CONFLICT', 'Вас только что добавили в компанию. Попробуйте удалить учётную запись ещё раз.')
}
