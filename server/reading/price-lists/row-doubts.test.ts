// What a file leaves open beside the words of its cells is told of the offers, and of nothing else.
import { expect, it } from 'vitest'
import { type RowDoubt, textOfUnsaved } from '#server/reading/tables/cells.ts'
import { plants, sheetOf } from './test-layouts/read-offers.ts'
import { understandSheets } from './understand-sheets.ts'

const lines = [
  'Наименование|Высота|Цена',
  'Липа мелколистная|200-250|4500',
  'Хвойные растения',
  'Туя западная Smaragd|80-100|1200',
  'Золотистая',
  'Ель колючая|100-120|5200',
]

async function doubted(doubts: RowDoubt[]) {
  const { rows } = await understandSheets([{ ...sheetOf(lines), doubts }], plants)
  return rows.flatMap(({ row, verdict, unread }) =>
    unread.length > 0 ? [{ row, verdict, unread: unread.map(({ text }) => text) }] : [],
  )
}

it('doubts the offer of which something is open', async () => {
  expect(await doubted([])).toEqual([])
  expect(await doubted([{ row: 1, column: 0, text: 'строка скрыта в файле' }])).toEqual([
    { row: 2, verdict: 'doubtful', unread: ['строка скрыта в файле'] },
  ])
  expect(await doubted([{ row: 0, column: 0, text: 'строка скрыта в файле' }])).toEqual([])
})

it('doubts the offer above a row that may go on with it, unless that is a heading', async () => {
  const goesOn = (row: number): RowDoubt => ({ row: row - 1, column: 0, text: 'продолжается', unlessHeading: row })
  expect(await doubted([goesOn(2), goesOn(4)])).toEqual([{ row: 4, verdict: 'doubtful', unread: ['продолжается'] }])
})

it('reads a formula without a value as nothing, and shows it', async () => {
  const text = `${textOfUnsaved}: откройте файл в Excel и сохраните его`
  const sheet = sheetOf([
    'Наименование|Высота|Цена|Скидка',
    `Липа мелколистная|200-250|${textOfUnsaved}|5`,
    `Туя западная Smaragd|80-100|1200|${textOfUnsaved}`,
    'Ель колючая|100-120|5200|5',
  ])
  const doubts = [
    { row: 1, column: 2, text },
    { row: 2, column: 3, text },
  ]
  const { rows, questions } = await understandSheets([{ ...sheet, doubts }], plants)
  expect(questions).toEqual([])
  expect(
    rows.slice(1).map(({ cells, verdict, unread, variants: [size] }) => {
      return [cells[2], verdict, unread.map(one => [one.column, one.text]), size?.price, size?.note]
    }),
  ).toEqual([
    [textOfUnsaved, 'doubtful', [[2, text]], null, 'Скидка: 5'],
    ['1200', 'doubtful', [[3, text]], 1200, ''],
    ['5200', 'clear', [], 5200, 'Скидка: 5'],
  ])
})
