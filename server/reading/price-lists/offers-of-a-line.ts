// What a line of text offers: «Туя Смарагд 1,0-1,2 м - 1800р; 1,2-1,4 м - 2300р».
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { readStock } from './values.ts'

/** A size with its price; the price as written, or as a number where no currency stands beside it. */
export interface LineOffer {
  name: string
  size: string
  price: string | number
  /** What stands in brackets behind the price. */
  stock: string
}

/** Nothing longer is a line that offers something. */
const longestLine = 300
/** More words than that do not say how large something is. */
const mostWords = 12
/** Nothing less is a price, unless it says so: rubles. */
const leastBare = 50

const pricedTail =
  /^(?<head>.*?\S)(?:\s+[\p{Pd}−=:]+\s*|:\s*|\s+)(?<price>\d{1,3}(?:[ \u00A0]\d{3})+|\d{1,7}(?:[.,]\d)?)\s?(?<money>₽|р(?:уб\p{L}*)?\.?|[кk](?!\p{L})|т\.?\s?р\.?|тыс\.?(?:\s?руб\.?)?)?(?:\s?(?:\/|за)\s?(?:шт|экз)\.?)?$/iu
/** «(посл. 6 шт)», «(под заказ)» behind a price. */
const inBrackets = /^(?<text>.*\S)\s*\((?<said>[^()]{2,40})\)$/u

const holdsMoney = /\d\s?(?:₽|р(?:уб\p{L}*)?(?!\p{L}))|(?<!\p{L})от \d+\s?шт/iu

function saysSizes(text: string): boolean {
  const { fields, doubts, rest } = parseNotation(text)
  const isSaid =
    Object.values(fields).some(value => value !== null) || doubts.some(({ alternatives }) => alternatives.length > 0)
  return isSaid && rest === ''
}

/** The end of a text that is nothing but sizes; empty, if there is none. */
function sizesBehind(text: string): { before: string; sizes: string } {
  const words = text.split(/\s+/u)
  for (let at = Math.max(0, words.length - mostWords); at < words.length; at++) {
    const sizes = words.slice(at).join(' ')
    if (!/\d|ком|окс|wrb|rb/iu.test(words[at] ?? '')) continue
    if (saysSizes(sizes)) return { before: words.slice(0, at).join(' '), sizes }
  }
  return { before: text, sizes: '' }
}

/** Whether a text says nothing but how large something is, or in what it is sold. */
export const isOfSizes = (text: string): boolean => text.length <= longestLine && saysSizes(text)

/** A text that ends with a price: what stands before it, the price, and what brackets behind it say of the stock. */
interface Priced {
  head: string
  price: string | number
  stock: string
}

/** A text that ends with a price, apart from it; a bare number is a price only behind a size. */
function priceBehind(written: string): Priced | null {
  const { text = written, said = '' } = inBrackets.exec(written)?.groups ?? {}
  const stock = said.replace(/^посл(?:едн\p{L}*)?\.?\s(?=\d)/iu, 'осталось ')
  if (stock !== '' && readStock(stock).stock === undefined) return null
  const { head = '', price = '', money } = pricedTail.exec(text)?.groups ?? {}
  if (head === '' || holdsMoney.test(head)) return null
  const value = Number(price.replaceAll(/[ \u00A0]/gu, '').replace(',', '.'))
  if (money !== undefined && /^[кkт]/iu.test(money)) return { head, price: value * 1000, stock }
  if (!Number.isInteger(value)) return null
  if (money !== undefined) return { head, price: text.slice(head.length).replace(/^[\s\p{Pd}−=:]+/u, ''), stock }
  return value >= leastBare && sizesBehind(head).sizes !== '' ? { head, price: value, stock } : null
}

/**
 * The sizes that a line offers, each with its price: a plant, then sizes and prices in turn. Null for lines that are read
 * as a whole.
 */
export function offersOfLine(line: string): LineOffer[] | null {
  if (line.length > longestLine) return null
  // «Pa80, С10 — 6900; Pa120, С20 — 11500»: commas may stand within the sizes.
  return offersBetween(line, /;\s*/u) ?? offersBetween(line, /[;,]\s+(?![^()]*\))/u)
}

function offersBetween(line: string, separator: RegExp): LineOffer[] | null {
  const pieces = line.split(separator).filter(piece => piece.trim() !== '')
  const [first, ...others] = pieces.map(piece => priceBehind(piece.trim()))
  if (!first || others.length === 0) return null
  const { before, sizes } = sizesBehind(first.head)
  if (sizes === '' || !/\p{L}{3}/u.test(before)) return null
  const name = before.replace(/[:,\s]+$/u, '')
  const offers: LineOffer[] = [{ name, size: sizes, price: first.price, stock: first.stock }]
  for (const other of others) {
    if (!other || !isOfSizes(other.head)) return null
    offers.push({ name, size: other.head, price: other.price, stock: other.stock })
  }
  return offers
}

/** A line whose price stands at its end, apart from it; null if none does. */
export const priceOfLine = (line: string): Priced | null =>
  line.length > longestLine ? null : priceBehind(line.trim())
