import type { ListedProduct } from '#contract/price-lists.ts'
import type { Variant } from '#contract/variants.ts'
import { drawFooters } from '#server/platform/print/footers.ts'
import { breakLines, type Line } from '#server/platform/print/lines.ts'
import { drawMark } from '#server/platform/print/mark.ts'
import { paperDay, paperNumber } from '#server/platform/print/paper-figures.ts'
import { ink, paper, textWidth } from '#server/platform/print/paper.ts'
import { plainRuns } from '#server/platform/print/runs.ts'
import { type Column, Sheet, type Tag, wholeColumn } from '#server/platform/print/sheet.ts'
import { type Style, styles } from '#server/platform/print/styles.ts'
import { printed } from '#server/reading/price-lists/printed-list.ts'
import { forOthers, stockOf } from './offered-table.ts'
import type { ListedSection } from './published-list.ts'

/** The content of a company's printed list. */
export interface PrintList {
  company: string
  /** Lines with ways to contact the company. */
  contacts: string[]
  sections: ListedSection[]
  updatedAt: Date | null
  /** The number of published variants beyond those that are printed. */
  left: number
  /** The URL of the list on the site. */
  address: string
}

const shortDay = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  timeZone: 'Europe/Moscow',
})
const number = new Intl.NumberFormat('ru-RU')

const cell = { ...styles.cell, face: 'label', size: 8.8, leading: 12 } satisfies Style
const small = { ...cell, size: 7.8, leading: 11, colour: ink.muted } satisfies Style
const bold = { ...cell, face: 'labelBold' } satisfies Style
const latin = { ...cell, face: 'textItalic', colour: ink.muted } satisfies Style
const sectionStyle = { ...styles[2], size: 13, leading: 17 } satisfies Style
const padding = 3
const gap = 8
/** Points by which variants are indented below their product's name. */
const indent = 10

const widths = [215, 88, 98, 50]

/** The position and width of each column in points, without the gaps between them. */
const columns: Column[] = widths.map((width, index) => ({
  x: paper.left + widths.slice(0, index).reduce((sum, wide) => sum + wide, 0) + (index === 0 ? indent : 0),
  width: width - (index === widths.length - 1 ? 0 : gap) - (index === 0 ? indent : 0),
}))

const priceOf = ({ price }: Variant) => (price === null ? printed.onRequest : paperNumber.format(price))
const tiersOf = ({ price_tiers }: Variant) =>
  price_tiers.map(tier =>
    tier.quantity_from === null
      ? `опт ${paperNumber.format(tier.price)}`
      : `от ${number.format(tier.quantity_from)} шт. ${paperNumber.format(tier.price)}`,
  )

function stockText(variant: Variant): string {
  const stock = stockOf(forOthers(variant))
  return typeof stock === 'number' ? `${number.format(stock)} шт.` : stock
}

type Cells = { lines: Line[]; style: Style }[][]
const heightOf = (cells: Cells) =>
  Math.max(
    ...cells.map(parts => parts.reduce((height, { lines, style }) => height + lines.length * style.leading, 0)),
  ) +
  2 * padding

class ListPrinter {
  private readonly sheet: Sheet

  constructor(sheet: Sheet) {
    this.sheet = sheet
  }

  private lay(text: string, style: Style, { width }: Column): { lines: Line[]; style: Style } {
    return { lines: text === '' ? [] : breakLines(plainRuns(text, style), width, this.sheet.measure), style }
  }

  text(text: string, style: Style, parent: Tag, type = 'P'): void {
    const { lines } = this.lay(text, style, wholeColumn)
    this.sheet.lines(lines, wholeColumn, style.leading, this.sheet.tag(parent, type), type)
  }

  /** Draws cells next to each other. With `row: null` they are decoration, which screen readers skip. */
  private drawCells(cells: Cells, row: Tag | null, type: string): void {
    const { sheet } = this
    const top = sheet.y
    for (const [index, parts] of cells.entries()) {
      const { x, width } = columns[index] ?? wholeColumn
      const tag = row && sheet.tag(row, type)
      sheet.y = top + padding
      for (const { lines, style } of parts) {
        for (const line of lines) {
          const shift = index >= 2 ? width - line.width : 0
          sheet.line(line, x + shift, style.leading, tag, type)
          sheet.y += style.leading
        }
      }
    }
    sheet.y = top + heightOf(cells)
  }

  private rule(colour: string, width: number): void {
    const { sheet } = this
    sheet.decorate(() => {
      sheet.doc
        .lineWidth(width)
        .moveTo(paper.left, sheet.y)
        .lineTo(paper.left + textWidth, sheet.y)
        .stroke(colour)
    })
  }

  /** Draws the column titles. On further pages they are decoration, because screen readers have read them already. */
  drawHead(table: Tag | null): void {
    const { sheet } = this
    const cells = printed.columns.map((title, index) => [this.lay(title, styles.head, columns[index] ?? wholeColumn)])
    sheet.decorate(() => sheet.doc.rect(paper.left, sheet.y, textWidth, heightOf(cells)).fill(ink.paper))
    this.drawCells(cells, table && sheet.tag(table, 'TR'), 'TH')
    this.rule(ink.leaf, 0.9)
  }

  private need(height: number): void {
    if (height <= this.sheet.room) return
    this.sheet.newPage()
    this.drawHead(null)
  }

  /** The heading above a product's variants: its name, followed by the Latin one. */
  private layName({ name, latin_name }: ListedProduct, isContinued: boolean): Line[] {
    return breakLines(
      [
        ...plainRuns(name, bold),
        ...(latin_name === '' ? [] : plainRuns(`  ${latin_name}`, latin)),
        ...(isContinued ? plainRuns(printed.continued, small) : []),
      ],
      textWidth,
      this.sheet.measure,
    )
  }

  private drawName(lines: Line[], table: Tag | null): void {
    const { sheet } = this
    sheet.y += padding
    const tag = table && sheet.tag(sheet.tag(table, 'TR'), 'TH')
    for (const line of lines) {
      sheet.line(line, paper.left, bold.leading, tag, 'TH')
      sheet.y += bold.leading
    }
  }

  drawProduct(product: ListedProduct, table: Tag): void {
    const { sheet } = this
    const name = this.layName(product, false)
    for (const [index, variant] of product.variants.entries()) {
      const [size = wholeColumn, stock = wholeColumn, price = wholeColumn, date = wholeColumn] = columns
      const cells: Cells = [
        [
          this.lay(variant.label || printed.noLabel, variant.label ? cell : small, size),
          this.lay(
            [variant.sku === null ? '' : `арт. ${variant.sku}`, variant.note].filter(Boolean).join(' · '),
            small,
            size,
          ),
        ],
        [this.lay(stockText(variant), cell, stock)],
        [
          this.lay(priceOf(variant), variant.price === null ? cell : bold, price),
          ...tiersOf(variant).map(tier => this.lay(tier, small, price)),
        ],
        [this.lay(shortDay.format(new Date(variant.confirmed_at)), small, date)],
      ]
      const { pages } = sheet
      this.need(heightOf(cells) + (index === 0 ? name.length * bold.leading + padding : 0))
      if (index === 0) this.drawName(name, table)
      else if (sheet.pages !== pages) this.drawName(this.layName(product, true), null)
      this.drawCells(cells, sheet.tag(table, 'TR'), 'TD')
    }
    this.rule(ink.line, 0.5)
  }

  /** Starts a new page if there is no room for rows below the section's name. */
  startSection(name: string): Tag {
    const { sheet } = this
    if (sheet.room < 110 && !sheet.isAtTop) sheet.newPage()
    sheet.skip(16)
    const part = sheet.tag(sheet.root, 'Sect', { title: name })
    sheet.doc.outline.addItem(name, { left: paper.width, top: Math.max(0, sheet.y - 16) } as object)
    this.text(name, sectionStyle, part, 'H2')
    sheet.y += 4
    const table = sheet.tag(part, 'Table')
    this.drawHead(table)
    return table
  }
}

/** Prints a company's list as a PDF: its name and contacts, then the sections, each with a table of variants. */
export async function printList(list: PrintList): Promise<Buffer> {
  const { company, contacts, sections, updatedAt, left, address } = list
  const name = `${printed.title}${company}`
  const sheet = new Sheet({
    title: name,
    author: company,
    changedAt: updatedAt ?? new Date(),
    addressOf: href => (URL.canParse(href) ? new URL(href).href : null),
  })
  const printer = new ListPrinter(sheet)
  const head = sheet.tag(sheet.root, 'Sect', { title: name })
  sheet.decorate(() => drawMark(sheet, paper.left, 34, 20))
  sheet.y = 38
  const brand = { ...styles.author, size: 12, leading: 16, colour: ink.leaf }
  const [line] = breakLines(plainRuns('Дендро', brand), textWidth, sheet.measure)
  if (line) sheet.line(line, paper.left + 27, brand.leading, sheet.tag(head, 'P'), 'P')
  sheet.y = paper.top + 10
  printer.text(company, { ...styles.section, size: 20, leading: 25 }, head, 'H1')
  sheet.y += 2
  const state = updatedAt ? `Прайс-лист, обновлён ${paperDay.format(updatedAt)}` : 'Прайс-лист'
  printer.text(state, styles.author, head)
  sheet.y += 5
  for (const contact of contacts) printer.text(contact, styles.label, head)
  printer.text(address.replace(/^https?:\/\//, ''), { ...styles.label, colour: ink.leaf, href: address }, head)
  if (sections.length === 0) {
    sheet.y += 16
    printer.text('Компания пока ничего не опубликовала.', styles.body, head)
  }
  for (const { category, products } of sections) {
    const table = printer.startSection(category.name)
    for (const product of products) printer.drawProduct(product, table)
  }
  if (left > 0) {
    sheet.skip(14)
    const rest = `Здесь не всё: ещё ${number.format(left)} — в таблице на сайте, ${address.replace(/^https?:\/\//, '')}`
    printer.text(rest, styles.body, sheet.root)
  }
  drawFooters(sheet, name, 0)
  return sheet.finish()
}
