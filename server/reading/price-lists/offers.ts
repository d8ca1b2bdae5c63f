import type { RowProblem, UnreadText } from '#contract/price-lists.ts'
import { type Form, type Stock, variantLimits, type WritableVariant } from '#contract/variants.ts'
import { takeAmounts, withPriceApart } from '#server/reading/lines/amounts-in-text.ts'
import { emptyVariant } from '#server/reading/lines/read-lines.ts'
import type { Habit } from '#server/reading/sizes/context.ts'
import type { Doubt } from '#server/reading/sizes/doubts.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { Sizes } from '#server/reading/sizes/sizes.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import type { Layout } from './column-plan.ts'
import { isHarmless, stretchesOf, wordsOf } from './leftovers.ts'
import { lostInName, withPlainRanges } from './number-account.ts'
import { type AmountsRead, groupsOf, packIn, unitIn, readAmounts } from './row-amounts.ts'
import { asText, problem } from './row-problems.ts'
import { labelsIn, type SizeLabel, withSaidLabels } from './size-labels.ts'
import { sizePieces } from './size-pieces.ts'
import { isNameField } from './titles.ts'
import { isDash, readDate, readStock, restOfDate } from './values.ts'
import { accountFor, countInRemark, lostIn, stemFromRemark, stockInRemark } from './word-account.ts'

/** The variants that a row offers, with the problems that a person has to check. */
export interface Offer {
  variants: WritableVariant[]
  /** Only the heading above the row says what stock there is. */
  stockIsOfHeading: boolean
  problems: RowProblem[]
  unread: UnreadText[]
  /** Texts of which it is unclear which packing they name, and whether they are metres or centimetres. */
  rootDoubts: string[]
  unitDoubts: string[]
  /** Words beside its numbers that nobody knows, and those that a person has explained. */
  labels: SizeLabel[]
  isRejected: boolean
}

const messages: Record<Doubt['code'], string> = {
  measure: 'Неясно, что измерено',
  unit: 'Неясно, метры это или сантиметры',
  lone: 'Неясно, что значит число',
  root: 'Неясно, какая упаковка',
  range: 'Нужно одно значение, а не диапазон',
  order: 'Числа стоят в обратном порядке',
  conflict: 'Сказано по-разному',
  impossible: 'Такого размера не бывает',
  too_long: 'Слишком длинная запись размера',
}

function problemOf({ code, text, alternatives }: Doubt): RowProblem {
  const field = Object.keys(alternatives[0] ?? {})[0] ?? 'size'
  return problem(field, code, text === '' ? messages[code] : `${messages[code]}: «${asText(text)}»`)
}

/** Of what an offer is read. */
export interface OfferSource {
  layout: Layout
  cells: Cell[]
  /** The text of the row's name that does not name the plant. */
  nameRest: string
  /** All that was read as the row's name. */
  nameText: string
  /** What is left of a Latin name beside it. */
  latinRest: string
  /** The plant is known, so words of its name that are no size are remarks; otherwise they are its name. */
  isKnown: boolean
  /** Everything is in its place: the list was written by this site. */
  isOwn: boolean
  habit: Habit | null
  /** The section's title if it states sizes, such as «Контейнер С5»; otherwise empty. */
  sectionSize: string
  /** The minimum quantity for the list's wholesale prices. */
  wholesaleFrom: number | null
  /** What a heading says of the stock of the rows below it. */
  stockAbove: Stock | null
}

