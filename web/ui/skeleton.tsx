import { clsx } from 'clsx'

/** The grey shape of what is coming. Give it the size of the real thing; say "loading" once around a group of them. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('skeleton', className)} />
}
