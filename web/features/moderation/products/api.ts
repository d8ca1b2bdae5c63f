import { queryOptions } from '@tanstack/react-query'
import type { ListingTab } from '#contract/moderation/products.ts'
import type { Api } from '#web/lib/api.ts'
import { roomPageSize } from '../paged.tsx'

export const listingsQuery = (api: Api, tab: ListingTab, search: string, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'listings', tab, search, page],
    queryFn: ({ signal }) =>
      api.call('GET /staff/listings/', { query: { tab, search, page, page_size: roomPageSize }, signal }),
    // Suppliers change what was just read, and another moderator may be at it too.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
