import { z } from 'zod'
import { call } from './call.ts'
import {
  emailText,
  flag,
  formList,
  formLines,
  formNumber,
  formText,
  integerId,
  integerIdText,
  limits,
  lookup,
  requiredText,
  slug,
} from './common.ts'
import { companySlug } from './company-slug.ts'
import { place } from './places.ts'

/** A person as the company shows them; `email` is "" for visitors unless the person agrees to show it. */
export const contactPerson = z
  .object({ id: z.uuid(), name: z.string(), email: z.string() })
  .meta({ id: 'ContactPerson' })
export type ContactPerson = z.output<typeof contactPerson>

/** `is_verified`: a moderator has compared its name and INN with the register. */
export const teamRef = z
  .object({
    id: integerId,
    company_name: z.string(),
    is_verified: z.boolean(),
    /** The mean of its reviews, from 1 to 5 with one decimal, and their number; absent while there are fewer than three. */
    rating: z.number().optional(),
    reviews_count: z.int().optional(),
  })
  .meta({ id: 'TeamRef' })
export type TeamRef = z.output<typeof teamRef>

/** With what its buyers say of it. */
export const ratedTeam = z
  .object({
    ...teamRef.shape,
    /** The mean of its reviews, from 1 to 5 with one decimal; `null` while there are fewer than three. */
    rating: z.number().nullable(),
    reviews_count: z.int(),
  })
  .meta({ id: 'RatedTeam' })
export type RatedTeam = z.output<typeof ratedTeam>

/** Photos of a company itself: its fields, its greenhouses, its people. */
export const companyPhotosMax = 24

/** A photo of a company. */
export const teamPhoto = z
  .object({ id: integerId, get_image: z.string(), get_thumbnail: z.string() })
  .meta({ id: 'TeamPhoto' })
export type TeamPhoto = z.output<typeof teamPhoto>

/** A company. Wire names are the specification's: `team_zipcode` is the INN, `safekeeping` storage of bought plants. */
export const team = z
  .object({
    ...ratedTeam.shape,
    team_zipcode: z.string(),
    about_team: z.string(),
    team_phone: z.string(),
    website: z.string(),
    team_address: z.string(),
    team_country: z.string(),
    team_city: lookup.nullable(),
    /** Where its plants are, if it says. */
    place: place.nullable(),
    team_specific: lookup.nullable(),
    delivery: lookup.nullable(),
    safekeeping: z.boolean(),
    unloading: z.boolean(),
    /** Rubles, below which it does not sell; `null`: it does not say. */
    minimum_order: z.number().nullable(),
    /** Days in which it confirms a deal; then the deal is cancelled. */
    hold_days: z.int(),
    /** Addresses of pictures; "": it has none. */
    logo: z.string(),
    cover: z.string(),
    photos: z.array(teamPhoto),
    /** When it is open, as it says. */
    hours: z.string(),
    /** Where it delivers, as it says. */
    delivery_area: z.string(),
    /** Its page is at `/c/{slug}`; "": at `/teams/get_current_team/{id}`. */
    slug: z.string(),
    created_by: contactPerson,
    members: z.array(contactPerson),
  })
  .meta({ id: 'Team' })
export type Team = z.output<typeof team>

export const teamListItem = z.object({ ...ratedTeam.shape, team_city: lookup.nullable() }).meta({ id: 'TeamListItem' })
export type TeamListItem = z.output<typeof teamListItem>

/** Parses coordinates as typed, «56.8587, 35.9176»; decimal commas are accepted. Other text is returned unchanged. */
function readCoordinates(text: string): unknown {
  if (text.trim() === '') return null
  const number = '-?\\d{1,3}(?:[.,]\\d{1,10})?'
  const [, latitude, longitude] =
    new RegExp(`^\\s*(${number})\\s*(?:[,;]\\s*|\\s)(${number})\\s*$`).exec(text.slice(0, 100)) ?? []
  if (latitude === undefined || longitude === undefined) return text
  const [north, east] = [latitude, longitude].map(part => Number(part.replace(',', '.')))
  return { latitude: north, longitude: east }
}

const coordinatesMessage = 'Нужны широта и долгота через запятую, например 56.8587, 35.9176'
const degrees = (max: number) => z.number(coordinatesMessage).min(-max, coordinatesMessage).max(max, coordinatesMessage)
/** Degrees. */
export const coordinates = z.object({ latitude: degrees(90), longitude: degrees(180) }, coordinatesMessage)
export type Coordinates = z.output<typeof coordinates>

/** The caller's company, with the caller's permissions. */
export const ownTeam = z
  .object({
    ...team.shape,
    /** Why it is blocked by a moderator: only its members see its page and products. `null`: not blocked. */
    blocked_reason: z.string().nullable(),
    /** Whether visitors see the caller's e-mail; `null`: not answered yet, so they do not. */
    shows_email: z.boolean().nullable(),
    /** Exactly where its plants are; others only see distances. */
    coordinates: coordinates.nullable(),
    /** A free `slug` made of its name; "" while it has one. */
    proposed_slug: z.string(),
    can: z.object({ edit: z.boolean(), leave: z.boolean() }),
  })
  .meta({ id: 'OwnTeam' })
export type OwnTeam = z.output<typeof ownTeam>

/** Rubles. */
export const largestMinimumOrder = 10_000_000

const placeMessage = 'Выберите место из списка'

/** Days in which a company confirms a deal. */
export const holdDays = { least: 1, most: 30, usual: 7 } as const

