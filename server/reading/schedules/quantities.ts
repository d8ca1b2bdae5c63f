import { projectLimits } from '#contract/project-limits.ts'
import type { LineUnit } from '#contract/projects.ts'
import { countOf, unitOfMany } from '#server/reading/price-lists/price-units.ts'

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
  шт: String.raw`(?:шт(?:у[кч]\p{L}*)?|экз?(?:емпляр\p{L}*)?|саж(?:ен(?:ц\p{L}*)?)?|раст(?:ен\p{L}*)?|куст(?:а|ов|ик\p{L}*|арник\p{L}*)?|дерев(?:а|ьев|ц\p{L}*)|лукови[цч]\p{L}*|клубн\p{L}*|корневищ\p{L}*|дел[её]н\p{L}*|корн(?:я|ей)|pcs|st(?:k|ück)|ед(?:иниц\p{L}*)?)(?!\p{L})\.?`,
  м2: String.raw`(?:м\s?[2²]|sq\.?\s?m|кв(?:адратн\p{L}*)?\.?\s?м(?:етр\p{L}*)?|квадрат(?:а|ов)|м(?:етр\p{L}*)?\.?\s?кв(?:адратн\p{L}*)?)(?![\p{L}\d])\.?`,
  'п.м.': String.raw`(?:п\.?\s?м(?:етр\p{L}*)?|м(?:етр\p{L}*)?\.?\s?п(?:ог\p{L}*)?|пог\p{L}*\.?\s?м(?:етр\p{L}*)?|м\.?\s?пог|п\/м|м\/п)(?![\p{L}\d])\.?`,
  м3: String.raw`(?:м\s?[3³]|куб\.?\s?м(?:етр\p{L}*)?|м\.?\s?куб)(?![\p{L}\d])\.?`,
  кг: String.raw`кг(?!\p{L})\.?`,
  уп: String.raw`(?:уп(?:ак\p{L}*|-к\p{L}*)?|пач(?:ка|ки|ек)|кассет\p{L}*)(?!\p{L})\.?`,
}
const entries = Object.entries(spellings) as [LineUnit, string][]
const anyUnit = `(?:${entries.map(([, spelling]) => spelling).join('|')})`
const wholeUnits = entries.map(([unit, spelling]) => [unit, new RegExp(`^${spelling}$`, 'iu')] as const)

/** Numbers that people spell out, with the size of their kind: one of each kind makes a number. */
const numerals: Record<string, [value: number, kind: number]> = {}
for (const [kind, words] of [
  [1, 'один одна два две три четыре пять шесть семь восемь девять'],
  [
    1,
    'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
  ],
  [10, '- двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'],
  [100, 'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'],
] as const) {
  const list = words.split(' ')
  const counts = list[0] === 'один' ? [1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9] : null
  for (const [at, word] of list.entries()) {
    const first = list[0] === 'десять' ? 10 + at : (at + 1) * kind
    if (word !== '-') numerals[word] = [counts?.[at] ?? first, list[0] === 'десять' ? 10.1 : kind]
  }
}
const numeral = `(?:${Object.keys(numerals)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})(?!\\p{L})`
const spelt = `(?<![\\p{L}\\d])${numeral}(?:\\s${numeral}){0,3}`
const thousand = String.raw`(?:тыс(?:яч(?:а|и|у)?)?|т(?=\.?\s?(?:шт|экз|саж)))(?!\p{L})(?!\.?\s?(?:руб|р(?!\p{L})|₽|км|л(?!\p{L})))\.?`
const speltCounted = new RegExp(
  `(\\s\\p{Pd}\\s|(?<=\\d)[\\s,;.]{1,2})?(${spelt})(?=\\s(?:${thousand}|${anyUnit}))`,
  'giu',
)
/** «Вишня, обхват 10-12 см – две» */
const speltAtEnd = new RegExp(`(\\s\\p{Pd}\\s)(${spelt})(?=[.;]?$|\\s\\()`, 'giu')
const dozen = /(?<!\p{L})дюжин[ау](?!\p{L})/giu
const speltAlone = new RegExp(`^${spelt}$`, 'iu')
const inThousands = new RegExp(
  String.raw`(?<![\p{L}\d.,])(\d{1,3}(?:[.,]\d{1,3})?)\s?${thousand}(\s?${anyUnit})?`,
  'giu',
)

