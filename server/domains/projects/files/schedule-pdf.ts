import type { Project, ProjectLine } from '#contract/projects.ts'
import type { ClientLine, ClientProject } from '#contract/shares.ts'
import { writeWish } from '#contract/size-label.ts'
import { plainCell } from '#server/platform/exports/tables.ts'
import { paperDay, paperMoney, paperNumber } from '#server/platform/print/paper-figures.ts'
import { longestOf, TablePaper } from '#server/platform/print/table-paper.ts'
import { nurseryTotals, type ScheduleColumn, scheduleColumns, scheduleTitle } from './schedule-table.ts'
import type { Sender } from './sender.ts'

const endOfTurn = () => new Promise<void>(resolve => setImmediate(resolve))
/** Rows drawn before other requests get a turn. */
const rowsInTurn = 20

function textOf(column: ScheduleColumn, line: ProjectLine): string {
  const value = plainCell(column.cell(line))
  if (typeof value !== 'number') return value ?? ''
  return (column.format === 'money' ? paperMoney : paperNumber).format(value)
}

/** Draws the schedule («Ассортиментная ведомость») for printing. */
export async function printSchedule(project: Project, withPrices: boolean, sender: Sender): Promise<Buffer> {
  const listed = scheduleColumns(withPrices)
  const paper = new TablePaper(`${scheduleTitle}. ${project.name}`, [
    { title: '№', width: 4, isNumber: true },
    ...listed.map(column => {
      const { title, width, isNumber = false } = column
      const numbers = isNumber ? project.lines.map(line => textOf(column, line)).filter(text => /^\d/.test(text)) : []
      return { title, width, isNumber, longest: longestOf(numbers) }
    }),
  ])
  const facts = [
    project.name === scheduleTitle ? '' : project.name,
    project.place?.name ?? project.region?.name ?? '',
    project.zone === null ? '' : `зона ${project.zone}`,
    paperDay.format(new Date(project.updated_at)),
  ]
  paper.heading(
    scheduleTitle,
    [facts.filter(Boolean).join(' · '), sender.name, sender.contacts.join(' · ')],
    sender.logo,
  )
  paper.titles()
  let item = 0
  for (const [at, line] of project.lines.entries()) {
    if (line.state === 'note') paper.remark(line.name || line.text)
    else {
      item++
      const cells = listed.map(column => textOf(column, line))
      paper.row([String(item), ...cells])
    }
    if (at % rowsInTurn === rowsInTurn - 1) await endOfTurn()
  }
  if (withPrices) {
    paper.remark(`Итого: ${paperMoney.format(project.totals.price)}\u00a0₽`, { isSum: true })
    for (const text of nurseryTotals(project)) paper.remark(text, { isBold: false })
  }
  return paper.finish()
}

type ClientVersion = Pick<ClientProject, 'name' | 'place_name' | 'zone' | 'updated_at' | 'lines' | 'totals'>

/** Draws a project as others see it, where something is hidden. */
export async function printClientVersion(project: ClientVersion, sender: Sender): Promise<Buffer> {
  const { lines, totals } = project
  const withPrices = totals.price !== null
  const money = (rubles: number | null) => (rubles === null ? '' : paperMoney.format(rubles))
  const quantity = (line: ClientLine) => (line.quantity === null ? '' : paperNumber.format(line.quantity))
  const paper = new TablePaper(project.name, [
    { title: '№', width: 4, isNumber: true },
    { title: 'Наименование', width: 36 },
    { title: 'Латинское название', width: 32 },
    { title: 'Размер', width: 34 },
    { title: 'Кол-во', width: 9, isNumber: true, longest: longestOf(lines.map(quantity)) },
    { title: 'Ед. изм.', width: 8 },
    ...(lines.some(({ company_name }) => company_name !== null) ? [{ title: 'Питомник', width: 26 }] : []),
    ...(withPrices
      ? [
          {
            title: 'Цена, ₽',
            width: 12,
            isNumber: true,
            longest: longestOf(lines.map(line => money(line.unit_price))),
          },
          { title: 'Сумма, ₽', width: 14, isNumber: true, longest: longestOf(lines.map(line => money(line.total))) },
        ]
      : []),
    { title: 'Примечание', width: 30 },
  ])
  const hasCompanies = lines.some(({ company_name }) => company_name !== null)
  const facts = [
    project.place_name,
    project.zone === null ? '' : `зона ${project.zone}`,
    paperDay.format(new Date(project.updated_at)),
  ]
  paper.heading(
    project.name,
    [scheduleTitle, facts.filter(Boolean).join(' · '), sender.name, sender.contacts.join(' · ')],
    sender.logo,
  )
  paper.titles()
  let item = 0
  for (const [at, line] of lines.entries()) {
    if (line.is_note) paper.remark(line.name)
    else
      paper.row([
        String(++item),
        line.name,
        line.latin_name,
        writeWish(line.wish),
        quantity(line),
        line.unit ?? '',
        ...(hasCompanies ? [line.company_name ?? ''] : []),
        ...(withPrices ? [money(line.unit_price), money(line.total)] : []),
        line.warning ?? '',
      ])
    if (at % rowsInTurn === rowsInTurn - 1) await endOfTurn()
  }
  if (totals.price !== null) paper.remark(`Итого: ${paperMoney.format(totals.price)}\u00a0₽`, { isSum: true })
  return paper.finish()
}
