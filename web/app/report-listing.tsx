import { lazy, Suspense } from 'react'
import { useSession } from '#web/lib/session.ts'

// Visitors, on whose first screens it stands, never need it.
const ReportListingButton = lazy(async () => ({
  default: (await import('./report-listing-button.tsx')).ReportListingButton,
}))

export interface ReportListingProps {
  /** The company whose it is: its people report nothing of their own. */
  teamId: number
  /** The product; without it, the company itself is meant. */
  product?: { category_slug: string; product_slug: string }
}

/**
 * For members of other companies. The page itself is the same for everybody, so its place is kept wherever somebody is
 * signed in, which is known before the first paint (before-paint.ts).
 */
export function ReportListing(props: ReportListingProps) {
  const { isAuthenticated, team } = useSession()
  return (
    <div className="in-data-member:min-h-11">
      {isAuthenticated && team?.id !== props.teamId && (
        <Suspense>
          <ReportListingButton {...props} />
        </Suspense>
      )}
    </div>
  )
}
