import { breakLines, type Line } from '#server/platform/print/lines.ts'
import { ink, paper, textWidth } from '#server/platform/print/paper.ts'
import { plainRuns } from '#server/platform/print/runs.ts'
import { type Sheet, type Tag, wholeColumn } from '#server/platform/print/sheet.ts'
import { type Style, styles } from '#server/platform/print/styles.ts'

/** An entry of the contents: a section or a heading in a section. */
export interface Entry {
  name: string
  isSection: boolean
  /** The name of the destination in the document. */
  place: string
}

interface LaidEntry extends Entry {
  style: Style
  indent: number
  gap: number
  lines: Line[]
}

const numberWidth = 34

/** Whether all entries fit on one page; otherwise headings are left out. */
const entriesOnPage = 40

/** The table of contents: its pages are reserved first and filled in when all page numbers are known. */
export class Contents {
  private readonly pages: LaidEntry[][] = []
  private readonly sheet: Sheet
  private readonly tag: Tag
  private readonly firstPage: number

  /** Reserves as many pages as the list needs. */
  constructor(sheet: Sheet, all: Entry[]) {
    this.sheet = sheet
    const entries = all.length > entriesOnPage ? all.filter(entry => entry.isSection) : all
    let room = 0
    for (const entry of entries) {
      const style = entry.isSection ? styles.entry : styles.subentry
      const indent = entry.isSection ? 0 : 14
      const lines = breakLines(plainRuns(entry.name, style), textWidth - indent - numberWidth, sheet.measure)
      const gap = entry.isSection ? 9 : 2
      const height = gap + lines.length * style.leading
      if (height > room) {
        const headHeight = this.pages.length === 0 ? styles.section.leading + 10 : 0
        this.pages.push([])
        room = paper.bottom - paper.top - headHeight
      }
      room -= height
      this.pages.at(-1)?.push({ ...entry, style, indent, gap, lines })
    }
    this.firstPage = sheet.pages
    this.tag = sheet.tag(sheet.root, 'Sect', { title: 'Содержание' })
    for (const _ of this.pages) sheet.newPage()
  }

  private drawEntry({ style, indent, gap, lines, place }: LaidEntry, page: number, list: Tag): void {
    const { sheet } = this
    sheet.y += gap
    const item = sheet.tag(list, 'TOCI')
    const top = sheet.y
    const right = paper.left + textWidth
    for (const [index, line] of lines.entries()) {
      sheet.line(line, paper.left + indent, style.leading, item, 'TOCI')
      if (index === lines.length - 1) {
        const [number] = breakLines(plainRuns(String(page), { ...style, face: 'label' }), numberWidth, sheet.measure)
        const from = paper.left + indent + line.width + 6
        const to = right - (number?.width ?? 0) - 6
        const y = sheet.y + style.leading / 2 + 3
        sheet.decorate(() => {
          sheet.doc.lineWidth(0.8).dash(0.8, { space: 3.2 }).lineCap('butt')
          if (to > from) sheet.doc.moveTo(from, y).lineTo(to, y).stroke(ink.line)
          sheet.doc.undash()
        })
        if (number) sheet.line(number, right - number.width, style.leading, item, 'TOCI')
      }
      sheet.y += style.leading
    }
    sheet.doc.goTo(paper.left, top, textWidth, sheet.y - top, place, {
      structParent: item,
    } as PDFKit.Mixins.AnnotationOption)
  }

  /** Fills the pages; `pageOf` gives the page of a destination, counted from 1. */
  draw(pageOf: (place: string) => number): void {
    const { sheet } = this
    const list = sheet.doc.struct('TOC')
    for (const [index, entries] of this.pages.entries()) {
      sheet.doc.switchToPage(this.firstPage + index)
      sheet.y = paper.top
      if (index === 0) {
        const head = breakLines(plainRuns('Содержание', styles.section), textWidth, sheet.measure)
        sheet.lines(head, wholeColumn, styles.section.leading, sheet.tag(this.tag, 'H2'), 'H2')
        sheet.y += 10
        this.tag.add(list)
      }
      for (const entry of entries) this.drawEntry(entry, pageOf(entry.place), list)
    }
  }
}