/** Reads the variants that a row offers: one, or in a wide list one for each size with a price or a stock. */
export function readOffer({
  layout,
  cells,
  nameRest,
  nameText,
  latinRest,
  isKnown,
  isOwn,
  habit,
  sectionSize,
  wholesaleFrom,
  stockAbove,
}: OfferSource): Offer {
  const problems: RowProblem[] = []
  const { answers } = layout
  let isRejected = false
  const textIn = (field: string) =>
    layout.columns
      .filter(column => column.field === field)
      .map(({ index }) => textOf(cells[index] ?? ''))
      .filter(text => text !== '')
  const fromName = takeAmounts(withPriceApart(withPlainRanges(nameRest.slice(0, 400))))
  const { pieces, lone, isUnsure, form } = sizePieces(layout, cells)
  if (isUnsure) problems.push(problem('size', 'date', 'Excel превратил размер в дату: проверьте его'))

  const rowQuantity = layout.columns.find(({ isWholesaleQuantity }) => isWholesaleQuantity)
  const stated = readStock(cells[rowQuantity?.index ?? -1] ?? '')
  const wholesale = stated.stock_quantity && stated.stock_quantity > 0 ? stated.stock_quantity : wholesaleFrom

  const groups = groupsOf(layout)
  const sized = groups.filter(({ size }) => size !== '')
  const common = groups.find(({ size }) => size === '')
  const counting = { wholesaleFrom: wholesale, answers, perPack: packIn(layout, cells), unit: unitIn(layout, cells) }
  const ofRow = readAmounts(common?.columns ?? [], cells, counting)
  const wide = sized.map(group => ({
    ...group,
    amounts: readAmounts(group.columns, cells, counting),
  }))
  const offered = wide.filter(({ amounts }) => amounts.isStated)
  const isWide = offered.length > 0
  const hasOwnPrice = ofRow.price !== null || ofRow.tiers.length > 0

  // Accounting programs leave the balance empty where nothing is left.
  const balance = layout.columns.find(({ field, title }) => field === 'stock' && /конечн\p{L}* остат/iu.test(title))

  const unread: UnreadText[] = []
  const notes = layout.columns.flatMap(column => {
    const text = column.field === 'note' ? textOf(cells[column.index] ?? '').trim() : ''
    if (text === '' || isDash(text)) return []
    // «Цвет: белый»
    return [column.role === null ? text : `${column.title.replaceAll(/\s+/g, ' ').trim()}: ${text}`]
  })
  if (ofRow.stock.note) notes.push(ofRow.stock.note)
  const [sku = '', ...otherSkus] = textIn('sku')
  if (otherSkus.length > 0) notes.push(...otherSkus.map(text => `код ${text}`))

  /** Words that were not read as sizes, and those that a doubt is about. */
  const left = new Set<string>()
  const rootDoubts: string[] = []
  const unitDoubts: string[] = []
  const doubtful = new Set<string>()
  const labels: SizeLabel[] = []

  function variantOf(size: string, amounts: AmountsRead): WritableVariant {
    problems.push(...amounts.problems)
    isRejected ||= amounts.isRejected
    const own = [fromName.left, ...pieces, ...lone, size, ...amounts.sizes].filter(text => text.trim() !== '')
    const { text: measured, divisions } = withoutDivisions(own.join(' ; '))
    notes.push(...divisions)
    const { text, notes: unmeasured, said } = withSaidLabels(measured, answers)
    notes.push(...unmeasured)
    const needsSection = sectionSize !== ''
    const alone = parseNotation(text, { habit, form })
    const { fields, doubts } = needsSection ? withSection(text, sectionSize, alone, habit, form) : alone
    for (const word of wordsOf(alone.rest)) left.add(word)
    const unknown = new Set(wordsOf(alone.rest).flatMap(word => word.split(/[^\p{L}]+/u)))
    labels.push(...said, ...labelsIn(text, word => unknown.has(word)))
    for (const { code, text: doubted } of doubts) {
      if (code === 'root') rootDoubts.push(doubted)
      if (code === 'unit') unitDoubts.push(doubted)
    }
    const told = doubts.filter(doubt => !isNameNumber(doubt, fromName.left, alone.fields))
    for (const { text: doubted } of told) for (const word of wordsOf(doubted)) doubtful.add(word)
    problems.push(...told.map(problemOf))
    const sizes: Sizes = { ...fields, form: fields.form ?? form }
    const variant: WritableVariant = { ...emptyVariant, ...sizes }
    const { note: _note, rest: _rest, isUnclear: _isUnclear, ...stock } = { ...ofRow.stock, ...amounts.stock }
    Object.assign(variant, fromName.amounts, stock)
    variant.price = amounts.price ?? fromName.amounts.price ?? null
    variant.price_tiers = (amounts.tiers.length > 0 ? amounts.tiers : (fromName.amounts.price_tiers ?? [])).toSorted(
      (one, other) => (one.quantity_from ?? 0) - (other.quantity_from ?? 0),
    )
    const isNoneLeft = balance !== undefined && textOf(cells[balance.index] ?? '').trim() === ''
    // «продан — ждём в мае»
    if (variant.stock_quantity === 0 || isNoneLeft || fromName.amounts.stock === 'sold_out') variant.stock = 'sold_out'
    return variant
  }

  const variants = isWide
    ? [...offered.map(({ size, amounts }) => variantOf(size, amounts)), ...(hasOwnPrice ? [variantOf('', ofRow)] : [])]
    : [variantOf('', ofRow)]

  const dates = layout.columns.filter(({ field }) => field === 'available_from').map(({ index }) => cells[index] ?? '')
  for (const cell of dates) {
    if (cell === '' || isDash(textOf(cell))) continue
    const date = readDate(cell)
    if (date === null) {
      const { stock, isUnclear } = readStock(cell)
      if (stock && !isUnclear) for (const variant of variants) variant.stock = stock
      notes.push(textOf(cell))
      continue
    }
    const rest = restOfDate(cell)
    if (rest !== '') notes.push(rest)
    const saysStock = ofRow.stock.stock !== undefined && ofRow.stock.stock !== 'sold_out'
    for (const variant of variants) {
      variant.available_from = date
      if (!saysStock) variant.stock = 'expected'
    }
  }
  const saysStock = [ofRow, ...offered.map(({ amounts }) => amounts)].some(({ stock }) => stock.stock !== undefined)
  const remarks = isOwn ? [] : [...notes, ...textIn('note')]
  for (const remark of remarks) stemFromRemark(remark, variants)
  const remarked = saysStock || isOwn ? undefined : notes.map(stockInRemark).find(Boolean)
  if (remarked) for (const variant of variants) variant.stock = remarked
  const saysNothing = !saysStock && !remarked && !isOwn && dates.every(cell => cell === '')
  const stockIsOfHeading = saysNothing && stockAbove !== null && fromName.amounts.stock === undefined
  if (stockIsOfHeading) for (const variant of variants) variant.stock = stockAbove
  const [only, ...others] = variants
  const remaining = isOwn || others.length > 0 ? undefined : notes.map(countInRemark).find(count => count !== undefined)
  if (only && remaining !== undefined) only.stock_quantity ??= remaining
  if (!isOwn) {
    for (const one of [ofRow, ...offered.map(({ amounts }) => amounts)]) unread.push(...one.unread)
    for (const word of doubtful) left.delete(word)
    const account = accountFor(layout, cells, variants, left, {
      fromName: `${fromName.left} ${latinRest}`,
      nameText,
      latinRest,
      isKnown,
    })
    notes.push(...account.notes)
    unread.push(...account.unread)
    // «650 руб мало» in one cell: what stands behind a price may be the stock.
    const [, ...behind] = fromName.amounts.price === undefined ? [] : fromName.left.split(' ; ')
    const strange = stretchesOf(behind.at(-1) ?? '', left)
    const named = layout.columns.find(({ field }) => isNameField(field))
    if (named && strange !== '' && !isHarmless(strange))
      unread.push({ column: named.index, text: strange, code: 'words' })
  }
  for (const [index, variant] of variants.entries()) {
    const said = [...notes, ...ofRow.notes, ...(offered[index]?.amounts.notes ?? [])]
    const note = [...new Set(said)].join('; ').replaceAll(/\s+/g, ' ')
    variant.note = note.slice(0, variantLimits.note)
    const [column = 0] = layout.columns.flatMap(({ field, index: at }) => (field === 'note' ? [at] : []))
    if (note.length > variantLimits.note && !isOwn)
      unread.push({ column, text: note.slice(variantLimits.note), code: 'too_long' })
  }
  for (const weight of weightsIn(layout, cells)) for (const variant of variants) variant.weight = weight
  if (sku !== '') {
    const [only] = variants
    if (sku.length > variantLimits.sku) {
      problems.push(problem('sku', 'sku_too_long', `Артикул длиннее ${variantLimits.sku} знаков`))
      isRejected = true
    } else if (only && variants.length === 1) only.sku = sku
    // This is the number of the plant and not of one variant.
    else
      for (const variant of variants)
        variant.note = [`арт. ${sku}`, variant.note].filter(Boolean).join('; ').slice(0, variantLimits.note)
  }
  if (!isOwn && problems.length + unread.length === 0) {
    unread.push(...lostIn(layout, cells, variants))
    const column = layout.columns.find(({ field }) => isNameField(field))
    const lost = isKnown && column ? lostInName(`${nameRest} ; ${latinRest}`, variants) : []
    if (column && lost.length > 0) unread.push({ column: column.index, text: lost.join(' '), code: 'words' })
  }
  const told = new Set<string>()
  return {
    variants,
    stockIsOfHeading,
    isRejected,
    rootDoubts,
    unitDoubts,
    labels: labels.filter(({ word }, at) => labels.findIndex(one => one.word === word) === at),
    unread: unread.filter(
      ({ column, text }, at) => unread.findIndex(one => one.column === column && one.text === text) === at,
    ),
    problems: problems.filter(({ field, code, message }) => told.size < told.add(`${field} ${code} ${message}`).size),
  }
}

