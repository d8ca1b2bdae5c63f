import { deleteProductsOfCompany, unassignProductsOf } from '#server/domains/catalogue/company-products.service.ts'
import { settlingListings } from '#server/domains/catalogue/withholding.service.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session.ts'
import { canLeaveCompany, canManageCompany } from '#server/policy/companies.ts'
import {
  companyIdOf,
  deleteCompany,
  deleteMember,
  eldestMemberBut,
  insertMembers,
  listMembers,
  lockCompany,
  lockPerson,
  updateCompany,
} from './companies.queries.ts'
import { getTeam } from './companies.service.ts'

/** The actor's company, held until the transaction ends. Throws FORBIDDEN for all but its creator. */
async function lockManagedCompany(tx: Tx, actor: Actor) {
  const company = actor.companyId === null ? undefined : await lockCompany(tx, actor.companyId)
  if (!company || !canManageCompany(actor, company)) {
    throw new AppError('FORBIDDEN', 'Сотрудниками распоряжается только создатель компании.')
  }
  return company
}

/** Throws NOT_FOUND when nobody has this address, and CONFLICT when they work somewhere already. */
export async function addMember(db: Db, actor: Actor, email: string) {
  try {
    return await db.transaction(async tx => {
      const company = await lockManagedCompany(tx, actor)
      const person = await lockPerson(tx, { email })
      if (!person) throw new AppError('NOT_FOUND', 'Человека с таким e-mail нет.')
      await insertMembers(tx, [{ userId: person.id, companyId: company.id }])
      const body = `Вас добавили в компанию ${quoted(company.name)}. Теперь вы можете предлагать её растения.`
      await notify(tx, { recipientId: person.id, actorId: actor.id, type: 'added_to_company', body })
      return { message: 'success' as const, team: await getTeam(tx, company.id) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'Этот человек уже работает в компании.')
    throw error
  }
}

/** A company's name within a sentence; many bring their own quotation marks. */
const quoted = (name: string) => (name.includes('«') ? name : `«${name}»`)

/** Whether there was such a member. `before` is done first, in the same step. */
async function dismiss(tx: Tx, companyId: number, userId: string, before?: () => Promise<void>): Promise<boolean> {
  return settlingListings(tx, { companyId, personIds: [userId] }, async () => {
    await before?.()
    await unassignProductsOf(tx, companyId, userId)
    return deleteMember(tx, companyId, userId)
  })
}

/** Throws NOT_FOUND when the company has no such member, and CONFLICT for oneself. */
export async function removeMember(db: Db, actor: Actor, email: string) {
  return db.transaction(async tx => {
    const company = await lockManagedCompany(tx, actor)
    const members = await listMembers(tx, company.id)
    const person = members.find(member => member.email.toLowerCase() === email.toLowerCase())
    if (person?.id === actor.id) throw new AppError('CONFLICT', 'Создатель не может исключить себя.')
    if (!person || !(await dismiss(tx, company.id, person.id))) {
      throw new AppError('NOT_FOUND', 'Такого сотрудника в компании нет.')
    }
    return { message: 'success' as const, team: await getTeam(tx, company.id) }
  })
}

/** Throws CONFLICT for the creator and for somebody without a company. */
export async function leaveCompany(db: Db, actor: Actor) {
  return db.transaction(async tx => {
    const company = actor.companyId === null ? undefined : await lockCompany(tx, actor.companyId)
    if (!company) throw new AppError('CONFLICT', 'Вы не работаете ни в одной компании.')
    if (!canLeaveCompany(actor, company)) throw new AppError('CONFLICT', 'Создатель не может уйти из своей компании.')
    await dismiss(tx, company.id, actor.id)
    return { message: 'success' as const }
  })
}

/**
 * What becomes of a company when one of its people goes for good: an employee simply leaves; after the creator it
 * belongs to whoever has worked there longest, or is closed with its listings when nobody is left.
 */
export async function handOverOrClose(tx: Tx, userId: string): Promise<void> {
  const companyId = await companyIdOf(tx, userId)
  const company = companyId === null ? undefined : await lockCompany(tx, companyId)
  if (!company) return
  if (company.creatorId !== userId) {
    await dismiss(tx, company.id, userId)
    return
  }
  const heirId = await eldestMemberBut(tx, company.id, userId)
  if (heirId === null) {
    await deleteProductsOfCompany(tx, company.id)
    await deleteCompany(tx, company.id)
    return
  }
  await dismiss(tx, company.id, userId, () => updateCompany(tx, company.id, { creatorId: heirId }))
  const body = `Создатель компании ${quoted(company.name)} удалил свою учётную запись. Теперь компания ваша.`
  await notify(tx, { recipientId: heirId, actorId: userId, type: 'added_to_company', body })
}
