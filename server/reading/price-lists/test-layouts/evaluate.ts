import { readdirSync, readFileSync } from 'node:fs'
import * as xlsx from '@e965/xlsx'
import type { RowKind } from '#contract/price-lists.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { latinNameFinder } from '#server/reading/names/test-forms/directory-names.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { understandSheets } from '../understand-sheets.ts'
import type { UnderstoodRow } from '../understood-row.ts'

/** The expected reading of a variant, in the notation of the layout files. */
type Truth = Record<string, unknown>

interface TrueRow {
  cells: string[]
  kind: RowKind
  /** What stands beside it in the same row of the file: `=> … && …`. */
  beside?: TrueRow[]
  /** The Latin name of the expected plant; null if no plant may be answered. */
  plant: string | null
  /** Null if only the kind of the row is expected. */
  variants: Truth[] | null
}

/** Those of the folder `published` are `open`, `closed` or, written later, `closed_2`: nobody looks at the failures of the closed ones. */
export const halves = ['tuned', 'held_out', 'open', 'closed', 'closed_2'] as const
type Half = (typeof halves)[number]

export interface Layout {
  name: string
  format: string
  separator: string
  half: Half
  sheets: { name: string; isHidden: boolean; rows: TrueRow[] }[]
}

const folder = new URL('.', import.meta.url)

const roots = { C: 'container', P: 'pot', RB: 'ball', WRB: 'wire_ball', K: 'tray' } as const

/** Parses an expected variant such as «h60-80 C5 p1200 t10:1000 q100+». Shares no code with what is tested. */
function readTruth(text: string): Truth {
  const truth: Truth = { price: null, tiers: [], stock: 'in_stock', quantity: null, isMinimum: false, sku: null }
  for (const word of text.split(' ').filter(Boolean)) {
    // «h12-»: from 12 on.
    const span = /^([hsg])(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)?$/.exec(word)
    const packing = /^(WRB|RB|C|P|K)(\d+(?:\.\d+)?)?$/.exec(word)
    const tier = /^t(\?|\d+):(\d+(?:\.\d+)?)$/.exec(word)
    if (span) {
      const name = { h: 'height', s: 'spread', g: 'girth' }[span[1] ?? '']
      truth[`${name}_from`] = Number(span[2])
      truth[`${name}_to`] = span[3] === undefined ? null : Number(span[3])
    } else if (packing) {
      truth.root = roots[packing[1] as keyof typeof roots]
      truth.root_size = packing[2] ? Number(packing[2]) : null
    } else if (word === 'BR') truth.root = 'bare_root'
    else if (tier) {
      const quantity_from = tier[1] === '?' ? null : Number(tier[1])
      ;(truth.tiers as unknown[]).push({ quantity_from, price: Number(tier[2]) })
    } else if (word === 'out') truth.stock = 'sold_out'
    else if (word === 'expected') truth.stock = 'expected'
    else if (word === 'order') truth.stock = 'on_order'
    else if (word === 'stock') truth.stock = 'in_stock'
    else if (word.startsWith('f:')) truth.form = word.slice(2)
    else if (word.startsWith('st')) truth.stem_height = Number(word.slice(2))
    else if (word.startsWith('x')) truth.transplants = Number(word.slice(1))
    else if (word.startsWith('m')) truth.stems = Number(word.slice(1))
    else if (word.startsWith('p')) truth.price = Number(word.slice(1))
    else if (word.startsWith('k')) truth.sku = word.slice(1)
    else if (word.startsWith('q')) {
      truth.quantity = Number(word.slice(1).replace('+', ''))
      truth.isMinimum = word.endsWith('+')
    } else throw new Error(`«${word}» says nothing`)
  }
  return truth
}

