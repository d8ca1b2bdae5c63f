import { queryOptions } from '@tanstack/react-query'
import type { CompanySelection } from '#contract/moderation/people.ts'
import type { Api } from '#web/lib/api.ts'

/** What is looked for, as it stands in the address. */
export interface StaffSearchState {
  search: string
  blocked: boolean
  /** Which companies; `''` is all of them, and always so for people. */
  only: CompanySelection | ''
  page: number
}

const queryOf = ({ search, blocked, page }: StaffSearchState) => ({ search, blocked: blocked ? '1' : '', page })

export const peopleQuery = (api: Api, search: StaffSearchState) =>
  queryOptions({
    queryKey: ['member', 'staff', 'people', search],
    queryFn: ({ signal }) => api.call('GET /staff/people/', { query: queryOf(search), signal }),
  })

export const companiesQuery = (api: Api, search: StaffSearchState) =>
  queryOptions({
    queryKey: ['member', 'staff', 'companies', search],
    queryFn: ({ signal }) =>
      api.call('GET /staff/companies/', { query: { ...queryOf(search), only: search.only }, signal }),
  })