/** What a company's members may change; name and INN are set once. Choices come as names from their lists. */
const changeable = {
  about_team: formLines(limits.longText),
  team_phone: requiredText('Не заполнен телефон для связи'),
  website: formText(),
  team_address: requiredText('Не заполнен адрес компании'),
  team_country: formText(),
  team_city: requiredText('Не заполнен город компании'),
  /** The id of a place; empty: none. */
  place: formNumber(z.int(placeMessage).positive(placeMessage).max(2_147_483_647, placeMessage)),
  /** Takes precedence over the place. A text or an object; empty: none. */
  coordinates: z.preprocess(
    value => (typeof value === 'string' ? readCoordinates(value) : value),
    coordinates.nullable(),
  ),
  team_specific: formText(),
  delivery: formText(),
  safekeeping: flag,
  unloading: flag,
  /** Whole rubles; empty: it does not say. */
  minimum_order: formNumber(
    z
      .int('Нужна сумма в целых рублях')
      .min(1, 'Не меньше одного рубля')
      .max(largestMinimumOrder, `Не больше ${largestMinimumOrder.toLocaleString('ru-RU')} ₽`),
  ),
  /** Whole days. */
  hold_days: z.preprocess(
    value => (typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value),
    z
      .int('Нужно целое число дней')
      .min(holdDays.least, `Не меньше ${holdDays.least}`)
      .max(holdDays.most, `Не больше ${holdDays.most}`),
  ),
}

export const defaultCountry = 'Россия'

export const companyName = requiredText('Не заполнено наименование компании')
/** Any text: only the form refuses impossible numbers (contract/inn.ts), and moderators check them. */
export const inn = requiredText('Не заполнен ИНН компании')

export const newTeamForm = z.object({
  company_name: companyName,
  team_zipcode: inn,
  ...changeable,
  about_team: changeable.about_team.optional(),
  website: changeable.website.optional(),
  team_country: changeable.team_country.optional(),
  place: changeable.place.optional(),
  coordinates: changeable.coordinates.optional(),
  team_specific: changeable.team_specific.nullish(),
  delivery: changeable.delivery.nullish(),
  safekeeping: changeable.safekeeping.optional(),
  unloading: changeable.unloading.optional(),
  minimum_order: changeable.minimum_order.optional(),
  hold_days: changeable.hold_days.optional(),
})

const photoMessage = 'Нужен номер загруженного снимка'
/** Files of a form come beside its fields; as a field, the id of an upload, or empty: no picture. */
const picture = z.union([z.literal(''), z.uuid()], { error: photoMessage })

/** Only the fields sent change; an empty one is cleared, except those a company cannot be without. */
export const editTeamForm = z
  .object({
    ...changeable,
    team_specific: formText().nullable(),
    delivery: formText().nullable(),
    hours: formText(),
    delivery_area: formText(),
    slug: companySlug,
    logo: picture,
    cover: picture,
    /** Added after those that there are. */
    photos: formList(z.uuid(photoMessage), companyPhotosMax),
    /** Ids of photos; those that are gone already are passed over. */
    delete_photos: formList(z.union([integerIdText, integerId]), 200),
  })
  .partial()

export const membershipForm = z.object({ shows_email: flag })

export const memberForm = z.object({ email: emailText('Не заполнен email') })

const lookups = z.array(lookup)
const membersChanged = z.object({ message: z.literal('success'), team })

export const companyCalls = {
  'GET /teams/teams_list/': call({
    access: 'public',
    summary: 'Все компании',
    answer: z.array(teamListItem),
  }),
  'GET /teams/get_current_team/:id/': call({
    access: 'public',
    summary: 'Компания: сведения и сотрудники',
    params: z.object({ id: integerIdText }),
    answer: team,
  }),
  'GET /teams/at/:slug/': call({
    access: 'public',
    summary: 'Компания по её адресу /c/{slug}, нынешнему или прежнему',
    params: z.object({ slug }),
    answer: team,
  }),
  'GET /teams/:id/on_map/': call({
    access: 'public',
    summary: 'Населённый пункт компании на карте, в градусах; null: она его не назвала',
    params: z.object({ id: integerIdText }),
    answer: z.object({ place, latitude: z.number(), longitude: z.number() }).nullable(),
  }),
  'GET /teams/specifics/': call({ access: 'public', summary: 'Виды деятельности компаний', answer: lookups }),
  'GET /teams/cities/': call({ access: 'public', summary: 'Регионы России', answer: lookups }),
  'GET /teams/deliveries/': call({ access: 'public', summary: 'Условия доставки', answer: lookups }),
  'GET /teams/get_my_team/': call({
    access: 'member',
    summary: 'Моя компания или null',
    answer: ownTeam.nullable(),
  }),
  'POST /teams/': call({
    access: 'member',
    summary: 'Новая компания; у человека она одна',
    body: newTeamForm,
    answer: team,
    status: 201,
  }),
  'PATCH /teams/:id/': call({
    access: 'member',
    summary: 'Сведения о компании; название и ИНН не меняются',
    params: z.object({ id: integerIdText }),
    body: editTeamForm,
    files: { field: 'photos', max: companyPhotosMax, singles: ['logo', 'cover'] },
    answer: team,
  }),
  'POST /teams/add_member/': call({
    access: 'member',
    summary: 'Новый сотрудник по адресу; только для создателя компании',
    body: memberForm,
    answer: membersChanged,
  }),
  'POST /teams/remove_member/': call({
    access: 'member',
    summary: 'Исключить сотрудника; его растения остаются без ответственного',
    body: memberForm,
    answer: membersChanged,
  }),
  'PATCH /teams/membership/': call({
    access: 'member',
    summary: 'Показывать ли свой e-mail на странице компании',
    body: membershipForm,
    answer: z.object({ message: z.literal('success'), shows_email: z.boolean() }),
  }),
  'POST /teams/leave/': call({
    access: 'member',
    summary: 'Уйти из компании',
    answer: z.object({ message: z.literal('success') }),
  }),
}
