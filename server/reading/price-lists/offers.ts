import type { ColumnField, RowProblem, UnreadText } from '#contract/price-lists.ts'
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
import { withoutPotLitres } from './pot-litres.ts'
import { type AmountsRead, groupsOf, packIn, unitIn, readAmounts } from './row-amounts.ts'
import { asText, problem } from './row-problems.ts'
import { labelsIn, type SizeLabel, withSaidLabels } from './size-labels.ts'
import { piecesOfGroup, sizePieces } from './size-pieces.ts'
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

/** Nothing longer of a name is read for prices and sizes. */
const longestName = 400

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

/** What has been found out about an offer so far. */
interface OfferInWork {
  source: OfferSource
  /** The price, the stock and whatever else of them stands in the name. */
  fromName: ReturnType<typeof takeAmounts>
  amounts: RowAmounts
  problems: RowProblem[]
  notes: string[]
  unread: UnreadText[]
  /** Words that were not read as sizes, and those that a doubt is about. */
  left: Set<string>
  doubtful: Set<string>
  rootDoubts: string[]
  unitDoubts: string[]
  labels: SizeLabel[]
  isRejected: boolean
}

/** The prices and stocks of a row, and in a wide list those of each size that it offers. */
interface RowAmounts {
  ofRow: AmountsRead
  ofSizes: { size: string; amounts: AmountsRead }[]
}

const everyOf = ({ ofRow, ofSizes }: RowAmounts) => [ofRow, ...ofSizes.map(({ amounts }) => amounts)]

function amountsIn({ layout, cells, wholesaleFrom }: OfferSource): RowAmounts {
  const rowQuantity = layout.columns.find(({ isWholesaleQuantity }) => isWholesaleQuantity)
  const stated = readStock(cells[rowQuantity?.index ?? -1] ?? '')
  const counting = {
    wholesaleFrom: stated.stock_quantity && stated.stock_quantity > 0 ? stated.stock_quantity : wholesaleFrom,
    answers: layout.answers,
    perPack: packIn(layout, cells),
    unit: unitIn(layout, cells),
  }
  const groups = groupsOf(layout)
  const common = groups.find(({ size }) => size === '')
  const sized = groups.filter(({ size }) => size !== '')
  return {
    ofRow: readAmounts(common?.columns ?? [], cells, counting),
    ofSizes: sized
      .map(({ size, columns }) => ({ size, amounts: readAmounts(columns, cells, counting) }))
      .filter(({ amounts }) => amounts.isStated),
  }
}

const textsIn = ({ layout, cells }: OfferSource, field: ColumnField): string[] =>
  layout.columns
    .filter(column => column.field === field)
    .map(({ index }) => textOf(cells[index] ?? ''))
    .filter(text => text !== '')

/** The cells that are remarks, each with the title of its column if that says what it is about: «Цвет: белый». */
function remarksIn({ layout, cells }: OfferSource): string[] {
  return layout.columns.flatMap(column => {
    const text = column.field === 'note' ? textOf(cells[column.index] ?? '').trim() : ''
    if (text === '' || isDash(text)) return []
    return [column.role === null ? text : `${column.title.replaceAll(/\s+/g, ' ').trim()}: ${text}`]
  })
}

/** Accounting programs leave the balance empty where nothing is left. */
function isNoneLeft({ layout, cells }: OfferSource): boolean {
  const balance = layout.columns.find(({ field, title }) => field === 'stock' && /конечн\p{L}* остат/iu.test(title))
  return balance !== undefined && textOf(cells[balance.index] ?? '').trim() === ''
}

/** Reads the sizes of a variant from all the texts that state some. */
function sizesOf(work: OfferInWork, texts: string[], form: Form | null): Sizes {
  const { habit, sectionSize, layout } = work.source
  const { text: whole, divisions } = withoutDivisions(texts.filter(text => text.trim() !== '').join(' ; '))
  const { text: measured, litres } = withoutPotLitres(whole)
  const { text, notes, said } = withSaidLabels(measured, layout.answers)
  work.notes.push(...divisions, ...litres, ...notes)
  const alone = parseNotation(text, { habit, form })
  const { fields, doubts } = sectionSize === '' ? alone : withSection(text, sectionSize, alone, habit, form)
  for (const word of wordsOf(alone.rest)) work.left.add(word)
  const unknown = new Set(wordsOf(alone.rest).flatMap(word => word.split(/[^\p{L}]+/u)))
  work.labels.push(...said, ...labelsIn(text, word => unknown.has(word)))
  for (const { code, text: doubted } of doubts) {
    if (code === 'root') work.rootDoubts.push(doubted)
    if (code === 'unit') work.unitDoubts.push(doubted)
  }
  const told = doubts.filter(doubt => !isNameNumber(doubt, work.fromName.left, alone.fields))
  for (const { text: doubted } of told) for (const word of wordsOf(doubted)) work.doubtful.add(word)
  work.problems.push(...told.map(problemOf))
  return { ...fields, form: fields.form ?? form }
}