/** «двести двадцать пять» is 225; words in another order are no number: `null`. */
function valueOf(words: string): number | null {
  let [sum, last] = [0, 1000]
  for (const word of words.toLowerCase().split(/\s+/)) {
    const [value = 0, kind = 0] = numerals[word] ?? []
    // From ten to nineteen nothing follows, and they follow only hundreds.
    if (kind >= last || (kind === 10.1 && last === 10) || last === 10.1) return null
    sum += value
    last = kind
  }
  return sum
}

const spokenToo = new RegExp(String.raw`(?<![\d.,])(\d{1,3})\s?\((${spelt})\)`, 'giu')

/** Quantities in digits that are spelt out or counted in thousands: «пятьдесят кустов», «14 тысяч», «1,5 тыс. шт.». */
export function inDigits(written: string): string {
  const digits = (words: string) => String(valueOf(words) ?? words)
  // «25 (двадцать пять)», as contracts write it.
  const text = written.replaceAll(spokenToo, (whole, number: string, words: string) =>
    valueOf(words) === Number(number) ? number : whole,
  )
  const cell = text.trim()
  if (speltAlone.test(cell)) return digits(cell)
  // Nobody spells out the end of a range, or half of a number: «ком D40 сто саженцев».
  return text
    .replaceAll(dozen, '12 шт.')
    .replaceAll(speltAtEnd, (_, dash: string, words: string) => `${dash}${digits(words)}`)
    .replaceAll(speltCounted, (_, dash: string | undefined, words: string) => `${dash ? ', ' : ''}${digits(words)}`)
    .replaceAll(inThousands, (_, count: string, unit: string | undefined) => {
      const value = Math.round(Number(count.replace(',', '.')) * 1000)
      return `${value}${unit ?? ' шт.'}`
    })
}

/** «квадратных метров», with brackets and spaces around it. */
const longestUnit = 60

/** The unit of a text that names only a unit: «шт.», «кв. м». */
export function unitOf(text: string): LineUnit | null {
  const written = text.trim()
  if (written.length > longestUnit) return null
  const bare = written.replace(/^[,(\s]+|[)\s]+$/gu, '')
  return wholeUnits.find(([, pattern]) => pattern.test(bare))?.[0] ?? null
}

const multiple = /^(\d{1,4})\s(.{1,30})$/u

/**
 * The unit of an estimate's row, which may be many: «10 шт» is ten pieces each, «тыс. шт.» a thousand. `null`: nobody
 * knows what it counts.
 */
