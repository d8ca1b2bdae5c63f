// «Горшок | Цена | Горшок | Цена»: columns that come again for another size of the same plant.
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { divided, type DividedSheet, undivided } from './divided-sheet.ts'
import { isNameField, meaningOfTitle, normalize } from './titles.ts'

/** Titles stand among the first lines. */
const mostLines = 60
/** At least so many rows have a size in a later block. */
const fewestRows = 2

const sized = new Set<string>(['size', 'height', 'spread', 'girth', 'stem_height', 'root', 'root_size', 'form'])

/** Columns of a size and its price that come several times in one order. */
interface Blocks {
  header: number
  from: number
  width: number
  count: number
}

/** A title without what counts it: «Цена 2». */
const bare = (title: string) => normalize(title).replace(/[\s№(]*\d{1,2}\)?$/u, '')

/** Whether these titles are of one size of a plant: how large it is, and what it costs. */
function areOfSize(titles: string[]): boolean {
  const fields = titles.map(title => meaningOfTitle(title)?.field ?? null)
  return (
    fields.some(field => field !== null && sized.has(field)) &&
    fields.filter(field => field === 'price').length === 1 &&
    !fields.some(isNameField)
  )
}

function blocksIn(cells: Cell[], header: number): Blocks | null {
  const titles = cells.map(textOf)
  const bares = titles.map(bare)
  for (let from = 1; from < titles.length - 1; from++) {
    for (let width = 2; from + width * 2 <= titles.length; width++) {
      const own = bares.slice(from, from + width)
      if (own.includes('') || new Set(own).size < width || !areOfSize(titles.slice(from, from + width))) continue
      let count = 1
      while (own.every((title, at) => bares[from + count * width + at] === title)) count++
      const isNamed = titles.slice(0, from).some(title => isNameField(meaningOfTitle(title)?.field ?? null))
      if (count > 1 && isNamed) return { header, from, width, count }
    }
  }
  return null
}

const isFilled = (cells: Cell[], from: number, to: number) => cells.slice(from, to).some(cell => cell !== '')

/**
 * A sheet in which the columns of a size come again for others: each size that a row offers is read as a row of its own,
 * in the first of these columns. Other sheets as they are.
 */
export function repeatedApart(sheet: Sheet): DividedSheet {
  const blocks = sheet.rows
    .slice(0, mostLines)
    .reduce<Blocks | null>((found, cells, row) => found ?? blocksIn(cells, row), null)
  if (!blocks || sheet.merges.some(({ bottom }) => bottom >= blocks.header)) return undivided(sheet)
  const { header, from, width, count } = blocks
  const end = from + width * count
  const below = sheet.rows.slice(header + 1)
  // What has no name goes on with the plant above, and of which of its sizes nobody knows.
  const isNameless = (cells: Cell[]) => isFilled(cells, from, end) && !isFilled(cells, 0, from)
  const others = below.filter(cells => isFilled(cells, from + width, end))
  if (others.length < fewestRows || below.some(isNameless)) return undivided(sheet)

  const starts = Array.from({ length: count }, (_, block) => from + block * width)
  const blank = Array.from({ length: width * (count - 1) }, (): Cell => '')
  const isOfBlock = (column: number) => column >= from && column < from + width
  return divided(
    sheet,
    (cells, row) => {
      if (row < header) return [{ cells }]
      const filled = row === header ? [] : starts.filter(start => isFilled(cells, start, start + width))
      return (filled.length > 0 ? filled : [from]).map(start => {
        const own = Array.from({ length: width }, (_, at) => cells[start + at] ?? '')
        return {
          cells: [...cells.slice(0, from), ...own, ...blank, ...cells.slice(end)],
          columnOf: (column: number) => (isOfBlock(column) ? column + start - from : column),
        }
      })
    },
    column => (column >= from && column < end ? from + ((column - from) % width) : column),
  )
}
