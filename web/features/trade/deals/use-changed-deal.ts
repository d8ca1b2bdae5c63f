import { useQueryClient } from '@tanstack/react-query'
import type { Deal } from '#contract/deals.ts'
import { useApp } from '#web/lib/app-context.ts'
import { dealQuery, tradeKey } from '../api.ts'

/** Returns the function that shows a deal as the server has just answered, and reads again what else it changes. */
export function useChangedDeal(): (changed: Deal) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  return changed => {
    queries.setQueryData(dealQuery(api, changed.id).queryKey, changed)
    void queries.invalidateQueries({ queryKey: tradeKey })
  }
}
