import type { z } from 'zod'
import {
  type Coordinates,
  defaultCountry,
  type editTeamForm,
  type newTeamForm,
  type Team,
} from '#contract/companies.ts'
import { isRussia, isSameCountry } from '#contract/inn.ts'
import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import { findPlace, shareReference } from '#server/domains/reference/reference.api.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/database/database.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canManageCompany } from '#server/policy/companies.ts'
import { companyMoved } from './companies.events.ts'
import {
  type Company,
  findCompany,
  findLookupByName,
  insertCompany,
  insertMembers,
  lockCompany,
  lockPerson,
  notVerified,
  updateCompany,
} from './companies.queries.ts'
import { getTeam } from './companies.service.ts'
import { bringsPictures, changePictures, noPictures, storeTeamPictures } from './face/pictures.service.ts'
import { changeSlug } from './face/slugs.service.ts'

interface TeamWrites {
  db: Db
  media: MediaStore
}

type NewTeam = z.output<typeof newTeamForm>
type TeamChanges = z.output<typeof editTeamForm>

/** Choices of a company's form: the field on the wire, and the list of its names. */
const choices = { team_city: 'region', team_specific: 'specific', delivery: 'delivery' } as const satisfies Record<
  string,
  LookupKind
>

/**
 * The id of the entry with this name; null for an empty name. Throws INVALID_INPUT for a name that is not in the list.
 */
async function choiceId(tx: Tx, field: keyof typeof choices, name: string | null): Promise<number | null> {
  if (!name) return null
  const id = await findLookupByName(tx, choices[field], name)
  if (id !== null) return id
  throw refuse(field, 'Выберите из списка', 'not_in_list')
}

const refuse = (field: string, message: string, code: string) =>
  new AppError('INVALID_INPUT', undefined, { [field]: [{ message, code }] })

/** Throws INVALID_INPUT for an unknown place. */
async function placeColumns(tx: Tx, place: number | null | undefined) {
  if (place === undefined) return {}
  if (place !== null && !(await findPlace(tx, place))) throw refuse('place', 'Выберите место из списка', 'not_in_list')
  return { placeId: place }
}

/** Detects swapped latitude and longitude, the usual mistake. Chukotka extends beyond the 180th meridian. */
const isInRussia = ({ latitude, longitude }: Coordinates) =>
  latitude > 41 && latitude < 82 && (longitude > 19 || longitude < -168)

/** Throws INVALID_INPUT for an impossible point. */
function pointColumns(point: Coordinates | null | undefined, country: string) {
  if (point === undefined) return {}
  if (point && isRussia(country) && !isInRussia(point))
    throw refuse('coordinates', 'Это место не в России. Сначала пишут широту, потом долготу', 'invalid')
  return { latitude: point?.latitude ?? null, longitude: point?.longitude ?? null }
}

/** The submitted fields as columns. */
async function columnsOf(tx: Tx, form: TeamChanges, country: string) {
  const ids = {
    ...(form.team_city === undefined ? {} : { regionId: await choiceId(tx, 'team_city', form.team_city) }),
    ...(form.team_specific === undefined
      ? {}
      : { specificId: await choiceId(tx, 'team_specific', form.team_specific) }),
    ...(form.delivery === undefined ? {} : { deliveryId: await choiceId(tx, 'delivery', form.delivery) }),
  }
  const where = { ...(await placeColumns(tx, form.place)), ...pointColumns(form.coordinates, country) }
  const stated = {
    about: form.about_team,
    phone: form.team_phone,
    website: form.website,
    address: form.team_address,
    country: form.team_country,
    storesPurchases: form.safekeeping,
    unloads: form.unloading,
    holdDays: form.hold_days,
    minimumOrderKopecks: form.minimum_order && form.minimum_order * 100,
    hours: form.hours,
    deliveryArea: form.delivery_area,
  }
  return { ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)), ...ids, ...where }
}

/** Throws CONFLICT for a person who already has a company, as creator or employee. */
export async function createCompany({ db, media }: TeamWrites, actor: Actor, form: NewTeam): Promise<Team> {
  const { team_specific = null, delivery = null } = form
  const country = form.team_country || defaultCountry
  try {
    return await db.transaction(async tx => {
      await shareReference(tx)
      if (!(await lockPerson(tx, { id: actor.id }))) throw new AppError('UNAUTHENTICATED')
      const id = await insertCompany(tx, {
        ...(await columnsOf(tx, { ...form, team_specific, delivery }, country)),
        name: form.company_name,
        inn: form.team_zipcode,
        phone: form.team_phone,
        address: form.team_address,
        country,
        creatorId: actor.id,
      })
      await insertMembers(tx, [{ userId: actor.id, companyId: id, showsEmail: true }])
      return getTeam({ db: tx, media }, actor, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'У вас уже есть компания.')
    throw error
  }
}

/** Throws NOT_FOUND for an unknown company and FORBIDDEN unless the actor is its creator. */
function requireManaged(actor: Actor, company: Company | undefined): Company {
  if (!company) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  if (!canManageCompany(actor, company)) throw new AppError('FORBIDDEN', 'Компанию меняет только её создатель.')
  return company
}

/**
 * Changes the submitted fields. Throws NOT_FOUND for an unknown company and FORBIDDEN unless the actor is its creator.
 */
export async function editCompany(
  { db, media }: TeamWrites,
  actor: Actor,
  id: number,
  form: TeamChanges,
  files: ReceivedFile[],
): Promise<Team> {
  let pictures = noPictures
  if (bringsPictures(form, files)) {
    requireManaged(actor, (await findCompany(db, id))?.company)
    pictures = await storeTeamPictures({ db, media }, actor, form, files)
  }
  return db.transaction(async tx => {
    await shareReference(tx)
    const company = requireManaged(actor, await lockCompany(tx, id))
    const slug = await changeSlug(tx, company, form.slug)
    const columns = {
      ...(await columnsOf(tx, form, form.team_country ?? company.country)),
      ...(await changePictures(tx, actor, id, form, pictures)),
      ...(slug === undefined ? {} : { slug }),
    }
    // Valid numbers depend on the country: changing it removes the verification.
    const hasMoved = form.team_country !== undefined && !isSameCountry(form.team_country, company.country)
    if (Object.keys(columns).length > 0) await updateCompany(tx, id, { ...columns, ...(hasMoved ? notVerified : {}) })
    if (columns.regionId !== undefined) await companyMoved.emit(tx, { companyId: id, regionId: columns.regionId })
    return getTeam({ db: tx, media }, actor, id)
  })
}
