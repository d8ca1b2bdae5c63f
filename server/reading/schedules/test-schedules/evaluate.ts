import { readdirSync, readFileSync } from 'node:fs'
import type { LineWish } from '#contract/projects.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { latinNameFinder } from '#server/reading/names/test-forms/directory-names.ts'
import { fileOf, type Layout } from '#server/reading/price-lists/test-layouts/evaluate.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { readSchedule } from '../read-schedule.ts'
import { noWish } from '../schedule-line.ts'

interface TrueLine {
  cells: string[]
  /** What the line asks for; `null` for a heading, a remark or a total. */
  item: {
    /** A Latin name; `null` if no plant may be found; `*` if any answer is right. */
    plant: string | null
    quantity: number | null
    unit: string | null
    wish: LineWish
  } | null
  isEmpty: boolean
}

/** Nobody looks at the failures of the closed ones. */
export const halves = ['tuned', 'held_out', 'closed'] as const
type Half = (typeof halves)[number]

export interface TestSchedule {
  name: string
  format: string
  separator: string
  half: Half
  sheets: { name: string; lines: TrueLine[] }[]
}

const folder = new URL('.', import.meta.url)
const roots = { C: 'container', P: 'pot', RB: 'ball', WRB: 'wire_ball' } as const

/** Reads «h60-80 C5 g18-20» independently of the tested code. */
function readWish(text: string): LineWish {
  const wish: LineWish = { ...noWish }
  for (const word of text.split(' ').filter(Boolean)) {
    // «h250-»: from 250 on.
    const span = /^([hsg])(\d+)-(\d+)?$/.exec(word)
    const packing = /^(WRB|RB|C|P)(\d+(?:\.\d+)?)?$/.exec(word)
    if (span) {
      const name = ({ h: 'height', s: 'spread', g: 'girth' } as const)[span[1] as 'h' | 's' | 'g']
      wish[`${name}_from`] = Number(span[2])
      wish[`${name}_to`] = span[3] === undefined ? null : Number(span[3])
    } else if (packing) {
      wish.root = roots[packing[1] as keyof typeof roots]
      if (packing[2]) wish.root_size_from = wish.root_size_to = Number(packing[2])
    } else if (/^x\d$/.test(word)) wish.transplants = Number(word.slice(1))
    else if (word === 'BR') wish.root = 'bare_root'
    else if (word.startsWith('st')) wish.stem_height = Number(word.slice(2))
    else if (word.startsWith('f:')) wish.form = word.slice(2) as LineWish['form']
    else throw new Error(`«${word}» says nothing`)
  }
  return wish
}

function readLine(line: string, separator: string, isText: boolean): TrueLine {
  const at = line.lastIndexOf('=>')
  const [left, right] = [line.slice(0, at).trimEnd(), line.slice(at + 2).trim()]
  const cut = separator === 'tab' ? '\t' : separator === ';' ? ';' : /\s*\|\s*/
  const pieces = left.trim() === '' ? [] : isText && separator === '|' ? [left] : left.split(cut)
  // A cell of several lines.
  const cells = pieces.map(cell => cell.replaceAll('\\n', '\n'))
  if (right === 'note' || right === 'empty') return { cells, item: null, isEmpty: right === 'empty' }
  const [plant = '', amount = '', wish = ''] = right.split('::').map(part => part.trim())
  const [quantity = '', unit] = amount.split(' ')
  return {
    cells,
    isEmpty: false,
    item: {
      plant: plant === '?' ? null : plant,
      quantity: quantity === '?' ? null : Number(quantity),
      unit: unit ?? null,
      wish: readWish(wish),
    },
  }
}

/** The schedules of this folder with the expected reading of each line. */
export function readSchedules(): TestSchedule[] {
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.txt'))
    .toSorted()
  return names.map(name => {
    const lines = readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n')
    const told = (key: string) => lines.find(line => line.startsWith(`# ${key}: `))?.slice(key.length + 4)
    const [format, separator] = [told('format') ?? 'xlsx', told('separator') ?? '|']
    const sheets: TestSchedule['sheets'] = []
    for (const line of lines) {
      if (line.startsWith('# sheet: ')) sheets.push({ name: line.slice(9), lines: [] })
      if (line.startsWith('# ')) continue
      if (sheets.length === 0) sheets.push({ name: 'Лист1', lines: [] })
      sheets.at(-1)?.lines.push(readLine(line, separator, format === 'text'))
    }
    const said = told('half')
    const half = halves.find(one => one === said) ?? 'tuned'
    return { name: name.slice(0, -4), format, separator, half, sheets }
  })
}

