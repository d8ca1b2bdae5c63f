import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of a list of posts. */
export function PostSkeletons() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-48" />
      <Skeleton className="h-72" />
      <Skeleton className="h-48" />
    </div>
  )
}
