import type { Variant } from '#contract/variants.ts'
import { confirmedAt } from '../freshness.ts'
import { formatDate } from './product-texts.ts'

/** When prices and stock were last confirmed: as a date, because the page is cached and the same for everybody. */
export function Confirmed({ variants }: { variants: Variant[] }) {
  const at = confirmedAt(variants)
  if (at === null) return null
  return (
    <p className="text-sm text-muted">
      Цены и наличие подтверждены{' '}
      <time dateTime={at} className="whitespace-nowrap">
        {formatDate(at)}
      </time>
    </p>
  )
}
