import type { PriceListRow, RowForm } from '#contract/price-lists.ts'

/** The content of a row. */
export type RowContent = Pick<
  PriceListRow,
  'name' | 'plant' | 'candidates' | 'category' | 'variants' | 'problems' | 'unread'
> & {
  /** The doubt that follows from the file alone; `null` for rows without doubt and for rows that are not offers. */
  doubt: 'doubtful' | 'rejected' | 'skipped' | null
  /** Only of rows that are compared. */
  adds?: PriceListRow['adds']
  isPlantChosen?: boolean
}

/** A row as read from the file. */
export type ReadRow = Pick<PriceListRow, 'sheet' | 'row' | 'part' | 'cells' | 'kind'> & RowContent

/** A person's correction of a row; `seen`: what was not read of it when the row was kept. */
export type Correction = RowForm & { seen?: string[] }
