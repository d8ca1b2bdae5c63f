import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { myProductsQuery } from './api.ts'

/** Deletes a product: its row goes at once and comes back to its place when the server refuses. */
export function useRemoveProduct(): (product: Product) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const { queryKey } = myProductsQuery(api)
  const { mutate } = useMutation({
    mutationFn: ({ slug, category }: Product) =>
      api.call('DELETE /products/:category_slug/:product_slug/delete/', {
        params: { category_slug: category.slug, product_slug: slug },
      }),
    onMutate: async ({ id }) => {
      // A list that is on its way would bring the row back.
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey) ?? []
      queries.setQueryData(queryKey, (list = []) => list.filter(product => product.id !== id))
      return before
    },
    onSuccess: async () => {
      showToast({ message: 'Успешно удален' })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['products'] }),
        queries.invalidateQueries({ queryKey: ['categories'] }),
      ])
    },
    onError: (error, { id }, before = []) => {
      // Others may have been deleted in the meantime: they stay away.
      queries.setQueryData(queryKey, (list = []) => {
        const kept = new Set([id, ...list.map(product => product.id)])
        return before.filter(product => kept.has(product.id))
      })
      showToast({ message: error.message, tone: 'danger' })
    },
  })
  return mutate
}