export function unitsOf(text: string): { unit: LineUnit; times: number } | null {
  const unit = unitOf(text)
  if (unit !== null) return { unit, times: 1 }
  const many = unitOfMany(text)
  if (many !== null) return { unit: 'шт', times: countOf(many) }
  const [, times = '', one = ''] = multiple.exec(text.trim()) ?? []
  const ofMany = unitOf(one)
  return ofMany === null ? null : { unit: ofMany, times: Number(times) }
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

const counted = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<value>${number})(?:\s?|\s\p{Pd}\s?|\p{Pd})(?<unit>${anyUnit})`,
  'giu',
)
/** Densities rather than quantities: «9 шт/м2», «3 шт на 1 п.м.», «12 шт/уп», «5 шт в группе». */
const perSomething = new RegExp(
  String.raw`^\s?(?:(?:\/|на|в)\s?(?:1\s?)?(?:${anyUnit}|м(?!\p{L})|куст|лунк|ящик|групп)|\/)`,
  'iu',
)
/** «по 3 шт», «кратно 10 шт» */
const distributed = /(?:^|[\s(])(?:по|кратн\p{L}*|мин\p{L}*|до|каждый|каждая)[.:]?\s*$/iu
const inGroups = /(?:^|[^\p{L}])(?:на|в)\s\d+\s(?:групп|куртин|клумб|ряд|участ|мест)|(?<!\d)\d+\s(?:групп|куртин)/iu
/** «кассета на 24 шт.» is a packing. */
const ofTray = /(?:касс\p{L}*|tray)\.?\s(?:на|по)\s*$/iu
/** «10-12 шт», «5+3 шт», «2х4 шт» */
const isGlued = /\d\s?[+×*]\s?$|\d[-‐‑‒–−/хx]$/u
/** «Туя 40 - 50 шт»: either a range, or a height and a quantity. */
const isSpaced = /(?<![\p{L}\d.,\p{Pd}]|\d\s?[\p{Pd}/]\s?)(\d+)\s[-‐‑‒–−—]\s?$/u
/** «всего 20 шт», «в кол-ве 20 шт.» */
const ofAll = /(?:(?<=^|[\s,;(])(?:в\s)?кол(?:ич\p{L}{0,6}|-в[оеа])\.?|всего|итого)[:\s\p{Pd}]*$/iu

/** A word or letter before a number that says it is a size. */
const sizedBefore =
  /(?:^|[\s,;(=])(?:w?rb|[cсpрdдhнкøф]\/?|ком\p{L}{0,3}|конт\p{L}*|горш\p{L}*|обх\p{L}*|окр\p{L}*|выс\p{L}*|штамб\p{L}*|кассет\p{L}*)\.?(?:[\s=:]{1,3}|\p{Pd}|(?<=\/))$/iu

/** No range of sizes is wider: «С5 - 35» is a size and a quantity. */
const widestRange = 4

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

const unitInBrackets = new RegExp(String.raw`(?<=\d)\s?\(\s?(${anyUnit})\s?\)`, 'giu')
/** «20 (шт.)» */
const withBareUnits = (text: string) => text.replaceAll(unitInBrackets, ' $1')

/** Finds a quantity with its unit in a text: «40 шт.», «5 м2», «12,5 п.м.». */
export function findQuantity(line: string): FoundQuantity {
  const text = withBareUnits(inDigits(line))
  const none: FoundQuantity = { quantity: null, unit: null, left: text, isDoubtful: false }
  const found: { unit: LineUnit; value: number | null; at: number; length: number; isOfAll: boolean }[] = []
  let isDoubtful = inGroups.test(text) && /\d/.test(text)
  const left = withoutDensities(text)
  for (const match of left.matchAll(counted)) {
    const { value: written = '', unit = '' } = match.groups ?? {}
    // «С 12 150 пог. м», «ком D=30 420 шт.», «20-30 150 шт.»: the first figures are the packing's or the size's.
    const ahead = left.slice(Math.max(0, match.index - headLength), match.index)
    const packed = sizedBefore.test(ahead) || /\d\s?[\p{Pd}÷/]\s?$/u.test(ahead)
    const skipped = packed ? written.search(/[ \u00a0\u202f]/) + 1 : 0
    const value = written.slice(skipped)
    const at = match.index + skipped
    const head = left.slice(Math.max(0, at - headLength), at)
    if (ofTray.test(head)) continue
    const lower = Number(isSpaced.exec(head)?.[1] ?? Number.POSITIVE_INFINITY)
    const isBehindCode = /\p{Pd}$/u.test(head) && countsPacked(head.slice(0, -1), amountOf(value), true)
    if (distributed.test(head) || (isGlued.test(head) && !isBehindCode)) {
      isDoubtful = true
      continue
    }
    const upper = amountOf(value) ?? 0
    if (lower < upper && upper <= lower * widestRange) {
      isDoubtful = true
      // Whether it is a size is as open as the quantity.
      const dashed = isSpaced.exec(head)?.[0].length ?? 0
      found.push({ unit: 'шт', value: null, at: at - dashed, length: match[0].length + dashed, isOfAll: false })
      continue
    }
    const known = unitOf(unit)
    if (known === null) continue
    const total = ofAll.exec(head)?.[0].length ?? 0
    const before = isBehindCode ? 1 : total
    found.push({
      unit: known,
      value: amountOf(value),
      at: at - before,
      length: match[0].length - skipped + before,
      isOfAll: total > 0,
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

const bareCell = new RegExp(
  String.raw`^(?:~|≈|ок\.?\s|около\s)?\s?(${number})(?:(?:\s?|\s?\p{Pd}\s?)(${anyUnit}))?\s?\*{0,3}$`,
  'iu',
)

const packing = String.raw`(?:w?rb|[cсpрd])[- ]?\d{1,3}(?:[.,]\d{1,2})?(?:\s?л)?|(?:tray|кассета|конт\p{L}*\.?|горшок|ком)\s?[cсpрd]?\d{1,3}(?:[.,]\d{1,2})?(?:\s?(?:л|см)(?!\p{L})\.?)?|окс|зкс`
const packedCells = [
  new RegExp(
    String.raw`^(?<packing>${packing})\s?(?:[-‐‑‒–—−:,;x×х*=]|\s)\s?\(?(?<value>${number})\s?(?<unit>${anyUnit})?\)?$`,
    'iu',
  ),
  new RegExp(String.raw`^(?<packing>${packing})\s?\((?<value>${number})\s?(?<unit>${anyUnit})?\)$`, 'iu'),
  new RegExp(
    String.raw`^(?<value>${number})\s?(?<unit>${anyUnit})?\s?[-‐‑‒–—−:,;x×х*(]?\s?(?<packing>${packing})\)?$`,
    'iu',
  ),
]

/**
 * Reads a cell of a quantity column; `stated` is the unit given by the column or the row. `packing`: what else it says,
 * as in «С5 - 35» or «RB 40, обхват 10-12, двести штук».
 */
export function readQuantityCell(written: string, stated: LineUnit | null): Quantity & { packing: string } {
  const text = withBareUnits(inDigits(written.trim()))
  const packed = packedCells.map(pattern => pattern.exec(text)?.groups).find(groups => groups !== undefined)
  const [, value = packed?.value, unit = packed?.unit] = bareCell.exec(text) ?? []
  if (value !== undefined) {
    const quantity = amountOf(value)
    return {
      quantity,
      unit: unit === undefined ? stated : (unitOf(unit) ?? stated),
      packing: packed?.packing ?? '',
    }
  }
  const { quantity, unit: found, left } = findQuantity(text)
  // «4 lit. - 30-40 - ?»
  const rest = quantity === null ? (withoutOpenQuantity(text) ?? '') : left
  const packing = /\p{L}|\d/u.test(rest) ? rest.trim() : ''
  return { quantity, unit: found ?? (quantity === null ? null : stated), packing }
}

const open =
  '\\?{1,3}|по месту|по факту|по расч[её]ту|по согласованию|уточн\\p{L}{1,6}|подобрать|рассчитать|сколько (?:есть|войд[её]т|получится)|как получится|определить на месте|на месте'
const openAlone = new RegExp(`^(?:${open})$`, 'iu')

/** «?», «по месту»: a cell that leaves the quantity open. */
export const isOpenQuantity = (text: string) => openAlone.test(text.trim())

const openAtEnd = new RegExp(`(?:\\s\\p{Pd}\\s?|[,;:]\\s?|\\s)(?:${open})\\s?$`, 'iu')
const openAtStart = new RegExp(`^(?:${open})\\s?[\\p{Pd}:,;]\\s?`, 'iu')

/** The line without words that leave its quantity open: «… — по месту», «? - …»; `null` if there are none. */
export function withoutOpenQuantity(text: string): string | null {
  const left = text.replace(openAtEnd, '').replace(openAtStart, '')
  return left === text ? null : left
}

/** A quantity without a unit at the start or end of a line, and its separator. */
export interface BareEnd {
  value: number
  left: string
  /** The separator: a dash, x, colon or equals sign; a comma or bracket; or only a space. */
  by: 'sign' | 'comma' | 'space'
}

/** What is numbered, not counted. */
const ordinal =
  /(?:^|[\s,(])(?:этап|лист|очередь|стр|страница|корпус|участок|вариант|том|часть|раздел|зона|квартал|дом|литера?|секция|лот|приложение|редакция|№|n)\.?$/iu

const ends: [RegExp, BareEnd['by']][] = [
  [/^(.*\S)\s+[xх×*]\s?(\d{1,6})$/iu, 'sign'],
  // Not the end of a scale: «1:200».
  [/^(.*[^\s\d])\s?[=:]\s?(\d{1,6})$/u, 'sign'],
  [/^(.*\d)(?:\s[=:]\s?|[=:]\s)(\d{1,6})$/u, 'sign'],
  [/^(.*\S)\s[-‐‑‒–—−]{1,2}\s?(\d{1,6})$/u, 'sign'],
  [/^(.*\S)\s?\((\d{1,6})\)$/u, 'comma'],
  // Not the end of «С7,5».
  [/^(.*\S)\s?(?:[,;]\s|(?<!\d)[,;])(\d{1,6})$/u, 'comma'],
  [/^(.*\S)\s(\d{1,6})$/u, 'space'],
]

/** «С5» before a dash: the number after it is a quantity, unless it could be the end of a range of such sizes. */
const packingsBefore: [pattern: RegExp, widest: number][] = [
  // From one container to the next larger one.
  [/(?:^|[\s,;(])(?:w?rb|[cсpрdк])\s?(\d{1,3}(?:[.,]\d{1,2})?)(?:\s?л)?$/iu, 2],
  [
    /(?:^|[\s,;(])(?:ком|конт|горш|касс)\p{L}{0,7}\.?(?:\s\(\p{L}{1,12}\))?\s(?:[DdДдØ⌀]\s?)?(\d{1,3}(?:[.,]\d{1,2})?)(?:\s?(?:л|см))?$/iu,
    widestRange,
  ],
]

/** Whether a number behind a packing and a dash counts plants. */
function countsPacked(packed: string, value: number | null, isUsual: boolean): boolean {
  return packingsBefore.some(([pattern, widest]) => {
    const size = Number(pattern.exec(packed)?.[1]?.replace(',', '.') ?? Number.NaN)
    return size > 0 && (isUsual || (value !== null && (value < size || value > size * widest)))
  })
}

/**
 * Reads a number at the end: «Липа мелколистная 18-20 — 12», «…, 12», «… x 12». `isUsual`: most lines end so, which
 * also says it after a packing: «С5 - 10».
 */
export function bareEnd(written: string, isUsual = false): BareEnd | null {
  const trimmed = inDigits(written)
    .trim()
    .replace(/[.;,]$/u, '')
  for (const [pattern, by] of ends) {
    const [, left = '', digits = ''] = pattern.exec(trimmed) ?? []
    if (digits === '') continue
    const value = amountOf(digits)
    // «80 - 100» and «200 x 80» are sizes; a number after a complete range can only be a quantity.
    const before = /(?<![\d.,])(?:(\d+)\s?[-–/]\s?)?(\d+)(?:\s?см|\s?м)?$/u.exec(left)
    // «План посадок, 2027»
    if (by !== 'sign' && value !== null && value >= 2000 && value < 2060 && digits.length === 4) return null
    // «Этап 2», «Лист 12»
    if (ordinal.test(left.slice(-headLength))) return null
    // «h = 40» is a height.
    if (sizedBefore.test(trimmed.slice(0, -digits.length).slice(-headLength))) return null
    // No range goes down: «на штамбе 180 — 2».
    const isLess = value !== null && value < Number(before?.[2]) && /\p{Pd}/u.test(trimmed.slice(left.length))
    const isPacked = countsPacked(left, value, isUsual)
    if (
      by === 'sign' &&
      before &&
      before[1] === undefined &&
      !isPacked &&
      !isLess &&
      !/[=:]/.test(trimmed.slice(left.length))
    )
      return null
    if (value === null || !/\p{L}{3}/u.test(left)) return null
    return { value, left: left.trim(), by }
  }
  return null
}

const start =
  /^(\d{1,6})\s?(?:[xх×*]\s)?\s?(?!(?:[сcрpмmлldhн]|[смmк]м|[сc][мm]|лит\p{L}*|лет|год\p{L}*|w?rb|xv|pa|ра)(?!\p{L}))(?=\p{L}{2}|["«'])/iu

const speltAtStart = new RegExp(`^(${spelt})(?=\\s\\p{L}{2})`, 'iu')

/** Reads a number at the start: «40 лип мелколистных», «40 x Липа», «три ели». */
export function bareStart(written: string): { value: number; left: string } | null {
  const text = written.replace(speltAtStart, words => String(valueOf(words) ?? words))
  const match = start.exec(text)
  const value = match ? amountOf(match[1] ?? '') : null
  return match && value !== null ? { value, left: text.slice(match[0].length).trim() } : null
}
