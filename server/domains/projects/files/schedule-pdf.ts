import type { Project } from '#contract/projects.ts'
import { paperDay, paperMoney, paperNumber, TablePaper } from '#server/platform/print/table-paper.ts'
import { nurseryTotals, scheduleColumns, scheduleTitle } from './schedule-table.ts'

const endOfTurn = () => new Promise<void>(resolve => setImmediate(resolve))
/** Rows drawn before other requests get a turn. */
const rowsInTurn = 20

/** Draws the schedule («Ассортиментная ведомость») for printing. */
export async function printSchedule(project: Project, withPrices: boolean): Promise<Buffer> {
  const listed = scheduleColumns(withPrices)
  const paper = new TablePaper(`${scheduleTitle}. ${project.name}`, [
    { title: '№', width: 4, isNumber: true },
    ...listed.map(({ title, width, isNumber = false }) => ({ title, width, isNumber })),
  ])
  const facts = [
    project.name === scheduleTitle ? '' : project.name,
    project.place?.name ?? project.region?.name ?? '',
    project.zone === null ? '' : `зона ${project.zone}`,
    paperDay.format(new Date(project.updated_at)),
  ]
  paper.heading(scheduleTitle, [facts.filter(Boolean).join(' · ')])
  paper.titles()
  let item = 0
  for (const [at, line] of project.lines.entries()) {
    if (line.state === 'note') paper.remark(line.name || line.text)
    else {
      item++
      const cells = listed.map(({ title, cell }) => {
        const value = cell(line)
        return typeof value === 'number'
          ? (title.endsWith('₽') ? paperMoney : paperNumber).format(value)
          : (value ?? '')
      })
      paper.row([String(item), ...cells])
    }
    if (at % rowsInTurn === rowsInTurn - 1) await endOfTurn()
  }
  if (withPrices) {
    paper.remark(`Итого: ${paperMoney.format(project.totals.price)} ₽`, { isSum: true })
    for (const text of nurseryTotals(project)) paper.remark(text, { isBold: false })
  }
  return paper.finish()
}
