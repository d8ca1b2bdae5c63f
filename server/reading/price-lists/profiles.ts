// What the cells of a column look like, whatever its title says.
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import type { NameReader } from './names.ts'
import { withPlainRanges } from './number-account.ts'
import { isDash, priceIn, pricePairIn, readDate, readPrice, readStock, sizeText } from './values.ts'

/** The number of cells from which a column's content is judged, and how many of them are matched with plant names. */
const sampled = 200
const matchedOf = 24

/** The content of a column, as shares of its filled cells. */
export interface Profile {
  filled: number
  names: number
  isLatin: boolean
  sizes: number
  /** Cells in which a size or a packing stands, whatever else they say. */
  stated: number
  roots: number
  /** Words or codes of packings, with or without a size. */
  packings: number
  prices: number
  /** Two prices in a cell, which may also be the ends of a size: «80/100». */
  pricePairs: number
  stocks: number
  /** Dates, and words of when or whether: no bare numbers. */
  dates: number
  words: number
  codes: number
  distinct: number
  /** Whether the numbers are 1, 2, 3 and so on, like row numbers. */
  isSequence: boolean
  numbers: number[]
  /** Bare numbers, ranges of them and open ends: «60-80», «0,6», «от 100». */
  measures: number
  length: number
  /** As written. */
  samples: string[]
}

export function sampleOf(rows: Cell[][], column: number): Cell[] {
  const cells: Cell[] = []
  for (const row of rows) {
    const cell = row[column] ?? ''
    // A dash says nothing of what the column is for.
    if (cell !== '' && !isDash(textOf(cell))) cells.push(cell)
    if (cells.length >= sampled) break
  }
  return cells
}

const packingWords =
  /^(?:[cсcoкkpрv]{1,2}\.?|зкс|окс|ркс|з\/к|о\/к|з\.?к\.?с\.?|о\.?к\.?с\.?|br|rb|wrb|rwb|mb|без кома|с комом|ком\p{L}*|конт\p{L}*|горш\p{L}*|кассет\p{L}*|пакет\p{L}*|сетк\p{L}*|мешковин\p{L}*|открыт\p{L}*.*|закрыт\p{L}*.*|оголен\p{L}*.*|контейнер\p{L}*.*)\.?$/iu

const isPackingText = (text: string) => {
  const bare = text.trim()
  if (packingWords.test(bare)) return true
  const { fields } = parseNotation(bare.slice(0, 200))
  return fields.root !== null || fields.root_size !== null
}

const statesSize = (text: string) =>
  /\d/.test(text) && Object.values(parseNotation(text.slice(0, 200)).fields).some(value => value !== null)

const isMeasure = (text: string) =>
  /^(?:от|до|более|свыше|[><≥≤~]|ок\.?)?\s?\d{1,4}(?:[.,]\d{1,2})?\s?(?:[\p{Pd}/xх×]\s?\d{1,4}(?:[.,]\d{1,2})?)?\s?(?:\+|см|м|мм|л|cm|m)?\.?$/iu.test(
    text.trim(),
  )

/** Sections of which the rows are counted anew have at least five rows on average: litres of 1, 2, 3 are soon 1 again. */
const mostRestarts = 0.2

/** How many of some numbers are the first or one more than that before, and how many begin anew with 1. */
export const countingIn = (numbers: number[]): { followed: number; restarts: number } => ({
  followed: numbers.filter((value, at) => at === 0 || value === (numbers[at - 1] ?? 0) + 1).length,
  restarts: numbers.filter((value, at) => at > 0 && value === 1).length,
})

/** Whether the numbers of a column count its rows: 1, 2, 3, perhaps anew in each section. */
function countsRows(numbers: number[]): boolean {
  const { followed, restarts } = countingIn(numbers)
  return numbers.length > 2 && followed + restarts > numbers.length * 0.9 && restarts <= numbers.length * mostRestarts
}

export function profileOf(cells: Cell[], names: NameReader | null): Profile {
  const texts = cells.map(textOf)
  const share = (fits: (text: string, cell: Cell) => boolean) =>
    cells.length === 0 ? 0 : cells.filter((cell, at) => fits(texts[at] ?? '', cell)).length / cells.length
  const numbers = cells.flatMap(cell => {
    const price = readPrice(priceIn(cell), 1)
    return price.is === 'price' ? [price.price] : []
  })
  const distinct = [...new Set(texts)]
  const step = Math.max(1, Math.floor(distinct.length / matchedOf))
  // «30–40 ; 7,5 lit.» has no word that could name a plant.
  const isWorded = (text: string) => /\p{L}{3}/u.test(text) && /\p{L}{3}/u.test(parseNotation(text.slice(0, 200)).rest)
  const tried = distinct.filter((text, at) => at % step === 0 && isWorded(text)).slice(0, matchedOf)
  const matched = tried.filter(text => {
    if (!names) return false
    const { plant, candidates, genus } = names.match(text, null)
    return plant !== null || genus !== null || (candidates[0]?.confidence ?? 0) > 0.6
  })
  const ofLetters = share(text => /\p{L}{3}/u.test(text))
  const isSizes = (cell: Cell) => {
    const text = withPlainRanges(sizeText(cell).text)
    if (!/\d|ОКС|BR|ком/iu.test(text)) return false
    const { fields, doubts, rest } = parseNotation(text)
    const isLone = doubts.some(({ code }) => code === 'lone')
    return !isLone && rest.length < 12 && (doubts.length > 0 || Object.values(fields).some(value => value !== null))
  }
  return {
    filled: cells.length,
    names: tried.length === 0 ? 0 : (matched.length / tried.length) * ofLetters,
    isLatin: share(text => /[a-z]{3}/i.test(text) && !/[а-я]{3}/i.test(text)) > 0.6,
    sizes: share((_, cell) => isSizes(cell)),
    stated: share((_, cell) => statesSize(withPlainRanges(sizeText(cell).text))),
    roots: share((_, cell) => {
      const { root } = parseNotation(sizeText(cell).text).fields
      return root !== null
    }),
    packings: share((_, cell) => isPackingText(sizeText(cell).text)),
    // A dash in a column of prices says that there is none.
    prices: share(
      (text, cell) => isDash(text) || ['price', 'request', 'stock'].includes(readPrice(priceIn(cell), 1).is),
    ),
    pricePairs: share((_, cell) => pricePairIn(cell) !== null),
    stocks: share((_, cell) => readStock(cell).isUnclear !== true),
    dates: share((text, cell) => readDate(cell) !== null || !/\d/.test(text) || /\p{L}{3}/u.test(text)),
    words: share(text => /\p{L}{3}/u.test(text)),
    codes: share(text => /^(?:\p{L}{1,4}[-. ]?\d{2,}|\d{5,}|0\d{2,})(?:[-./]\p{L}?\d+)*$/u.test(text)),
    distinct: cells.length === 0 ? 0 : distinct.length / cells.length,
    isSequence: countsRows(numbers),
    numbers,
    measures: share((_, cell) => isMeasure(withPlainRanges(sizeText(cell).text))),
    samples: texts,
    length: texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length),
  }
}

export const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
