import type { z } from 'zod'
import { defaultCountry, type editTeamForm, type newTeamForm, type Team } from '#contract/companies.ts'
import { isSameCountry } from '#contract/inn.ts'
import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canManageCompany } from '#server/policy/companies.ts'
import { companyMoved } from './companies.events.ts'
import {
  findLookupByName,
  insertCompany,
  insertMembers,
  lockCompany,
  lockPerson,
  notVerified,
  updateCompany,
} from './companies.queries.ts'
import { getTeam } from './companies.service.ts'

type NewTeam = z.output<typeof newTeamForm>
type TeamChanges = z.output<typeof editTeamForm>

/** Choices of a company's form: the field on the wire, and the list whose names it takes. */
const choices = { team_city: 'region', team_specific: 'specific', delivery: 'delivery' } as const satisfies Record<
  string,
  LookupKind
>

/** The id of the entry with this name. Empty is none. Throws INVALID_INPUT for a name that the list does not have. */
async function choiceId(tx: Tx, field: keyof typeof choices, name: string | null): Promise<number | null> {
  if (!name) return null
  const id = await findLookupByName(tx, choices[field], name)
  if (id !== null) return id
  const message = 'Выберите из списка'
  throw new AppError('INVALID_INPUT', undefined, { [field]: [{ message, code: 'not_in_list' }] })
}

/** What was sent, under the names of the table; what was not sent stays out. */
async function columnsOf(tx: Tx, form: TeamChanges) {
  const ids = {
    ...(form.team_city === undefined ? {} : { regionId: await choiceId(tx, 'team_city', form.team_city) }),
    ...(form.team_specific === undefined
      ? {}
      : { specificId: await choiceId(tx, 'team_specific', form.team_specific) }),
    ...(form.delivery === undefined ? {} : { deliveryId: await choiceId(tx, 'delivery', form.delivery) }),
  }
  const texts = {
    about: form.about_team,
    phone: form.team_phone,
    website: form.website,
    address: form.team_address,
    country: form.team_country,
    storesPurchases: form.safekeeping,
    unloads: form.unloading,
  }
  return { ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)), ...ids }
}

/** Throws CONFLICT for somebody who has a company, as creator or employee. */
export async function createCompany(db: Db, actor: Actor, form: NewTeam): Promise<Team> {
  const { team_specific = null, delivery = null } = form
  try {
    return await db.transaction(async tx => {
      await shareReference(tx)
      if (!(await lockPerson(tx, { id: actor.id }))) throw new AppError('UNAUTHENTICATED')
      const id = await insertCompany(tx, {
        ...(await columnsOf(tx, { ...form, team_specific, delivery })),
        name: form.company_name,
        inn: form.team_zipcode,
        phone: form.team_phone,
        address: form.team_address,
        country: form.team_country || defaultCountry,
        creatorId: actor.id,
      })
      await insertMembers(tx, [{ userId: actor.id, companyId: id, showsEmail: true }])
      return getTeam(tx, actor, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'У вас уже есть компания.')
    throw error
  }
}

/** Changes what was sent. Throws NOT_FOUND for a company that is not there and FORBIDDEN for all but its creator. */
export async function editCompany(db: Db, actor: Actor, id: number, form: TeamChanges): Promise<Team> {
  return db.transaction(async tx => {
    await shareReference(tx)
    const company = await lockCompany(tx, id)
    if (!company) throw new AppError('NOT_FOUND', 'Такой компании нет.')
    if (!canManageCompany(actor, company)) throw new AppError('FORBIDDEN', 'Компанию меняет только её создатель.')
    const columns = await columnsOf(tx, form)
    // Which numbers are possible depends on the country: with another one nobody has verified the company.
    const hasMoved = form.team_country !== undefined && !isSameCountry(form.team_country, company.country)
    if (Object.keys(columns).length > 0) await updateCompany(tx, id, { ...columns, ...(hasMoved ? notVerified : {}) })
    if (columns.regionId !== undefined) await companyMoved.emit(tx, { companyId: id, regionId: columns.regionId })
    return getTeam(tx, actor, id)
  })
}
