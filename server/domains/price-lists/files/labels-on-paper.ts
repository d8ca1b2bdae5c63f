import { encode } from 'uqr'
import { breakLines } from '#server/platform/print/lines.ts'
import { ink, paper } from '#server/platform/print/paper.ts'
import { plainRuns } from '#server/platform/print/runs.ts'
import { Sheet, type Tag } from '#server/platform/print/sheet.ts'
import { drawSquares } from '#server/platform/print/squares.ts'
import { type Style, styles } from '#server/platform/print/styles.ts'

/** A label for a row of plants in the yard. */
export interface Label {
  name: string
  latinName: string
  size: string
  price: string
  /** Where the code leads: the product's page. */
  address: string
}

export interface PrintLabels {
  company: string
  labels: Label[]
  printedAt: Date
}

/** Labels of a sheet: two columns of seven, 105 × 42.3 mm without gaps, as self-adhesive A4 sheets are cut. */
const [across, down] = [2, 7] as const
const [width, height] = [paper.width / across, paper.height / down]
/** Points around a label's content: printers leave some millimetres of a sheet white. */
const [side, top] = [20, 12] as const
/** Points of the side of a code: some three centimetres, with the white that cameras need around it. */
const codeSide = 92
const codeMargin = 4

const name = { ...styles.entry, size: 11.5, leading: 13.5, colour: ink.text } satisfies Style
const latin = { ...styles.subentry, face: 'textItalic', size: 9, leading: 11.5 } satisfies Style
const size = { ...styles.label, size: 9, leading: 11.5, colour: ink.text } satisfies Style
const price = { ...name, size: 13, leading: 17, colour: ink.leaf } satisfies Style
const firm = { ...styles.label, size: 7.2, leading: 9 } satisfies Style

function drawCode({ doc }: Sheet, address: string, left: number, above: number): void {
  doc.rect(left, above, codeSide, codeSide).fill('#ffffff')
  drawSquares(doc, encode(address, { ecc: 'M', border: codeMargin }).data, { left, top: above, side: codeSide })
}

function drawLabel(sheet: Sheet, { company, label }: { company: string; label: Label }, x: number, y: number): void {
  const tag: Tag = sheet.tag(sheet.root, 'Sect', { title: label.name })
  const room = width - 2 * side - codeSide - 6
  const write = (text: string, style: Style, most: number, type: string) => {
    if (text === '') return
    const lines = breakLines(plainRuns(text, style), room, sheet.measure).slice(0, most)
    const part = sheet.tag(tag, type)
    for (const line of lines) {
      sheet.line(line, x + side, style.leading, part, type)
      sheet.y += style.leading
    }
  }
  sheet.y = y + top
  write(label.name, name, 2, 'H1')
  write(label.latinName, latin, 1, 'P')
  write(label.size, size, 2, 'P')
  write(label.price, price, 1, 'P')
  sheet.y = y + height - top - firm.leading
  write(company, firm, 1, 'P')
  const code = sheet.tag(tag, 'Figure', { alt: `QR-код: ${label.address}` })
  sheet.mark(code, 'Figure', () =>
    drawCode(sheet, label.address, x + width - side - codeSide, y + (height - codeSide) / 2),
  )
}

/** Sheets of labels. The same content and time give the same file. */
export async function printLabels({ company, labels, printedAt }: PrintLabels): Promise<Buffer> {
  const sheet = new Sheet({
    title: `Этикетки, ${company}`,
    author: company,
    changedAt: printedAt,
    addressOf: href => href,
  })
  for (const [index, label] of labels.entries()) {
    const place = index % (across * down)
    if (place === 0 && index > 0) sheet.newPage()
    drawLabel(sheet, { company, label }, (place % across) * width, Math.floor(place / across) * height)
  }
  return sheet.finish()
}
