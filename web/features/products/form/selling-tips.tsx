import { Fragment } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { BadgeCheck } from '#web/ui/icons.ts'
import { missingPoints } from './selling-points.ts'
import type { ParsedProduct, ProductField, ProductValues } from './values.ts'

interface SellingTipsProps {
  control: Control<ProductValues, unknown, ParsedProduct>
  photos: number
  onGo: (field: ProductField | 'photos') => void
}

/** A line at the end of the form: what would help to sell the product, each item with a link to its field. */
export function SellingTips({ control, photos, onGo }: SellingTipsProps) {
  const values = useWatch({ control, compute: (now: ProductValues) => now })
  const missing = missingPoints(values, photos)
  if (missing.length === 0)
    return (
      <p className="flex items-center gap-2 px-1 text-success">
        <BadgeCheck size={20} className="shrink-0" />
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
