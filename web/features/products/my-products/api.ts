import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'
import type { OwnView } from './own-view.ts'

export const rowsOnPage = 50

/** The key of all lists of the person's own products: all change with prices and stock. */
export const ownProductsKey = ['member', 'my-products']

export const ownProductsQuery = (api: Api, { sort, ...filters }: OwnView) =>
  queryOptions({
    queryKey: [...ownProductsKey, { sort, ...filters }],
    queryFn: ({ signal }) =>
      api.call('GET /products/own/', {
        query: { ...filters, ordering: sort, page_size: rowsOnPage } as Record<string, string | number>,
        signal,
      }),
  })

export const ownCategoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['category-choices'],
    queryFn: ({ signal }) => api.call('GET /products/short_list_categories/', { signal }),
  })
