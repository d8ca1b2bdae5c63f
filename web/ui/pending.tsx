import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface PendingProps {
  queries: { error: Error | null; refetch: () => Promise<unknown> }[]
  /** The outline of what is coming. */
  children: ReactNode
}

/** Stands where data is on its way: an outline, or why it did not come and another try. */
export function Pending({ queries, children }: PendingProps) {
  const failed = queries.filter(query => query.error)
  if (failed.length === 0) return <div aria-busy>{children}</div>
  return (
    <div role="alert" className="flex flex-col items-center gap-4 rounded-xl bg-sunken px-6 py-12 text-center">
      <p className="font-serif text-xl">Не удалось загрузить</p>
      <p className="max-w-prose">{failed[0]?.error?.message}</p>
      <Button onClick={() => void Promise.all(failed.map(query => query.refetch()))}>Попробовать ещё раз</Button>
    </div>
  )
}
