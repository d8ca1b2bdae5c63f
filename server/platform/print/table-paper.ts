import PDFDocument from 'pdfkit'
import { fontFile } from './fonts.ts'
import { drawSquares } from './squares.ts'

/** A4 in points, on its side or upright. */
const papers = {
  landscape: { width: 841.89, left: 40, right: 40, top: 40, bottom: 552, footer: 566 },
  portrait: { width: 595.28, left: 50, right: 40, top: 40, bottom: 790, footer: 808 },
}
const padding = 4
const size = 8
/** Of the picture beside a heading. */
const logoHeight = 44
/** The smallest that a number is drawn, so that it stays on its line. */
const smallest = 4.5
const ink = { text: '#22302a', muted: '#5a665f', leaf: '#1f4d36', line: '#d8cfb8' }

/** `width` relative to that of the other columns. */
export interface PaperColumn {
  title: string
  width: number
  isNumber?: boolean
  /** The longest that will stand in it on one line: the column becomes wide enough. */
  longest?: string
}

export interface PaperOptions {
  layout?: keyof typeof papers
  /** When it says that it was made; the same then gives the same file. */
  madeAt?: Date
}

/** Keeps a number, and a number with its unit, on one line. */
export const unbroken = (text: string) => text.replaceAll(/(?<=\d) (?=\d)|(?<=\d) (?=[₽%\p{L}])/gu, '\u00a0')

/** The longest of some texts. */
export const longestOf = (texts: string[]) =>
  texts.reduce((one, other) => (other.length > one.length ? other : one), '')

/** One table over the pages of a document, with a heading above it and numbers of pages below. */
export class TablePaper {
  private readonly doc: PDFKit.PDFDocument
  private readonly chunks: Buffer[] = []
  private readonly ended: Promise<void>
  private readonly columns: { title: string; isNumber: boolean; width: number }[]
  private readonly page: (typeof papers)['landscape']
  private readonly whole: number
  private y: number

  constructor(title: string, columns: PaperColumn[], { layout = 'landscape', madeAt }: PaperOptions = {}) {
    this.page = papers[layout]
    this.whole = this.page.width - this.page.left - this.page.right
    this.y = this.page.top
    const doc = new PDFDocument({
      size: 'A4',
      layout,
      margin: 0,
      bufferPages: true,
      lang: 'ru-RU',
      info: { Title: title, Creator: 'Дендро', ...(madeAt ? { CreationDate: madeAt, ModDate: madeAt } : {}) },
    })
    doc.on('data', (chunk: Buffer) => this.chunks.push(chunk))
    this.ended = new Promise<void>((resolve, reject) => {
      doc.once('end', resolve)
      doc.once('error', reject)
    })
    for (const face of ['label', 'labelBold'] as const) doc.registerFont(face, fontFile(face))
    this.doc = doc
    this.columns = this.widthsOf(columns)
  }

  /**
   * Columns are at least as wide as their longest number and the longest word of their title; the others share what is
   * left.
   */
  private widthsOf(columns: PaperColumn[]) {
    const letters = columns.reduce((sum, { width }) => sum + width, 0)
    // A title is in bold, and so may be the sum.
    const { doc } = this
    const roomFor = (text: string) =>
      text === '' ? 0 : doc.font('labelBold').fontSize(size).widthOfString(text) + 2 * padding + 1
    const wanted = columns.map(({ title, width, isNumber = false, longest = '' }) => {
      const ofTitle = Math.max(...title.split(' ').map(roomFor))
      return { title, isNumber, share: width / letters, ofTitle, needed: Math.max(roomFor(longest), ofTitle) }
    })
    const fixed = new Set<(typeof wanted)[number]>()
    const restFor = (width: number) =>
      (this.whole - width) / wanted.reduce((sum, one) => sum + (fixed.has(one) ? 0 : one.share), 0)
    const sumOf = (width: (one: (typeof wanted)[number]) => number) =>
      [...fixed].reduce((sum, one) => sum + width(one), 0)
    // What one of them takes the others lack, which may then be too narrow as well.
    for (let before = -1; before < fixed.size && fixed.size < wanted.length;) {
      before = fixed.size
      const rest = restFor(sumOf(({ needed }) => needed))
      for (const one of wanted) if (one.share * rest < one.needed) fixed.add(one)
    }
    // Where they would leave too little for words they are drawn smaller.
    const most = Math.min(1, (0.6 * this.whole) / sumOf(({ needed }) => needed))
    const widthOf = ({ needed, ofTitle }: (typeof wanted)[number]) => Math.max(needed * most, ofTitle)
    const rest = restFor(sumOf(widthOf))
    return wanted.map(one => {
      const { title, isNumber, share } = one
      return { title, isNumber, width: fixed.has(one) ? widthOf(one) : share * rest }
    })
  }

