import type { z } from 'zod'
import { innError, isRussia } from '#contract/inn.ts'
import type { verificationCalls } from '#contract/moderation/verification.ts'
import type { NotificationType } from '#contract/notifications.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import {
  type Company,
  listMembers,
  lockCompany,
  notVerified,
  setUnverified,
  setVerified,
  updateCompany,
} from '#server/domains/companies/companies.api.ts'
import { notifyAll } from '#server/domains/notifications/notifications.service.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canHaveVerifiedMark } from '#server/policy/companies.ts'
import { decideAgainst } from '../decisions/decide-against.ts'

type Body<Name extends keyof typeof verificationCalls> = z.output<(typeof verificationCalls)[Name]['body']>
type Seen = Body<'POST /staff/companies/:id/correct/'>['was']

/** Makes a decision about a company under its lock. Throws NOT_FOUND if it does not exist. */
async function decide(db: Db, id: number, decision: (tx: Tx, company: Company) => Promise<void>): Promise<void> {
  await db.transaction(async tx => {
    const company = await lockCompany(tx, id)
    if (!company) throw new AppError('NOT_FOUND', 'Такой компании нет.')
    await decision(tx, company)
  })
}

/** Throws CONFLICT if the company has changed since the moderator loaded it. */
function checkSeen(company: Company, was: Seen): void {
  const isSame =
    company.name === was.company_name && company.inn === was.team_zipcode && company.country === was.team_country
  if (!isSame) throw new AppError('CONFLICT', 'Пока вы смотрели, данные компании изменили. Прочитайте их ещё раз.')
}

/** Notifies all members of the company. */
async function tellMembers(tx: Tx, actor: Actor, companyId: number, type: NotificationType, details = '') {
  const members = await listMembers(tx, companyId)
  await notifyAll(
    tx,
    members.map(({ id }) => id),
    { actorId: actor.id, type, companyId, details },
  )
}

const withInn = ({ name, inn }: Company) => `${name}, ИНН ${inn}`

/** Throws NOT_FOUND; CONFLICT if the company has changed, for an impossible INN, and for one of a verified company. */
export async function verifyCompany(
  db: Db,
  actor: Actor,
  id: number,
  { note, was }: Body<'POST /staff/companies/:id/verify/'>,
) {
  try {
    await decide(db, id, async (tx, company) => {
      checkSeen(company, was)
      if (!canHaveVerifiedMark(company))
        throw new AppError('CONFLICT', 'Такого ИНН не бывает: сначала исправьте его, потом проверяйте компанию.')
      if (!(await setVerified(tx, id, note))) throw new AppError('CONFLICT', 'Эта компания уже проверена.')
      await tellMembers(tx, actor, id, 'company_verified')
      const subjectName = withInn(company)
      await record(tx, actor, { action: 'verify', subject: 'company', subjectId: id, subjectName, reason: note })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'Компания с таким ИНН уже проверена.')
    throw error
  }
  return { message: 'company verified' as const }
}

/** Throws NOT_FOUND; CONFLICT if the company no longer has this mark. */
export async function unverifyCompany(
  db: Db,
  actor: Actor,
  id: number,
  { reason, rule, verified_at }: Body<'POST /staff/companies/:id/unverify/'>,
) {
  await decide(db, id, async (tx, company) => {
    if (company.verifiedAt?.toISOString() !== verified_at || !(await setUnverified(tx, id)))
      throw new AppError('CONFLICT', 'Этой отметки у компании уже нет.')
    await tellMembers(tx, actor, id, 'company_unverified', reason)
    const deed = { action: 'unverify', subject: 'company', subjectId: id, subjectName: withInn(company) } as const
    await decideAgainst(tx, actor, { ...deed, owner: { companyId: id }, reason, rule })
  })
  return { message: 'company unverified' as const }
}

/** Throws INVALID_INPUT for an impossible new INN, or if nothing would change. */
function checkCorrection({ name, inn, country }: Company, corrected: { name: string; inn: string }): void {
  if (corrected.name === name && corrected.inn === inn)
    throw new AppError('INVALID_INPUT', 'Название и ИНН у компании уже такие.')
  const message = corrected.inn !== inn && isRussia(country) && innError(corrected.inn)
  if (message) throw new AppError('INVALID_INPUT', undefined, { team_zipcode: [{ message, code: 'impossible' }] })
}

/** A new INN removes the verified mark. Throws NOT_FOUND, INVALID_INPUT, and CONFLICT if the company has changed. */
export async function correctCompany(
  db: Db,
  actor: Actor,
  id: number,
  { company_name: name, team_zipcode: inn, reason, was }: Body<'POST /staff/companies/:id/correct/'>,
) {
  await decide(db, id, async (tx, company) => {
    checkSeen(company, was)
    checkCorrection(company, { name, inn })
    const isRenamed = name !== company.name
    const isRenumbered = inn !== company.inn
    await updateCompany(tx, id, { name, inn, ...(isRenumbered ? notVerified : {}) })
    if (isRenamed) await tellMembers(tx, actor, id, 'company_renamed', reason)
    if (isRenumbered) await tellMembers(tx, actor, id, 'company_inn_changed', reason)
    const subjectName = [
      isRenamed ? `${company.name} → ${name}` : name,
      ...(isRenumbered ? [`ИНН ${company.inn} → ${inn}`] : []),
    ].join(', ')
    await record(tx, actor, { action: 'correct', subject: 'company', subjectId: id, subjectName, reason })
  })
  return { message: 'company corrected' as const }
}
