import { AppError } from './errors.ts'

/** Which page a caller asked for, already checked by the contract. */
export interface PageRequest {
  page: number
  page_size: number
}

export const pageRange = ({ page, page_size }: PageRequest) => ({ limit: page_size, offset: (page - 1) * page_size })

/**
 * `count`, `next` and `previous` of a paged answer; the links are the call's address with another page number.
 * Throws NOT_FOUND for a page past the end.
 */
export function pageLinks(address: string, { page, page_size }: PageRequest, count: number) {
  const pages = Math.max(1, Math.ceil(count / page_size))
  if (page > pages) throw new AppError('NOT_FOUND', 'Такой страницы нет.')
  const link = (number: number) => {
    const url = new URL(address)
    url.searchParams.delete('page')
    url.searchParams.append('page', String(number))
    return url.href
  }
  return { count, next: page < pages ? link(page + 1) : null, previous: page > 1 ? link(page - 1) : null }
}
