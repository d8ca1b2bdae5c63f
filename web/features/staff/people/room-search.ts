import type { RoomSearch } from './api.ts'

/** What the address asks for; nonsense in it asks for the first page. */
export function readRoomSearch(params: URLSearchParams): RoomSearch {
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').trim(),
    blocked: params.get('blocked') === '1',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a page of what is looked for; what goes without saying stays out of it. */
export function roomHref({ search, blocked, page }: RoomSearch): string {
  return `?${new URLSearchParams([
    ...(search ? [['search', search]] : []),
    ...(blocked ? [['blocked', '1']] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
  ])}`
}