/** «2-3 почки», «1 веер», «2-летка»: how large a division is in what grows from it, and how old a plant is. */
const divisionParts =
  /(?<![\d.,/-])\d{1,2}(?:\s?[\p{Pd}/]\s?\d{1,2})?(?:\s?(?:поч(?:ка|ки|ек)|веер[а-я]{0,2}|побег[а-я]{0,2}|глазк[а-я]{0,2}|ростк[а-я]{0,2}|вет(?:ви|ка|ки|ок|вей)|стебл[а-я]{0,2}|года?|лет)|[\s\p{Pd}]?лет(?:к[аиу]|ок))(?!\p{L})/giu

function withoutDivisions(text: string): { text: string; divisions: string[] } {
  const divisions = text.match(divisionParts) ?? []
  return { text: divisions.length === 0 ? text : text.replaceAll(divisionParts, ' ; '), divisions }
}

const kilograms = /^(\d{1,3}(?:[\s\u00A0]\d{3})*|\d+)(?:[.,](\d+))?\s*(?:кг\.?|kg)?$/iu

/** Kilograms of one plant, where the list says so; what is no number stays in the list only. */
function weightsIn({ columns }: Layout, cells: Cell[]): number[] {
  return columns.flatMap(({ field, index }) => {
    if (field !== 'weight') return []
    const [, whole = '', part = '0'] = kilograms.exec(textOf(cells[index] ?? '').trim()) ?? []
    const weight = Number(`${whole.replaceAll(/\s/gu, '')}.${part}`)
    return weight > 0 && weight <= 30_000 ? [Math.round(weight * 1000) / 1000] : []
  })
}

/** A number without a unit in the name belongs to the name: «Роза 12». */
const isNameNumber = ({ code, text }: Doubt, nameRest: string, fields: Sizes) =>
  code === 'lone' && nameRest.includes(text) && Object.values(fields).some(value => value !== null)

/** The sizes of a section apply to rows that state none themselves. */
function withSection(
  text: string,
  section: string,
  alone: ReturnType<typeof parseNotation>,
  habit: Habit | null,
  form: Form | null,
) {
  const together = parseNotation([text, section].filter(Boolean).join(' ; '), { habit, form })
  const isConflict = together.doubts.some(({ code }) => code === 'conflict')
  // «Сеянцы с закрытой корневой системой» says in what they are sold, and not of each how it grows.
  if (together.fields.form === 'young') together.fields.form = alone.fields.form
  // What the row says itself counts; but a heading that contradicts itself is a doubt of every row below it.
  return isConflict && (alone.fields.root !== null || alone.fields.root_size !== null) ? alone : together
}
