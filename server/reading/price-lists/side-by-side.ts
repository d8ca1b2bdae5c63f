import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import type { NameReader } from './names.ts'
import { isInTitleWords, isNameField, meaningOfTitle, normalize, possibleMeanings } from './titles.ts'

/** Titles of a table that stands beside another stand among the first lines. */
const mostLines = 200

interface Titled {
  title: string
  column: number
  field: string | null
}

/** In words that price lists use as titles, however cut short. */
const fieldOf = (title: string) =>
  (meaningOfTitle(title) ?? (isInTitleWords(title) ? possibleMeanings(title)[0] : undefined))?.field ?? null

const titlesIn = (cells: Cell[]): Titled[] =>
  cells.flatMap((cell, column) => {
    const title = normalize(textOf(cell))
    return title === '' ? [] : [{ title, column, field: fieldOf(title) }]
  })

/** Which tables may stand beside each other. */
interface Kind {
  /** Whether a title is of what a table of this kind says of each plant, besides its name: its price, or how many. */
  isAmount: (titled: Pick<Titled, 'title' | 'field'>) => boolean
  /** Whether tables without titles that tell stand beside each other only with an empty column between them. */
  needsGap: boolean
  /** Whether a line above the tables is said of each of them, as «Цены в евро» is. */
  sharesLetterhead: boolean
}

const ofPrices: Kind = {
  isAmount: ({ field }) => field?.startsWith('price') === true,
  needsGap: false,
  sharesLetterhead: true,
}

/** Whether these titles are of a table of its own: at least half of them are known, a name and an amount among them. */
const areOfTable = (titles: Titled[], { isAmount }: Kind) =>
  titles.some(({ field }) => isNameField(field)) &&
  titles.some(isAmount) &&
  titles.filter(titled => titled.field !== null || isAmount(titled)).length * 2 >= titles.length

/** The columns at which tables begin whose titles stand in this line, besides the first one. */
function startsIn(cells: Cell[], isEmpty: (column: number) => boolean, kind: Kind): number[] {
  const titles = titlesIn(cells)
  // The same titles several times: as many tables.
  const period = titles.findIndex(
    (_, length) =>
      length >= 2 &&
      titles.length % length === 0 &&
      titles.every(({ title }, at) => title === titles[at % length]?.title),
  )
  if (period > 0 && (period > 2 || titles.some(({ field }) => isNameField(field))))
    return titles.flatMap(({ column }, at) => (at > 0 && at % period === 0 ? [column] : []))
  // Different titles: each table has a name and an amount of its own, with an empty column or its row numbers between.
  const starts: number[] = []
  let from = 0
  for (let at = 1; at < titles.length; at++) {
    const title = titles[at]
    const own = titles.slice(from, at)
    if (!title || !areOfTable(own, kind)) continue
    const isApart = Array.from({ length: title.column }, (_, column) => column).some(
      column => column > (titles[at - 1]?.column ?? 0) && isEmpty(column),
    )
    const isNumber = /^(?:№|n|no)(?: ?п\/?п)?\.?$/u.test(title.title)
    const isName = title.field === 'name' && own.some(({ field }) => field === 'name')
    if (!(isApart || isNumber || isName) || !areOfTable(titles.slice(at), kind)) continue
    starts.push(title.column)
    from = at
  }
  return starts
}

/** The columns at which tables begin that are set apart by empty columns and have their titles in different lines. */
function startsInLines(lines: Cell[][], isEmpty: (column: number) => boolean, width: number, kind: Kind): number[] {
  const blocks: { from: number; to: number }[] = []
  for (let column = 0; column < width; column++) {
    const last = blocks.at(-1)
    if (isEmpty(column)) continue
    if (last?.to === column) last.to++
    else blocks.push({ from: column, to: column + 1 })
  }
  const tables = blocks.filter(({ from, to }) => lines.some(cells => areOfTable(titlesIn(cells.slice(from, to)), kind)))
  return tables.slice(1).map(({ from }) => from)
}

/** So many rows and names of a column show what it holds. */
const sampledRows = 200
const sampledNames = 8
/** This share of the sampled cells must be names, or numbers. */
const mostly = 0.6

