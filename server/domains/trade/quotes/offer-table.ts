import type { Quote } from '#contract/requests.ts'
import { printedBy, type Sender, senderSheet } from '#server/domains/projects/projects.api.ts'
import type { TableCell, TableSheet } from '#server/platform/exports/tables.ts'

export const offerTitle = 'Коммерческое предложение'

/** A quote as a workbook whose sums a spreadsheet calculates: the prices can be changed in it. */
export function offerTables(quote: Quote, projectName: string, sender: Sender): TableSheet[] {
  const rows = quote.lines.map((line, at): TableCell[] => [
    at + 1,
    line.name,
    line.plant?.latin_name ?? '',
    line.label,
    line.quantity,
    line.unit ?? '',
    line.price,
    { formula: `ROUND(E${at + 2}*G${at + 2},2)`, value: line.total },
    [line.is_substitute ? 'замена' : '', line.note].filter(Boolean).join('; '),
  ])
  const last = rows.length + 1
  const sum = (name: string, cell: TableCell) => rows.push([null, { bold: name }, null, null, null, null, null, cell])
  const { totals, delivery_price: delivery, unloading_price: unloading } = quote
  sum('Растения', { formula: `SUM(H2:H${last})`, value: totals.lines })
  if (delivery !== null) sum('Доставка', delivery)
  if (unloading !== null) sum('Разгрузка', unloading)
  sum('Итого', { formula: `SUM(H${last + 1}:H${rows.length + 1})`, value: totals.total })
  return [
    {
      name: offerTitle,
      columns: [
        { title: '№', width: 6 },
        { title: 'Наименование', width: 36 },
        { title: 'Латинское название', width: 32 },
        { title: 'Размер', width: 34 },
        { title: 'Кол-во', width: 9, format: 'quantity' },
        { title: 'Ед. изм.', width: 8 },
        { title: 'Цена, ₽', width: 12, format: 'money' },
        { title: 'Сумма, ₽', width: 14, format: 'money' },
        { title: 'Примечание', width: 34 },
      ],
      print: printedBy(sender, [offerTitle, projectName]),
      rows,
    },
    senderSheet(sender),
  ]
}