function variantOf(
  work: OfferInWork,
  { pieces, lone, form }: Pick<ReturnType<typeof sizePieces>, 'pieces' | 'lone' | 'form'>,
  size: string,
  amounts: AmountsRead,
): WritableVariant {
  const { fromName, source } = work
  const named = fromName.amounts
  work.problems.push(...amounts.problems)
  work.isRejected ||= amounts.isRejected
  const sizes = sizesOf(
    work,
    [
      ...[fromName.left, ...pieces, ...lone, size],
      ...piecesOfGroup(source.layout, source.cells, size),
      ...amounts.sizes,
    ],
    form,
  )
  const {
    note: _note,
    rest: _rest,
    isUnclear: _isUnclear,
    ...stock
  } = { ...work.amounts.ofRow.stock, ...amounts.stock }
  const tiers = amounts.tiers.length > 0 ? amounts.tiers : (named.price_tiers ?? [])
  const variant: WritableVariant = {
    ...emptyVariant,
    ...sizes,
    ...named,
    ...stock,
    price: amounts.price ?? named.price ?? null,
    price_tiers: tiers.toSorted((one, other) => (one.quantity_from ?? 0) - (other.quantity_from ?? 0)),
  }
  // «продан — ждём в мае»
  const isGone = variant.stock_quantity === 0 || isNoneLeft(source) || named.stock === 'sold_out'
  return isGone ? { ...variant, stock: 'sold_out' } : variant
}

function variantsOf(work: OfferInWork): WritableVariant[] {
  const { ofRow, ofSizes } = work.amounts
  const sizes = sizePieces(work.source.layout, work.source.cells)
  if (sizes.isUnsure) work.problems.push(problem('size', 'date', 'Excel превратил размер в дату: проверьте его'))
  const hasOwnPrice = ofRow.price !== null || ofRow.tiers.length > 0
  const offered = ofSizes.map(({ size, amounts }) => variantOf(work, sizes, size, amounts))
  return offered.length > 0 && !hasOwnPrice ? offered : [...offered, variantOf(work, sizes, '', ofRow)]
}

const datesIn = ({ layout, cells }: OfferSource) =>
  layout.columns.filter(({ field }) => field === 'available_from').map(({ index }) => cells[index] ?? '')

