import { clsx } from 'clsx'

/** A grey placeholder in the size of the content. Announce "loading" once for a group of them. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('skeleton', className)} />
}
