import { refuseWide, tableLimits } from './cells.ts'
import type { Line, Piece } from './pdf-lines.ts'

/** From where to where the cells of a column stand. */
export interface Column {
  left: number
  right: number
}

/** Lines that share their columns. */
export interface Block {
  lines: Line[]
  columns: Column[]
}

/** Points that columns may be apart, and the outermost place of a piece. */
const slack = 1.5
export const outermost = { left: -2000, right: 20_000 }
/** The part of a block's pieces that may not fit into the columns of the block above if it continues that. */
const conflicting = 0.3

/**
 * The columns of lines: where pieces stand above each other. A place that few lines cover lies between two columns, over
 * which a long text extends; what stands in none of the columns has one of its own.
 */
function columnsOf(lines: Line[]): Column[] {
  const changes = new Map<number, number>()
  const change = (at: number, by: number) => changes.set(at, (changes.get(at) ?? 0) + by)
  for (const { left, right } of lines.flatMap(({ pieces }) => pieces)) {
    change(Math.floor(left), 1)
    change(Math.ceil(right), -1)
  }
  const few = Math.max(lines.length >= 5 ? 1 : 0, lines.length * 0.03)
  const columns: Column[] = []
  let covering = 0
  for (const [at, by] of [...changes].toSorted(([one], [other]) => one - other)) {
    const before = covering
    covering += by
    const last = columns.at(-1)
    if (before <= few && covering > few) {
      if (last && at - last.right < slack) last.right = Number.POSITIVE_INFINITY
      else columns.push({ left: at, right: Number.POSITIVE_INFINITY })
    } else if (before > few && covering <= few && last) last.right = at
  }
  const others = lines
    .flatMap(({ pieces }) => pieces.filter(piece => covered(piece, columns).length === 0))
    .toSorted((one, other) => one.left - other.left)
  const added: Column[] = []
  for (const { left, right } of others) {
    const last = added.at(-1)
    if (last && left < last.right) last.right = Math.max(right, last.right)
    else added.push({ left, right })
  }
  const all = [...columns, ...added].toSorted((one, other) => one.left - other.left)
  if (all.length > tableLimits.columns) refuseWide()
  return united(all, lines)
}

/** Columns, with neighbours that no line fills both as one: numbers stand at its right edge, words at its left. */
function united(columns: Column[], lines: Line[]): Column[] {
  /** For each column, whether a line fills it and the next one. */
  const areBoth = columns.map(() => false)
  for (const { pieces } of lines) {
    const filled = new Set(pieces.flatMap(piece => covered(piece, columns)))
    for (const at of filled) if (filled.has(at + 1)) areBoth[at] = true
  }
  const result: Column[] = []
  for (const [at, column] of columns.entries()) {
    const last = result.at(-1)
    if (last && areBoth[at - 1] === false) last.right = column.right
    else result.push({ ...column })
  }
  return result
}

/** The columns over which a piece extends, by number. */
export function covered({ left, right }: Piece, columns: Column[]): number[] {
  const found: number[] = []
  for (const [at, column] of columns.entries()) {
    if (left < column.right - slack && right > column.left + slack) found.push(at)
  }
  if (found.length > 0) return found
  const middle = (left + right) / 2
  const at = columns.findIndex(column => middle >= column.left && middle <= column.right)
  return at < 0 ? [] : [at]
}

/** Whether few pieces of the lines extend over several of these columns, or share one. */
function fit(lines: Line[], columns: Column[]): boolean {
  let all = 0
  let conflicts = 0
  for (const { pieces } of lines) {
    const taken = new Set<number>()
    for (const piece of pieces) {
      all++
      const [at, ...more] = covered(piece, columns)
      if (at === undefined) continue
      if (more.length > 0 || taken.has(at)) conflicts++
      taken.add(at)
    }
  }
  return conflicts <= all * conflicting
}

/**
 * Divides lines into blocks with columns of their own. A line with one piece is a heading or a part of a cell, and tells
 * nothing of the columns: what stands between two such lines continues the block above if it fits there.
 */
export function blocksOf(lines: Line[]): Block[] {
  /** `computed`: of how many lines its columns are. */
  const blocks: (Block & { tabular: Line[]; computed: number })[] = []
  let pending: Line[] = []
  function settle(): void {
    if (pending.length === 0) return
    const tabular = pending.filter(({ pieces }) => pieces.length > 1)
    const last = blocks.at(-1)
    if (last && (tabular.length === 0 || fit(tabular, last.columns))) {
      for (const line of pending) last.lines.push(line)
      for (const line of tabular) last.tabular.push(line)
      // A few more lines hardly change the columns of many.
      if (last.tabular.length > last.computed * 1.1) {
        Object.assign(last, { columns: columnsOf(last.tabular), computed: last.tabular.length })
      }
    } else blocks.push({ lines: pending, tabular, columns: columnsOf(tabular), computed: tabular.length })
    pending = []
  }
  let isTabular = false
  for (const line of lines) {
    const isNow = line.pieces.length > 1
    if (isTabular && !isNow) settle()
    isTabular = isNow
    pending.push(line)
  }
  settle()
  return blocks.map(block => ({ lines: block.lines, columns: columnsOf(block.tabular) }))
}
