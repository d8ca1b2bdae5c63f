import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

export const myProductsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['member', 'my-products'],
    queryFn: ({ signal }) => api.call('GET /products/my_products/', { signal }),
  })
