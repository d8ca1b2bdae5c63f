import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/calls.ts'
import type { Product } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { ownProductsKey } from './api.ts'
import { useRefreshOwn } from './use-change-variants.ts'

type OwnPage = AnswerOf<'GET /products/own/'>

const without = (id: number) => (page: OwnPage | undefined) =>
  page && {
    ...page,
    count: page.count - Number(page.results.some(product => product.id === id)),
    results: page.results.filter(product => product.id !== id),
  }

/** Deletes a product: its row disappears at once and returns to its place if the server refuses. */
export function useRemoveProduct(): (product: Product) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const refresh = useRefreshOwn()
  const pages = { queryKey: ownProductsKey }
  const { mutate } = useMutation({
    mutationFn: ({ slug, category }: Product) =>
      api.call('DELETE /products/:category_slug/:product_slug/delete/', {
        params: { category_slug: category.slug, product_slug: slug },
      }),
    onMutate: async ({ id }) => {
      // A list that is being loaded would bring the row back.
      await queries.cancelQueries(pages)
      queries.setQueriesData<OwnPage>(pages, without(id))
    },
    onSuccess: () => showToast({ message: 'Успешно удален' }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
    onSettled: refresh,
  })
  return mutate
}
