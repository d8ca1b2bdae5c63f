import { projectLimits } from '#contract/project-limits.ts'
import type { LineUnit } from '#contract/projects.ts'

export interface Quantity {
  quantity: number | null
  unit: LineUnit | null
}

export interface FoundQuantity extends Quantity {
  /** The text without the quantity. */
  left: string
  /** Whether the text states a quantity with two possible readings, so that none is returned. */
  isDoubtful: boolean
}

const spellings: Record<LineUnit, string> = {
  шт: String.raw`(?:шт(?:ук\p{L}*)?|экз(?:емпляр\p{L}*)?|саж(?:енц\p{L}*)?|раст(?:ени\p{L}*)?|pcs|ед)(?!\p{L})\.?`,
  м2: String.raw`(?:м\s?[2²]|кв\.?\s?м(?:етр\p{L}*)?|м\.?\s?кв)(?![\p{L}\d])\.?`,
  'п.м.': String.raw`(?:п\.?\s?м|м\.?\s?п|пог\p{L}*\.?\s?м(?:етр\p{L}*)?|м\.?\s?пог)(?![\p{L}\d])\.?`,
  м3: String.raw`(?:м\s?[3³]|куб\.?\s?м(?:етр\p{L}*)?|м\.?\s?куб)(?![\p{L}\d])\.?`,
  кг: String.raw`кг(?!\p{L})\.?`,
  уп: String.raw`(?:уп(?:ак\p{L}*)?|кассет\p{L}*)(?!\p{L})\.?`,
}
const entries = Object.entries(spellings) as [LineUnit, string][]
const anyUnit = `(?:${entries.map(([, spelling]) => spelling).join('|')})`
const wholeUnits = entries.map(([unit, spelling]) => [unit, new RegExp(`^${spelling}$`, 'iu')] as const)

/** «квадратных метров», with brackets and spaces around it. */
const longestUnit = 60

/** The unit of a text that names only a unit: «шт.», «кв. м». */
export function unitOf(text: string): LineUnit | null {
  const written = text.trim()
  if (written.length > longestUnit) return null
  const bare = written.replace(/^[,(\s]+|[)\s]+$/gu, '')
  return wholeUnits.find(([, pattern]) => pattern.test(bare))?.[0] ?? null
}

/** The unit in the title of a column: «Кол-во, шт», «Площадь (м2)». */
export function unitIn(title: string): LineUnit | null {
  const found = new RegExp(String.raw`(?:^|[\s,(/])(${anyUnit})(?=$|[\s,)/])`, 'iu').exec(title)?.[1]
  return found === undefined ? null : unitOf(found)
}