/** The text or file that a buyer would paste or send. */
async function sourceOf({ name, format, separator, half, sheets }: TestSchedule) {
  if (format === 'text') {
    const sign = separator === 'tab' ? '\t' : ''
    return { text: sheets.flatMap(({ lines }) => lines.map(({ cells }) => cells.join(sign))).join('\n') }
  }
  const layout: Layout = {
    name,
    format,
    separator,
    half,
    sheets: sheets.map(sheet => ({
      name: sheet.name,
      isHidden: false,
      rows: sheet.lines.map(({ cells }) => ({ cells, kind: 'note' as const, plant: null, variants: null })),
    })),
  }
  const tables = await readTables(fileOf(layout))
  if ('failure' in tables) throw new Error(`${name}: ${tables.failure}`)
  return { sheets: tables.sheets }
}

export interface ScheduleFigures {
  /** Non-empty lines of the schedule, and lines returned. */
  lines: number
  returned: number
  items: number
  found: number
  /** Lines that were read as items. */
  taken: number
  quantities: number
  units: number
  /** Items whose plant is in the directory, items found correctly, and items with any plant. */
  named: number
  right: number
  answered: number
  wishes: number
  failures: string[]
}

export const noScheduleFigures = (): ScheduleFigures => ({
  lines: 0,
  returned: 0,
  items: 0,
  found: 0,
  taken: 0,
  quantities: 0,
  units: 0,
  named: 0,
  right: 0,
  answered: 0,
  wishes: 0,
  failures: [],
})

/** Reads a schedule and compares the result with the expected lines. */
export async function evaluateSchedule(schedule: TestSchedule, plants: NamedPlants): Promise<ScheduleFigures> {
  const figures = noScheduleFigures()
  const read = await readSchedule(await sourceOf(schedule), plants)
  const idOf = latinNameFinder(plants.all)
  const truths = schedule.sheets.flatMap(({ lines }) => lines.filter(({ isEmpty }) => !isEmpty))
  figures.lines = truths.length
  figures.returned = read.length
  if (read.length !== truths.length)
    figures.failures.push(`${schedule.name}: ${read.length} lines, not ${truths.length}`)
  for (const [at, { cells, item }] of truths.entries()) {
    const line = read[at]
    const say = (what: string) => figures.failures.push(`${schedule.name} ${at + 1} «${cells.join(' | ')}»: ${what}`)
    if (line && !line.isNote) figures.taken++
    if (!item) {
      if (line && !line.isNote) say('is no item')
      continue
    }
    figures.items++
    const id = item.plant === null || item.plant === '*' ? null : idOf(item.plant)
    if (id === undefined) throw new Error(`The directory has no ${item.plant}`)
    if (id !== null) figures.named++
    if (!line || line.isNote) {
      say('is lost')
      continue
    }
    figures.found++
    if (line.quantity === item.quantity) figures.quantities++
    else say(`quantity ${line.quantity}, not ${item.quantity}`)
    if (line.unit === item.unit) figures.units++
    else say(`unit ${line.unit}, not ${item.unit}`)
    if (line.plant !== null && item.plant !== '*') figures.answered++
    if (id !== null && line.plant === id) figures.right++
    else if (item.plant !== '*' && (id !== null || line.plant !== null)) {
      say(`names ${plants.byId.get(line.plant ?? 0)?.latinName ?? '—'}, not ${item.plant} (${line.name})`)
    }
    const differing = (Object.keys(noWish) as (keyof LineWish)[]).filter(field => line.wish[field] !== item.wish[field])
    if (differing.length === 0) figures.wishes++
    else say(`wish: ${differing.map(field => `${field} ${line.wish[field]}, not ${item.wish[field]}`).join('; ')}`)
  }
  return figures
}
