// Bullets and numbers that count the lines of a list, which say nothing of what stands behind them.
import type { Sheet } from '#server/reading/tables/cells.ts'

/** «•», «3.», «12)» before words; a dash or an asterisk may mean something. */
const counting = /^\s*(?:[•►▪●‣·]|\d{1,4}[.)])\s+(?=["'«“]?\p{L})/u

/** The sheet without what counts its rows at the beginning of their first cell; the same sheet if nothing does. */
export function withoutBullets(sheet: Sheet): Sheet {
  let isChanged = false
  const rows = sheet.rows.map(cells => {
    const at = cells.findIndex(cell => cell !== '')
    const first = cells[at]
    const text = typeof first === 'string' ? first : ''
    if (!counting.test(text)) return cells
    isChanged = true
    return cells.with(at, text.replace(counting, ''))
  })
  return isChanged ? { ...sheet, rows } : sheet
}