/** Of more groups of thousands than these, each would be the beginning of a number as long as the rest of the text. */
const number = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4}(?!\d)|\d+(?:[.,]\d+)?`

function amountOf(text: string): number | null {
  const value = Number(text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.'))
  return Number.isFinite(value) && value > 0 && value <= projectLimits.quantity ? Math.round(value * 100) / 100 : null
}

const counted = new RegExp(String.raw`(?<![\p{L}\d.,])(?<value>${number})\s?(?<unit>${anyUnit})`, 'giu')
/** Densities rather than quantities: «9 шт/м2», «3 шт на 1 п.м.», «12 шт/уп», «5 шт в группе». */
const perSomething = new RegExp(
  String.raw`^\s?(?:(?:\/|на|в)\s?(?:1\s?)?(?:${anyUnit}|м(?!\p{L})|куст|лунк|ящик|групп)|\/)`,
  'iu',
)
/** «по 3 шт», «кратно 10 шт» */
const distributed = /(?:^|[\s(])(?:по|кратн\p{L}*|мин\p{L}*|до|каждый|каждая)[.:]?\s*$/iu
const inGroups = /(?:^|[^\p{L}])(?:на|в)\s\d+\s(?:групп|куртин|клумб|ряд|участ|мест)|(?<!\d)\d+\s(?:групп|куртин)/iu
/** «10-12 шт», «5+3 шт», «2х4 шт» */
const isGlued = /\d\s?[+×*]\s?$|\d[-‐‑‒–−/хx]$/u
/** «Туя 40 - 50 шт»: either a range, or a height and a quantity. */
const isSpaced = /(?<![\p{L}\d.,\p{Pd}])(\d+)\s[-‐‑‒–−—]\s?$/u
const ofAll = /(?:всего|итого)[:\s\p{Pd}]*$/iu

/** Characters before a number that can say what it counts. */
const headLength = 40

/** The text with these stretches replaced: in one go, because a long text may have thousands of them. */
function withReplaced(
  text: string,
  stretches: { at: number; length: number }[],
  by: (length: number) => string,
): string {
  const pieces: string[] = []
  let end = 0
  for (const { at, length } of stretches) {
    pieces.push(text.slice(end, at), by(length))
    end = at + length
  }
  return pieces.join('') + text.slice(end)
}

/** Densities, neither part of which is a quantity, as blanks. */
function withoutDensities(text: string): string {
  const densities: { at: number; length: number }[] = []
  for (const { index, 0: whole } of text.matchAll(counted)) {
    const end = index + whole.length
    const [per] = perSomething.exec(text.slice(end, end + headLength)) ?? []
    if (per !== undefined) densities.push({ at: index, length: whole.length + per.length })
  }
  return withReplaced(text, densities, length => ' '.repeat(length))
}

/** Finds a quantity with its unit in a text: «40 шт.», «5 м2», «12,5 п.м.». */
export function findQuantity(text: string): FoundQuantity {
  const none: FoundQuantity = { quantity: null, unit: null, left: text, isDoubtful: false }
  const found: { unit: LineUnit; value: number | null; at: number; length: number; isOfAll: boolean }[] = []
  let isDoubtful = inGroups.test(text) && /\d/.test(text)
  const left = withoutDensities(text)
  for (const match of left.matchAll(counted)) {
    const { value = '', unit = '' } = match.groups ?? {}
    const at = match.index
    const head = left.slice(Math.max(0, at - headLength), at)
    const lower = Number(isSpaced.exec(head)?.[1] ?? Number.POSITIVE_INFINITY)
    if (distributed.test(head) || isGlued.test(head) || lower < (amountOf(value) ?? 0)) {
      isDoubtful = true
      continue
    }
    const known = unitOf(unit)
    if (known === null) continue
    found.push({
      unit: known,
      value: amountOf(value),
      at,
      length: match[0].length,
      isOfAll: ofAll.test(head),
    })
  }
  if (found.length === 0) return { ...none, isDoubtful }
  const cleaned = withReplaced(left, found, () => ' ')
    .replaceAll(/\(\s*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (isDoubtful) return { ...none, left: cleaned, isDoubtful }
  // Plants are bought by the piece, so pieces win over area.
  const ranked = entries.map(([unit]) => found.filter(one => one.unit === unit)).find(list => list.length > 0) ?? []
  const totals = ranked.filter(({ isOfAll }) => isOfAll)
  const [only, another] = totals.length > 0 ? totals : ranked
  if (!only || another) return { ...none, left: cleaned, isDoubtful: true }
  return { quantity: only.value, unit: only.unit, left: cleaned, isDoubtful: only.value === null }
}

const bareCell = new RegExp(String.raw`^(?:~|≈|ок\.?\s|около\s)?\s?(${number})\s?(${anyUnit})?\s?\*{0,3}$`, 'iu')

/** Reads a cell of a quantity column; `stated` is the unit given by the column or the row. */
export function readQuantityCell(text: string, stated: LineUnit | null): Quantity {
  const [, value, unit] = bareCell.exec(text.trim()) ?? []
  if (value !== undefined) {
    const quantity = amountOf(value)
    return { quantity, unit: unit === undefined ? stated : (unitOf(unit) ?? stated) }
  }
  const { quantity, unit: found } = findQuantity(text)
  return { quantity, unit: found ?? (quantity === null ? null : stated) }
}

/** A quantity without a unit at the start or end of a line, and its separator. */
export interface BareEnd {
  value: number
  left: string
  /** The separator: a dash, x, colon or equals sign; a comma or bracket; or only a space. */
  by: 'sign' | 'comma' | 'space'
}

const ends: [RegExp, BareEnd['by']][] = [
  [/^(.*\S)\s+[xх×*]\s?(\d{1,6})$/iu, 'sign'],
  [/^(.*\S)\s?[=:]\s?(\d{1,6})$/u, 'sign'],
  [/^(.*\S)\s[-‐‑‒–—−]{1,2}\s?(\d{1,6})$/u, 'sign'],
  [/^(.*\S)\s?\((\d{1,6})\)$/u, 'comma'],
  [/^(.*\S)\s?[,;]\s?(\d{1,6})$/u, 'comma'],
  [/^(.*\S)\s(\d{1,6})$/u, 'space'],
]

/** Reads a number at the end: «Липа мелколистная 18-20 — 12», «…, 12», «… x 12». */
export function bareEnd(text: string): BareEnd | null {
  const trimmed = text.trim().replace(/[.;,]$/u, '')
  for (const [pattern, by] of ends) {
    const [, left = '', digits = ''] = pattern.exec(trimmed) ?? []
    if (digits === '') continue
    const value = amountOf(digits)
    // «80 - 100» and «200 x 80» are sizes; a number after a complete range can only be a quantity.
    const before = /(?<![\d.,])(?:(\d+)\s?[-–/]\s?)?(\d+)(?:\s?см|\s?м)?$/u.exec(left)
    if (by === 'sign' && before && before[1] === undefined && !/[=:]/.test(trimmed.slice(left.length))) return null
    if (value === null || !/\p{L}{3}/u.test(left)) return null
    return { value, left: left.trim(), by }
  }
  return null
}

const start =
  /^(\d{1,6})\s?(?:[xх×*]\s)?\s?(?!(?:[сcрpмmлldhн]|[смmк]м|[сc][мm]|лит\p{L}*|лет|год\p{L}*|w?rb|xv|pa|ра)(?!\p{L}))(?=\p{L}{2}|["«'])/iu

/** Reads a number at the start: «40 лип мелколистных», «40 x Липа». */
export function bareStart(text: string): { value: number; left: string } | null {
  const match = start.exec(text)
  const value = match ? amountOf(match[1] ?? '') : null
  return match && value !== null ? { value, left: text.slice(match[0].length).trim() } : null
}
