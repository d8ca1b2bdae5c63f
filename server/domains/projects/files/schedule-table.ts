import type { Project, ProjectLine } from '#contract/projects.ts'
import { writeWish } from '#contract/size-label.ts'
import type { NumberFormat, TableCell, TableSheet } from '#server/platform/exports/tables.ts'
import { columnName } from '#server/platform/exports/write-xlsx.ts'
import { printedBy, type Sender, senderSheet } from './sender.ts'

export const chosenOf = ({ options, chosen }: ProjectLine) =>
  options.find(({ variant }) => variant.id === chosen) ?? null

/** A column of the schedule; `width` in letters. */
export interface ScheduleColumn {
  title: string
  width: number
  isNumber?: true
  format?: NumberFormat
  cell: (line: ProjectLine) => TableCell
}

/** That there are fewer of what is chosen than the sum is for; `""`: there are enough, as far as is known. */
const shortOf = (line: ProjectLine): string => {
  const left = chosenOf(line)?.left_quantity ?? null
  return left === null ? '' : `Не хватает: осталось ${left} шт.`
}

export const scheduleTitle = 'Ассортиментная ведомость'

export function scheduleColumns(withPrices: boolean): ScheduleColumn[] {
  return [
    { title: 'Наименование', width: 36, cell: ({ name, plant }) => name || (plant?.name ?? '') },
    { title: 'Латинское название', width: 32, cell: ({ plant }) => plant?.latin_name ?? '' },
    { title: 'Размер', width: 34, cell: ({ wish }) => writeWish(wish) },
    { title: 'Кол-во', width: 9, isNumber: true, format: 'quantity', cell: ({ quantity }) => quantity },
    { title: 'Ед. изм.', width: 8, cell: ({ unit }) => unit ?? '' },
    ...(withPrices
      ? [
          { title: 'Питомник', width: 26, cell: (line: ProjectLine) => chosenOf(line)?.company.company_name ?? '' },
          { title: 'Предложение', width: 34, cell: (line: ProjectLine) => chosenOf(line)?.variant.label ?? '' },
          {
            title: 'Цена, ₽',
            width: 12,
            isNumber: true as const,
            format: 'money' as const,
            cell: (line: ProjectLine) => {
              const chosen = chosenOf(line)
              return chosen ? (chosen.unit_price ?? 'по запросу') : null
            },
          },
          {
            title: 'Сумма, ₽',
            width: 14,
            isNumber: true as const,
            format: 'money' as const,
            cell: (line: ProjectLine) => chosenOf(line)?.total ?? null,
          },
        ]
      : []),
    {
      title: 'Примечание',
      width: 34,
      cell: line => [line.warning, withPrices && shortOf(line)].filter(Boolean).join('; '),
    },
  ]
}

const amounts = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const money = (rubles: number) => `${amounts.format(rubles)}\u00a0₽`

/** What of a nursery's own terms concerns a sum, as it states them. */
const termsText = ({ short_of_minimum: missing, terms }: Project['totals']['companies'][number]) =>
  [
    terms.minimum_order !== null && `минимальный заказ ${money(terms.minimum_order)}`,
    missing > 0 && `до минимального заказа не хватает ${money(missing)}`,
    terms.delivery !== null && `доставка: ${terms.delivery}`,
    terms.unloading && 'разгрузка',
  ]
    .filter(Boolean)
    .join('; ')

const nurseryTitle = ({ company }: Project['totals']['companies'][number]) => `Итого, ${company.company_name}`

/** What each chosen nursery comes to, and its terms: a sentence a nursery, below the sum. */
export const nurseryTotals = ({ totals }: Project): string[] =>
  totals.companies.map(one => [`${nurseryTitle(one)}: ${money(one.price)}`, termsText(one)].filter(Boolean).join('; '))

/** Arguments that a function of a spreadsheet takes at most. */
const mostArguments = 255

/** The sum of these rows of a column, which are in order: a nursery's lines need not follow each other. */
function sumOf(column: string, rows: number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last?.to === row - 1) last.to = row
    else ranges.push({ from: row, to: row })
  }
  const cells = ranges.map(({ from, to }) => (from === to ? `${column}${from}` : `${column}${from}:${column}${to}`))
  const sums: string[] = []
  for (let at = 0; at < cells.length; at += mostArguments)
    sums.push(`SUM(${cells.slice(at, at + mostArguments).join(',')})`)
  return sums.join('+') || '0'
}

/** Titles are row 1. */
const firstRow = 2

/** The schedule as a table, and who sends it. Reading it again gives the same lines. */
export function scheduleTables(project: Project, withPrices: boolean, sender: Sender): TableSheet[] {
  const { lines, totals } = project
  const columns = scheduleColumns(withPrices)
  // The column of numbers is A.
  const nameOf = (title: string) => columnName(columns.findIndex(column => column.title === title) + 1)
  const [quantities, prices, sums] = [nameOf('Кол-во'), nameOf('Цена, ₽'), nameOf('Сумма, ₽')]
  function cellOf(column: ScheduleColumn, line: ProjectLine, row: number): TableCell {
    const value = column.cell(line)
    if (column.title !== 'Сумма, ₽' || typeof value !== 'number') return value
    // Parts of plants are bought as whole ones.
    const quantity = Number.isInteger(line.quantity) ? `${quantities}${row}` : `ROUNDUP(${quantities}${row},0)`
    return { formula: `ROUND(${quantity}*${prices}${row},2)`, value }
  }
  let number = 0
  const rows = lines.map((line, at): TableCell[] => {
    if (line.state === 'note') return [null, { bold: line.name || line.text }]
    number++
    return [number, ...columns.map(column => cellOf(column, line, at + firstRow))]
  })
  if (withPrices) {
    const blank = columns.slice(0, columns.findIndex(({ title }) => title === 'Сумма, ₽') - 1).map(() => null)
    const all = rows.length === 0 ? '0' : `SUM(${sums}${firstRow}:${sums}${rows.length + 1})`
    rows.push([null, { bold: 'Итого' }, ...blank, { formula: all, value: totals.price }])
    const linesOf = Map.groupBy(lines.keys(), at => (lines[at] ? chosenOf(lines[at])?.company.id : undefined))
    for (const one of totals.companies) {
      const own = (linesOf.get(one.company.id) ?? []).map(at => at + firstRow)
      // It begins like a sum, so that an imported file does not take it for a plant.
      rows.push([null, nurseryTitle(one), ...blank, { formula: sumOf(sums, own), value: one.price }, termsText(one)])
    }
  }
  return [
    {
      name: scheduleTitle,
      columns: [{ title: '№', width: 6 }, ...columns.map(({ title, width, format }) => ({ title, width, format }))],
      print: printedBy(sender, [scheduleTitle, project.name === scheduleTitle ? '' : project.name]),
      rows,
    },
    senderSheet(sender),
  ]
}
