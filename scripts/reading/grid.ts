import { joinFacts } from './layout.ts'
import type {
  Cell,
  Column,
  Facts,
  List,
  ListSheet,
  OfferTruth,
  Panel,
  Row,
  StatedField,
  VariantTruth,
} from './model.ts'

/** A list as rows of cells, and what it says. */

export interface Merge {
  /** Counted from 0. */
  row: number
  column: number
  rows: number
  columns: number
}

export interface Grid {
  name: string
  rows: Cell[][]
  merges: Merge[]
}

type AskedColumn = Pick<Column, 'answers' | 'measure' | 'concept' | 'title'>
/** `below`: those of other tables that stand in the same column of the sheet. */
export type WrittenColumn = AskedColumn & { below?: AskedColumn[] }

export interface Written {
  grids: Grid[]
  truth: OfferTruth[]
  /** Whether the file says itself which row is which. */
  hasOwnRows: boolean
  /** Columns by sheet and index, as a question names them. */
  columns: Map<string, WrittenColumn>
}

export const columnKey = (sheet: string, index: number) => `${sheet}\n${index}`

const blank: Cell = { text: '' }

interface PanelRow {
  cells: Cell[]
  merges: { column: number; rows: number; columns: number }[]
  /** `above`: what the heading says. */
  offer?: { row: Row; facts: Facts; above?: Facts | undefined }
}

/** The rows above the offers: titles above titles, titles, units, numbers. */
function titleRows({ columns, hasNumbers }: Panel, hasUnits: boolean): PanelRow[] {
  const rows: PanelRow[] = []
  const hasAbove = columns.some(({ above }) => above)
  if (hasAbove) {
    const cells = columns.map(({ above, title }, at) => {
      if (!above) return { text: title }
      const isFirst = columns[at - 1]?.above !== above
      return { text: isFirst ? above : '' }
    })
    const merges = columns.flatMap(({ above }, at) => {
      if (!above) return [{ column: at, rows: 2, columns: 1 }]
      if (columns[at - 1]?.above === above) return []
      const end = columns.findIndex((column, other) => other > at && column.above !== above)
      const width = (end < 0 ? columns.length : end) - at
      return width > 1 ? [{ column: at, rows: 1, columns: width }] : []
    })
    rows.push({ cells, merges })
  }
  rows.push({ cells: columns.map(({ title, above }) => ({ text: hasAbove && !above ? '' : title })), merges: [] })
  if (hasUnits) rows.push({ cells: columns.map(({ unit = '' }) => ({ text: unit })), merges: [] })
  if (hasNumbers) rows.push({ cells: columns.map((_, at) => ({ text: String(at + 1), value: at + 1 })), merges: [] })
  return rows
}

function panelRows(list: List, panel: Panel): PanelRow[] {
  const titlesOf = panel.hasTitles ? titleRows(panel, Number(list.choices.unitsRow ?? 0) === 1) : []
  const rows = [...titlesOf]
  for (const block of panel.blocks) {
    if (block.heading) {
      const cells: Cell[] = panel.columns.map(() => blank)
      cells[Math.min(block.headingAt, cells.length - 1)] = block.heading
      const isMerged = list.choices.headings === 'merged'
      rows.push({
        cells: isMerged ? [block.heading, ...cells.slice(1).map(() => blank)] : cells,
        merges: isMerged && cells.length > 1 ? [{ column: 0, rows: 1, columns: cells.length }] : [],
      })
    }
    if (block.repeatsTitles) rows.push(...titlesOf)
    for (const group of block.groups) {
      const start = rows.length
      for (const row of group) {
        const facts = joinFacts([block.facts, ...row.cells.map(cell => cell.facts)])
        rows.push({
          cells: row.cells,
          merges: [],
          ...(row.kind === 'offer' && { offer: { row, facts, above: block.facts } }),
        })
      }
      // Names that stand once for several rows.
      const nameAt = group[1]?.cells.findIndex(cell => cell.text === '' && cell.facts?.plant !== undefined) ?? -1
      if (list.mergesNames && nameAt >= 0 && group.length > 1 && group[0]?.cells[nameAt]?.text) {
        rows[start]?.merges.push({ column: nameAt, rows: group.length, columns: 1 })
      }
    }
  }
  return rows
}

const variantOf = (facts: Facts): VariantTruth => ({
  stated: facts.stated ?? {},
  accepted: facts.accepted ?? {},
  ambiguous: facts.ambiguous ?? ([] as StatedField[]),
  remarks: facts.remarks ?? [],
})

