import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

/** What is reported besides posts and reviews. */
export const complaintsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'complaints', page],
    queryFn: ({ signal }) => api.call('GET /staff/complaints/', { query: { page }, signal }),
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })

/** Decisions that are appealed against. */
export const appealsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'appeals', page],
    queryFn: ({ signal }) => api.call('GET /staff/appeals/', { query: { page }, signal }),
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })
