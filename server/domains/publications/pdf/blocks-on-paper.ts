import { breakLines, type Line } from '#server/platform/print/lines.ts'
import { ink } from '#server/platform/print/paper.ts'
import { plainRuns } from '#server/platform/print/runs.ts'
import type { Column, Sheet, Tag } from '#server/platform/print/sheet.ts'
import { type Style, styles } from '#server/platform/print/styles.ts'
import type { Block, Heading, List } from '../markdown/blocks.ts'
import type { PrintPicture } from './pictures.ts'
import { codeRuns, runsOf } from './runs.ts'
import { drawTable, tableLeadHeight } from './table-on-paper.ts'

const paragraphGap = 7
const headingGap = 6
const listIndent = 20
const quoteIndent = 16
const codePadding = 10
/** A picture is scaled down at most to this to fit the rest of a page. */
const smallestScale = 0.7
const tallestPicture = 380

/** Draws the blocks of one article. */
export class BlockPrinter {
  private readonly sheet: Sheet
  private readonly pictures: Map<string, PrintPicture>
  /** Called for each heading drawn, for the bookmarks. */
  onHeading: (heading: Heading) => void = () => {}

  constructor(sheet: Sheet, pictures: Map<string, PrintPicture>) {
    this.sheet = sheet
    this.pictures = pictures
  }

  private break(inlines: Extract<Block, { kind: 'paragraph' }>['children'], style: Style, { width }: Column): Line[] {
    return breakLines(runsOf(inlines, style), width, this.sheet.measure)
  }

  private pictureSize({ width, height }: PrintPicture, column: Column) {
    const scale = Math.min(column.width / width, tallestPicture / height)
    return { width: width * scale, height: height * scale }
  }

  /** The height of a block that must be on the same page as its heading. */
  private leadHeight(block: Block | undefined, column: Column, style: Style): number {
    switch (block?.kind) {
      case undefined:
      case 'rule':
        return 0
      case 'paragraph':
        return this.sheet.leadHeight(this.break(block.children, style, column), style.leading)
      case 'heading':
        return styles[block.level].leading + headingGap + 12 + 2 * style.leading
      case 'picture': {
        const picture = this.pictures.get(block.key ?? '')
        return picture ? this.pictureSize(picture, column).height * smallestScale : style.leading
      }
      case 'table':
        return tableLeadHeight(this.sheet, block, column)
      case 'list':
        return this.leadHeight(block.items[0]?.[0], column, style)
      case 'quote':
        return this.leadHeight(block.children[0], column, styles.quote)
      case 'code':
        return 2 * codePadding + 2 * styles.code.leading
    }
  }

  /** A picture in the column, scaled down if that avoids a half-empty page; `below` is the room kept free under it. */
  drawPicture(key: string, alt: string, caption: string, column: Column, parent: Tag, below = 0): void {
    const { sheet } = this
    const picture = this.pictures.get(key)
    if (!picture) return
    const image = sheet.openImage(picture.jpeg)
    const lines = caption === '' ? [] : breakLines(plainRuns(caption, styles.caption), column.width, sheet.measure)
    const captionHeight = lines.length === 0 ? 0 : 6 + lines.length * styles.caption.leading
    const full = this.pictureSize(picture, column)
    const scale = Math.min(1, (sheet.room - captionHeight - below) / full.height)
    const isFitting = scale >= smallestScale
    if (!isFitting) sheet.need(full.height + captionHeight)
    const { width, height } = isFitting ? { width: full.width * scale, height: full.height * scale } : full
    const x = column.x + (column.width - width) / 2
    const figure = sheet.tag(parent, 'Figure', { alt })
    sheet.mark(figure, 'Figure', () => {
      sheet.doc.save().roundedRect(x, sheet.y, width, height, 5).clip()
      sheet.doc.image(image, x, sheet.y, { width, height })
      sheet.doc.restore()
    })
    sheet.y += height
    if (lines.length === 0) return
    sheet.y += 6
    sheet.lines(lines, column, styles.caption.leading, sheet.tag(parent, 'Caption'), 'Caption')
  }

  private drawHeading(heading: Heading, next: Block | undefined, column: Column, style: Style, parent: Tag): void {
    const { sheet } = this
    const own = styles[heading.level]
    const lines = this.break(heading.children, own, column)
    const gap = heading.level === 2 ? 12 : 8
    sheet.need(gap + lines.length * own.leading + headingGap + this.leadHeight(next, column, style))
    sheet.skip(gap)
    this.onHeading(heading)
    // The level above is the section's.
    const type = `H${heading.level + 1}`
    sheet.lines(lines, column, own.leading, sheet.tag(parent, type), type)
    sheet.y += headingGap
  }

  private drawList({ start, items }: List, column: Column, style: Style, parent: Tag): void {
    const { sheet } = this
    const list = sheet.tag(parent, 'L')
    const inner = { x: column.x + listIndent, width: column.width - listIndent }
    for (const [index, blocks] of items.entries()) {
      if (index > 0) sheet.skip(3)
      sheet.need(this.leadHeight(blocks[0], inner, style))
      const item = sheet.tag(list, 'LI')
      const label = start === null ? '•' : `${start + index}.`
      const [line] = breakLines(
        plainRuns(label, { ...style, face: 'labelBold', size: style.size * 0.92, colour: ink.accent }),
        listIndent * 3,
        sheet.measure,
      )
      const { y, pages } = sheet
      if (line) sheet.line(line, inner.x - 6 - line.width, style.leading, sheet.tag(item, 'Lbl'), 'Lbl')
      this.drawBlocks(blocks, inner, style, sheet.tag(item, 'LBody'))
      // An empty item still takes a line.
      if (sheet.y === y && sheet.pages === pages) sheet.y += style.leading
    }
  }

  /** A quotation, with a bar beside it on each of its pages. */
  private drawQuote(blocks: Block[], column: Column, parent: Tag): void {
    const { sheet } = this
    const inner = { x: column.x + quoteIndent, width: column.width - quoteIndent }
    sheet.need(this.leadHeight(blocks[0], inner, styles.quote))
    const { y, pages } = sheet
    this.drawBlocks(blocks, inner, styles.quote, sheet.tag(parent, 'BlockQuote'))
    if (sheet.pages !== pages) return
    sheet.decorate(() => {
      sheet.doc.rect(column.x + 2, y + 2, 2.4, sheet.y - y - 4).fill(ink.leafLight)
    })
  }

  private drawCode(text: string, column: Column, parent: Tag): void {
    const { sheet } = this
    const inner = { x: column.x + codePadding, width: column.width - 2 * codePadding }
    const lines = breakLines(codeRuns(text, styles.code), inner.width, sheet.measure)
    sheet.lines(lines, inner, styles.code.leading, sheet.tag(parent, 'Code'), 'Code')
  }

  private drawRule({ x, width }: Column): void {
    const { sheet } = this
    sheet.skip(6)
    sheet.decorate(() => {
      const middle = x + width / 2
      sheet.doc
        .lineWidth(0.8)
        .moveTo(middle - 40, sheet.y)
        .lineTo(middle + 40, sheet.y)
        .stroke(ink.line)
    })
    sheet.y += 6
  }

  /** Blocks one below the other. Deep nesting narrows the column to 120 points at least. */
  drawBlocks(blocks: Block[], column: Column, style: Style, parent: Tag): void {
    const { sheet } = this
    const box = column.width < 120 ? { x: column.x - 120 + column.width, width: 120 } : column
    for (const [index, block] of blocks.entries()) {
      const before = blocks[index - 1]?.kind
      if (before !== undefined && before !== 'heading') sheet.skip(paragraphGap)
      switch (block.kind) {
        case 'paragraph': {
          const lines = this.break(block.children, style, box)
          sheet.lines(lines, box, style.leading, sheet.tag(parent, 'P'), 'P')
          break
        }
        case 'heading':
          this.drawHeading(block, blocks[index + 1], box, style, parent)
          break
        case 'picture':
          sheet.skip(3)
          this.drawPicture(block.key ?? '', block.alt, block.caption, box, parent)
          sheet.y += 5
          break
        case 'quote':
          this.drawQuote(block.children, box, parent)
          break
        case 'list':
          this.drawList(block, box, style, parent)
          break
        case 'table':
          sheet.skip(3)
          drawTable(sheet, block, box, parent)
          sheet.y += 5
          break
        case 'code':
          this.drawCode(block.text, box, parent)
          break
        case 'rule':
          this.drawRule(box)
          break
      }
    }
  }
}