function readRow(line: string, separator: string): TrueRow {
  const at = line.lastIndexOf('=>')
  const [left, right] = [line.slice(0, at), line.slice(at + 2).trim()]
  const trimmed = separator === 'tab' ? left.replace(/ $/, '') : left.trim()
  const cut = { tab: '\t', ';': ';', ',': ',', none: '\0' }[separator] ?? /\s*\|\s*/
  const cells = trimmed === '' ? [] : trimmed.split(cut)
  if (['section', 'header', 'note', 'empty'].includes(right)) {
    return { cells, kind: right as RowKind, plant: null, variants: null }
  }
  const [first, ...others] = right.split(' && ').map((said): TrueRow => {
    const [plant = '', ...variants] = said.split('::').map(part => part.trim())
    return {
      cells,
      kind: 'offer',
      plant: plant === '?' ? null : plant,
      variants: variants[0] === '*' ? null : variants.map(readTruth),
    }
  })
  if (!first) throw new Error(`«${line}» says nothing`)
  return { ...first, beside: others }
}

/** The layouts in this folder or one in it, with the expected reading of each row. */
export function readLayouts(inside = '.'): Layout[] {
  const from = new URL(`${inside}/`, folder)
  const names = readdirSync(from)
    .filter(name => name.endsWith('.txt'))
    .toSorted()
  return names.map(name => {
    const lines = readFileSync(new URL(name, from), 'utf8').trimEnd().split('\n')
    const told = (key: string) => lines.find(line => line.startsWith(`# ${key}: `))?.slice(key.length + 4)
    const separator = told('separator') ?? '|'
    const sheets: Layout['sheets'] = []
    for (const line of lines) {
      const sheet = /^# (hidden )?sheet: (.+)/.exec(line)
      if (sheet) sheets.push({ name: sheet[2] ?? '', isHidden: sheet[1] !== undefined, rows: [] })
      if (line.startsWith('# ')) continue
      if (sheets.length === 0) sheets.push({ name: 'Лист1', isHidden: false, rows: [] })
      sheets.at(-1)?.rows.push(readRow(line, separator))
    }
    const said = told('half')
    const half = halves.find(one => one === said) ?? 'tuned'
    return { name: name.slice(0, -4), format: told('format') ?? 'xlsx', separator, half, sheets }
  })
}

