import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PriceList } from '#contract/price-lists.ts'
import { useLive } from '#web/features/live/use-live.ts'
import { listsKey } from './api.ts'
import { isUnderWay } from './words.ts'

/** Milliseconds without an event after which the list itself is asked for. */
const quiet = 5000

const refresh = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: listsKey })

export interface Progress {
  done: number
  /** 0: not known. */
  total: number
}

/**
 * How far reading or applying has come, as the event stream tells it. What it ends with is loaded anew; while the
 * stream is silent the server is asked.
 */
export function useListProgress(list: Pick<PriceList, 'id' | 'status'> | undefined): Progress | null {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<(Progress & { status: string }) | null>(null)
  const heardAt = useRef(0)

  useLive('price_list', ({ id, status, done, total }) => {
    if (id !== list?.id) return
    heardAt.current = Date.now()
    setProgress({ status, done, total })
    // An event that comes before the answer to what caused it says nothing new.
    if (status !== list.status || !isUnderWay({ status })) refresh(queries)
  })

  const isWaiting = list !== undefined && isUnderWay(list)
  useEffect(() => {
    if (!isWaiting) return
    heardAt.current = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - heardAt.current >= quiet) refresh(queries)
    }, quiet)
    return () => clearInterval(timer)
  }, [isWaiting, queries])

  return isWaiting && progress?.status === list.status ? progress : null
}

/** Loads the lists anew when something becomes of one of them. */
export function useListNews(lists: readonly Pick<PriceList, 'id' | 'status'>[]): void {
  const queries = useQueryClient()
  useLive('price_list', ({ id, status }) => {
    if (lists.find(list => list.id === id)?.status !== status) refresh(queries)
  })
}
