import type { Project, ProjectLine } from '#contract/projects.ts'
import { plainCell } from '#server/platform/exports/tables.ts'
import { longestOf, paperDay, paperMoney, paperNumber, TablePaper } from '#server/platform/print/table-paper.ts'
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