const dayOf = (date: string) => Math.round((Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000)

function cellOf(text: string): xlsx.CellObject | null {
  if (text === '' || text === '<' || text === '^') return null
  const date = /^\{(\S+) (\d{4}-\d\d-\d\d)\}$/.exec(text)
  if (date) return { t: 'n', v: dayOf(date[2] ?? ''), z: date[1] }
  const formatted = /^\{(\d+(?:\.\d+)?) (.+)\}$/.exec(text)
  if (formatted) return { t: 'n', v: Number(formatted[1]), z: formatted[2] }
  const formula = /^\{=(\S+) (-?\d+(?:\.\d+)?)\}$/.exec(text)
  if (formula) return { t: 'n', f: formula[1], v: Number(formula[2]) }
  const asText = /^\{text (.+)\}$/.exec(text)
  if (asText) return { t: 's', v: asText[1] }
  if (/^-?\d+(?:[.,]\d+)?$/.test(text)) return { t: 'n', v: Number(text.replace(',', '.')) }
  // «⏎» is a line break within a cell.
  return { t: 's', v: text.replaceAll('⏎', '\n') }
}

function sheetOf(rows: TrueRow[]): xlsx.WorkSheet {
  const sheet: xlsx.WorkSheet = {}
  const merges: xlsx.Range[] = []
  const width = Math.max(...rows.map(({ cells }) => cells.length), 1)
  const grid = rows.map(({ cells }) => cells)
  for (const [r, cells] of grid.entries()) {
    for (const [c, written] of cells.entries()) {
      // «Питомник <5»: a cell merged over five columns.
      const over = / <(\d)$/.exec(written)
      const cell = cellOf(over ? written.slice(0, -3) : written)
      if (!cell) continue
      sheet[xlsx.utils.encode_cell({ r, c })] = cell
      let [right, bottom] = [over ? c + Number(over[1]) - 1 : c, r]
      while (cells[right + 1] === '<') right++
      while (grid[bottom + 1]?.[c] === '^') bottom++
      if (right > c || bottom > r) merges.push({ s: { r, c }, e: { r: bottom, c: right } })
    }
  }
  sheet['!ref'] = `A1:${xlsx.utils.encode_cell({ r: Math.max(0, rows.length - 1), c: width - 1 })}`
  sheet['!merges'] = merges
  return sheet
}

const cyrillic = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'

/** Encodes a text as windows-1251, as accounting programs do. */
function in1251(text: string): Buffer {
  const others: Record<string, number> = {
    Ё: 0xa8,
    ё: 0xb8,
    '«': 0xab,
    '»': 0xbb,
    '№': 0xb9,
    '×': 0x78,
    '–': 0x96,
    '²': 0x32,
  }
  return Buffer.from(
    [...text].map(sign => {
      const at = cyrillic.indexOf(sign)
      return at >= 0 ? 0xc0 + at : (others[sign] ?? sign.charCodeAt(0))
    }),
  )
}

/** The layout as a file, as a nursery would send it. */
export function fileOf({ format, separator, sheets }: Layout): Buffer {
  if (['xlsx', 'xls', 'ods'].includes(format)) {
    const book = xlsx.utils.book_new()
    for (const { name, rows } of sheets) xlsx.utils.book_append_sheet(book, sheetOf(rows), name)
    book.Workbook = { Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden ? 1 : 0 })) }
    return xlsx.write(book, { type: 'buffer', bookType: format === 'xls' ? 'biff8' : (format as 'xlsx' | 'ods') })
  }
  const sign = { tab: '\t', none: '', ';': ';', ',': ',' }[separator] ?? ';'
  const quoted = (cell: string) =>
    cell.includes('"') || (sign !== '' && cell.includes(sign)) ? `"${cell.replaceAll('"', '""')}"` : cell
  const text = sheets.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(quoted).join(sign))).join('\r\n')
  if (format === 'csv1251') return in1251(text)
  if (format === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(`\ufeff${text}`)
}

export interface Figures {
  rows: number
  /** Rows of the file that were returned exactly once, with one kind. */
  accounted: number
  kinds: number
  named: number
  answered: number
  right: number
  variants: number
  sizes: number
  packings: number
  prices: number
  stocks: number
  doubtful: number
  offers: number
  /** Sizes of rows that nobody is asked to look at, with a fault in any field. */
  wrong: number
  failures: string[]
}

export const noFigures = (): Figures => ({
  rows: 0,
  accounted: 0,
  kinds: 0,
  named: 0,
  answered: 0,
  right: 0,
  variants: 0,
  sizes: 0,
  packings: 0,
  prices: 0,
  stocks: 0,
  doubtful: 0,
  offers: 0,
  wrong: 0,
  failures: [],
})

const sizeFields = [
  'form',
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
  'stems',
  'transplants',
] as const

/** Reads a layout's file and compares the result with the expectations. */
export async function evaluate(layout: Layout, plants: NamedPlants): Promise<Figures> {
  const figures = noFigures()
  const tables = await readTables(fileOf(layout))
  if ('failure' in tables) throw new Error(`${layout.name}: ${tables.failure}`)
  const { rows } = await understandSheets(tables.sheets, plants)
  const idOf = latinNameFinder(plants.all)
  const byPlace = Map.groupBy(rows, ({ sheet, row }) => `${sheet} ${row}`)
  for (const sheet of layout.sheets) {
    for (const [at, truth] of sheet.rows.entries()) {
      const found = byPlace.get(`${sheet.name} ${at + 1}`) ?? []
      figures.rows++
      if (found.length === 1 + (truth.beside ?? []).length) figures.accounted++
      const [row] = found
      let isSaid = false
      const say = (what: string) => {
        if (!isSaid) {
          figures.failures.push(`${layout.name} ${sheet.name} ${at + 1} «${truth.cells.join(' | ')}»: ${what}`)
        }
        isSaid = true
      }
      if (!row) {
        say('is lost')
        continue
      }
      if (row.kind === truth.kind) figures.kinds++
      else say(`is a ${row.kind}, not a ${truth.kind}`)
      if (truth.kind === 'offer' && row.kind !== 'offer') {
        figures.offers++
        figures.variants += truth.variants?.length ?? 0
        figures.wrong += truth.variants?.length ?? 0
        if (truth.plant !== null) figures.named++
      } else if (truth.kind === 'offer') {
        for (const [part, one] of [truth, ...(truth.beside ?? [])].entries()) {
          const own = found[part]
          if (own) compare(figures, one, own, plants, idOf, say)
          else {
            say(`says nothing of part ${part + 1}`)
            figures.wrong += one.variants?.length ?? 0
            figures.variants += one.variants?.length ?? 0
            if (one.plant !== null) figures.named++
          }
        }
      } else {
        if (row.plant) figures.answered++
        if (row.kind === 'offer' && row.verdict === 'clear') figures.wrong += row.variants.length
      }
    }
  }
  return figures
}

