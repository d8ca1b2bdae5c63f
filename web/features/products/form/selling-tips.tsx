import { BadgeCheck } from 'lucide-react'
import { Fragment } from 'react'
import { missingPoints } from './selling-points.ts'
import type { ProductField, ProductValues } from './values.ts'

interface SellingTipsProps {
  values: ProductValues
  photos: number
  onGo: (field: ProductField | 'photos') => void
}

/** One quiet line at the end of the form: what would still help to sell, each word leading to its field. */
export function SellingTips({ values, photos, onGo }: SellingTipsProps) {
  const missing = missingPoints(values, photos)
  if (missing.length === 0)
    return (
      <p className="flex items-center gap-2 px-1 text-success">
        <BadgeCheck aria-hidden size={20} className="shrink-0" />
        Есть всё, что спрашивают покупатели.
      </p>
    )
  return (
    <div className="px-1 text-sm text-muted">
      <span className="font-semibold">Что ещё поможет продать: </span>
      {missing.map(({ field, label }, index) => (
        <Fragment key={field}>
          {index > 0 && ', '}
          <button type="button" className="link py-1.5" onClick={() => onGo(field)}>
            {label}
          </button>
        </Fragment>
      ))}
      .
    </div>
  )
}
