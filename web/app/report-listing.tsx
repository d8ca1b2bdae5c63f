import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { ReportButton } from '#web/ui/report-button.tsx'

interface ReportListingProps {
  /** The company whose it is: its people report nothing of their own. */
  teamId: number
  /** The product; without it, the company itself is meant. */
  product?: { category_slug: string; product_slug: string }
}

/** For members of other companies. The page itself is the same for everybody. */
export function ReportListing({ teamId, product }: ReportListingProps) {
  const { api } = useApp()
  const { isAuthenticated, team } = useSession()
  if (!isAuthenticated || team?.id === teamId) return null
  return product ? (
    <ReportButton
      label="Пожаловаться на объявление"
      onSend={body => api.call('POST /products/:category_slug/:product_slug/report/', { params: product, body })}
    />
  ) : (
    <ReportButton
      label="Пожаловаться на компанию"
      onSend={body => api.call('POST /teams/:id/report/', { params: { id: String(teamId) }, body })}
    />
  )
}
