import { alignedRows } from '#server/reading/tables/aligned-text.ts'
import { cleanText, type Sheet } from '#server/reading/tables/cells.ts'

/** Splits text copied from a table, or aligned with spaces, into cells; `null` if it is not a table. */
export function asTable(lines: string[]): Sheet | null {
  const filled = lines.filter(line => line.trim() !== '')
  for (const sign of ['\t', ';', '|']) {
    const cut = filled.map(line =>
      line
        .replace(/^\s*\|/, '')
        .replace(/\|\s*$/, '')
        .split(sign),
    )
    const widths = Map.groupBy(
      cut.filter(cells => cells.length > 1),
      ({ length }) => length,
    )
    const wide = cut.filter(({ length }) => length > 1).length
    const steady = Math.max(0, ...[...widths.values()].map(({ length }) => length))
    const isTable = sign === '\t' ? wide * 2 >= filled.length : steady >= filled.length * 0.6 && filled.length > 1
    if (!isTable || wide === 0) continue
    const rows = lines.map(line => {
      const bare = sign === '|' ? line.replace(/^\s*\|/, '').replace(/\|\s*$/, '') : line
      return bare.trim() === '' || /^[\s|:-]+$/.test(bare) ? [] : bare.split(sign).map(cell => cleanText(cell))
    })
    return { name: '', isHidden: false, rows, merges: [] }
  }
  const aligned = alignedRows(lines.join('\n'))
  const rows = aligned?.map(cells => (cells.every(cell => cell === '') ? [] : cells.map(cell => cleanText(cell))))
  return rows ? { name: '', isHidden: false, rows, merges: [] } : null
}
