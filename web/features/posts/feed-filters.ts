/** The filters of the feed; an empty string is no filter. */
export interface FeedSearch {
  search: string
  category: string
  city: string
  /** Most liked first. */
  popular: boolean
  /** Only posts of people who want to buy. */
  wanted: boolean
  /** Only posts of friends. */
  friends: boolean
  /** A hashtag without its '#'. */
  trend: string
}

export const noFilters: FeedSearch = {
  search: '',
  category: '',
  city: '',
  popular: false,
  wanted: false,
  friends: false,
  trend: '',
}

/** The page's address has the same parameters as the call (contract/posts.ts). */
export const fieldNames = {
  search: 'search',
  category: 'product__category__name',
  city: 'product__team__team_city_id__name',
  popular: 'ordering',
  wanted: 'is_request',
  friends: 'friends',
  page: 'page',
} as const

export const byLikes = '-likes_count'
const longest = 255

/** The filters in an address or a form; invalid values are ignored. */
export function readFeedFilters(params: URLSearchParams): FeedSearch {
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, longest)
  return {
    ...noFilters,
    search: text(fieldNames.search),
    category: text(fieldNames.category),
    city: text(fieldNames.city),
    popular: params.get(fieldNames.popular) === byLikes,
    wanted: params.get(fieldNames.wanted) === '1',
    friends: params.get(fieldNames.friends) === '1',
  }
}

/** The page number in an address, from 1. */
export function readPage(params: URLSearchParams): number {
  const page = params.get(fieldNames.page) ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}

/** The address of a page of the feed with these filters; after a change of filters it is the first page. */
export function feedHref(filters: FeedSearch, page = 1): string {
  const params = new URLSearchParams()
  if (filters.search) params.set(fieldNames.search, filters.search)
  if (filters.category) params.set(fieldNames.category, filters.category)
  if (filters.city) params.set(fieldNames.city, filters.city)
  if (filters.popular) params.set(fieldNames.popular, byLikes)
  if (filters.wanted) params.set(fieldNames.wanted, '1')
  if (filters.friends) params.set(fieldNames.friends, '1')
  if (page > 1) params.set(fieldNames.page, String(page))
  const query = params.toString()
  return query ? `/feed?${query}` : '/feed'
}

export interface ActiveFilter {
  key: keyof FeedSearch
  text: string
  /** The filters without this one. */
  without: FeedSearch
}

/** The active filters with the names on their chips; whose posts are shown is said by the tabs. */
export function activeFeedFilters(filters: FeedSearch): ActiveFilter[] {
  const texts: [keyof FeedSearch, string][] = [
    ['search', filters.search && `«${filters.search}»`],
    ['category', filters.category],
    ['city', filters.city],
    ['popular', filters.popular ? 'Сначала популярные' : ''],
  ]
  return texts.flatMap(([key, text]) => (text ? [{ key, text, without: { ...filters, [key]: noFilters[key] } }] : []))
}
