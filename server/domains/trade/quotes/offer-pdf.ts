import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Quote, Request } from '#contract/requests.ts'
import type { Sender } from '#server/domains/projects/projects.api.ts'
import { inSentences, paperDay, paperMoney, paperNumber } from '#server/platform/print/paper-figures.ts'
import { longestOf, TablePaper } from '#server/platform/print/table-paper.ts'

const title = 'Коммерческое предложение'
/** Rows between which others have their turn. */
const rowsInTurn = 20

function columnsOf({ lines }: Quote) {
  const longest = (of: (line: Quote['lines'][number]) => number, format: Intl.NumberFormat) =>
    longestOf(lines.map(line => format.format(of(line))))
  return [
    { title: '№', width: 4, isNumber: true },
    { title: 'Наименование', width: 38 },
    { title: 'Латинское название', width: 30 },
    { title: 'Размер', width: 32 },
    { title: 'Кол-во', width: 9, isNumber: true, longest: longest(({ quantity }) => quantity, paperNumber) },
    { title: 'Ед. изм.', width: 8 },
    { title: 'Цена, ₽', width: 13, isNumber: true, longest: longest(({ price }) => price, paperMoney) },
    { title: 'Сумма, ₽', width: 15, isNumber: true, longest: longest(({ total }) => total, paperMoney) },
    { title: 'Примечание', width: 32 },
  ]
}

/** A quote for print, on the company's behalf. */
export async function printOffer(
  { project_name, place, buyer }: Pick<Request, 'project_name' | 'place' | 'buyer'>,
  quote: Quote,
  sender: Sender,
): Promise<Buffer> {
  const paper = new TablePaper(`${title}. ${project_name}`, columnsOf(quote))
  const day = paperDay.format(new Date(quote.created_at))
  const lastDay = paperDay.format(new Date(`${quote.valid_until}T12:00:00+03:00`))
  const revision = quote.revision > 1 ? `, редакция ${quote.revision}` : ''
  paper.heading(
    title,
    [
      sender.name,
      sender.contacts.join(' · '),
      inSentences(`Для: ${buyer.name}`, [project_name, place?.name].filter(Boolean).join(', ')),
      inSentences(`От ${day}${revision}`, `Действует до ${lastDay}`),
    ],
    sender.logo,
  )
  paper.titles()
  for (const [at, line] of quote.lines.entries()) {
    paper.row([
      String(at + 1),
      line.name,
      line.plant?.latin_name ?? '',
      line.label,
      paperNumber.format(line.quantity),
      line.unit ?? '',
      paperMoney.format(line.price),
      paperMoney.format(line.total),
      [line.is_substitute ? 'замена' : '', line.note].filter(Boolean).join('; '),
    ])
    if (at % rowsInTurn === rowsInTurn - 1) await endOfTurn()
  }
  const { totals, delivery_price: delivery, unloading_price: unloading } = quote
  const sum = (name: string, rubles: number) =>
    paper.remark(`${name}: ${paperMoney.format(rubles)}\u00a0₽`, { isSum: true })
  if (delivery !== null || unloading !== null) sum('Растения', totals.lines)
  if (delivery !== null) sum('Доставка', delivery)
  if (unloading !== null) sum('Разгрузка', unloading)
  sum('Итого', totals.total)
  if (quote.note !== '') paper.remark(quote.note, { isBold: false })
  if (quote.created_by) paper.remark(`Предложение составил(а): ${quote.created_by.name}`, { isBold: false })
  return paper.finish()
}
