import PDFDocument from 'pdfkit'
import { allFaces, fontFile } from '#server/platform/fonts.ts'
import type { Fragment, Line, Measure } from './lines.ts'
import { ink, paper, textWidth } from './paper.ts'
import { outsideAddress } from './runs.ts'

export type Tag = PDFKit.PDFStructureElement

/** Position and width of blocks: indented ones are narrower. */
export interface Column {
  x: number
  width: number
}
export const wholeColumn: Column = { x: paper.left, width: textWidth }

interface SheetOptions {
  title: string
  author: string
  changedAt: Date
  publicUrl: string
  /** Destinations by the article's own paths, so that such links stay within the document. */
  places: Map<string, string>
}

const linesKept = 2

/** The document being drawn, and where on which page the next line goes. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  /** The root of the structure tree, which screen readers use. */
  readonly root: Tag
  readonly measure: Measure
  y: number = paper.top
  pages = 1
  private readonly options: SheetOptions
  private readonly images = new Map<Buffer, PDFKit.Mixins.ImageSrc>()

  constructor(options: SheetOptions) {
    const { title, author, changedAt } = options
    this.options = options
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'ru-RU',
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, Author: author, Creator: 'Дендро', CreationDate: changedAt, ModDate: changedAt },
    })
    for (const face of allFaces) this.doc.registerFont(face, fontFile(face))
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
    const widths = new Map<string, number>()
    this.measure = (text, { face, size }) => {
      const key = `${face} ${text}`
      // Widths are proportional to the size.
      const known = widths.get(key) ?? this.doc.font(face).fontSize(100).widthOfString(text) / 100
      widths.set(key, known)
      return known * size
    }
  }

  get room(): number {
    return paper.bottom - this.y
  }

  get isAtTop(): boolean {
    return this.y === paper.top
  }

  newPage(): void {
    this.doc.addPage()
    this.pages++
    this.y = paper.top
  }

  /** Starts a new page unless this height fits. */
  need(height: number): void {
    if (height > this.room && !this.isAtTop) this.newPage()
  }

  /** Adds space between two blocks; none at the top of a page. */
  skip(height: number): void {
    if (!this.isAtTop) this.y += height
  }

  /** Adds an element to the structure tree. */
  tag(parent: Tag, type: string, options: { alt?: string; title?: string } = {}): Tag {
    const element = this.doc.struct(type, options)
    parent.add(element)
    return element
  }

  /** Draws content of an element; without an element, decoration. */
  mark(tag: Tag | null, type: string, draw: () => void): void {
    if (tag === null) {
      this.decorate(draw)
      return
    }
    const content = this.doc.markStructureContent(type)
    draw()
    this.doc.endMarkedContent()
    tag.add(content)
  }

  /** Draws what assistive technology skips: decoration, and what repeats on every page. */
  decorate(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  private write({ text, style, x, width }: Fragment, left: number, baseline: number): void {
    this.doc
      .font(style.face)
      .fontSize(style.size)
      .fillColor(style.colour)
      .text(text, left + x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    if (style.href === undefined) return
    const y = baseline + style.size * 0.17
    this.doc
      .lineWidth(0.5)
      .moveTo(left + x, y)
      .lineTo(left + x + width, y)
      .stroke(ink.leafLight)
  }

  private link({ style, x, width }: Fragment, left: number, tag: Tag): void {
    if (style.href === undefined) return
    const box = [left + x, this.y, width, style.leading] as const
    const place = this.options.places.get(style.href)
    const address = outsideAddress(style.href, this.options.publicUrl)
    const options = { structParent: tag } as PDFKit.Mixins.AnnotationOption
    if (place !== undefined) this.doc.goTo(...box, place, options)
    else if (address !== null) this.doc.link(...box, address, options)
  }

  /** Draws one line at `y` without moving on. `type` is the element's. */
  line({ fragments }: Line, left: number, leading: number, tag: Tag | null, type: string): void {
    const size = fragments[0]?.style.size ?? 0
    const baseline = this.y + leading / 2 + size * 0.33
    for (const fragment of fragments) {
      if (fragment.style.href === undefined || tag === null) {
        this.mark(tag, type, () => this.write(fragment, left, baseline))
        continue
      }
      const link = this.tag(tag, 'Link')
      this.mark(link, 'Link', () => this.write(fragment, left, baseline))
      this.link(fragment, left, link)
    }
  }

  /** Draws the lines of a paragraph over as many pages as needed; no line is alone on a page. */
  lines(lines: Line[], { x }: Column, leading: number, tag: Tag, type: string): void {
    let done = 0
    while (done < lines.length) {
      const left = lines.length - done
      const fitting = Math.floor((this.room + 0.01) / leading)
      const taken = left <= fitting ? left : Math.min(fitting, left - linesKept)
      if (taken < Math.min(linesKept, left) && !this.isAtTop) {
        this.newPage()
        continue
      }
      for (const line of lines.slice(done, done + Math.max(1, taken))) {
        this.line(line, x, leading, tag, type)
        this.y += leading
      }
      done += Math.max(1, taken)
      if (done < lines.length) this.newPage()
    }
  }

  /** A picture that may be drawn several times but is in the file once. */
  openImage(jpeg: Buffer): PDFKit.Mixins.ImageSrc {
    const { doc } = this as unknown as { doc: { openImage(source: Buffer): PDFKit.Mixins.ImageSrc } }
    const image = this.images.get(jpeg) ?? doc.openImage(jpeg)
    this.images.set(jpeg, image)
    return image
  }

  /** The minimum height of the start of a paragraph. */
  leadHeight(lines: Line[], leading: number): number {
    return Math.min(lines.length, lines.length <= linesKept + 1 ? lines.length : linesKept) * leading
  }

  /** The finished file. */
  async finish(): Promise<Buffer> {
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.once('end', resolve)
      this.doc.once('error', reject)
    })
    this.root.end()
    this.doc.end()
    await ended
    return Buffer.concat(chunks)
  }
}
