import type { PriceListRow } from '#contract/price-lists.ts'

/** What a row says. */
export type RowContent = Pick<PriceListRow, 'name' | 'plant' | 'candidates' | 'category' | 'variants' | 'problems'> & {
  /** By what the file alone says: `null` where that leaves no doubt, and of what is no offer. */
  doubt: 'doubtful' | 'rejected' | 'skipped' | null
  /** Only of rows that are compared. */
  adds?: PriceListRow['adds']
  isPlantChosen?: boolean
}

/** A row as it was read. */
export type ReadRow = Pick<PriceListRow, 'sheet' | 'row' | 'cells' | 'kind'> & RowContent
