import type { Cell, Facts, List, Panel } from './model.ts'

/**
 * Words that the reader cannot know: the same list with a part of its words replaced by words of no language, the same
 * word always by the same one. What the list says stays what it was, so whatever the reader takes for certain in spite
 * of them it has taken without evidence.
 */

/** This share of the words of a list is replaced. */
const share = 0.3

/** Little words that every list writes alike; without them a list would say something else. */
const kept = new Set(
  'и или от до за в во на с со по из к у о об не нет без для x х the of and von mit per шт см м мм л руб р'.split(' '),
)

const word = /\p{L}+/gu
const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

function hash(text: string, seed: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  for (const letter of text) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x2c1b3c6d) >>> 0
  mixed ^= mixed >>> 12
  mixed = Math.imul(mixed, 0x297a2d39) >>> 0
  return (mixed ^ (mixed >>> 15)) >>> 0
}

const scripts = {
  russian: { starts: 'бвгджзкмпрфхцчщ', vowels: 'аоуыэюя', ends: 'бгджзфхцчщ' },
  latin: { starts: 'bdfgjkqvwz', vowels: 'aouy', ends: 'bfgjkqvz' },
}

/** A word of no language with as many letters as `text`, in its script and case. */
export function strangeWord(text: string, seed: number): string {
  const { starts, vowels, ends } = /[а-яё]/iu.test(text) ? scripts.russian : scripts.latin
  let made = ''
  for (let at = 0; at < text.length; at++) {
    const letters = at % 2 === 0 ? (at === text.length - 1 && at > 0 ? ends : starts) : vowels
    made += letters[hash(`${fold(text)} ${at}`, seed + 1) % letters.length] ?? ''
  }
  const isUpper = text.length > 1 && text === text.toUpperCase()
  if (isUpper) return made.toUpperCase()
  return /^\p{Lu}/u.test(text) ? made.slice(0, 1).toUpperCase() + made.slice(1) : made
}

export interface Masking {
  /** Words that stay: those of the plants' names. */
  isKept: (folded: string) => boolean
  seed: number
}

/** Replaces the words of a text that are hidden from the reader. Single letters stay: they are codes and units. */
export const masked = (text: string, { isKept, seed }: Masking): string =>
  text.replaceAll(word, found => {
    const folded = fold(found)
    if (folded.length < 2 || kept.has(folded) || isKept(folded)) return found
    return hash(folded, seed) % 1000 < share * 1000 ? strangeWord(found, seed) : found
  })

/** The words of the plants' names, which are not the reader's but the directory's. */
function namesIn(list: List): Set<string> {
  const names = new Set<string>()
  const addWords = (text: string) => {
    for (const found of text.match(word) ?? []) names.add(fold(found))
  }
  const named = new Set('name russianName latinName genus species cultivar'.split(' '))
  for (const panel of list.sheets.flatMap(sheet => [...sheet.panels, ...sheet.below])) {
    for (const block of panel.blocks) {
      // What is no packing names a genus, a plant or a category.
      if (!block.facts?.stated && !block.heading?.facts?.stated) addWords(block.heading?.text ?? '')
      for (const row of block.groups.flat()) {
        row.cells.forEach((cell, at) => {
          if (cell.facts?.plant === undefined && !named.has(panel.columns[at]?.concept ?? '')) return
          const remarks = new Set((cell.facts?.remarks ?? []).flatMap(text => (text.match(word) ?? []).map(fold)))
          for (const found of cell.text.match(word) ?? []) if (!remarks.has(fold(found))) names.add(fold(found))
        })
      }
    }
  }
  return names
}

function maskFacts(facts: Facts, mask: (text: string) => string): Facts {
  return { ...facts, ...(facts.remarks && { remarks: facts.remarks.map(mask) }) }
}

/** What a remark in words of no language means nobody can know; an article number is no word. */
const isTelling = (cell: Cell, concept: string) =>
  cell.facts?.stated?.sku !== undefined || (concept === 'remark' && Object.keys(cell.facts?.stated ?? {}).length > 0)

const maskCell = (cell: Cell, mask: (text: string) => string): Cell => ({
  ...cell,
  text: cell.value === undefined ? mask(cell.text) : cell.text,
  ...(cell.facts && { facts: maskFacts(cell.facts, mask) }),
})

const maskPanel = (panel: Panel, mask: (text: string) => string): Panel => ({
  ...panel,
  lead: panel.lead === null ? null : mask(panel.lead),
  columns: panel.columns.map(column => ({
    ...column,
    title: mask(column.title),
    ...(column.above !== undefined && { above: mask(column.above) }),
    ...(column.unit !== undefined && { unit: mask(column.unit) }),
    ...(column.facts && { facts: maskFacts(column.facts, mask) }),
  })),
  blocks: panel.blocks.map(block => ({
    ...block,
    heading: block.heading === null ? null : maskCell(block.heading, mask),
    ...(block.facts && { facts: maskFacts(block.facts, mask) }),
    groups: block.groups.map(group =>
      group.map(row => ({
        ...row,
        cells: row.cells.map((cell, at) =>
          isTelling(cell, panel.columns[at]?.concept ?? '') ? cell : maskCell(cell, mask),
        ),
      })),
    ),
  })),
})

/** The list with a part of its words hidden, another part for each seed. */
export function maskList(list: List): List {
  const names = namesIn(list)
  const mask = (text: string) => masked(text, { seed: list.seed, isKept: folded => names.has(folded) })
  return {
    ...list,
    sheets: list.sheets.map(sheet => ({
      ...sheet,
      top: sheet.top.map(line => line.map(mask)),
      bottom: sheet.bottom.map(line => line.map(mask)),
      panels: sheet.panels.map(panel => maskPanel(panel, mask)),
      below: sheet.below.map(panel => maskPanel(panel, mask)),
    })),
  }
}
