import { drawFooters } from '#server/platform/print/footers.ts'
import { breakLines } from '#server/platform/print/lines.ts'
import { ink, paper, textWidth } from '#server/platform/print/paper.ts'
import { plainRuns } from '#server/platform/print/runs.ts'
import { Sheet, wholeColumn } from '#server/platform/print/sheet.ts'
import { styles } from '#server/platform/print/styles.ts'
import { type Block, plainTextOf } from '../markdown/blocks.ts'
import { BlockPrinter } from './blocks-on-paper.ts'
import { Contents, type Entry } from './contents.ts'
import type { PrintPicture } from './pictures.ts'
import { outsideAddress } from './runs.ts'
import { drawTitlePage } from './title-page.ts'

export interface PrintSection {
  slug: string
  name: string
  picture: { key: string; alt: string } | null
  blocks: Block[]
}

export interface PrintArticle {
  slug: string
  name: string
  summary: string
  author: string
  publishedAt: Date
  changedAt: Date
  sections: PrintSection[]
  pictures: Map<string, PrintPicture>
}

const sectionGap = 30
/** Kept together at the start of a section: its name, its picture (scaled down if needed) and a few lines. */
const smallestPicture = 0.75
const firstLines = 3 * styles.body.leading
const endOfTurn = () => new Promise<void>(resolve => setImmediate(resolve))
const placeOf = (section: PrintSection, id = '') => (id === '' ? section.slug : `${section.slug}/${id}`)

function entriesOf(section: PrintSection): Entry[] {
  const headings = section.blocks.flatMap(block => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  return [
    { name: section.name, isSection: true, place: placeOf(section) },
    ...headings.map(({ children, id }) => ({
      name: plainTextOf(children),
      isSection: false,
      place: placeOf(section, id),
    })),
  ]
}

/** An article as a PDF: title page, contents, every section with its pictures. */
export async function printArticle(article: PrintArticle, publicUrl: string): Promise<Buffer> {
  const path = `/publications/${article.slug}`
  const places = new Map(
    article.sections.flatMap(section =>
      [`${path}#${section.slug}`, `${path}?section=${section.slug}`].map(href => [href, placeOf(section)] as const),
    ),
  )
  const sheet = new Sheet({
    title: article.name,
    author: article.author,
    changedAt: article.changedAt,
    addressOf: href => outsideAddress(href, publicUrl),
    places,
  })
  const printer = new BlockPrinter(sheet, article.pictures)
  const pageOf = new Map<string, number>()
  const arrive = (place: string) => {
    pageOf.set(place, sheet.pages)
    sheet.doc.addNamedDestination(place, 'XYZ', 0, Math.max(0, sheet.y - 16), 0)
  }
  /** The target of a bookmark; pdfkit counts its left edge from the right. */
  const markHere = (): object => ({ left: paper.width, top: Math.max(0, sheet.y - 16) })

  const cover = article.sections.find(({ picture }) => picture && article.pictures.has(picture.key))?.picture
  const coverPicture = cover && article.pictures.get(cover.key)
  drawTitlePage(sheet, {
    ...article,
    address: publicUrl + path,
    cover: coverPicture ? { picture: coverPicture, alt: cover.alt } : null,
  })
  const contents = new Contents(sheet, article.sections.flatMap(entriesOf))
  const { outline } = sheet.doc
  sheet.newPage()

  for (const section of article.sections) {
    // A long article takes about a second: other requests are served in between.
    await endOfTurn()
    const lines = breakLines(plainRuns(section.name, styles.section), textWidth, sheet.measure)
    const headHeight = lines.length * styles.section.leading + 24
    const picture = section.picture && article.pictures.get(section.picture.key)
    const pictureHeight = picture ? textWidth * Math.min(0.7, picture.height / picture.width) : 0
    if (!sheet.isAtTop) sheet.need(sectionGap + headHeight + pictureHeight * smallestPicture + 14 + firstLines)
    sheet.skip(sectionGap)
    arrive(placeOf(section))
    const bookmark = outline.addItem(section.name, markHere())
    const part = sheet.tag(sheet.root, 'Sect', { title: section.name })
    sheet.lines(lines, wholeColumn, styles.section.leading, sheet.tag(part, 'H2'), 'H2')
    sheet.y += 7
    sheet.decorate(() => {
      sheet.doc
        .lineWidth(1.4)
        .moveTo(paper.left, sheet.y)
        .lineTo(paper.left + 36, sheet.y)
        .stroke(ink.accent)
    })
    sheet.y += 15
    if (section.picture && picture) {
      printer.drawPicture(section.picture.key, section.picture.alt, '', wholeColumn, part, 14 + firstLines)
      sheet.y += 14
    }
    printer.onHeading = heading => {
      if (heading.level !== 2) return
      arrive(placeOf(section, heading.id))
      bookmark.addItem(plainTextOf(heading.children), markHere())
    }
    printer.drawBlocks(section.blocks, wholeColumn, styles.body, part)
  }
  contents.draw(place => pageOf.get(place) ?? 1)
  drawFooters(sheet, article.name, 1)
  return sheet.finish()
}
