import type { FetchStatus } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface PendingProps {
  queries: { error: Error | null; fetchStatus: FetchStatus; refetch: () => Promise<unknown> }[]
  /** The outline of what is coming. */
  children: ReactNode
}

const box = 'flex flex-col items-center gap-4 rounded-xl bg-sunken px-6 py-12 text-center'

/** Stands where data is on its way: an outline, or why it did not come and another try. */
export function Pending({ queries, children }: PendingProps) {
  const failed = queries.filter(query => query.error)
  // Nothing is asked for without a connection; when it is back, everything is.
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
