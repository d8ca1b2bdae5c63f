import { queryOptions } from '@tanstack/react-query'
import type { CompanySelection } from '#contract/moderation/people.ts'
import type { Api } from '#web/lib/api.ts'

/** The search as in the URL. */
export interface StaffSearchState {
  search: string
  blocked: boolean
  /** A selection of companies; `''` is all, and always so for people. */
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