function compare(
  figures: Figures,
  truth: TrueRow,
  row: UnderstoodRow,
  plants: NamedPlants,
  idOf: (latinName: string) => number | undefined,
  say: (what: string) => void,
): void {
  figures.offers++
  if (row.verdict === 'doubtful') {
    figures.doubtful++
    if (truth.plant !== null) say(`is doubtful: ${row.problems.map(({ message }) => message).join('; ')}`)
  }
  const isClear = row.verdict === 'clear'
  const id = truth.plant === null ? null : idOf(truth.plant)
  if (id === undefined) throw new Error(`The directory has no ${truth.plant}`)
  if (id !== null) figures.named++
  if (row.plant) figures.answered++
  if (row.plant?.id === id) figures.right++
  else if (row.plant || id !== null) {
    say(`names ${row.plant ? plants.byId.get(row.plant.id)?.latinName : '—'}, not ${truth.plant} (${row.name})`)
  }
  for (const [at, expected] of (truth.variants ?? []).entries()) {
    figures.variants++
    const variant = row.variants[at]
    if (!variant) {
      say(`has no variant ${at}`)
      if (isClear) figures.wrong++
      continue
    }
    const isAlone = row.variants.length === truth.variants?.length
    const differs = (fields: readonly string[]) =>
      fields.filter(field => (variant as Truth)[field] !== (expected[field] ?? null))
    const report = (what: string, fields: string[]) =>
      say(
        `${what} of ${at}: ${fields.map(field => `${field} ${JSON.stringify((variant as Truth)[field])}, not ${JSON.stringify(expected[field] ?? null)}`).join('; ')}`,
      )
    const sizes = differs(sizeFields)
    if (isAlone && sizes.length === 0) figures.sizes++
    else report('size', sizes)
    const packing = differs(['root', 'root_size'])
    if (isAlone && packing.length === 0) figures.packings++
    else report('packing', packing)
    const isPrice =
      variant.price === expected.price && JSON.stringify(variant.price_tiers) === JSON.stringify(expected.tiers)
    if (isAlone && isPrice) figures.prices++
    else
      say(
        `price of ${at}: ${variant.price} ${JSON.stringify(variant.price_tiers)}, not ${JSON.stringify([expected.price, expected.tiers])}`,
      )
    const isStock =
      variant.stock === expected.stock &&
      variant.stock_quantity === expected.quantity &&
      variant.stock_is_minimum === expected.isMinimum &&
      variant.sku === expected.sku
    const isPlant = id === null ? row.plant === null : row.plant?.id === id
    if (isClear && !(isAlone && isPlant && isPrice && isStock && sizes.length + packing.length === 0)) figures.wrong++
    if (isAlone && isStock) figures.stocks++
    else
      say(
        `stock of ${at}: ${variant.stock} ${variant.stock_quantity} ${variant.sku}, not ${JSON.stringify([expected.stock, expected.quantity, expected.sku])}`,
      )
  }
}
