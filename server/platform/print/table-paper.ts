import PDFDocument from 'pdfkit'
import { fontFile } from './fonts.ts'

/** A4 on its side, in points. */
const paper = { width: 841.89, height: 595.28, left: 40, right: 40, top: 40, bottom: 552, footer: 566 }
const whole = paper.width - paper.left - paper.right
const padding = 4
const size = 8
const ink = { text: '#22302a', muted: '#5a665f', leaf: '#1f4d36', line: '#d8cfb8' }

/** `width` relative to that of the other columns. */
export interface PaperColumn {
  title: string
  width: number
  isNumber?: boolean
}

export const paperMoney = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const paperNumber = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
export const paperDay = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})

/** One table over the pages of a document, with a heading above it and numbers of pages below. */
export class TablePaper {
  private readonly doc: PDFKit.PDFDocument
  private readonly chunks: Buffer[] = []
  private readonly ended: Promise<void>
  private readonly columns: Required<PaperColumn>[]
  private y = paper.top

  constructor(title: string, columns: PaperColumn[]) {
    const letters = columns.reduce((sum, { width }) => sum + width, 0)
    this.columns = columns.map(column => ({
      title: column.title,
      isNumber: column.isNumber ?? false,
      width: (column.width / letters) * whole,
    }))
    const doc = new PDFDocument({
      size: 'A4',
      layout: 'landscape',
      margin: 0,
      bufferPages: true,
      lang: 'ru-RU',
      info: { Title: title, Creator: 'Дендро' },
    })
    doc.on('data', (chunk: Buffer) => this.chunks.push(chunk))
    this.ended = new Promise<void>((resolve, reject) => {
      doc.once('end', resolve)
      doc.once('error', reject)
    })
    for (const face of ['label', 'labelBold'] as const) doc.registerFont(face, fontFile(face))
    this.doc = doc
  }

  /** What stands above the table. */
  heading(title: string, lines: string[]): void {
    const { doc } = this
    doc.font('labelBold').fontSize(16).fillColor(ink.leaf).text(title, paper.left, this.y, { width: whole })
    this.y = doc.y + 2
    for (const line of lines.filter(text => text !== '')) {
      doc.font('label').fontSize(10).fillColor(ink.muted).text(line, paper.left, this.y, { width: whole })
      this.y = doc.y + 1
    }
    this.y += 9
  }

  /** The titles of the columns; they are repeated on further pages. */
  titles(): void {
    this.drawRow(
      this.columns.map(({ title }) => title),
      true,
    )
  }

  row(cells: string[]): void {
    this.drawRow(cells, false)
  }

  private drawRow(cells: string[], isTitle: boolean): void {
    const { doc, columns } = this
    doc.font(isTitle ? 'labelBold' : 'label').fontSize(size)
    const height =
      Math.max(
        ...columns.map(({ width }, at) => doc.heightOfString(cells[at] || ' ', { width: width - 2 * padding })),
      ) +
      2 * padding
    if (this.y + height > paper.bottom) {
      this.newPage()
      if (!isTitle) this.titles()
      doc.font(isTitle ? 'labelBold' : 'label').fontSize(size)
    }
    let x = paper.left
    for (const [at, { width, isNumber }] of columns.entries()) {
      doc.fillColor(isTitle ? ink.leaf : ink.text)
      doc.text(cells[at] ?? '', x + padding, this.y + padding, {
        width: width - 2 * padding,
        align: isNumber ? 'right' : 'left',
      })
      x += width
    }
    this.rule(height, isTitle ? ink.leaf : ink.line)
  }

  /** A heading, a remark or a sum over the whole width. */
  remark(text: string, { isSum = false, isBold = true }: { isSum?: boolean; isBold?: boolean } = {}): void {
    const { doc } = this
    doc.font(isBold ? 'labelBold' : 'label').fontSize(size)
    const options = { width: whole - 2 * padding, align: isSum ? ('right' as const) : ('left' as const) }
    const height = doc.heightOfString(text || ' ', options) + 2 * padding
    if (this.y + height > paper.bottom) this.newPage()
    doc.fillColor(isBold ? ink.leaf : ink.text).text(text, paper.left + padding, this.y + padding, options)
    this.rule(height, ink.line)
  }

  private newPage(): void {
    this.doc.addPage()
    this.y = paper.top
  }

  private rule(height: number, colour: string): void {
    this.y += height
    this.doc
      .lineWidth(0.5)
      .moveTo(paper.left, this.y)
      .lineTo(paper.left + whole, this.y)
      .stroke(colour)
  }

  async finish(): Promise<Buffer> {
    const { doc } = this
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      doc.font('label').fontSize(8).fillColor(ink.muted)
      doc.text(`${page + 1} / ${count}`, paper.left, paper.footer, { width: whole, align: 'right', lineBreak: false })
    }
    doc.end()
    await this.ended
    return Buffer.concat(this.chunks)
  }
}
