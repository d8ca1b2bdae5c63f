import { z } from 'zod'
import { call } from './call.ts'
import { integerId, integerIdText, lookup } from './common.ts'

/** A person as the company shows them to everybody. */
export const contactPerson = z
  .object({ id: z.uuid(), name: z.string(), email: z.string() })
  .meta({ id: 'ContactPerson' })
export type ContactPerson = z.output<typeof contactPerson>

export const teamRef = z.object({ id: integerId, company_name: z.string() }).meta({ id: 'TeamRef' })
export type TeamRef = z.output<typeof teamRef>

/** A company. The wire names are the specification's: `team_zipcode` is the INN, `safekeeping` storage of bought plants. */
export const team = z
  .object({
    ...teamRef.shape,
    team_zipcode: z.string(),
    about_team: z.string(),
    team_phone: z.string(),
    website: z.string(),
    team_address: z.string(),
    team_country: z.string(),
    team_city: lookup.nullable(),
    team_specific: lookup.nullable(),
    delivery: lookup.nullable(),
    safekeeping: z.boolean(),
    unloading: z.boolean(),
    created_by: contactPerson,
    members: z.array(contactPerson),
  })
  .meta({ id: 'Team' })
export type Team = z.output<typeof team>

export const teamListItem = z.object({ ...teamRef.shape, team_city: lookup.nullable() }).meta({ id: 'TeamListItem' })
export type TeamListItem = z.output<typeof teamListItem>

const lookups = z.array(lookup)

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
  'GET /teams/specifics/': call({ access: 'public', summary: 'Виды деятельности компаний', answer: lookups }),
  'GET /teams/cities/': call({ access: 'public', summary: 'Регионы России', answer: lookups }),
  'GET /teams/deliveries/': call({ access: 'public', summary: 'Условия доставки', answer: lookups }),
}
