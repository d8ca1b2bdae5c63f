import type { RowProblem, UnreadText } from '#contract/price-lists.ts'
import { type Form, type PriceTier, variantLimits, type WritableVariant, type Stock } from '#contract/variants.ts'
import { takeAmounts } from '#server/reading/lines/amounts-in-text.ts'
import { emptyVariant } from '#server/reading/lines/read-lines.ts'
import type { Habit } from '#server/reading/sizes/context.ts'
import type { Doubt } from '#server/reading/sizes/doubts.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { Sizes } from '#server/reading/sizes/sizes.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import {
  type Answers,
  answeredPacking,
  answeredPriceWord,
  answeredStock,
  countWordKey,
  wordedCount,
} from './answers.ts'
import type { ColumnPlan, Layout } from './column-plan.ts'
import { isHarmless, mayChange, money, stretchesOf, wordsOf } from './leftovers.ts'
import { lostInName, lostNumbers, withPlainRanges } from './number-account.ts'
import { countOf } from './price-units.ts'
import { isNameField, categoryIn, type PriceUnit } from './titles.ts'
import {
  isRetailFirst,
  namesTwoPrices,
  priceAndStockIn,
  type PriceReading,
  pricePairIn,
  readDate,
  readPrice,
  readStock,
  restOfDate,
  type StockReading,
  sizeText,
} from './values.ts'

