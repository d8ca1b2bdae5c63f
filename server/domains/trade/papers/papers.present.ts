import type { Paper } from '#contract/papers.ts'
import type { ListedPaper } from './papers.queries.ts'

export const presentPaper = (row: ListedPaper): Paper => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  year: row.year,
  delivery: row.deliveryId,
  issued_at: row.issuedAt.toISOString(),
})
