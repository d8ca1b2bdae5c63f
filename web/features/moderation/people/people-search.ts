import type { CompanySelection } from '#contract/moderation/people.ts'
import type { StaffSearchState } from './api.ts'

export const selectionWords: Record<CompanySelection, string> = {
  impossible_inn: 'ИНН не бывает',
  same_inn: 'ИНН повторяется',
  unverified: 'Без отметки «Проверено»',
}

/** The search in the URL; invalid values are ignored. */
export function readStaffSearch(params: URLSearchParams): StaffSearchState {
  const page = Number(params.get('page'))
  const only = params.get('only') ?? ''
  return {
    search: (params.get('search') ?? '').trim(),
    blocked: params.get('blocked') === '1',
    only: Object.hasOwn(selectionWords, only) ? (only as CompanySelection) : '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a page of the search, without defaults. */
export function staffHref({ search, blocked, only, page }: StaffSearchState): string {
  return `?${new URLSearchParams([
    ...(search ? [['search', search]] : []),
    ...(blocked ? [['blocked', '1']] : []),
    ...(only ? [['only', only]] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
  ])}`
}
