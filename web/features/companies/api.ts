import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const companyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['companies', id],
    queryFn: ({ signal }) => api.call('GET /teams/get_current_team/:id/', { params: { id }, signal }),
  })
