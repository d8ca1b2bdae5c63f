import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { money } from './leftovers.ts'
import { readPrice, readStock } from './values.ts'

/** What stands between the parts of a line, as messages and text files have it. */
const glues = [' — ', ' – ', ' - ', ' | ', '; ', ' // ', ', ']
/** At least this share of the lines with numbers must be glued alike. */
const alike = 0.6
const fewest = 3

/** «•», «3.», «✅»; a cross says that there is none. */
const bullet = /^\s*(?:[•►▪●‣·*–—-]|\d{1,3}[.)]|(?![❌✖⛔🚫])\p{Extended_Pictographic}\uFE0F?)\s+/u
const price =
  /^(?:цена:?\s*)?(?:от\s)?\d[\d\s'’]*(?:[.,](?:\d{1,2}|-))?\s?(?:₽|р(?:уб)?\.?|рублей|rub|=-?)?(?:\s?(?:\/|за)\s?шт\.?)?$/iu

const holdsAmounts = /\d\s?(?:₽|р\.|руб|шт|тыс)/iu

/** A part that is nothing but a price or a stock; a bare number is a price only at the end of a line. */
function kindOf(part: string, isLast: boolean): 'price' | 'stock' | 'other' {
  const isOfPieces = /\d\s?(?:тыс\.?\s?)?(?:шт|экз|тыс)\.?$/iu.test(part) && !money.test(part)
  if (isOfPieces && readStock(part).stock_quantity !== undefined) return 'stock'
  const isOfMoney =
    price.test(part) && (/[₽рr=]/iu.test(part) || (isLast && /^\d[\d\s'’]*(?:[.,](?:\d\d|-))?$/u.test(part)))
  if (isOfMoney || readPrice(part, 1).is === 'request') return 'price'
  const { stock, rest } = readStock(part)
  return stock !== undefined && !/\d/.test(part) && (rest ?? '') === '' ? 'stock' : 'other'
}

/** «8 - 10», «125 - 150»: a range, whose dash glues nothing. «С5 - 1300 руб» is none, nor is «60-80 - 95». */
const spacedRange =
  /(?<![\d.,]|\d\s?[\p{Pd}−]\s?)(\d{1,4}(?:[.,]\d)?) [\p{Pd}−] (\d{1,4}(?:[.,]\d)?)(?![\d.,]|\s?(?:₽|р|=))/gu
const mostOfRange = 4
const asNumber = (text: string) => Number(text.replace(',', '.'))

/** Ranges with spaces around their dash as the notation reads them. */
export const withClosedRanges = (line: string) =>
  line.replaceAll(spacedRange, (whole, from: string, to: string) =>
    asNumber(from) < asNumber(to) && asNumber(to) <= asNumber(from) * mostOfRange ? `${from}-${to}` : whole,
  )

/**
 * A list of lines, such as a message or a text file, whose parts are glued alike: each part in a cell of its own, name,
 * sizes, price, stock. Other sheets as they are.
 */
export function withoutGlue(sheet: Sheet): Sheet {
  const isOfLines = sheet.rows.every(cells => cells.every((cell, column) => column === 0 || cell === ''))
  if (!isOfLines) return sheet
  const lines = sheet.rows.map(([cell = '']) => withClosedRanges(textOf(cell).replace(bullet, '')))
  const numbered = lines.filter(line => /\d/.test(line) && line.length < 300)
  if (numbered.length < fewest) return sheet
  const [glue] = glues.filter(one => numbered.filter(line => line.includes(one)).length >= numbered.length * alike)
  if (glue === undefined) return sheet
  const rows = lines.map((line): Cell[] => {
    if (line.trim() === '') return []
    const [name = '', ...pieces] = line.split(glue).map(part => part.trim())
    // «RB50, 7 250 р., 12 шт.» between other separators.
    const parts = pieces.flatMap(part =>
      kindOf(part, true) === 'other' && holdsAmounts.test(part) ? part.split(/,\s+|\s[–—]\s(?=\d)/u) : [part],
    )
    const isOfGoods = /\d/.test(line) || parts.some(part => kindOf(part, false) !== 'other')
    if (parts.length === 0 || !isOfGoods) return [line]
    const found = { price: [] as string[], stock: [] as string[], other: [] as string[] }
    parts.forEach((part, at) => {
      const isLast = parts.slice(at + 1).every(other => kindOf(other, false) === 'stock')
      const kind = kindOf(part, isLast)
      // A second price is no part of its own.
      const isSecond = kind !== 'other' && found[kind].length > 0
      // «звоните, on request»: of the price and of the stock.
      if (isSecond && kind === 'price' && found.stock.length === 0 && readStock(part).stock !== undefined)
        found.stock.push(part)
      else found[isSecond ? 'other' : kind].push(part)
    })
    return [name, found.other.join(' ; '), found.price.join(), found.stock.join()]
  })
  return { ...sheet, rows }
}
