import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/lib/api.ts'

interface ProductAddress {
  category_slug: string
  product_slug: string
}

export const productQuery = (api: Api, params: ProductAddress) =>
  queryOptions({
    queryKey: ['products', 'one', params],
    queryFn: ({ signal }) => api.call('GET /products/:category_slug/:product_slug/', { params, signal }),
  })

/** The same as the signed-in person sees it, with their permissions. */
export const ownProductQuery = (api: Api, params: ProductAddress) =>
  queryOptions({
    ...productQuery(api, params),
    queryKey: ['member', 'product', 'page', params],
  })

export const relatedQuery = (api: Api, params: ProductAddress) =>
  queryOptions({
    queryKey: ['products', 'related', params],
    queryFn: ({ signal }) => api.call('GET /products/:category_slug/:product_slug/related/', { params, signal }),
  })

export const companyProductsQuery = (api: Api, teamId: string) =>
  queryOptions({
    queryKey: ['products', 'company', teamId],
    queryFn: ({ signal }) => api.call('GET /products/get_all_products/:teamId/', { params: { teamId }, signal }),
  })
