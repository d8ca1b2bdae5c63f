import { z } from 'zod'
import { call } from '../call.ts'
import { integerIdText, lookup, optionalText, pageLinks, pageQuery, searchText } from '../common.ts'
import { contactPerson, teamRef } from '../companies.ts'
import { againstForm, reasonForm } from './reason.ts'

/** `null` while not blocked. */
const block = z.object({ blocked_at: z.string(), reason: z.string() }).nullable()

/** Permissions of the moderator: blocking oneself or another moderator is refused. */
const can = z.object({ block: z.boolean() })

export const staffPerson = z
  .object({
    ...contactPerson.shape,
    get_avatar: z.string(),
    /** False until the address is confirmed; the person cannot sign in before. */
    is_confirmed: z.boolean(),
    is_staff: z.boolean(),
    created_at: z.string(),
    /** Posts visible to everybody. */
    posts_count: z.int(),
    /**
     * All products of the company that they created, or those for which they are responsible: suspended while they are
     * blocked.
     */
    products_count: z.int(),
    team: z.object({ ...teamRef.shape, is_creator: z.boolean() }).nullable(),
    block,
    can,
  })
  .meta({ id: 'StaffPerson' })
export type StaffPerson = z.output<typeof staffPerson>

export const staffCompany = z
  .object({
    ...teamRef.shape,
    team_zipcode: z.string(),
    team_country: z.string(),
    team_city: lookup.nullable(),
    /** A Russian company cannot have this number (contract/inn.ts). */
    is_inn_impossible: z.boolean(),
    /** Other companies with the same number, verified ones first: a few of them, and the total. */
    same_inn: z.object({ companies: z.array(teamRef), count: z.int() }),
    /** When a moderator marked it verified and why; `null` while it is not. */
    verification: z.object({ verified_at: z.string(), note: z.string() }).nullable(),
    created_by: z.object({ ...contactPerson.shape, is_blocked: z.boolean() }),
    created_at: z.string(),
    members_count: z.int(),
    products_count: z.int(),
    /** Products visible to everybody. */
    published_count: z.int(),
    block,
    /** Whether it can be marked verified now. */
    can: z.object({ verify: z.boolean() }),
  })
  .meta({ id: 'StaffCompany' })
export type StaffCompany = z.output<typeof staffCompany>

export const staffSearch = z.object({
  search: optionalText(searchText()),
  /** Only blocked ones. */
  blocked: optionalText(z.enum(['1', '0'])).transform(value => value === '1'),
  ...pageQuery,
})
export type StaffSearch = z.output<typeof staffSearch>

/** Companies that a moderator should check. */
export const companySelections = ['impossible_inn', 'same_inn', 'unverified'] as const
export type CompanySelection = (typeof companySelections)[number]

export const staffCompanySearch = staffSearch.extend({ only: optionalText(z.enum(companySelections)) })
export type StaffCompanySearch = z.output<typeof staffCompanySearch>

const personId = z.object({ id: z.uuid() })
const companyId = z.object({ id: integerIdText })

export const moderationPeopleCalls = {
  'GET /staff/people/': call({
    access: 'staff',
    summary: 'Люди по имени, e-mail, названию и ИНН их компании, новые первыми',
    query: staffSearch,
    answer: z.object({ ...pageLinks, results: z.array(staffPerson) }),
  }),
  'POST /staff/people/:id/block/': call({
    access: 'staff',
    summary: 'Заблокировать человека: выход везде, входа нет, его растения не видны',
    params: personId,
    body: againstForm,
    answer: z.object({ message: z.literal('person blocked') }),
  }),
  'POST /staff/people/:id/unblock/': call({
    access: 'staff',
    summary: 'Разблокировать человека: его растения снова видны',
    params: personId,
    body: reasonForm,
    answer: z.object({ message: z.literal('person unblocked') }),
  }),
}

/** What moderators take off a company's page. */
export const clearableParts = ['logo', 'cover', 'photos', 'about_team', 'hours', 'delivery_area', 'slug'] as const
export type ClearablePart = (typeof clearableParts)[number]
const clearedParts = z
  .array(z.enum(clearableParts))
  .min(1, 'Выберите, что убрать')
  .max(clearableParts.length)
  .transform(parts => [...new Set(parts)])

export const moderationCompanyCalls = {
  'GET /staff/companies/': call({
    access: 'staff',
    summary: 'Компании по названию, ИНН, имени и e-mail создателя, новые первыми',
    query: staffCompanySearch,
    answer: z.object({ ...pageLinks, results: z.array(staffCompany) }),
  }),
  'POST /staff/companies/:id/block/': call({
    access: 'staff',
    summary: 'Заблокировать компанию: её страница и растения не видны',
    params: companyId,
    body: againstForm,
    answer: z.object({ message: z.literal('company blocked') }),
  }),
  'POST /staff/companies/:id/clear/': call({
    access: 'staff',
    summary: 'Убрать со страницы компании её картинки или слова о себе',
    params: companyId,
    body: z.object({ ...againstForm.shape, parts: clearedParts }),
    answer: z.object({ message: z.literal('company cleared') }),
  }),
  'POST /staff/companies/:id/unblock/': call({
    access: 'staff',
    summary: 'Разблокировать компанию',
    params: companyId,
    body: reasonForm,
    answer: z.object({ message: z.literal('company unblocked') }),
  }),
}
