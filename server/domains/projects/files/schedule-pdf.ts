import PDFDocument from 'pdfkit'
import type { Project } from '#contract/projects.ts'
import { fontFile } from '#server/platform/print/fonts.ts'
import { scheduleColumns, scheduleTitle } from './schedule-table.ts'

/** A4 on its side, in points. */
const paper = { width: 841.89, height: 595.28, left: 40, right: 40, top: 40, bottom: 552, footer: 566 }
const padding = 4
const size = 8
const ink = { text: '#22302a', muted: '#5a665f', leaf: '#1f4d36', line: '#d8cfb8' }

const money = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})
const endOfTurn = () => new Promise<void>(resolve => setImmediate(resolve))
/** Rows between which others have their turn. */
const rowsInTurn = 20

/** «Ассортиментная ведомость» for print. */
export async function printSchedule(project: Project, withPrices: boolean): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    bufferPages: true,
    lang: 'ru-RU',
    info: { Title: `${scheduleTitle}. ${project.name}`, Creator: 'Дендро' },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve)
    doc.once('error', reject)
  })
  for (const face of ['label', 'labelBold'] as const) doc.registerFont(face, fontFile(face))

  const listed = scheduleColumns(withPrices)
  const whole = paper.width - paper.left - paper.right
  const letters = 4 + listed.reduce((sum, { width }) => sum + width, 0)
  const columns = [{ title: '№', width: 4, isNumber: true as const }, ...listed].map(column => ({
    title: column.title,
    isNumber: column.isNumber ?? false,
    width: (column.width / letters) * whole,
  }))
  let y = paper.top

  /** Draws a row, on the next page when it does not fit on this one. */
  function row(cells: string[], isTitle: boolean): void {
    doc.font(isTitle ? 'labelBold' : 'label').fontSize(size)
    const height =
      Math.max(
        ...columns.map(({ width }, at) => doc.heightOfString(cells[at] || ' ', { width: width - 2 * padding })),
      ) +
      2 * padding
    if (y + height > paper.bottom) {
      doc.addPage()
      y = paper.top
      if (!isTitle)
        row(
          columns.map(({ title }) => title),
          true,
        )
      doc.font(isTitle ? 'labelBold' : 'label').fontSize(size)
    }
    let x = paper.left
    for (const [at, { width, isNumber }] of columns.entries()) {
      doc.fillColor(isTitle ? ink.leaf : ink.text)
      doc.text(cells[at] ?? '', x + padding, y + padding, {
        width: width - 2 * padding,
        align: isNumber ? 'right' : 'left',
      })
      x += width
    }
    y += height
    doc
      .lineWidth(0.5)
      .moveTo(paper.left, y)
      .lineTo(paper.left + whole, y)
      .stroke(isTitle ? ink.leaf : ink.line)
  }

  /** A heading or a remark over the whole width. */
  function remark(text: string, isTotal = false): void {
    doc.font('labelBold').fontSize(size)
    const options = { width: whole - 2 * padding, align: isTotal ? ('right' as const) : ('left' as const) }
    const height = doc.heightOfString(text || ' ', options) + 2 * padding
    if (y + height > paper.bottom) {
      doc.addPage()
      y = paper.top
    }
    doc.fillColor(ink.leaf).text(text, paper.left + padding, y + padding, options)
    y += height
    doc
      .lineWidth(0.5)
      .moveTo(paper.left, y)
      .lineTo(paper.left + whole, y)
      .stroke(ink.line)
  }

  doc.font('labelBold').fontSize(16).fillColor(ink.leaf).text(scheduleTitle, paper.left, y, { width: whole })
  y = doc.y + 2
  const facts = [
    project.name === scheduleTitle ? '' : project.name,
    project.place?.name ?? project.region?.name ?? '',
    project.zone === null ? '' : `зона ${project.zone}`,
    day.format(new Date(project.updated_at)),
  ]
  doc
    .font('label')
    .fontSize(10)
    .fillColor(ink.muted)
    .text(facts.filter(Boolean).join(' · '), paper.left, y, { width: whole })
  y = doc.y + 10
  row(
    columns.map(({ title }) => title),
    true,
  )
  let item = 0
  for (const [at, line] of project.lines.entries()) {
    if (line.state === 'note') remark(line.name || line.text)
    else {
      item++
      const cells = listed.map(({ title, cell }) => {
        const value = cell(line)
        return typeof value === 'number' ? (title.endsWith('₽') ? money : number).format(value) : (value ?? '')
      })
      row([String(item), ...cells], false)
    }
    if (at % rowsInTurn === rowsInTurn - 1) await endOfTurn()
  }
  if (withPrices) remark(`Итого: ${money.format(project.totals.price)} ₽`, true)

  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.font('label').fontSize(8).fillColor(ink.muted)
    doc.text(`${page + 1} / ${count}`, paper.left, paper.footer, { width: whole, align: 'right', lineBreak: false })
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
