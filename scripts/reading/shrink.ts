import type { List, ListSheet, Panel } from './model.ts'

/** Makes a failing list as small as it can be while it still fails. */

const without = <Entry>(list: Entry[], at: number) => list.toSpliced(at, 1)

/** Halves first, then ever smaller pieces: each is left out once. */
function* cuts<Entry>(list: Entry[]): Generator<Entry[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < list.length; start += size) yield list.toSpliced(start, size)
  }
}

/** Without these the other cells mean something else. */
const needed = new Set([
  'name',
  'russianName',
  'latinName',
  'genus',
  'species',
  'cultivar',
  'heightMin',
  'heightMax',
  'quantity',
])

function* smallerPanels(panel: Panel): Generator<Panel> {
  for (const blocks of cuts(panel.blocks)) yield { ...panel, blocks }
  for (const [at, block] of panel.blocks.entries()) {
    const put = (changed: typeof block) => ({ ...panel, blocks: panel.blocks.with(at, changed) })
    for (const groups of cuts(block.groups)) {
      // The heading of nothing would be an offer itself.
      if (groups.length > 0 || block.isPlain) yield put({ ...block, groups })
    }
    if (block.heading && block.isPlain) yield put({ ...block, heading: null })
    if (block.repeatsTitles) yield put({ ...block, repeatsTitles: false })
    for (const [index, group] of block.groups.entries()) {
      // The first row of a group names the plant of the others.
      for (let row = group.length - 1; row >= 1; row -= 1) {
        yield put({ ...block, groups: block.groups.with(index, without(group, row)) })
      }
    }
  }
  if (panel.hasNumbers) yield { ...panel, hasNumbers: false }
  // Alone, the old price would be the price.
  const hasOldPrice = panel.columns.some(({ concept }) => concept === 'oldPrice')
  const wide = panel.columns.filter(({ concept }) => concept === 'wide').length
  for (const [at, { concept }] of panel.columns.entries()) {
    if (needed.has(concept) || (concept === 'wide' && wide <= 2) || (concept === 'price' && hasOldPrice)) continue
    yield {
      ...panel,
      columns: without(panel.columns, at),
      blocks: panel.blocks.map(block => ({
        ...block,
        headingAt: block.headingAt > at ? block.headingAt - 1 : block.headingAt,
        groups: block.groups.map(group => group.map(row => ({ ...row, cells: without(row.cells, at) }))),
      })),
    }
  }
  if (panel.columns.some(({ above }) => above)) {
    yield {
      ...panel,
      columns: panel.columns.map(({ above, ...column }) => ({ ...column, title: column.title || (above ?? '') })),
    }
  }
}

function* smallerSheets(sheet: ListSheet): Generator<ListSheet> {
  if (sheet.panels.length > 1) for (const panels of cuts(sheet.panels)) yield { ...sheet, panels }
  for (const below of cuts(sheet.below)) yield { ...sheet, below }
  if (sheet.below.length > 0 && sheet.panels.length > 0) yield { ...sheet, panels: [] }
  for (const top of cuts(sheet.top)) yield { ...sheet, top }
  for (const bottom of cuts(sheet.bottom)) yield { ...sheet, bottom }
  for (const [at, panel] of sheet.panels.entries()) {
    for (const smaller of smallerPanels(panel)) yield { ...sheet, panels: sheet.panels.with(at, smaller) }
  }
  for (const [at, panel] of sheet.below.entries()) {
    for (const smaller of smallerPanels(panel)) yield { ...sheet, below: sheet.below.with(at, smaller) }
  }
}

export function* smallerLists(list: List): Generator<List> {
  if (list.sheets.length > 1) for (const sheets of cuts(list.sheets)) if (sheets.length > 0) yield { ...list, sheets }
  for (const [at, sheet] of list.sheets.entries()) {
    for (const smaller of smallerSheets(sheet)) yield { ...list, sheets: list.sheets.with(at, smaller) }
  }
  if (list.choices.unitsRow === '1') yield { ...list, choices: { ...list.choices, unitsRow: '0' } }
}

/** `fails`: whether a list still has the fault. At most `most` lists are tried. */
export async function shrinkList(list: List, fails: (smaller: List) => Promise<boolean>, most = 2000): Promise<List> {
  let smallest = list
  let tried = 0
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (const candidate of smallerLists(smallest)) {
      tried += 1
      if (tried > most) return smallest
      if (!(await fails(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}
