import type { ColumnField } from '#contract/price-lists.ts'
import type { Cell } from '#server/reading/tables/cells.ts'
import { type ColumnPlan, lengthWord } from './column-plan.ts'
import type { Header } from './headers.ts'
import type { NameReader } from './names.ts'
import type { Profile } from './profiles.ts'

/** The columns below a header, or of a sheet without headers, while it is determined what they mean. */
export class ColumnsInWork {
  readonly rows: Cell[][]
  readonly header: Header | null
  readonly names: NameReader
  readonly columns: ColumnPlan[]
  /** What the cells look like, by column. */
  readonly profiles: Profile[]
  /** The fields that a person has set, by column. */
  readonly fixed: Map<number, ColumnField | null>
  /** Columns of numbers or words whose meaning is guessed, although another is possible. */
  readonly guessed = new Set<number>()
  /** The column at which another table without titles begins. */
  neighbour = Number.POSITIVE_INFINITY
  /** Columns with a title that means something. */
  readonly #titled: ReadonlySet<number>

  constructor(
    { rows, header, names }: { rows: Cell[][]; header: Header | null; names: NameReader },
    columns: ColumnPlan[],
    profiles: Profile[],
    titled: ReadonlySet<number>,
    fixed: Map<number, ColumnField | null>,
  ) {
    this.rows = rows
    this.header = header
    this.names = names
    this.columns = columns
    this.profiles = profiles
    this.fixed = fixed
    this.#titled = titled
  }

  /** Whether a column of the whole list has this field. One without a single cell has nothing: the buyer writes there. */
  has(field: ColumnField): boolean {
    return this.columns.some(
      column =>
        column.field === field &&
        column.size === '' &&
        ((this.profiles[column.index]?.filled ?? 0) > 0 || this.fixed.has(column.index)),
    )
  }

  hasNames(): boolean {
    return (['name', 'latin_name', 'genus', 'species', 'cultivar'] as const).some(field =>
      this.columns.some(column => column.field === field),
    )
  }

  set(index: number, field: ColumnField, { isGuess = false } = {}): void {
    const column = this.columns[index]
    if (!column) return
    this.columns[index] = { ...column, field, word: lengthWord(field) }
    if (isGuess) this.guessed.add(index)
  }

  /** Columns whose meaning neither a title nor a person says, with what their cells look like. */
  open(): { index: number; field: ColumnField | null; profile: Profile }[] {
    return this.columns.flatMap(({ index, field }) => {
      const profile = this.profiles[index]
      const isOpen =
        profile !== undefined &&
        profile.filled > 0 &&
        index < this.neighbour &&
        !this.#titled.has(index) &&
        !this.fixed.has(index)
      return isOpen ? [{ index, field, profile }] : []
    })
  }

  /** Those of them that have no field yet. */
  meaningless(): { index: number; profile: Profile }[] {
    return this.open().filter(({ field }) => field === null)
  }
}
