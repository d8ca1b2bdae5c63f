import type { ColumnField } from '#contract/price-lists.ts'
// In which columns the plants stand. The directory tells it better than any title.
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import type { ColumnPlan } from './column-plan.ts'
import type { NameReader } from './names.ts'
import type { Profile } from './profiles.ts'
import { isNameField } from './titles.ts'

/** Rows that are tried, spread over the sheet. */
const tried = 24
/** The share of the tried rows that must name a plant for the cells to be evidence by themselves. */
const enough = 0.6
/** At most this share is named by a column that is no column of names. */
const hardlyAny = 0.15

const single = /^[\p{L}×'’.-]+(?: ?[×x] ?[\p{L}-]+)?$/u

/** Whether most of the cells begin like an epithet, with a small letter, or everything is in capitals. */
const areEpithets = (texts: string[]) =>
  texts.filter(text => /^(?:[×xх] ?)?\p{Ll}/u.test(text)).length >= texts.length * 0.7 ||
  texts.every(text => text === text.toUpperCase())

function tryRows(rows: Cell[][], column: number): Cell[][] {
  const filled = rows.filter(cells => textOf(cells[column] ?? '').trim() !== '')
  const step = Math.max(1, Math.floor(filled.length / tried))
  return filled.filter((_, at) => at % step === 0).slice(0, tried)
}

const cleaned = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const cellAt = (cells: Cell[], column: number) => cleaned(textOf(cells[column] ?? ''))

/** The share of the rows in which these columns together name a plant of the directory. */
function sharePlants(rows: Cell[][], columns: number[], names: NameReader): number {
  if (rows.length === 0) return 0
  const named = rows.filter(cells => {
    const text = columns
      .map(column => cellAt(cells, column))
      .filter(Boolean)
      .join(' ')
    return /\p{L}{3}/u.test(text) && names.match(text.slice(0, 200), null).plant !== null
  })
  return named.length / rows.length
}

/** Genus, species and cultivar in columns of their own, next to one another: the epithets mean nothing alone. */
interface Parts {
  genus: number
  species: number | null
  cultivar: number | null
}

function partsIn(columns: ColumnPlan[], profiles: Profile[], rows: Cell[][], names: NameReader): Parts | null {
  for (const { index } of columns) {
    const profile = profiles[index]
    if (!profile || profile.words < 0.5) continue
    const own = tryRows(rows, index)
    // A heading above the rows stands in the first column too.
    const genera = own.filter(cells => single.test(cellAt(cells, index)) && names.isGenusAlone(cellAt(cells, index)))
    if (genera.length < Math.max(2, own.length * 0.5)) continue
    const textsIn = (column: number) => genera.map(cells => cellAt(cells, column)).filter(Boolean)
    const beside = columns
      .filter(other => other.index > index && other.index <= index + 3 && (profiles[other.index]?.words ?? 0) >= 0.5)
      .map(other => other.index)
      .filter(column => {
        const texts = textsIn(column)
        // «2 года», «ОКС» beside the cultivar.
        const { packings = 0 } = profiles[column] ?? {}
        if (columns.some(other => other.index === column && other.role !== null)) return false
        if (packings >= 0.5 || texts.filter(text => /^\d/u.test(text)).length * 2 > texts.length) return false
        return (
          texts.length > 0 && texts.filter(text => names.isGenus(text.split(' ')[0] ?? '')).length <= texts.length * 0.5
        )
      })
    const [first, second] = beside
    if (first === undefined) continue
    const isOfSpecies = (column: number) =>
      columns.find(one => one.index === column)?.field === 'species' || areEpithets(textsIn(column))
    const parts: Parts =
      second !== undefined
        ? isOfSpecies(second) && !isOfSpecies(first)
          ? { genus: index, species: second, cultivar: first }
          : { genus: index, species: first, cultivar: second }
        : isOfSpecies(first)
          ? { genus: index, species: first, cultivar: null }
          : { genus: index, species: null, cultivar: first }
    const together = [parts.genus, parts.species, parts.cultivar].filter(column => column !== null)
    const ofSpecies = parts.species === null ? 0 : sharePlants(genera, [index, parts.species], names)
    if (Math.max(sharePlants(genera, together, names), ofSpecies) >= 0.5) return parts
  }
  return null
}

/** Gives the columns in which the directory finds plants their fields, where titles say something else of them. */
export function placeNames(
  columns: ColumnPlan[],
  profiles: Profile[],
  { rows, names, fixed }: { rows: Cell[][]; names: NameReader; fixed: ReadonlyMap<number, ColumnField | null> },
): void {
  if ([...fixed.values()].some(field => isNameField(field))) return
  const open = columns.filter(
    ({ index, size }) => !fixed.has(index) && size === '' && (profiles[index]?.filled ?? 0) >= 2,
  )
  const shares = new Map<number, number>()
  const shareOf = (index: number) => {
    const known = shares.get(index)
    if (known !== undefined) return known
    const profile = profiles[index]
    const share =
      !profile || profile.words < 0.5 || profile.numbers.length * 2 > profile.filled
        ? 0
        : sharePlants(tryRows(rows, index), [index], names)
    shares.set(index, share)
    return share
  }
  const parts = partsIn(open, profiles, rows, names)
  if (parts) {
    const fields = Object.entries(parts) as [ColumnField, number | null][]
    for (const [field, index] of fields) {
      const column = index === null ? undefined : columns[index]
      if (column) Object.assign(column, { field, word: null, role: null })
    }
    const placed = new Set(Object.values(parts))
    for (const column of open)
      if (isNameField(column.field) && !placed.has(column.index) && shareOf(column.index) <= hardlyAny)
        Object.assign(column, { field: null, role: null })
    return
  }
  const whole = open.filter(({ index }) => shareOf(index) >= enough)
  if (whole.length === 0) return
  const isPlaced = whole.some(({ field }) => isNameField(field))
  if (!isPlaced) {
    const [russian] = whole.filter(({ index }) => !profiles[index]?.isLatin)
    const [latin] = whole.filter(({ index }) => profiles[index]?.isLatin)
    if (russian) Object.assign(russian, { field: 'name', word: null, role: null })
    if (latin) Object.assign(latin, { field: russian ? 'latin_name' : 'name', word: null, role: null })
  }
  // What is called a name and names no plant is none, as long as another column does.
  for (const column of open) {
    if (column.field !== 'name' && column.field !== 'latin_name') continue
    if (whole.includes(column) || shareOf(column.index) > hardlyAny || (profiles[column.index]?.names ?? 0) > 0.3)
      continue
    Object.assign(column, { field: null, role: 'remark' })
  }
}