/** The variants that a row offers, with the problems that a person has to check. */
export interface Offer {
  variants: WritableVariant[]
  problems: RowProblem[]
  unread: UnreadText[]
  /** Texts of which it is unclear which packing they name, and whether they are metres or centimetres. */
  rootDoubts: string[]
  unitDoubts: string[]
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

const problem = (field: string, code: string, message: string): RowProblem => ({ field, code, message })

const asText = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

function problemOf({ code, text, alternatives }: Doubt): RowProblem {
  const field = Object.keys(alternatives[0] ?? {})[0] ?? 'size'
  return problem(field, code, text === '' ? messages[code] : `${messages[code]}: «${asText(text)}»`)
}

/** A price in another currency in the list's own words, with the rate that it states: «Цена, грн: 350». */
function foreignPrice({ title, currency, rate }: ColumnPlan, written: string): string {
  const said = rate === undefined ? '' : ` (${rate})`
  const named = `${asText(title.replaceAll(/\s+/g, ' ').trim()) || 'Цена'}: ${asText(written)}`
  return currency === null || named.toLowerCase().includes(currency.toLowerCase())
    ? named + said
    : `${named} ${currency}${said}`
}

const dash = /^[\p{Pd}−.xх—\s]+$/iu

/** The kinds of packing that a cell names without a size: «C», «P», «RB», «контейнер». */
const packings: [RegExp, string][] = [
  [/^(?:c|с|зкс|конт\S*|co)\.?$/iu, 'контейнер'],
  [/^(?:p|р|горшок|pot)\.?$/iu, 'горшок'],
  [/^(?:rb|ком|кома?)\.?$/iu, 'ком'],
  [/^wrb$/iu, 'WRB'],
  [/^(?:кассета|tray|plug)$/iu, 'кассета'],
]

/** Root systems, as written in a column that contains nothing else. */
const rootSystems: [RegExp, string][] = [
  [
    /^(?:откр(?:ыт\p{L}*)?\.?|гол\p{L}*|оголенн\p{L}*)(?:\s?(?:корн\p{L}*\.?|корень|к\.?\s?с\.?))?(?:\s?сист\p{L}*\.?)?$/iu,
    'ОКС',
  ],
  [/^(?:закр(?:ыт\p{L}*)?\.?)(?:\s?(?:корн\p{L}*\.?|корень|к\.?\s?с\.?))?(?:\s?сист\p{L}*\.?)?$/iu, 'ЗКС'],
]

/** A plant of no special form. */
const noForm = /^(?:нет|обычн\p{L}*|естественн\p{L}*|0)$/iu

const formWords: [RegExp, Form][] = [
  [/^(?:да|\+|есть|штамб\p{L}*)$/iu, 'standard'],
  [/^кустов\p{L}*$/iu, 'shrub'],
  [/^шар\p{L}*$|^конус\p{L}*$|^спирал\p{L}*$|^куб$|^бонсай$|^нив?аки$|^помпон\p{L}*$/iu, 'topiary'],
]

/**
 * The texts of the size columns for the notation, each with the word from its title. `lone`: bare numbers with the word
 * that the whole column suggests. `isUnsure`: a text may be a date or a size.
 */
export function sizePieces(
  layout: Layout,
  cells: Cell[],
): { pieces: string[]; lone: string[]; isUnsure: boolean; form: Form | null } {
  const pieces: string[] = []
  const lone: string[] = []
  let isUnsure = false
  let form: Form | null = null
  const textIn = (column: ColumnPlan) => {
    const cell = cells[column.index] ?? ''
    if (cell === '') return ''
    const read = sizeText(cell)
    isUnsure ||= read.isUnsure
    return dash.test(read.text) ? '' : withPlainRanges(read.text.replaceAll('\n', ' '))
  }
  /** What a person has said that a cell means, or a root system in the words of the notation, or the cell. */
  const packingIn = (column: ColumnPlan) => {
    const written = textIn(column)
    return (
      answeredPacking(layout.answers, written) ?? rootSystems.find(([pattern]) => pattern.test(written))?.[1] ?? written
    )
  }
  const inField = (field: string) => layout.columns.filter(column => column.field === field && column.size === '')
  const withWord = (word: string | null, text: string) =>
    word !== null && /^(?:\d|от\s|до\s|[>≥<≤])/iu.test(text) ? `${word} ${text}` : text

  for (const field of ['girth', 'height', 'spread', 'stem_height', 'transplants'] as const) {
    const columns = inField(field)
    // «Высота от» and «Высота до»
    const [from, to] = ['from', 'to'].map(end => columns.find(column => column.end === end))
    if (from && to) {
      const [low, high] = [textIn(from), textIn(to)]
      const text = low === '' ? high && `до ${high}` : high === '' ? `от ${low}` : low === high ? low : `${low}-${high}`
      if (text !== '') pieces.push(withWord(from.word, text))
    }
    for (const column of columns) {
      if (from && to && (column === from || column === to)) continue
      const text = textIn(column)
      // «Высота, не менее», with no column of the largest.
      const isEnd = (column === from || column === to) && /^\d+(?:[.,]\d+)?$/.test(text)
      const bounded = isEnd ? `${column === from ? 'от' : 'до'} ${text}` : text
      if (text !== '') pieces.push(withWord(column.word, bounded))
    }
  }
  for (const column of inField('form')) {
    const text = textIn(column)
    if (text === '' || noForm.test(text)) continue
    const known = formWords.find(([pattern]) => pattern.test(text))?.[1]
    if (known) form = known
    else pieces.push(text)
  }
  for (const column of inField('size')) {
    const text = packingIn(column)
    if (text === '') continue
    if (column.word?.startsWith('lone:')) {
      if (/^\d+(?:[.,]\d+)?$/.test(text)) lone.push(`${column.word.slice(5)} ${text}`)
      else pieces.push(text)
    } else pieces.push(withWord(column.word, text))
  }
  const kinds = inField('root').map(column => ({ column, text: packingIn(column) }))
  const packing = kinds.flatMap(({ text }) => packings.find(([pattern]) => pattern.test(text))?.[1] ?? [])[0]
  const sizes = inField('root_size')
    .map(column => ({ column, text: packingIn(column) }))
    .filter(({ text }) => text !== '')
  for (const { column, text } of kinds) {
    if (text === '' || (packing !== undefined && sizes.length > 0)) continue
    pieces.push(packing && text.length < 4 && !/зкс/iu.test(text) ? packing : withWord(column.word, text))
  }
  for (const { column, text } of sizes) pieces.push(withWord(packing ?? column.word, text))
  return { pieces, lone, isUnsure, form }
}

interface Group {
  size: string
  columns: ColumnPlan[]
}

/** The columns of a wide list, grouped by the size in their titles. */
function groupsOf(layout: Layout): Group[] {
  const groups = new Map<string, ColumnPlan[]>()
  for (const column of layout.columns) {
    if (column.field === null || !isOfAmounts(column)) continue
    const list = groups.get(column.size)
    if (list) list.push(column)
    else groups.set(column.size, [column])
  }
  return [...groups].map(([size, columns]) => ({ size, columns }))
}

export const isOfAmounts = ({ field }: ColumnPlan) =>
  field === 'price' || field === 'price_wholesale' || field === 'stock' || (field?.startsWith('price_from:') ?? false)

interface AmountsRead {
  price: number | null
  tiers: PriceTier[]
  stock: StockReading
  problems: RowProblem[]
  /** What its cells say that has no field. */
  notes: string[]
  unread: UnreadText[]
  isRejected: boolean
  /** At least one of the cells is filled. */
  isStated: boolean
}

const perPlant = (price: PriceReading, per: PriceUnit | null): PriceReading =>
  price.is === 'price' ? { ...price, price: Math.round((price.price / countOf(per)) * 100) / 100 } : price

/** A column and its cell; what a cell says of two columns, two prices or a price and a stock, is of both. */
function pricesApart(column: ColumnPlan, cell: Cell): { column: ColumnPlan; cell: Cell }[] {
  const isNamed = namesTwoPrices(column.title)
  const pair = column.field === 'price' && (isNamed || column.isPaired === true) ? pricePairIn(cell) : null
  const both = column.field === 'price' ? priceAndStockIn(cell) : null
  if (both) {
    return [
      { column, cell: both[0] },
      { column: { ...column, field: 'stock', factor: 1 }, cell: both[1] },
    ]
  }
  if (!pair) return [{ column, cell }]
  const valueOf = (text: string) => {
    const price = readPrice(text, column.factor)
    return price.is === 'price' ? price.price : 0
  }
  const isInOrder = isNamed ? isRetailFirst(column.title) : valueOf(pair[0]) >= valueOf(pair[1])
  const [one, other] = isInOrder ? pair : pair.toReversed()
  return [
    { column, cell: one ?? '' },
    { column: { ...column, field: 'price_wholesale' }, cell: other ?? '' },
  ]
}

/** A stock; counts in words that a person has explained, «500 куст.», are read without them. */
function readCount(cell: Cell, factor: number, answers: Answers): StockReading {
  const counted = typeof cell === 'string' ? wordedCount(cell) : null
  const said = counted && answers.get(countWordKey(counted.word))
  return said ? readStock(counted.count, said === 'thousand' ? 1000 : factor) : readStock(cell, factor)
}

/** Reads the prices and the stock in a row's cells. */
export function readAmounts(
  columns: ColumnPlan[],
  cells: Cell[],
  { wholesaleFrom, answers }: { wholesaleFrom: number | null; answers: Answers },
): AmountsRead {
  const read: AmountsRead = {
    price: null,
    tiers: [],
    stock: {},
    problems: [],
    notes: [],
    unread: [],
    isRejected: false,
    isStated: false,
  }
  let word: StockReading = {}
  // A word beside a price or a stock that nobody knows may turn it into something else.
  const keepRest = (index: number, rest: string | undefined) => {
    if (rest === undefined || rest === '') return
    if (mayChange(rest) || !isHarmless(rest)) read.unread.push({ column: index, text: rest, code: 'words' })
    else read.notes.push(rest)
  }
  for (const { column, cell } of columns.flatMap(one => pricesApart(one, cells[one.index] ?? ''))) {
    if (cell === '' || column.field === null) continue
    if (column.field === 'stock') {
      const said = answeredStock(answers, textOf(cell))
      // The word may say more than its meaning: «доращивание».
      const stock: StockReading = said
        ? { stock: said, rest: textOf(cell).trim() }
        : readCount(cell, column.factor, answers)
      if (said) read.notes.push(stock.rest ?? '')
      else keepRest(column.index, stock.rest)
      read.isStated ||= !dash.test(textOf(cell))
      if (stock.isUnclear) {
        read.problems.push(problem('stock', 'stock', `Неясно, сколько есть: «${asText(textOf(cell))}»`))
      } else read.stock = stock
      continue
    }
    const price = perPlant(readPrice(cell, column.factor), column.per)
    if ('rest' in price) keepRest(column.index, price.rest)
    if (price.is !== 'none') read.isStated = true
    if (price.is === 'negative') {
      read.problems.push(problem('price', 'price_negative', 'Цена не может быть отрицательной'))
      read.isRejected = true
    } else if (
      price.is === 'unclear' ||
      (price.is === 'price' && (column.currency !== null || column.per === 'running_metre'))
    ) {
      const isForeign = price.is === 'price' || price.code === 'currency'
      const written = textOf(cell)
      const instead = answeredPriceWord(answers, written)
      // «Цена за пог. м»
      if (price.is === 'price' && column.per === 'running_metre') read.notes.push(foreignPrice(column, written))
      // Another currency is never rubles: the price is on request, and what the list says stays in the note.
      else if (isForeign) read.notes.push(foreignPrice(column, written))
      else if (instead !== undefined) {
        if (instead !== 'in_stock') word = { stock: instead }
        read.notes.push(written.trim())
      } else read.problems.push(problem('price', 'price', `Неясная цена: «${asText(written)}»`))
    } else if (price.is === 'price' && column.per === 'pack')
      read.problems.push(problem('price', 'unit', `Неясно, за сколько растений цена: «${asText(column.title)}»`))
    else if (price.is === 'stock') word = { stock: price.stock }
    else if (price.is === 'price') {
      if (price.price > 20_000_000) {
        read.problems.push(problem('price', 'price_too_big', 'Цена больше 20 000 000 ₽'))
        read.isRejected = true
      } else if (column.field === 'price') read.price ??= price.price
      else {
        const from =
          column.field === 'price_wholesale'
            ? // «Опт от 50 000 руб.» states no quantity.
              /\d\s?(?:₽|р(?:уб|\.)|тыс)/iu.test(column.title)
              ? null
              : wholesaleFrom
            : Number(column.field.slice('price_from:'.length))
        if (!read.tiers.some(tier => tier.quantity_from === from) && read.tiers.length < variantLimits.tiers) {
          read.tiers.push({ quantity_from: from, price: price.price })
        }
      }
    }
  }
  if (read.stock.stock === undefined) read.stock = { ...read.stock, ...word }
  return read
}

/**
 * Separates a price from the text before it: in «С5 - 1300 руб» the dash is not a range, unless the number before it
 * may be a price too.
 */
export const withPriceApart = (text: string) =>
  text
    .replaceAll(/(?<=\d)\s?р(?=$|[\s,;)/])/gu, ' р.')
    // «С5 ..... 1300 руб»
    .replaceAll(/(?<!\s)\s*(?:…|(?<!\.)\.{3,})\s*(?=\d)/gu, ' ; ')
    .replaceAll(
      /(?<!(?<!\p{L})от\s\d{1,6}\s?(?:шт|экз)?\.?)(?<!\d)(\d*)\s[\p{Pd}−]\s?(?=(\d[\d \u00a0]*)(?:[.,]\d\d?)?\s?(?:₽|руб|р\.))/gu,
      (whole, before: string, after: string) =>
        before !== '' && Number(after.replaceAll(/\D/g, '')) < Number(before) * 3 ? whole : `${before} ; `,
    )

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
  const ofRow = readAmounts(common?.columns ?? [], cells, { wholesaleFrom: wholesale, answers })
  const wide = sized.map(group => ({
    ...group,
    amounts: readAmounts(group.columns, cells, { wholesaleFrom: wholesale, answers }),
  }))
  const offered = wide.filter(({ amounts }) => amounts.isStated)
  const isWide = offered.length > 0
  const hasOwnPrice = ofRow.price !== null || ofRow.tiers.length > 0

  const unread: UnreadText[] = []
  const notes = layout.columns.flatMap(column => {
    const text = column.field === 'note' ? textOf(cells[column.index] ?? '').trim() : ''
    if (text === '' || dash.test(text)) return []
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

  function variantOf(size: string, amounts: AmountsRead): WritableVariant {
    problems.push(...amounts.problems)
    isRejected ||= amounts.isRejected
    const own = [fromName.left, ...pieces, ...lone, size].filter(text => text.trim() !== '')
    const text = own.join(' ; ')
    const needsSection = sectionSize !== ''
    const alone = parseNotation(text, { habit, form })
    const { fields, doubts } = needsSection ? withSection(text, sectionSize, alone, habit, form) : alone
    for (const word of wordsOf(alone.rest)) left.add(word)
    for (const { code, text: doubted } of doubts) {
      if (code === 'root') rootDoubts.push(doubted)
      if (code === 'unit') unitDoubts.push(doubted)
    }
    for (const { text: doubted } of doubts) for (const word of wordsOf(doubted)) doubtful.add(word)
    problems.push(...doubts.filter(doubt => !isNameNumber(doubt, fromName.left, alone.fields)).map(problemOf))
    const sizes: Sizes = { ...fields, form: fields.form ?? form }
    const variant: WritableVariant = { ...emptyVariant, ...sizes }
    const { note: _note, rest: _rest, isUnclear: _isUnclear, ...stock } = { ...ofRow.stock, ...amounts.stock }
    Object.assign(variant, fromName.amounts, stock)
    variant.price = amounts.price ?? fromName.amounts.price ?? null
    variant.price_tiers = (amounts.tiers.length > 0 ? amounts.tiers : (fromName.amounts.price_tiers ?? [])).toSorted(
      (one, other) => (one.quantity_from ?? 0) - (other.quantity_from ?? 0),
    )
    if (variant.stock !== 'sold_out' && variant.stock_quantity === 0) variant.stock = 'sold_out'
    return variant
  }

  const variants = isWide
    ? [...offered.map(({ size, amounts }) => variantOf(size, amounts)), ...(hasOwnPrice ? [variantOf('', ofRow)] : [])]
    : [variantOf('', ofRow)]

  const dates = layout.columns.filter(({ field }) => field === 'available_from').map(({ index }) => cells[index] ?? '')
  for (const cell of dates) {
    if (cell === '' || dash.test(textOf(cell))) continue
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
  const remarked = saysStock || isOwn ? undefined : notes.map(stockInRemark).find(Boolean)
  if (remarked) for (const variant of variants) variant.stock = remarked
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
    isRejected,
    rootDoubts,
    unitDoubts,
    unread: unread.filter(
      ({ column, text }, at) => unread.findIndex(one => one.column === column && one.text === text) === at,
    ),
    problems: problems.filter(({ field, code, message }) => told.size < told.add(`${field} ${code} ${message}`).size),
  }
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

const ofSizes = new Set<string>([
  'size',
  'height',
  'spread',
  'girth',
  'stem_height',
  'root',
  'root_size',
  'form',
  'transplants',
])

/** What was read of no cell although its column says that it states something. */
function lostIn({ columns }: Layout, cells: Cell[], variants: WritableVariant[]): UnreadText[] {
  const lost = lostNumbers({ columns, cells, variants, unread: [], countOf: ({ per }) => countOf(per) })
  for (const { index, field } of columns) {
    const text = textOf(cells[index] ?? '').trim()
    if (text === '' || dash.test(text)) continue
    const isLost =
      (field === 'root' && variants.every(({ root }) => root === null)) ||
      (field === 'form' && variants.every(({ form }) => form === null) && !noForm.test(text)) ||
      (field === 'available_from' && /\d/.test(text) && variants.every(one => one.available_from === null))
    if (isLost) lost.push({ column: index, text: text.slice(0, 200), code: 'words' })
  }
  return lost
}

/** Whether a remark states a size or a packing that the offer does not have. */
function statesSize(text: string, variants: WritableVariant[]): boolean {
  const { fields } = parseNotation(text.slice(0, 300))
  return Object.entries(fields).some(
    ([field, value]) => value !== null && variants.some(variant => variant[field as keyof Sizes] !== value),
  )
}

/**
 * Accounts for the words of a row's cells that no value was read from: what says nothing of the goods becomes a remark,
 * what may change them is unread. `left`: the words that are no size.
 */
function accountFor(
  { columns, answers }: Layout,
  cells: Cell[],
  variants: WritableVariant[],
  left: ReadonlySet<string>,
  name: { fromName: string; nameText: string; latinRest: string; isKnown: boolean },
): { notes: string[]; unread: UnreadText[] } {
  const notes: string[] = []
  const unread: UnreadText[] = []
  const inName = new Set(wordsOf(name.nameText))
  const ofName = new Set([...wordsOf(name.fromName).filter(word => left.has(word)), ...wordsOf(name.latinRest)])
  for (const column of columns) {
    const cell = cells[column.index] ?? ''
    const text = textOf(cell).trim()
    if (text === '' || dash.test(text)) continue
    if (column.fate === 'unknown') unread.push({ column: column.index, text: text.slice(0, 200), code: 'column' })
    else if (column.field !== null && ofSizes.has(column.field) && column.size === '') {
      const isSaid = /^(?:size|root)/.test(column.field) && answeredPacking(answers, text) !== undefined
      const rest =
        typeof cell === 'string' && !isSaid && !isKnownWord(text, column.field) ? stretchesOf(text, left) : ''
      if (rest !== '') unread.push({ column: column.index, text: rest, code: 'words' })
    } else if (isNameField(column.field)) {
      // A cell that is no part of the name: of a second column of names, say.
      const beside = wordsOf(text).filter(word => !inName.has(word))
      const rest = stretchesOf(text, new Set([...ofName, ...beside]))
      if (rest === '') continue
      // What an unknown name consists of is its name.
      const isMissed = name.isKnown ? mayChange(rest) : contradicts(rest) || beside.length > 0
      if (isMissed) unread.push({ column: column.index, text: rest, code: 'words' })
      else if (name.isKnown) notes.push(rest)
    } else if (column.field === 'category') {
      const isOfGoods = statesSize(text, variants) || formWords.some(([pattern]) => pattern.test(text))
      if (categoryIn(text) === null && !isOfGoods) notes.push(text)
      else if (categoryIn(text) === null) unread.push({ column: column.index, text: text.slice(0, 200), code: 'words' })
    } else if (
      column.field === 'note' &&
      column.role === null &&
      !variants.every(({ stock }) => stock === stockInRemark(text)) &&
      (contradicts(text) || statesSize(text, variants))
    ) {
      unread.push({ column: column.index, text: text.slice(0, 200), code: 'words' })
    }
  }
  return { notes, unread }
}

/** Words that mean something where they stand alone in a column of packings or forms. */
const isKnownWord = (text: string, field: string) =>
  rootSystems.some(([pattern]) => pattern.test(text)) ||
  (field === 'root' && packings.some(([pattern]) => pattern.test(text))) ||
  (field === 'form' &&
    (formWords.some(([pattern]) => pattern.test(text)) || /^(?:нет|обычн\p{L}*|естественн\p{L}*)$/iu.test(text)))

/** A day, which a remark may mean as that of the arrival. */
const day =
  /\d{1,2}[./]\d{1,2}[./](?:20)?\d\d(?!\d)|\d{1,2} (?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\p{L}* 20\d\d/iu

/** What a remark says of whether the plants are there, where it says nothing else that counts: no number, no date. */
function stockInRemark(text: string): Stock | undefined {
  if (/[\d₽$€]/u.test(text)) return undefined
  if (/(?<!\p{L})(?:(?:под|по|на) заказ|предзаказ|заказн\p{L}* позици)/iu.test(text)) return 'on_order'
  return /^(?:рас)?продан|^нет (?:в наличии|на складе)|^закончил/iu.test(text) ? 'sold_out' : undefined
}

/** Remarks that say that the price or the packing is another than the columns say. */
const contradicts = (text: string) =>
  money.test(text) ||
  day.test(text) ||
  /(?<!\p{L})(?:без кома|цена (?:за|от|при)|за \d+ ?шт|за (?:тыс|упак|пуч|пач|набор|комплект)\p{L}*|упаковк\p{L}* \d|кратно|(?:под|на) заказ|предзаказ|нет(?! \p{L}{3,} ?шип)|не в нал|продан\p{L}*|закончил\p{L}*|резерв|бронь|заброн|некондици\p{L}*|уцен\p{L}*|ожида\p{L}*|поступ\p{L}*|скоро)(?!\p{L}{4})/iu.test(
    text,
  )

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
  // What the row says itself counts; but a heading that contradicts itself is a doubt of every row below it.
  return isConflict && (alone.fields.root !== null || alone.fields.root_size !== null) ? alone : together
}
