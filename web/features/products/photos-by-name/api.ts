import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'
import { ownProductsKey } from '../my-products/api.ts'

export const pickedProductsQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: [...ownProductsKey, 'for photos', search],
    queryFn: ({ signal }) =>
      api.call('GET /products/own/', { query: { search, ordering: 'name', page_size: 8 }, signal }),
  })
