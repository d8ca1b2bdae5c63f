import type { PriceList, PriceListRow } from '#contract/price-lists.ts'
import { noCounts } from './comparing/compare-rows.ts'
import type { ShownList, StoredRow } from './price-lists.queries.ts'

export const presentList = ({ list, creator }: ShownList): PriceList => ({
  id: list.id,
  file_name: list.fileName,
  created_at: list.createdAt.toISOString(),
  created_by: creator && { id: creator.id, name: creator.name },
  status: list.status,
  error: list.error,
  sheets: list.sheets.map(({ shape: _shape, ...sheet }) => sheet),
  counts: list.counts ?? noCounts,
  applied_at: list.appliedAt?.toISOString() ?? null,
  missing: list.missing,
})

export function presentRow({ sheet, row, cells, kind, state, shown, changes }: StoredRow): PriceListRow {
  const { doubt: _, adds = null, isPlantChosen = false, ...content } = shown
  return { sheet, row, cells, kind, state, ...content, changes, adds, is_plant_chosen: isPlantChosen }
}
