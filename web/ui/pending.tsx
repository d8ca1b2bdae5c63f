import type { FetchStatus } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface PendingProps {
  queries: { error: Error | null; fetchStatus: FetchStatus; refetch: () => Promise<unknown> }[]
  /** The skeleton of the content. */
  children: ReactNode
}

const box = 'flex flex-col items-center gap-4 rounded-xl bg-sunken px-6 py-12 text-center'

/** Shown while data is loading: a skeleton, or the error with a retry button. */
export function Pending({ queries, children }: PendingProps) {
  const failed = queries.filter(query => query.error)
  // Requests are paused without a connection and continue when it is back.
  if (failed.length === 0 && queries.some(query => query.fetchStatus === 'paused'))
    return (
      <div role="alert" className={box}>
        <p className="font-serif text-xl">Нет связи</p>
        <p className="max-w-prose">Загрузим, как только она появится.</p>
      </div>
    )
  if (failed.length === 0) return <div aria-busy>{children}</div>
  return (
    <div role="alert" className={box}>
      <p className="font-serif text-xl">Не удалось загрузить</p>
      <p className="max-w-prose">{failed[0]?.error?.message}</p>
      <Button onClick={() => void Promise.all(failed.map(query => query.refetch()))}>Попробовать ещё раз</Button>
    </div>
  )
}
