import { ink, paper, textWidth } from './paper.ts'
import type { Sheet } from './sheet.ts'
import { styles } from './styles.ts'

/** The text, truncated to one line. */
function shorten(sheet: Sheet, text: string, width: number): string {
  const style = styles.label
  if (sheet.measure(text, style) <= width) return text
  let end = text.length
  while (end > 0 && sheet.measure(`${text.slice(0, end).trimEnd()}…`, style) > width) end--
  return `${text.slice(0, end).trimEnd()}…`
}

/** The document's name and the page number at the bottom of every page from this one on, counted from 0. */
export function drawFooters(sheet: Sheet, name: string, first: number): void {
  const style = styles.label
  const title = shorten(sheet, name, textWidth - 60)
  for (let page = first; page < sheet.pages; page++) {
    sheet.doc.switchToPage(page)
    const number = String(page + 1)
    const right = paper.left + textWidth - sheet.measure(number, style)
    sheet.decorate(() => {
      const { doc } = sheet
      const { left, footer: y } = paper
      doc
        .lineWidth(0.6)
        .moveTo(left, y - 13)
        .lineTo(left + textWidth, y - 13)
        .stroke(ink.line)
      doc.font(style.face).fontSize(style.size).fillColor(style.colour)
      doc.text(title, left, y, { lineBreak: false, baseline: 'alphabetic' })
      doc.text(number, right, y, { lineBreak: false, baseline: 'alphabetic' })
    })
  }
}
