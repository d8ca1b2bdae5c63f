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

/**
 * What each chosen nursery comes to, and its terms as it states them: a sentence a nursery, below the sum. It begins
 * like one, so that an imported file does not take it for a plant.
 */
export const nurseryTotals = ({ totals }: Project): string[] =>
  totals.companies.map(({ company, price, short_of_minimum: missing, terms }) =>
    [
      `Итого, ${company.company_name}: ${money(price)}`,
      terms.minimum_order !== null && `минимальный заказ ${money(terms.minimum_order)}`,
      missing > 0 && `до минимального заказа не хватает ${money(missing)}`,
      terms.delivery !== null && `доставка: ${terms.delivery}`,
      terms.unloading && 'разгрузка',
    ]
      .filter(Boolean)
      .join('; '),
  )

/** The schedule as a table, and who sends it. Reading it again gives the same lines. */
export function scheduleTables(project: Project, withPrices: boolean, sender: Sender): TableSheet[] {
  const { lines, totals } = project
  const columns = scheduleColumns(withPrices)
  let number = 0
  const rows = lines.map((line): TableCell[] => {
    if (line.state === 'note') return [null, { bold: line.name || line.text }]
    number++
    return [number, ...columns.map(({ cell }) => cell(line))]
  })
  const sum = columns.findIndex(({ title }) => title === 'Сумма, ₽')
  if (sum >= 0) {
    // Titles are row 1, and the column of numbers is A.
    const name = columnName(sum + 1)
    const formula = rows.length === 0 ? '0' : `SUM(${name}2:${name}${rows.length + 1})`
    rows.push([
      null,
      { bold: 'Итого' },
      ...Array.from({ length: sum - 1 }, () => null),
      { formula, value: totals.price },
    ])
    rows.push(...nurseryTotals(project).map(text => [null, text]))
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
