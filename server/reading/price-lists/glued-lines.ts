import { takeAmounts, withPriceApart } from '#server/reading/lines/amounts-in-text.ts'
import { inRubles, statesRubles } from '#server/reading/lines/rubles.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { divided, type DividedSheet, undivided } from './divided-sheet.ts'
import { isOfSizes, type LineOffer, offersOfLine, priceOfLine } from './offers-of-a-line.ts'
import { offersBelowHeadings } from './priced-headings.ts'
import { stockOfHeading } from './stock-headings.ts'
import { readPrice, readStock } from './values.ts'

/** What stands between the parts of a line, as messages and text files have it. */
const glues = [' — ', ' – ', ' - ', ' | ', '; ', ' // ', ' / ', ', ']
/** «от 20 шт. — 140 руб.»: a dash that glues no parts. */
const tierDash = /(?<!\p{L})(от \d{1,5}\s?шт\p{L}{0,5}\.?)\s?[\p{Pd}−]\s?(?=\d)/giu
/** «Сирень, 80-100 см ........ 300 р.» */
const leader = /\s*(?:\.{4,}|…{2,}|_{4,})\s*(?=\S)/u
/** At least this share of the lines with numbers must be glued alike. */
const alike = 0.6
const fewest = 3

/** «•», «3.», «✅»; a cross says that there is none. */
const bullet = /^\s*(?:[•►▪●‣·*–—-]|\d{1,3}[.)]|(?![❌✖⛔🚫])\p{Extended_Pictographic}\uFE0F?)\s+/u
const price =
  /^(?:цена:?\s*)?(?:от\s)?\d[\d\s'’]*(?:[.,](?:\d{1,2}|-))?\s?(?:₽|р(?:уб)?\.?|рублей|rub|=-?)?(?:\s?(?:\/|за)\s?(?:1\s?000\s?|100?\s?)?шт\.?)?$/iu

const holdsAmounts = /\d\s?(?:₽|р(?!\p{L})|руб|шт|тыс)/iu

/** A part that is nothing but a price or a stock; a bare number is a price only at the end of a line. */
function kindOf(written: string, isLast: boolean): 'price' | 'stock' | 'other' {
  const part = inRubles(written).trim()
  const isOfPieces = /\d\s?(?:тыс\.?\s?)?(?:шт|экз|тыс)\.?$/iu.test(part) && !statesRubles(part)
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

/** «650₽ (от 20 шт 550₽)», «380₽ есть 40шт»: a price, and what is said beside it. */
const besidePrice = /^(\d[\d\s.,'’]*(?:₽|р(?:уб\p{L}*)?(?!\p{L})\.?))\s*(?:[(,;]\s*)?([^()]+?)\)?$/iu
/** «10 штук - 1200 р.»: nobody knows whether that is what one of them costs. */
const lot = /^\d+\s?коп|^\d+\s?(?:шт|экз)\p{L}*\.?\s?[\p{Pd}=:]\s?\d/u

/** The price of a part and what stands beside it, which is noted. */
function priceApart(part: string, beside: Set<string>): string[] {
  const [, price = '', said = ''] = besidePrice.exec(part.trim()) ?? []
  const words = said.replace(/^[^\p{L}\d]+/u, '')
  if (price === '' || words === '' || lot.test(words) || /^(?:\/|за\s)/u.test(said)) return [part]
  beside.add(words)
  return [price, words]
}

/** The parts of a line: its name, what else it says, its price and its stock. */
function cellsOf(line: string, glue: string): Cell[] {
  const [name = '', ...pieces] = line.split(glue).map(part => part.trim())
  const beside = new Set<string>()
  // «RB50, 7 250 р., 12 шт.» between other separators; «5400 руб. (осталось 3 шт.)»
  const parts = pieces.flatMap(part =>
    kindOf(part, true) === 'other' && holdsAmounts.test(inRubles(part))
      ? part.split(/,\s+|\s[–—]\s(?=\d)/u).flatMap(one => priceApart(one, beside))
      : [part],
  )
  const isOfGoods = /\d/.test(line) || parts.some(part => kindOf(part, false) !== 'other')
  if (parts.length === 0 || !isOfGoods) return [line]
  const found = { price: [] as string[], stock: [] as string[], other: [] as string[] }
  parts.forEach((part, at) => {
    const isLast = parts.slice(at + 1).every(other => kindOf(other, false) === 'stock')
    // «1350₽ под заказ 2 недели»
    const isSaidOfStock = beside.has(part) && readStock(part).stock !== undefined
    const kind = isSaidOfStock ? 'stock' : kindOf(part, isLast)
    // A second price is no part of its own.
    const isSecond = kind !== 'other' && found[kind].length > 0
    // «звоните, on request»: of the price and of the stock.
    if (isSecond && kind === 'price' && found.stock.length === 0 && readStock(part).stock !== undefined)
      found.stock.push(part)
    else found[isSecond ? 'other' : kind].push(part)
  })
  // «12 тыс.» beside no price is one; beside a price it is how many there are.
  const [only = ''] = found.stock
  if (found.price.length === 0 && found.stock.length === 1 && /^\d+(?:[.,]\d)?\s?тыс\.?$/iu.test(only))
    found.price.push(found.stock.pop() ?? '')
  // «от 20 шт 550₽» is read where names are, with all that may stand beside them.
  const isOfMany = (part: string) => (takeAmounts(withPriceApart(part)).amounts.price_tiers ?? []).length > 0
  const tiers = found.other.filter(isOfMany)
  const other = found.other.filter(part => !isOfMany(part))
  // «С5, 60-80 см - 1100 руб.» below the name of the plant.
  const isNamed = !isOfSizes(name)
  const named = [...(isNamed ? [name] : []), ...tiers].join(' ; ')
  return [named, [...(isNamed ? [] : [name]), ...other].join(' ; '), found.price.join(), found.stock.join()]
}

/** What stands between the parts of most of these lines; undefined if nothing does. */
const glueOf = (lines: string[]) =>
  glues.find(one => lines.filter(line => line.includes(one)).length >= lines.length * alike)

/**
 * A list of lines, such as a message or a text file: each part of a line in a cell of its own, name, sizes, price, stock,
 * and each of the sizes that a line offers in a row of its own. Other sheets as they are.
 */
export function withoutGlue(sheet: Sheet): DividedSheet {
  const isOfLines = sheet.rows.every(cells => cells.every((cell, column) => column === 0 || cell === ''))
  if (!isOfLines) return undivided(sheet)
  const lines = sheet.rows.map(([cell = '']) =>
    withClosedRanges(textOf(cell).replace(bullet, '').replace(leader, ' — ').replaceAll(tierDash, '$1 по ')),
  )
  const numbered = lines.filter(line => /\d/.test(line) && line.length < 300)
  if (numbered.length < fewest) return undivided(sheet)
  const headed = offersBelowHeadings(lines)
  const several = lines.map((line, row) => headed[row] ?? offersOfLine(line))
  const single = lines.filter((line, row) => several[row] === null && /\d/.test(line) && line.length < 300)
  const glue = glueOf(single.length < fewest ? numbered : single)
  const priced = lines.map((line, row) =>
    several[row] !== null || (glue !== undefined && line.includes(glue)) ? null : priceOfLine(line),
  )
  const offering = lines.filter((_, row) => several[row] !== null || priced[row] !== null)
  if (glue === undefined && offering.length < Math.max(fewest, numbered.length / 2)) return undivided(sheet)
  return divided(sheet, (_, row) => {
    if (headed[row]?.length === 0) return [{ cells: [], columnOf: null, isHeading: true }]
    const offers = several[row] ?? (priced[row] && [{ ...priced[row], name: priced[row].head, size: '' }])
    const read = offers ? offers.map(cellsOfOffer) : [partsOf(lines[row] ?? '', glue)]
    return read.map(cells => ({ cells, columnOf: null }))
  })
}

/** A bare number at the end of a line says what it is by where it stands. */
const asPrice = (price: string | number): string => (typeof price === 'number' ? `${price} ₽` : price)

const cellsOfOffer = ({ name, size, price: asked, stock }: LineOffer): Cell[] => [name, size, asPrice(asked), stock]

/** A line that is read as one row. */
function partsOf(line: string, glue: string | undefined): Cell[] {
  if (line.trim() === '') return []
  // «Под заказ (2-3 недели, предоплата 50 %):»
  if (stockOfHeading(line)?.isHeading === true) return [line]
  return glue === undefined ? [line] : cellsOf(line, glue)
}