function offerOf(
  panel: Panel,
  { row, facts, above }: NonNullable<PanelRow['offer']>,
  place: Pick<OfferTruth, 'sheet' | 'row' | 'part'>,
): OfferTruth | null {
  const wide = panel.columns.flatMap((column, at) => {
    const cell = row.cells[at]
    return column.concept === 'wide' && cell && cell.text !== '' ? [joinFacts([column.facts, cell.facts])] : []
  })
  const hasWide = panel.columns.some(({ concept }) => concept === 'wide')
  const base = joinFacts([
    above,
    ...row.cells.map((cell, at) => (panel.columns[at]?.concept === 'wide' ? undefined : cell.facts)),
  ])
  const variants = hasWide ? wide.map(own => joinFacts([base, own])) : [facts]
  if (variants.length === 0) return null
  const texts = row.cells.filter(
    (cell, at) => cell.text.trim() !== '' && !/^(?:number|sum)$/.test(panel.columns[at]?.concept ?? ''),
  )
  const probe =
    texts.find(cell => cell.facts?.plant !== undefined) ??
    texts.toSorted((one, two) => two.text.length - one.text.length)[0]
  return {
    ...place,
    probe: probe?.text ?? '',
    texts: texts.map(({ text }) => text),
    plant: facts.plant ?? null,
    quantity: facts.quantity ?? null,
    unit: facts.unit ?? null,
    variants: variants.map(variantOf),
    info: row.cells.flatMap(cell => (cell.isInfo && cell.text.trim() !== '' ? [cell.text] : [])),
  }
}

/** One line of a message instead of cells. */
function asLine(list: List, row: PanelRow, at: number): PanelRow {
  const glue = list.choices.lineGlue ?? ' - '
  const texts = row.cells.map(({ text }) => text.replaceAll('\n', ' ')).filter(text => text !== '')
  const start = row.offer ? (list.choices.bullet ?? '').replace('#', String(at)) : ''
  const facts = row.offer?.facts
  return {
    ...row,
    merges: [],
    cells: [{ text: texts.length > 0 ? start + texts.join(glue) : '', ...(facts && { facts }) }],
  }
}

/** Writes panels side by side below what is there. */
function writeBand(list: List, name: string, panels: Panel[], grid: Grid, written: Written): void {
  for (const { lead } of panels) if (lead !== null) grid.rows.push([{ text: lead }])
  const start = grid.rows.length
  let left = 0
  for (const [index, panel] of panels.entries()) {
    const isLines = list.format === 'lines'
    const rows = panelRows(list, panel).map((row, at) => (isLines ? asLine(list, row, at + 1) : row))
    const width = isLines ? 1 : panel.columns.length
    // The parts of a line have no columns of their own that a question could be about.
    const columns = isLines ? [] : panel.columns
    columns.forEach((column, at) => {
      const key = columnKey(name, left + at)
      const known = written.columns.get(key)
      written.columns.set(key, known ? { ...known, below: [...(known.below ?? []), column] } : { ...column })
    })
    rows.forEach((row, at) => {
      const target = (grid.rows[start + at] ??= [])
      while (target.length < left) target.push(blank)
      target.push(...row.cells)
      grid.merges.push(...row.merges.map(merge => ({ ...merge, row: start + at, column: merge.column + left })))
      if (!row.offer) return
      const part = panels.length > 1 ? index + 1 : null
      const truth = offerOf(panel, row.offer, { sheet: name, row: start + at + 1, part })
      const [line] = row.cells
      if (truth && isLines && line) Object.assign(truth, { probe: line.text, texts: [line.text] })
      if (truth) written.truth.push(truth)
    })
    left += width + 1
  }
}

function writeSheet(list: List, sheet: ListSheet, written: Written): void {
  const grid: Grid = { name: sheet.name, rows: sheet.top.map(line => line.map(text => ({ text }))), merges: [] }
  if (sheet.panels.length > 0) writeBand(list, sheet.name, sheet.panels, grid, written)
  for (const panel of sheet.below) {
    grid.rows.push([])
    writeBand(list, sheet.name, [panel], grid, written)
  }
  grid.rows.push(...sheet.bottom.map(line => line.map(text => ({ text }))))
  written.grids.push(grid)
}

export function writeGrid(list: List): Written {
  const written: Written = {
    grids: [],
    truth: [],
    hasOwnRows: !['pdf', 'docx', 'html', 'html_xls'].includes(list.format),
    columns: new Map(),
  }
  for (const sheet of list.sheets) writeSheet(list, sheet, written)
  return written
}
