import type { Category, PlantRef } from '#contract/plants.ts'
import type { PriceListCounts, RowChange, RowKind, RowState } from '#contract/price-lists.ts'
import type { WritableVariant } from '#contract/variants.ts'
import type { VariantRow } from '#server/domains/products/products.api.ts'
import type { RowContent } from '#server/reading/price-lists/rows.ts'
import type { OwnRow } from './own-rows.ts'
import type { Stated } from './variant-changes.ts'

/** A product of the company in its current state. */
export interface OwnProduct {
  id: number
  name: string
  latinName: string
  plantId: number | null
  categoryId: number
  isApproved: boolean
  review: string | null
  /** Whether the importing person may change it. */
  isEditable: boolean
}

export interface Catalogue {
  products: OwnProduct[]
  variants: VariantRow[]
  categoryOf(id: number): Category | null
  plantOf(id: number): PlantRef | null
}

/** A row of the list before the comparison. */
export interface GivenRow {
  position: number
  kind: RowKind
  content: RowContent
  stated: Stated
  /** In a list that this site has written. */
  own: OwnRow | null
}

export interface ComparedRow {
  position: number
  kind: RowKind
  state: RowState | null
  shown: RowContent
  changes: RowChange[]
}

/** A product that the list adds. */
export interface NewOne {
  plantId: number | null
  name: string
  categoryId: number
  variants: WritableVariant[]
}

/** The changes that applying the list makes. */
export interface Comparison {
  rows: ComparedRow[]
  confirmed: number[]
  changed: { id: number; productId: number; variant: WritableVariant; hasOtherSku: boolean }[]
  added: { productId: number; position: number; variant: WritableVariant }[]
  created: NewOne[]
  republished: number[]
  /** Variants of the company that the list does not contain. */
  missing: { id: number; productId: number; isSoldOut: boolean }[]
}

const kindCounts = { offer: 'offers', section: 'sections', header: 'headers', note: 'notes', empty: 'empty' } as const

export const noCounts: PriceListCounts = {
  rows: 0,
  offers: 0,
  sections: 0,
  headers: 0,
  notes: 0,
  empty: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  doubtful: 0,
  rejected: 0,
  skipped: 0,
  missing: 0,
  unread: 0,
}

export function countRows({ rows, missing }: Comparison): PriceListCounts {
  const counts = { ...noCounts, rows: rows.length, missing: missing.length }
  for (const { kind, state, shown } of rows) {
    counts[kindCounts[kind]]++
    if (state) counts[state]++
    if (shown.unread.length > 0) counts.unread++
  }
  return counts
}
