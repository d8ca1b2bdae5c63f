import { useApp } from '#web/lib/app-context.ts'
import { ReportButton } from '#web/ui/report-button.tsx'
import type { ReportListingProps } from './report-listing.tsx'

export function ReportListingButton({ teamId, product }: ReportListingProps) {
  const { api } = useApp()
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
