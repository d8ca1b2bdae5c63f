import { breakLines, type Line } from '#server/platform/print/lines.ts'
import { drawMark } from '#server/platform/print/mark.ts'
import { ink, paper, textWidth } from '#server/platform/print/paper.ts'
import { plainRuns } from '#server/platform/print/runs.ts'
import { type Sheet, wholeColumn } from '#server/platform/print/sheet.ts'
import { type Style, styles } from '#server/platform/print/styles.ts'
import type { PrintPicture } from './pictures.ts'

export interface TitlePage {
  name: string
  summary: string
  author: string
  publishedAt: Date
  /** The address of the article on the site. */
  address: string
  cover: { picture: PrintPicture; alt: string } | null
}

const day = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})

/** The largest size at which a name takes no more than five lines. */
function layName(sheet: Sheet, name: string): { lines: Line[]; style: Style } {
  const sizes = [30, 26, 22, 18].map(size => ({ ...styles.section, size, leading: size * 1.2 }))
  const [smallest] = sizes.slice(-1)
  for (const style of sizes) {
    const lines = breakLines(plainRuns(name, style), textWidth, sheet.measure)
    if (lines.length <= 5 || style === smallest) return { lines, style }
  }
  throw new Error('there is no size')
}

const bandY = 44
const footY = 716

/** The first page: name, summary, author and address. */
export function drawTitlePage(sheet: Sheet, { name, summary, author, publishedAt, address, cover }: TitlePage): void {
  const { doc, root } = sheet
  const part = sheet.tag(root, 'Sect', { title: name })
  const title = layName(sheet, name)
  const summaryLines = breakLines(plainRuns(summary, styles.summary), textWidth - 40, sheet.measure)
  const textHeight = title.lines.length * title.style.leading + 16 + summaryLines.length * styles.summary.leading

  sheet.decorate(() => drawMark(sheet, paper.left, bandY, 26))
  const brand = { ...styles.author, size: 15, leading: 20, colour: ink.leaf }
  sheet.y = bandY + 4
  const [brandLine] = breakLines(plainRuns('Дендро', brand), textWidth, sheet.measure)
  if (brandLine) sheet.line(brandLine, paper.left + 34, brand.leading, sheet.tag(part, 'P'), 'P')

  const pictureTop = bandY + 44
  const pictureHeight = (textWidth * 9) / 16
  const withPicture = cover !== null && pictureTop + pictureHeight + 36 + textHeight < footY - 20
  if (withPicture) {
    sheet.mark(sheet.tag(part, 'Figure', { alt: cover.alt }), 'Figure', () => {
      doc.save().roundedRect(paper.left, pictureTop, textWidth, pictureHeight, 6).clip()
      doc.image(sheet.openImage(cover.picture.jpeg), paper.left, pictureTop, {
        cover: [textWidth, pictureHeight],
        align: 'center',
        valign: 'center',
      })
      doc.restore()
    })
  } else if (pictureTop + 230 + textHeight < footY - 20) {
    sheet.decorate(() => drawMark(sheet, paper.left, pictureTop + 20, 170))
  }
  sheet.y = withPicture ? pictureTop + pictureHeight + 36 : Math.max(pictureTop, Math.min(330, footY - 20 - textHeight))
  sheet.lines(title.lines, wholeColumn, title.style.leading, sheet.tag(part, 'H1'), 'H1')
  sheet.y += 16
  sheet.lines(summaryLines, wholeColumn, styles.summary.leading, sheet.tag(part, 'P'), 'P')

  sheet.decorate(() => {
    doc
      .lineWidth(1)
      .moveTo(paper.left, footY)
      .lineTo(paper.left + 64, footY)
      .stroke(ink.accent)
  })
  sheet.y = footY + 12
  const foot: [string, Style][] = [
    [author, styles.author],
    [day.format(publishedAt), styles.label],
    [address.replace(/^https?:\/\//, ''), { ...styles.label, colour: ink.leaf, href: address }],
  ]
  for (const [text, style] of foot) {
    const [line] = breakLines(plainRuns(text, style), textWidth, sheet.measure)
    if (!line) continue
    sheet.line(line, paper.left, style.leading, sheet.tag(part, 'P'), 'P')
    sheet.y += style.leading + 1
  }
}