  /** What stands above the table; a picture (JPEG, PNG) at its right. */
  heading(title: string, lines: string[], logo: Buffer | null = null): void {
    const { doc } = this
    if (logo) this.logo(logo, logoHeight)
    doc.font('labelBold').fontSize(16).fillColor(ink.leaf).text(title, this.page.left, this.y, { width: this.whole })
    this.y = doc.y + 2
    for (const line of lines.filter(text => text !== '')) {
      doc.font('label').fontSize(10).fillColor(ink.muted).text(line, this.page.left, this.y, { width: this.whole })
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
        ...columns.map(({ width, isNumber }, at) =>
          doc.heightOfString((!(isNumber && !isTitle) && cells[at]) || ' ', { width: width - 2 * padding }),
        ),
      ) +
      2 * padding
    if (this.y + height > this.page.bottom) {
      this.newPage()
      if (!isTitle) this.titles()
      doc.font(isTitle ? 'labelBold' : 'label').fontSize(size)
    }
    let x = this.page.left
    for (const [at, { width, isNumber }] of columns.entries()) {
      doc.fillColor(isTitle ? ink.leaf : ink.text)
      if (isNumber && !isTitle) this.number(cells[at] ?? '', x + padding, width - 2 * padding)
      else
        doc.text(cells[at] ?? '', x + padding, this.y + padding, {
          width: width - 2 * padding,
          align: isNumber ? 'right' : 'left',
        })
      x += width
    }
    this.rule(height, isTitle ? ink.leaf : ink.line)
  }

  /** A number on one line, to the right; smaller if it is too wide. Words («по запросу») may break. */
  private number(text: string, x: number, width: number): void {
    const { doc } = this
    const needed = doc.widthOfString(text)
    const fitting = needed > width ? Math.max(smallest, (size * width) / needed) : size
    doc.fontSize(fitting)
    const left = Math.max(0, width - doc.widthOfString(text))
    doc.text(text, x + left, this.y + padding + (size - fitting) * 0.7, { lineBreak: false })
    doc.fontSize(size)
  }

  /** Names with what they stand for, above or below the table; `room`: what is left free at the right. */
  facts(facts: [name: string, value: string][], room = 0): void {
    const { doc, page } = this
    const names = 110
    const width = this.whole - names - room
    for (const [name, value] of facts.filter(([, text]) => text !== '')) {
      doc.font('label').fontSize(9)
      const height = Math.max(doc.heightOfString(value, { width }), doc.heightOfString(name, { width: names - 6 })) + 3
      if (this.y + height > page.bottom) this.newPage()
      doc.fillColor(ink.muted).text(name, page.left, this.y, { width: names - 6 })
      doc.fillColor(ink.text).text(value, page.left + names, this.y, { width })
      this.y += height
    }
    this.y += 6
  }

  /** Words over the whole width. */
  paragraph(text: string, { isBold = false }: { isBold?: boolean } = {}): void {
    const { doc, page, whole } = this
    doc.font(isBold ? 'labelBold' : 'label').fontSize(9.5)
    const height = doc.heightOfString(text, { width: whole }) + 5
    if (this.y + height > page.bottom) this.newPage()
    doc.fillColor(ink.text).text(text, page.left, this.y + 3, { width: whole })
    this.y += height + 2
  }

  /** Black squares, a code for cameras, at the right of what follows; returns how much room it takes. */
  squares(rows: boolean[][], side: number): number {
    const { doc, page, whole } = this
    drawSquares(doc, rows, { left: page.left + whole - side, top: this.y, side })
    return side
  }

  /** Ends what stands beside something of this height that began at `from`. */
  below(from: number, height: number): void {
    this.y = Math.max(this.y, from + height)
  }

  /** Where the next thing stands. */
  get at(): number {
    return this.y
  }

  private logo(picture: Buffer, height: number): void {
    const { doc, page, whole } = this
    doc.image(picture, page.left + whole - 3 * height, this.y, { fit: [3 * height, height], align: 'right' })
  }

  /** Lines to be signed on. */
  signatures(signers: { role: string; name: string }[]): void {
    const { doc, page, whole } = this
    const width = whole / signers.length - 16
    if (this.y + 66 > page.bottom) this.newPage()
    this.y += 18
    for (const [at, { role, name }] of signers.entries()) {
      const x = page.left + at * (width + 16)
      doc.font('label').fontSize(9).fillColor(ink.muted).text(role, x, this.y, { width })
      doc
        .lineWidth(0.5)
        .moveTo(x, this.y + 34)
        .lineTo(x + width, this.y + 34)
        .stroke(ink.muted)
      doc
        .fontSize(8)
        .fillColor(ink.text)
        .text(name, x, this.y + 37, { width, height: 10, ellipsis: true })
    }
    this.y += 52
  }

  /** Space between two blocks. */
  skip(height: number): void {
    this.y += height
  }

  /** A heading, a remark or a sum over the whole width. */
  remark(text: string, { isSum = false, isBold = true }: { isSum?: boolean; isBold?: boolean } = {}): void {
    const { doc } = this
    doc.font(isBold ? 'labelBold' : 'label').fontSize(size)
    const options = { width: this.whole - 2 * padding, align: isSum ? ('right' as const) : ('left' as const) }
    const height = doc.heightOfString(text || ' ', options) + 2 * padding
    if (this.y + height > this.page.bottom) this.newPage()
    doc.fillColor(isBold ? ink.leaf : ink.text).text(text, this.page.left + padding, this.y + padding, options)
    this.rule(height, ink.line)
  }

  private newPage(): void {
    this.doc.addPage()
    this.y = this.page.top
  }

  private rule(height: number, colour: string): void {
    this.y += height
    this.doc
      .lineWidth(0.5)
      .moveTo(this.page.left, this.y)
      .lineTo(this.page.left + this.whole, this.y)
      .stroke(colour)
  }

  async finish(): Promise<Buffer> {
    const { doc } = this
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      doc.font('label').fontSize(8).fillColor(ink.muted)
      doc.text(`${page + 1} / ${count}`, this.page.left, this.page.footer, {
        width: this.whole,
        align: 'right',
        lineBreak: false,
      })
    }
    doc.end()
    await this.ended
    return Buffer.concat(this.chunks)
  }
}
