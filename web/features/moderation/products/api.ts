import { queryOptions } from '@tanstack/react-query'
import type { ReviewTab } from '#contract/moderation/products.ts'
import type { Api } from '#web/lib/api.ts'
import { entriesOnPage } from '#web/ui/paged.tsx'

export const productsQuery = (api: Api, tab: ReviewTab, search: string, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'products', tab, search, page],
    queryFn: ({ signal }) =>
      api.call('GET /staff/listings/', { query: { tab, search, page, page_size: entriesOnPage }, signal }),
    // Suppliers and other moderators may change products at any time.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
