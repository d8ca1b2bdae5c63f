import { type Requisites, vatRate } from '#contract/requisites.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canManageCompany, canReadCompany, canReadRequisites } from '#server/policy/companies.ts'
import { findCompany, lockCompany } from '../companies.queries.ts'
import { findRequisites, type Owner, saveRequisites } from './requisites.queries.ts'
import type { RequisitesRow } from './requisites.tables.ts'

export const presentRequisites = (row: RequisitesRow): Requisites => ({
  full_name: row.fullName,
  inn: row.inn,
  kpp: row.kpp,
  ogrn: row.ogrn,
  legal_address: row.legalAddress,
  bank_name: row.bankName,
  bic: row.bic,
  account: row.account,
  correspondent_account: row.correspondentAccount,
  signatory: row.signatory,
  vat: vatRate.parse(row.vatPercent ?? 'none'),
})

const columnsOf = (form: Requisites) => ({
  fullName: form.full_name,
  inn: form.inn,
  kpp: form.kpp,
  ogrn: form.ogrn,
  legalAddress: form.legal_address,
  bankName: form.bank_name,
  bic: form.bic,
  account: form.account,
  correspondentAccount: form.correspondent_account,
  signatory: form.signatory,
  vatPercent: form.vat === 'none' ? null : form.vat,
})

/** `null`: not stated. Who may see them is the caller's to know. */
export async function readRequisites(db: Db | Tx, owner: Owner): Promise<Requisites | null> {
  const row = await findRequisites(db, owner)
  return row ? presentRequisites(row) : null
}

const noSuchTeam = () => new AppError('NOT_FOUND', 'Такой компании нет.')

/** Throws FORBIDDEN for everybody but the company's people. */
export async function getTeamRequisites(db: Db, actor: Actor, companyId: number): Promise<Requisites | null> {
  const found = await findCompany(db, companyId)
  if (!found || !canReadCompany(actor, found.company)) throw noSuchTeam()
  if (!canReadRequisites(actor, found.company))
    throw new AppError('FORBIDDEN', 'Реквизиты видят сама компания и те, у кого с ней сделка.')
  return readRequisites(db, { companyId })
}

/** Throws FORBIDDEN for everybody but the company's creator: money is paid to what stands there. */
export async function saveTeamRequisites(db: Db, actor: Actor, companyId: number, form: Requisites) {
  await db.transaction(async tx => {
    const company = await lockCompany(tx, companyId)
    if (!company || !canReadCompany(actor, company)) throw noSuchTeam()
    if (!canManageCompany(actor, company))
      throw new AppError('FORBIDDEN', 'Реквизиты компании меняет только её создатель.')
    await saveRequisites(tx, { companyId }, columnsOf(form))
  })
  return form
}

export async function saveOwnRequisites(db: Db, actor: Actor, form: Requisites) {
  await db.transaction(async tx => {
    await lockPeople(tx, [actor.id])
    await saveRequisites(tx, { personId: actor.id }, columnsOf(form))
  })
  return form
}
