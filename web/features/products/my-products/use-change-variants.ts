import { useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/calls.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ownProductsKey } from './api.ts'

type Changes = InputOf<'POST /variants/change/', 'body'>

/** Refetches everything that may show prices or stock; resolves when the person's own list has loaded. */
export function useRefreshOwn(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: ['products'] })
    void queries.invalidateQueries({ queryKey: ['categories'] })
    await queries.invalidateQueries({ queryKey: ownProductsKey })
  }
}

/** Changes prices and stock, and resolves when the list shows them. Throws if the server changed nothing. */
export function useChangeVariants(): (body: Changes) => Promise<number> {
  const { api } = useApp()
  const refresh = useRefreshOwn()
  return async body => {
    const { changed } = await api.call('POST /variants/change/', { body })
    await refresh()
    if (changed === 0) throw new Error('Не изменено: растение удалили или его ведёт другой сотрудник')
    return changed
  }
}