/** The columns at which tables begin that have no titles to tell: names of other plants, with numbers of their own. */
function startsByContent({ rows }: Sheet, names: NameReader, { needsGap }: Kind): number[] {
  const lines = rows.slice(0, sampledRows).filter(cells => cells.filter(cell => cell !== '').length >= 4)
  if (lines.length < 3) return []
  const width = Math.max(...lines.map(({ length }) => length))
  const filledIn = (column: number) => lines.filter(cells => (cells[column] ?? '') !== '')
  const isOfNumbers = (column: number) => {
    const filled = filledIn(column)
    const numbers = filled.filter(cells => /^\d[\d\s.,]*(?:р\p{L}*\.?|₽)?$/u.test(textOf(cells[column] ?? '')))
    return numbers.length >= 3 && numbers.length >= filled.length * mostly && !isNumbered(filled, column)
  }
  const genusIn = (cells: Cell[], column: number) => names.match(textOf(cells[column] ?? '').slice(0, 200), null).genus
  const isOfNames = (column: number) => {
    const worded = filledIn(column).filter(cells => /\p{L}{3}/u.test(textOf(cells[column] ?? '')))
    const sample = worded.slice(0, sampledNames)
    const isPlant = (cells: Cell[]) => names.match(textOf(cells[column] ?? '').slice(0, 200), null).plant !== null
    return sample.length >= 3 && sample.filter(isPlant).length >= sample.length * mostly
  }
  const starts: number[] = []
  let last = -1
  for (let column = 0; column < width; column++) {
    if (!isOfNames(column)) continue
    const between = Array.from({ length: Math.max(0, column - last - 1) }, (_, at) => last + 1 + at)
    if (last >= 0 && between.some(isOfNumbers)) {
      const both = filledIn(column)
        .filter(cells => (cells[last] ?? '') !== '')
        .slice(0, sampledNames)
      // Tables below one another have their names in other columns too, but in no row names of both.
      const others = both.filter(cells => {
        const [one, other] = [genusIn(cells, last), genusIn(cells, column)]
        return one !== null && other !== null && one !== other
      })
      const rest = Array.from({ length: width - column - 1 }, (_, at) => column + 1 + at)
      if (others.length < 2 || others.length < both.length * mostly || !rest.some(isOfNumbers)) continue
      const gap = between.findLast(at => filledIn(at).length === 0)
      if (needsGap && (gap === undefined || gap < last)) continue
      const before = column - 1
      starts.push(gap !== undefined ? gap + 1 : isNumbered(filledIn(before), before) ? before : column)
    } else if (last >= 0) continue
    last = column
  }
  return starts
}

/** Whether a column holds the numbers of rows: 1, 2, 3. */
const isNumbered = (filled: Cell[][], column: number) =>
  filled.length >= 3 &&
  filled.every((cells, at) => at === 0 || Number(cells[column]) === Number(filled[at - 1]?.[column]) + 1)

function startsOf(sheet: Sheet, names: NameReader, kind: Kind): number[] {
  const starts = startsByTitles(sheet, kind)
  return starts.length > 0 ? starts : startsByContent(sheet, names, kind)
}

function startsByTitles(sheet: Sheet, kind: Kind): number[] {
  const lines = sheet.rows.slice(0, mostLines)
  const width = Math.max(0, ...sheet.rows.map(({ length }) => length))
  const first = lines.findIndex(
    cells => areOfTable(titlesIn(cells), kind) || startsIn(cells, () => false, kind).length > 0,
  )
  if (first < 0) return []
  // A letterhead may extend over the gap.
  const filled = new Set(
    sheet.rows.slice(first).flatMap(cells => cells.flatMap((cell, at) => (cell === '' ? [] : [at]))),
  )
  const isEmpty = (column: number) => !filled.has(column)
  for (const cells of lines) {
    const starts = startsIn(cells, isEmpty, kind)
    if (starts.length > 0) return starts
  }
  return startsInLines(lines.slice(first), isEmpty, width, kind)
}

/** A table of a sheet, and the column of the sheet at which it begins. */
export interface SheetPart {
  sheet: Sheet
  from: number
}

/** What stands alone in a line above the tables is said of all of them: «Цены в евро». */
function letterheadOf({ rows }: Sheet, second: number): Map<number, Cell> {
  const letterhead = new Map<number, Cell>()
  for (const [row, cells] of rows.slice(0, mostLines).entries()) {
    if (cells.some((cell, column) => cell !== '' && column >= second)) break
    const [only, ...others] = cells.filter(cell => cell !== '')
    if (only !== undefined && others.length === 0) letterhead.set(row, only)
  }
  return letterhead
}

/**
 * The tables of a sheet on which several stand beside each other, or on which one goes on beside itself, as lists do to
 * fit on a page: a row of a table is of one plant. Other sheets are a single table.
 */
export function apart(sheet: Sheet, names: NameReader, kind = ofPrices): SheetPart[] {
  const starts = [0, ...startsOf(sheet, names, kind)]
  const letterhead = kind.sharesLetterhead ? letterheadOf(sheet, starts[1] ?? Number.POSITIVE_INFINITY) : null
  return starts.map((from, at) => {
    const to = starts[at + 1] ?? Number.POSITIVE_INFINITY
    if (at === 0 && to === Number.POSITIVE_INFINITY) return { sheet, from }
    const table = {
      ...sheet,
      rows: sheet.rows.map((cells, row) => {
        const said = at === 0 ? undefined : letterhead?.get(row)
        return said === undefined ? cells.slice(from, to) : [said]
      }),
      merges: sheet.merges
        .filter(({ left }) => left >= from && left < to)
        .map(merge => ({ ...merge, left: merge.left - from, right: Math.min(merge.right, to - 1) - from })),
    }
    return { sheet: table, from }
  })
}