/** When the plants are to be had; what is no date is read as a stock. */
function takeDates({ source, amounts: { ofRow }, notes }: OfferInWork, variants: WritableVariant[]): void {
  for (const cell of datesIn(source)) {
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
}

/**
 * What remarks say of the stem and the stock where the columns say nothing of them, and what the heading above says of
 * the stock where nothing else does: returns whether it was taken from there.
 */
function takeRemarks(work: OfferInWork, variants: WritableVariant[]): boolean {
  const { source, notes, fromName, amounts } = work
  if (source.isOwn) return false
  for (const remark of [...notes, ...textsIn(source, 'note')]) stemFromRemark(remark, variants)
  const saysStock = everyOf(amounts).some(({ stock }) => stock.stock !== undefined)
  const remarked = saysStock ? undefined : notes.map(stockInRemark).find(Boolean)
  if (remarked) for (const variant of variants) variant.stock = remarked
  const [only, ...others] = variants
  const remaining = others.length > 0 ? undefined : notes.map(countInRemark).find(count => count !== undefined)
  if (only && remaining !== undefined) only.stock_quantity ??= remaining
  const { stockAbove } = source
  const isSaid = saysStock || remarked !== undefined || fromName.amounts.stock !== undefined
  if (isSaid || stockAbove === null || datesIn(source).some(cell => cell !== '')) return false
  for (const variant of variants) variant.stock = stockAbove
  return true
}

/** Notes the words that no value was read from, or tells them as unread. */
function accountForWords(work: OfferInWork, variants: WritableVariant[]): void {
  const { source, fromName, amounts, left, unread } = work
  const { layout, cells, latinRest, nameText, isKnown } = source
  for (const one of everyOf(amounts)) unread.push(...one.unread)
  for (const word of work.doubtful) left.delete(word)
  const name = { fromName: `${fromName.left} ${latinRest}`, nameText, latinRest, isKnown }
  const account = accountFor(layout, cells, variants, left, name)
  work.notes.push(...account.notes)
  unread.push(...account.unread)
  // «650 руб мало» in one cell: what stands behind a price may be the stock.
  const [, ...behind] = fromName.amounts.price === undefined ? [] : fromName.left.split(' ; ')
  const strange = stretchesOf(behind.at(-1) ?? '', left)
  const named = layout.columns.find(({ field }) => isNameField(field))
  if (named && strange !== '' && !isHarmless(strange))
    unread.push({ column: named.index, text: strange, code: 'words' })
}

function writeNotes({ source, notes, unread, amounts }: OfferInWork, variants: WritableVariant[]): void {
  const { layout, isOwn } = source
  for (const [index, variant] of variants.entries()) {
    const said = [...notes, ...amounts.ofRow.notes, ...(amounts.ofSizes[index]?.amounts.notes ?? [])]
    const note = [...new Set(said)].join('; ').replaceAll(/\s+/g, ' ')
    variant.note = note.slice(0, variantLimits.note)
    const [column = 0] = layout.columns.flatMap(({ field, index: at }) => (field === 'note' ? [at] : []))
    if (note.length > variantLimits.note && !isOwn)
      unread.push({ column, text: note.slice(variantLimits.note), code: 'too_long' })
  }
}

/** The nursery's own number; that of a plant with several sizes is none of theirs. */
function writeSku(work: OfferInWork, variants: WritableVariant[], sku: string): void {
  const [only, ...others] = variants
  if (sku === '' || !only) return
  if (sku.length > variantLimits.sku) {
    work.problems.push(problem('sku', 'sku_too_long', `Артикул длиннее ${variantLimits.sku} знаков`))
    work.isRejected = true
  } else if (others.length === 0) only.sku = sku
  else
    for (const variant of variants)
      variant.note = [`арт. ${sku}`, variant.note].filter(Boolean).join('; ').slice(0, variantLimits.note)
}

/** Of an offer without any doubt: what was lost on the way although its column says that it states something. */
function tellLost({ source, unread }: OfferInWork, variants: WritableVariant[]): void {
  const { layout, cells, isKnown, nameRest, latinRest } = source
  unread.push(...lostIn(layout, cells, variants))
  const column = layout.columns.find(({ field }) => isNameField(field))
  const lost = isKnown && column ? lostInName(`${nameRest} ; ${latinRest}`, variants) : []
  if (column && lost.length > 0) unread.push({ column: column.index, text: lost.join(' '), code: 'words' })
}

const withoutDoubles = <Told>(told: Told[], keyOf: (one: Told) => string): Told[] => {
  const seen = new Set<string>()
  return told.filter(one => seen.size < seen.add(keyOf(one)).size)
}

/** Reads the variants that a row offers: one, or in a wide list one for each size with a price or a stock. */
export function readOffer(source: OfferSource): Offer {
  const amounts = amountsIn(source)
  const [sku = '', ...otherSkus] = textsIn(source, 'sku')
  const work: OfferInWork = {
    source,
    fromName: takeAmounts(withPriceApart(withPlainRanges(source.nameRest.slice(0, longestName)))),
    amounts,
    problems: [],
    notes: [
      ...remarksIn(source),
      ...(amounts.ofRow.stock.note ? [amounts.ofRow.stock.note] : []),
      ...otherSkus.map(text => `код ${text}`),
    ],
    unread: [],
    left: new Set(),
    doubtful: new Set(),
    rootDoubts: [],
    unitDoubts: [],
    labels: [],
    isRejected: false,
  }
  const variants = variantsOf(work)
  takeDates(work, variants)
  const stockIsOfHeading = takeRemarks(work, variants)
  if (!source.isOwn) accountForWords(work, variants)
  writeNotes(work, variants)
  for (const weight of weightsIn(source.layout, source.cells)) for (const variant of variants) variant.weight = weight
  writeSku(work, variants, sku)
  const { problems, unread, labels, rootDoubts, unitDoubts, isRejected } = work
  if (!source.isOwn && problems.length + unread.length === 0) tellLost(work, variants)
  return {
    variants,
    stockIsOfHeading,
    isRejected,
    rootDoubts,
    unitDoubts,
    labels: withoutDoubles(labels, ({ word }) => word),
    unread: withoutDoubles(unread, ({ column, text }) => `${column} ${text}`),
    problems: withoutDoubles(problems, ({ field, code, message }) => `${field} ${code} ${message}`),
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
