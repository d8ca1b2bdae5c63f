import { foreignMoney } from '#server/reading/lines/amounts-in-text.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import type { NameReader } from './names.ts'
import { saysHardlyMoreThanSizes, undecorated } from './row-texts.ts'
import { categoryIn, isInTitleWords, meaningOfTitle, normalize, possibleMeanings, type TitleMeaning } from './titles.ts'
import { isDash, readPrice, readStock } from './values.ts'

/** Consecutive lines of titles, with the title of each column. */
export interface Header {
  top: number
  /** The last line of the header; rows count from 0. */
  bottom: number
  titles: string[]
  /** The titles above the last title of each column. */
  above: string[]
}

const mostLines = 4
const longestTitle = 90

const isYear = (text: string) => /^20(?:1[5-9]|2\d|3[0-5])$/.test(text)
const isNumber = (text: string) => /^[\d\s.,]+$/.test(text)
/** «1 760 р.» in a line of values. */
const isMoney =
  /^\d[\d\s]{2,8}\/\s?\d[\d\s]{2,8}$|^\d[\d\s.,'’]*(?:₽|р\.?|руб\.?|€|eur|[.,]-|=)(?:\s?\/\s?(?:шт|ед|экз)\.?)?$|^\d+…\d+$/iu
/** «от 500»: in a line of values the least price, in a line of titles the least quantity. */
const isLeast = /^от \d{3,}$/iu
/** «1 760 р.», «25 шт»: no title. */
const isValue = (cell: Cell) =>
  typeof cell === 'string' &&
  cell.length < 30 &&
  /\d/.test(cell) &&
  meaningOfTitle(textOf(cell)) === null &&
  (readPrice(cell, 1).is === 'price' || (readStock(cell).stock_quantity ?? null) !== null)

/** The texts of a row. A cell merged over several columns is repeated in each of them. */
function spreadCells(sheet: Sheet, row: number, width: number): string[] {
  const texts = Array.from({ length: width }, (_, column) => textOf(sheet.rows[row]?.[column] ?? ''))
  for (const { top, left, bottom, right } of sheet.merges) {
    if (row < top || row > bottom || right - left + 1 > width) continue
    const text = textOf(sheet.rows[top]?.[left] ?? '')
    for (let column = left; column <= right; column++) texts[column] = row === top ? text : (texts[column] ?? '')
  }
  return texts
}

interface Judged {
  filled: number
  known: number
  fields: Set<string>
  isWide: number
  numbers: number
}

function judge(cells: Cell[], above: string[] = []): Judged {
  const judged: Judged = { filled: 0, known: 0, fields: new Set(), isWide: 0, numbers: 0 }
  for (const [column, cell] of cells.entries()) {
    const text = textOf(cell)
    if (text === '') continue
    judged.filled++
    if ((typeof cell === 'number' || isNumber(text) || isValue(cell)) && !isYear(text)) {
      judged.numbers++
      continue
    }
    const meaning = meaningOfTitle(text, above[column] ?? '')
    if (!meaning) {
      if (isInTitleWords(text)) {
        judged.known++
        judged.fields.add(possibleMeanings(text)[0]?.field ?? normalize(text))
      }
      continue
    }
    judged.known++
    if (isYear(text)) continue
    if (meaning.size !== '') judged.isWide++
    else judged.fields.add(meaning.field ?? normalize(text))
  }
  return judged
}

/**
 * Whether a cell names a plant, in any spelling, at least as surely as `least`. Then the line is not a line of titles.
 */
const namesPlant = (cells: Cell[], names: NameReader, least = 0) =>
  cells.some(cell => {
    const text = textOf(cell)
    if (!/\p{L}{2}/u.test(text)) return false
    const { plant } = names.match(text, null)
    // «Carpinus» beside «betulus»: a genus is no title.
    const isTitle = meaningOfTitle(text) !== null
    if (names.isGenus(text) && !isTitle) return true
    // «Ясень обыкновенный Pendula обх. ств. 20-25»: no title has a genus and numbers.
    const words = /\d/.test(text) || !isTitle ? (text.match(/\p{L}{3,}/gu) ?? []) : []
    if (words.length >= 2 && words.some(word => names.isGenus(word))) return true
    // «Русское название» resembles some plant names. A known title counts as a plant only if the match is almost
    // perfect.
    return plant !== null && plant.confidence >= least && (!isTitle || (plant.confidence > 0.9 && text.includes(' ')))
  })

/** A line of words without any of these fields is not a header: «Туя | под заказ | С5». */
const keyFields = new Set<string>(
  'name latin_name genus species cultivar size height spread girth root root_size price price_wholesale sku'.split(' '),
)

const sureName = 0.95

/**
 * Whether a line alone is a line of titles: at least half of its cells are known titles, and at least two of them
 * differ.
 */
function isTitles(cells: Cell[], names: NameReader): boolean {
  // Most rows are ruled out here, because titles contain no numbers except years.
  if (cells.some(cell => typeof cell === 'number' && !isYear(String(cell)))) return false
  const texts = cells.map(textOf)
  if (texts.some(text => text.length > longestTitle * 2 || (/^[\d\s.,]+$/.test(text) && !isYear(text)))) return false
  if (texts.some(text => isMoney.test(text) || (/^\d/.test(text) && foreignMoney.test(text)))) return false
  const { filled, known, fields, isWide, numbers } = judge(cells)
  const isPriced = [...fields].some(field => field.startsWith('price'))
  if (!isPriced && texts.some(text => isLeast.test(text))) return false
  const areWords = filled >= 5 && known >= 3 && known * 3 >= filled && texts.every(text => !/\d/.test(text))
  if (filled < 2 || known < 2 || (known * 2 < filled && !areWords)) return false
  if (![...fields].some(field => keyFields.has(field) || field.startsWith('price_from'))) return false
  if (fields.size < 2 && isWide < 2) return false
  if (numbers - isWide > 0 && numbers * 3 > filled) return false
  // Among titles a word that resembles a name is one of them.
  return !namesPlant(cells, names, known * 3 >= filled * 2 ? sureName : 0)
}

/** How many cells are filled in a column of these rows, and how many of them may be prices. */
function pricesIn(rows: Cell[][], column: number): { filled: number; prices: number } {
  // A dash says that there is none of this size.
  const filled = rows.map(cells => cells[column] ?? '').filter(cell => cell !== '' && !isDash(textOf(cell)))
  return { filled: filled.length, prices: filled.filter(cell => readPrice(cell, 1).is === 'price').length }
}

/** Whether the sizes in a line («40-60», «30+») are those of a plant: below the titles of a wide list stand prices. */
function areValues(sheet: Sheet, row: number): boolean {
  const cells = sheet.rows[row] ?? []
  const sized = cells.flatMap((cell, column) => {
    const text = textOf(cell)
    const { size = '', field = null } = (/\d/.test(text) && meaningOfTitle(text)) || {}
    return size !== '' || field?.startsWith('price_from') ? [column] : []
  })
  if (sized.length === 0) return false
  const below = sheet.rows.slice(row + 1, row + 12)
  const priced = sized.filter(column => {
    const { filled, prices } = pricesIn(below, column)
    // A bare number among ranges is a size too.
    return prices > 0 && prices * 2 >= filled
  })
  return priced.length * 2 < sized.length
}

/** Whether a line repeats the titles above its rows, as lists of several pages do. */
function repeatsTitles({ rows }: Sheet, row: number, header: number): boolean {
  const [own, titles] = [rows[row] ?? [], rows[header] ?? []]
  const [longer, other] = own.length > titles.length ? [own, titles] : [titles, own]
  return longer.length > 0 && longer.every((cell, column) => textOf(cell) === textOf(other[column] ?? ''))
}

/** A title stands once above its rows: what stands in the same column of a row between is a value, «auf Anfrage». */
const repeatsValues = ({ rows }: Sheet, row: number, header: number): boolean =>
  rows
    .slice(Math.max(header + 1, row - mostRepeated), row)
    .some(cells =>
      cells.some((cell, column) => textOf(cell).length > 2 && textOf(cell) === textOf(rows[row]?.[column] ?? '')),
    )
const mostRepeated = 40

/** «1 2 3 4» below the titles: the numbers of the columns. */
export const isNumbering = (texts: string[]) => {
  const filled = texts.filter(text => text !== '')
  return filled.length > 2 && filled.every((text, at) => text === String(at + 1))
}

const isUnit = (text: string) => /^\(?(?:см|м|мм|л|шт|руб|₽|р|экз|тыс\. ?руб|%|cm|mm|m|l|pcs)\.?\)?$/iu.test(text)

/** Whether a line continues the titles above it: with units, parts of a title, or sizes below a common price. */
function continues(sheet: Sheet, row: number, above: string[], names: NameReader): boolean {
  const cells = sheet.rows[row] ?? []
  if (isBesideTitles(sheet, row, above)) return !namesPlant(cells, names)
  const texts = cells.map(textOf)
  const filled = texts.filter(text => text !== '')
  if (filled.length === 0) return false
  if (isNumbering(texts)) return true
  if (arePricedSizes(sheet, row)) return !namesPlant(cells, names)
  // «Хвойные (наличие)» in the line below the titles is a section.
  const [only = ''] = filled
  const isUnderTitle = above[texts.indexOf(only)] !== ''
  // «Саженцы V10 л» below the title of the names heads rows.
  const at = texts.indexOf(only)
  if (filled.length === 1 && /\d/.test(only) && texts.findIndex((_, column) => (above[column] ?? '') !== '') === at)
    return false
  if (filled.length === 1 && (categoryIn(only) !== null || !isUnderTitle || /\p{L}{4}.*[\s(]\p{L}{3}/u.test(only)))
    return false
  if (filled.length === 1 && names.match(undecorated(only), null).genus !== null) return false
  const isPart = (text: string, column: number) => {
    if (isUnit(text)) return true
    if (/^(?:от|до|мин|макс|min|max)\.?$/iu.test(text)) return above[column] !== ''
    if (text.length > longestTitle || typeof cells[column] === 'number') return false
    if (meaningOfTitle(text) !== null || isInTitleWords(text)) return true
    const under = meaningOfTitle(text, above[column] ?? '')
    return under !== null && (under.size !== '' || (under.field?.startsWith('price_from') ?? false))
  }
  if (headsNames(texts, above)) return false
  const parts = texts.filter(
    (text, column) => text !== '' && (isPart(text, column) || isUnderMerged(column, above, texts)),
  ).length
  if (
    parts < filled.length &&
    !((parts * 2 >= filled.length || areOfTheirOwn(filled)) && areSubtitles(sheet, row, above))
  )
    return false
  // A single size below «Размер» belongs to the first row.
  const isValue = (column: number) => {
    const over = meaningOfTitle(above[column] ?? '')
    const own = meaningOfTitle(texts[column] ?? '')
    return (
      own?.size !== '' &&
      own !== null &&
      over !== null &&
      over.field !== 'price' &&
      over.field !== null &&
      over.field !== 'price_wholesale'
    )
  }
  const values = texts.flatMap((text, column) => (text !== '' && isValue(column) ? [above[column] ?? ''] : []))
  // Several sizes below one title that extends over them are titles too.
  if (values.length > 0 && (values.length < 2 || new Set(values).size > 1)) return false
  return !namesPlant(cells, names)
}

/** «JA2 | JA3 | JA10»: short texts in words that nobody knows, of which none stands twice. */
const areOfTheirOwn = (texts: string[]) =>
  texts.length >= 3 && new Set(texts).size === texts.length && texts.every(text => text.length <= 15)

/** Whether titles of the lines above are merged down over cells of this line: then the others are titles too. */
const isBesideTitles = ({ merges }: Sheet, row: number, above: string[]) =>
  merges.some(
    ({ top, bottom, left }) => top < row && bottom >= row && row - top < mostLines && (above[left] ?? '') !== '',
  )

/** «Контейнер С3» below the title of the names, of each of the tables that stand side by side, heads rows. */
const headsNames = (texts: string[], above: string[]) =>
  texts.every((text, column) => text === '' || meaningOfTitle(above[column] ?? '')?.field === 'name')

/** Whether a title extends over this cell and another one beside it that is filled too. */
const isUnderMerged = (column: number, above: string[], texts: string[]) =>
  (above[column] ?? '') !== '' &&
  [column - 1, column + 1].some(other => above[other] === above[column] && (texts[other] ?? '') !== '')

/**
 * Whether the texts of a line stand below titles and above values of another kind, and where a name would be there is
 * none: then those that nobody knows are titles like the others.
 */
function areSubtitles(sheet: Sheet, row: number, above: string[]): boolean {
  const cells = sheet.rows[row] ?? []
  const filled = cells.flatMap((cell, column) => (cell === '' ? [] : [column]))
  // In a text file a title that extends over several columns stands above the first of them.
  const overOf = (column: number): string => {
    const own = above[column] ?? ''
    return own !== '' || column === 0 || (cells[column - 1] ?? '') === '' ? own : overOf(column - 1)
  }
  if (filled.length < 2 || filled.some(column => typeof cells[column] === 'number' || overOf(column) === ''))
    return false
  if (filled.some(column => meaningOfTitle(overOf(column))?.field === 'name')) return false
  const below = sheet.rows.slice(row + 1, row + 12)
  const isOfNumbers = (column: number) => {
    const values = below.map(other => textOf(other[column] ?? '')).filter(text => text !== '')
    return values.length === 0 || values.filter(text => /^\D{0,3}\d/u.test(text)).length * 2 >= values.length
  }
  return filled.every(column => !/^\d/.test(textOf(cells[column] ?? '')) && isOfNumbers(column))
}

/**
 * Whether a line has nothing but sizes and packings, with numbers below each of them: it goes on with the titles of a
 * list that has a column of prices for each size.
 */
function arePricedSizes(sheet: Sheet, row: number): boolean {
  const cells = sheet.rows[row] ?? []
  const columns = cells.flatMap((cell, column) => (cell === '' ? [] : [column]))
  if (columns.length < 2 || columns.some(column => typeof cells[column] === 'number')) return false
  if (!columns.every(column => saysHardlyMoreThanSizes(textOf(cells[column] ?? '')))) return false
  const below = columns.map(column => pricesIn(sheet.rows.slice(row + 1, row + 12), column))
  return below.every(({ filled, prices }) => prices * 2 >= filled) && below.some(({ prices }) => prices > 0)
}

/** Fewer sizes side by side may be those of a plant. */
const fewestSizes = 3

/** «40-60 | 60-80 | 80-100» above prices, where nothing else has titles: a list with a column for each size. */
function headsSizes(sheet: Sheet, row: number, headers: Header[]): boolean {
  const cells = sheet.rows[row] ?? []
  const isFirst = textOf(cells[0] ?? '') === '' && cells.filter(cell => cell !== '').length >= fewestSizes
  return isFirst && headers.every(({ bottom }) => bottom < row - 1) && arePricedSizes(sheet, row)
}

/** Joins the lines of a header into one title per column. */
export function titlesOf(sheet: Sheet, top: number, bottom: number, width: number): Pick<Header, 'titles' | 'above'> {
  const lines = Array.from({ length: bottom - top + 1 }, (_, line) => spreadCells(sheet, top + line, width)).filter(
    line => !isNumbering(line),
  )
  for (const [at, line] of lines.entries()) {
    if (at === lines.length - 1) break
    // «Цена» is above the first of its columns and applies to those to the right of it, up to the next title.
    for (let column = 1; column < width; column++) {
      const below = lines.slice(at + 1).some(other => (other[column] ?? '') !== '')
      const isOver = lines.slice(at + 1).some(other => (other[column - 1] ?? '') !== '')
      if (line[column] === '' && below && isOver) line[column] = line[column - 1] ?? ''
    }
  }
  const columns = Array.from({ length: width }, (_, column) => {
    const parts = lines.map(line => line[column] ?? '').filter(Boolean)
    return parts.filter((part, at) => part !== parts[at - 1])
  })
  return {
    titles: columns.map(parts => parts.join(' ').replaceAll(/\s+/g, ' ').slice(0, 200)),
    above: columns.map(parts => parts.slice(0, -1).join(' ')),
  }
}

/** Titles in words of which none is known are looked for among so many lines, and judged by so many below them. */
const lookedThrough = 40
const judgedBy = 20
/** The share of the values below that must begin with a digit for their column to be one of numbers. */
const mostlyNumbers = 0.6

/**
 * The line of titles of a sheet in which no title is known: short texts above columns of numbers, one for nearly every
 * column of the lines below, which name no plant. What they mean is asked.
 */
function lineByShape(sheet: Sheet, names: NameReader): number | null {
  const textsOf = (row: number) => (sheet.rows[row] ?? []).map(textOf)
  for (let row = 0; row < Math.min(lookedThrough, sheet.rows.length - 2); row++) {
    const texts = textsOf(row)
    const filled = texts.flatMap((text, column) => (text.trim() === '' ? [] : [column]))
    const are = (fits: (text: string) => boolean) => filled.every(column => fits(texts[column] ?? ''))
    if (
      filled.length < 3 ||
      !are(text => text.length <= longestTitle && !/^[\d\s.,]+$/.test(text) && !isMoney.test(text))
    )
      continue
    if (new Set(filled.map(column => texts[column])).size < filled.length * 0.8) continue
    const below = sheet.rows
      .slice(row + 1, row + 1 + judgedBy)
      .map(cells => cells.map(textOf))
      .filter(cells => cells.filter(text => text.trim() !== '').length >= 3)
    if (below.length < 2) continue
    const used = new Set(below.flatMap(cells => cells.flatMap((text, column) => (text.trim() === '' ? [] : [column]))))
    if ([...used].filter(column => (texts[column] ?? '').trim() !== '').length < used.size * 0.7) continue
    // «Рост в 10 лет» above «0,5-0,8».
    const beginsWithNumber = (text: string) => /^[^\p{L}\d]{0,3}\d/u.test(text)
    const ofNumbers = filled.filter(column => {
      const values = below.map(cells => cells[column] ?? '').filter(text => text.trim() !== '')
      const numeric = values.filter(beginsWithNumber).length
      const isOfNumbers = values.length >= 2 && numeric >= values.length * mostlyNumbers
      return isOfNumbers && !beginsWithNumber(texts[column] ?? '')
    })
    if (ofNumbers.length >= 2 && !namesPlant(sheet.rows[row] ?? [], names)) return row
  }
  return null
}

const widthOf = (sheet: Sheet) => Math.max(0, ...sheet.rows.map(({ length }) => length))

/**
 * Finds all headers of a sheet: at the top, below a letterhead, and repeated above sections. `fixedRows`: the number of
 * header rows that a person has set.
 */
export function* findHeaders(sheet: Sheet, names: NameReader, fixedRows?: number): Generator<void, Header[]> {
  const width = widthOf(sheet)
  const headers: Header[] = []
  if (fixedRows === 0) return headers
  for (let row = 0; row < sheet.rows.length; row++) {
    if (row % 25 === 24) yield
    const cells = sheet.rows[row] ?? []
    if (cells.length === 0) continue
    const last = headers.at(-1)
    const isAgain = last !== undefined && repeatsTitles(sheet, row, last.bottom)
    const isHeader = isAgain || headsSizes(sheet, row, headers) || (isTitles(cells, names) && !areValues(sheet, row))
    if (!isHeader || (last && repeatsValues(sheet, row, last.bottom))) continue
    let top = row
    const before = headers.at(-1)?.bottom ?? -1
    // «Размеры» may be above the titles, with «Высота» and «Обхват» below it.
    for (let up = row - 1; up > before && up >= row - 2; up--) {
      const over = judge(sheet.rows[up] ?? [])
      const isSpread = over.filled > 0 && over.known === over.filled && over.numbers === 0
      const first = (sheet.rows[up] ?? []).findIndex(cell => cell !== '')
      // A single text in the first column is a heading of the page.
      if (!isSpread || (over.filled === 1 && first === 0) || namesPlant(sheet.rows[up] ?? [], names)) break
      top = up
    }
    let bottom = row
    while (bottom - top + 1 < mostLines && bottom + 1 < sheet.rows.length) {
      const { titles } = titlesOf(sheet, top, bottom, width)
      if (!continues(sheet, bottom + 1, titles, names)) break
      bottom++
    }
    if (fixedRows !== undefined && headers.length === 0) bottom = Math.min(sheet.rows.length - 1, top + fixedRows - 1)
    // Lines of titles that follow one another are one header.
    if (last && last.bottom + 1 === top && bottom - last.top < mostLines && fixedRows === undefined) {
      headers.pop()
      top = last.top
    }
    headers.push({ top, bottom, ...titlesOf(sheet, top, bottom, width) })
    row = bottom
  }
  if (headers.length === 0 && fixedRows === undefined) {
    const top = lineByShape(sheet, names)
    if (top !== null) {
      let bottom = top
      while (bottom - top + 1 < mostLines && bottom + 1 < sheet.rows.length) {
        if (!continues(sheet, bottom + 1, titlesOf(sheet, top, bottom, width).titles, names)) break
        bottom++
      }
      headers.push({ top, bottom, ...titlesOf(sheet, top, bottom, width) })
    }
  }
  if (headers.length === 0 && fixedRows !== undefined && fixedRows > 0) {
    const top = Math.max(
      0,
      sheet.rows.findIndex(cells => cells.length > 0),
    )
    const bottom = Math.min(sheet.rows.length - 1, top + fixedRows - 1)
    headers.push({ top, bottom, ...titlesOf(sheet, top, bottom, width) })
  }
  return headers
}

/**
 * The meanings of a header's columns. A title that has no meaning by itself may have one together with the title above
 * it.
 */
export const meaningsOf = ({ titles, above }: Header): (TitleMeaning | null)[] =>
  titles.map((title, column) => {
    const over = above[column] ?? ''
    const own = over === '' ? title : title.slice(over.replaceAll(/\s+/g, ' ').length).trim()
    // «руб.» below «Опт» is a unit.
    return own === '' || isUnit(own) ? meaningOfTitle(title) : meaningOfTitle(own, over)
  })
