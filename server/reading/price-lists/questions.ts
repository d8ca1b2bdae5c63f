// What a person is asked about a sheet, and what an answer changes in how it is read.
import { columnName } from '#contract/column-names.ts'
import type { ColumnField, PriceListQuestion, QuestionKind } from '#contract/price-lists.ts'
import { stockNames } from '#contract/stock-names.ts'
import { type Root, stocks } from '#contract/variants.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import {
  type Answers,
  asPacking,
  asWord,
  columnKey,
  countWordKey,
  keyOf,
  namesKey,
  noAnswers,
  packOfAnswer,
  priceWordKey,
  rootWords,
  wordedCount,
} from './answers.ts'
import { type ColumnPlan, type Layout, lengthWord, withField } from './column-plan.ts'
import { isHarmless, mayChange } from './leftovers.ts'
import type { Offer } from './offers.ts'
import { rootOptions } from './root-labels.ts'
import { isOfAmounts, isOfKnownPack, packIn } from './row-amounts.ts'
import { labelKey, labelOptions } from './size-labels.ts'
import { normalize, type PriceUnit } from './titles.ts'
import { readPrice, readStock } from './values.ts'

/** A question with the key by which its answer is remembered for sheets of the same shape. */
export type AskedQuestion = PriceListQuestion & { key: string }

/** At most this many questions of a file are asked; what the others are about is told row by row. */
export const mostQuestions = 7

/** A question that a row hangs on. */
export interface RowQuestion {
  kind: QuestionKind
  key: string
  column: number | null
  text: string
  options: { value: string; label: string }[]
  answer: string | null
  /** Nothing else that is told of the row says that it hangs on this. */
  isProblem?: true
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replaceAll(/\s+/g, ' ').trim()

const nameOf = ({ title, index }: ColumnPlan) => (title.trim() === '' ? `${index + 1}` : `«${shortened(title)}»`)

const unitLabels: [PriceUnit, string][] = [
  ['each', 'За одно растение'],
  ['ten', 'За 10 растений'],
  ['hundred', 'За 100 растений'],
  ['thousand', 'За 1 000 растений'],
]

/** The sizes of packs that are offered: what the list and a person say, and usual ones. */
function packsIn(layout: Layout, cells: Cell[], answer: string | undefined): number[] {
  const found = [packIn(layout, cells), packOfAnswer(answer)].flatMap(count =>
    count !== null && count >= 2 ? count : [],
  )
  return [...new Set([...found, 5, 20, 50])].filter(count => ![10, 100, 1000].includes(count))
}

/** Letters of what a list says of its rate. */
const longestRate = 100

/** The rate in the words of a list, in rubles: «курс 1 € = 105 руб.». */
export function rateOf(words: string | undefined): number | null {
  const [, found] =
    /(?:=|курс\p{L}*(?: [\p{L}€$]+){0,3}:?)\s?(\d{1,5}(?:[.,]\d{1,4})?)(?!\s?[€$])/iu.exec(
      (words ?? '').slice(0, longestRate),
    ) ?? []
  const rate = Number(found?.replace(',', '.'))
  return Number.isFinite(rate) && rate > 0 ? rate : null
}

/** A question about a column, with the answer that has been given. */
const about = (
  { index }: ColumnPlan,
  answers: Answers,
  question: Omit<RowQuestion, 'column' | 'answer'>,
): RowQuestion => ({ ...question, column: index, answer: answers.get(question.key) ?? null })

/** Whether a person is still to say what a column holds: before that nothing is asked of its cells. */
const isUndecided = (column: ColumnPlan, answers: Answers) =>
  column.asked !== null && answers.get(columnKey(column)) === undefined

function ofColumn(column: ColumnPlan, answers: Answers): RowQuestion[] {
  if (column.asked === null) return []
  const key = columnKey(column)
  return [
    about(column, answers, {
      kind: 'column',
      key,
      text: `Что в столбце ${nameOf(column)}?`,
      options: column.asked.map(value => ({
        value,
        label: value === 'ignore' ? 'Не нужен' : columnName(value),
      })),
      isProblem: true,
    }),
  ]
}

function ofAmounts(column: ColumnPlan, layout: Layout, cells: Cell[], answers: Answers): RowQuestion[] {
  if (!isOfAmounts(column) || column.field === 'stock') return []
  if (readPrice(cells[column.index] ?? '', 1).is !== 'price') {
    // «350 €» in a column of rubles has no rate of its own.
    return []
  }
  const questions: RowQuestion[] = []
  const isAnswered = answers !== noAnswers
  const unit = isAnswered || column.per === 'pack' ? keyOf('unit', column) : ''
  const isOpen = column.per === 'pack' && !isOfKnownPack(column, packIn(layout, cells))
  if (isOpen || answers.get(unit) !== undefined) {
    questions.push(
      about(column, answers, {
        kind: 'unit',
        key: unit,
        text: `За сколько растений цена в столбце ${nameOf(column)}?`,
        options: [
          ...unitLabels.map(([value, label]) => ({ value, label })),
          ...packsIn(layout, cells, answers.get(unit)).map(count => ({
            value: `pack:${count}`,
            label: `За ${count} растений`,
          })),
        ],
      }),
    )
  }
  if (column.mayBeThousands === true) {
    questions.push(
      about(column, answers, {
        kind: 'unit',
        key: keyOf('rubles', column),
        text: `В столбце ${nameOf(column)} рубли или тысячи рублей?`,
        options: [
          { value: 'thousand_rubles', label: 'Тысячи рублей' },
          { value: 'rubles', label: 'Рубли' },
        ],
        isProblem: true,
      }),
    )
  }
  if (column.saidCurrency !== undefined) {
    const key = keyOf('currency', column)
    questions.push(
      about(column, answers, {
        kind: 'currency',
        key,
        text: `В чём цены столбца ${nameOf(column)}: сказано «${column.saidCurrency}»?`,
        options: [
          { value: 'rub', label: 'В рублях' },
          { value: 'other', label: 'Не в рублях: цена по запросу' },
        ],
        isProblem: true,
      }),
    )
    return questions
  }
  const currency = isAnswered || column.currency !== null ? keyOf('currency', column) : ''
  if ((column.currency !== null && rateOf(column.rate) !== null) || answers.get(currency) !== undefined) {
    questions.push(
      about(column, answers, {
        kind: 'currency',
        key: currency,
        text: `Цены в столбце ${nameOf(column)} не в рублях, но сказано: «${shortened(column.rate ?? '')}». Пересчитать?`,
        options: [
          { value: 'rub', label: 'Пересчитать в рубли' },
          { value: 'other', label: 'Цена по запросу' },
        ],
        isProblem: true,
      }),
    )
  }
  return questions
}

const countLabels = [
  { value: 'each', label: 'Штуки' },
  { value: 'thousand', label: 'Тысячи штук' },
]

/** Whether counts of which some are broken are thousands. */
function ofCounts(column: ColumnPlan, cells: Cell[], answers: Answers): RowQuestion[] {
  if (column.field !== 'stock' || column.hasBrokenCounts !== true) return []
  if (!/\d/.test(textOf(cells[column.index] ?? ''))) return []
  const key = keyOf('count', column)
  return [
    about(column, answers, {
      kind: 'unit',
      key,
      text: `В столбце ${nameOf(column)} штуки или тысячи штук?`,
      options: countLabels,
      isProblem: true,
    }),
  ]
}

/** What is counted in «500 куст.». */
function ofCountWords(column: ColumnPlan, cells: Cell[], answers: Answers): RowQuestion[] {
  const cell = cells[column.index] ?? ''
  const counted = column.field === 'stock' && typeof cell === 'string' ? wordedCount(cell) : null
  if (counted === null) return []
  const key = countWordKey(counted.word)
  if (answers.get(key) === undefined && readStock(cell).isUnclear !== true) return []
  return [
    about(column, answers, {
      kind: 'unit',
      key,
      text: `Сколько растений значит «${shortened(textOf(cell))}» в столбце ${nameOf(column)}?`,
      options: countLabels,
    }),
  ]
}

/** A longer text is no word for a price. */
const longestPriceWord = 40

/** What a word stands for in a column of prices. */
function ofPriceWords(column: ColumnPlan, cells: Cell[], answers: Answers): RowQuestion[] {
  const cell = cells[column.index] ?? ''
  if (!isOfAmounts(column) || column.field === 'stock' || typeof cell !== 'string') return []
  const text = cell.trim()
  if (text === '' || text.length > longestPriceWord || /\d/.test(text)) return []
  const key = priceWordKey(text)
  if (answers.get(key) === undefined && readPrice(cell, 1).is !== 'unclear') return []
  return [
    about(column, answers, {
      kind: 'stock',
      key,
      text: `Что значит «${shortened(text)}» вместо цены в столбце ${nameOf(column)}?`,
      options: [
        { value: 'in_stock', label: 'Цена по запросу' },
        { value: 'on_order', label: 'Под заказ, цена по запросу' },
        { value: 'sold_out', label: 'Нет в наличии' },
      ],
    }),
  ]
}

function ofStock(column: ColumnPlan, cells: Cell[], answers: Answers): RowQuestion[] {
  if (column.field !== 'stock' || typeof cells[column.index] === 'number') return []
  const text = textOf(cells[column.index] ?? '').trim()
  if (text === '') return []
  const key = `stock|${asWord(text)}`
  const { isUnclear, rest = '' } = readStock(cells[column.index] ?? '')
  // «Есть в филиале»: the words beside may change what is there.
  const isStrange = isUnclear === true || mayChange(rest) || !isHarmless(rest)
  if (answers.get(key) === undefined && (!isStrange || /\d/.test(text))) return []
  return [
    about(column, answers, {
      kind: 'stock',
      key,
      text: `Что значит «${shortened(text)}» в столбце ${nameOf(column)}?`,
      // «Ожидается» needs a date, which a word alone does not have.
      options: stocks.filter(stock => stock !== 'expected').map(value => ({ value, label: stockNames[value] })),
    }),
  ]
}

/** A longer text is no word for a packing. */
const longestPacking = 40

/** «Н 200-250; RB60» says more than a packing. */
const isPackingWord = (text: string) =>
  text.length <= longestPacking && /^[^\d;]*(?:\d+(?:[.,]\d+)?)?[^\d;]*$/u.test(text) && /\p{L}/u.test(text)

function ofPacking(column: ColumnPlan, cells: Cell[], offer: Offer, answers: Answers): RowQuestion[] {
  if (answers === noAnswers && offer.unread.length === 0 && offer.rootDoubts.length === 0) return []
  const text = textOf(cells[column.index] ?? '').trim()
  // «пуз. ком» may stand in a column of sizes too.
  const isOfPackings =
    column.field === 'root' ||
    column.field === 'root_size' ||
    (column.field === 'size' && parseNotation(text.slice(0, longestPacking)).fields.root !== null)
  if (!isOfPackings || text === '') return []
  const key = `packing|${asPacking(text)}`
  const isUnread = isPackingWord(text) && offer.unread.some(unread => unread.column === column.index)
  const isDoubtful = offer.rootDoubts.some(doubt => normalize(doubt) === normalize(text))
  if (answers.get(key) === undefined && !isUnread && !isDoubtful) return []
  return [
    about(column, answers, {
      kind: 'packing',
      key,
      text: `Что значит «${shortened(text)}» в столбце ${nameOf(column)}?`,
      options: rootOptions,
    }),
  ]
}

/** Of a column about whose numbers only that is known that they are sizes of packings. */
const keyOfRoots = (column: ColumnPlan) => `packing|${keyOf('size', column)}`

function ofRootSizes(column: ColumnPlan, cells: Cell[], offer: Offer, answers: Answers): RowQuestion[] {
  if (column.field !== 'root_size' || column.word !== null) return []
  const key = keyOfRoots(column)
  const isBare = /^\d+(?:[.,]\d+)?$/u.test(textOf(cells[column.index] ?? '').trim())
  const isOpen = offer.variants.some(({ root, root_size: size }) => root === null || size === null)
  if (answers.get(key) === undefined && !(isBare && isOpen)) return []
  return [
    about(column, answers, {
      kind: 'packing',
      key,
      text: `Размер чего стоит в столбце ${nameOf(column)}?`,
      options: rootOptions.filter(({ value }) => value !== 'bare_root'),
    }),
  ]
}

function ofLengths(column: ColumnPlan, cells: Cell[], offer: Offer, answers: Answers): RowQuestion[] {
  if (answers === noAnswers && offer.unitDoubts.length === 0) return []
  const text = textOf(cells[column.index] ?? '').trim()
  if (text === '' || !isOfLengths(column)) return []
  const key = keyOf('length', column)
  if (answers.get(key) === undefined && !offer.unitDoubts.some(doubt => text.includes(doubt) || doubt.includes(text)))
    return []
  return [
    about(column, answers, {
      kind: 'unit',
      key,
      text: `В столбце ${nameOf(column)} метры или сантиметры?`,
      options: [
        { value: 'cm', label: 'Сантиметры' },
        { value: 'm', label: 'Метры' },
      ],
    }),
  ]
}

/** What a word beside a number of a size says of it. */
function ofLabels(columns: ColumnPlan[], cells: Cell[], offer: Offer, answers: Answers): RowQuestion[] {
  return offer.labels.flatMap(({ word, text }) => {
    const key = labelKey(word)
    const isUnread = offer.unread.some(({ code, text: unread }) => code === 'words' && unread.includes(word))
    if (answers.get(key) === undefined && !isUnread) return []
    const column = columns.find(({ index }) => textOf(cells[index] ?? '').includes(word))
    if (!column || isUndecided(column, answers)) return []
    // Of a packing is asked what it is, with its size.
    const isOfPacking = column.field === 'root' || column.field === 'root_size'
    if (isOfPacking && isPackingWord(textOf(cells[column.index] ?? '').trim())) return []
    return [
      about(column, answers, {
        kind: 'column',
        key,
        text: `Что значит «${shortened(word)}» в «${shortened(text)}», столбец ${nameOf(column)}?`,
        options: labelOptions,
      }),
    ]
  })
}

const isOfLengths = ({ field }: ColumnPlan) =>
  field !== null && ['height', 'spread', 'girth', 'stem_height', 'size'].includes(field)

/** The questions that an offer hangs on, the answered ones too. */
export function questionsOf(layout: Layout, cells: Cell[], offer: Offer): RowQuestion[] {
  const ofColumns = layout.columns.flatMap(column => {
    if ((cells[column.index] ?? '') === '') return []
    const { answers } = layout
    const asked = [...ofColumn(column, answers), ...ofAmounts(column, layout, cells, answers)]
    if (isUndecided(column, answers)) return asked
    return [
      ...asked,
      ...ofCounts(column, cells, answers),
      ...ofCountWords(column, cells, answers),
      ...ofPriceWords(column, cells, answers),
      ...ofStock(column, cells, answers),
      ...ofRootSizes(column, cells, offer, answers),
      ...ofPacking(column, cells, offer, answers),
      ...ofLengths(column, cells, offer, answers),
    ]
  })
  return [...ofColumns, ...ofLabels(layout.columns, cells, offer, layout.answers)]
}

/** The layout as it is read with these answers; `column` questions are answered before it is made. */
export function withAnswers(answered: Layout, answers: Answers): Layout {
  const layout = answered.unanswered ?? answered
  const columns = layout.columns.map(column => {
    const changed = { ...column }
    const per = answers.get(keyOf('unit', column))
    if (per !== undefined) changed.per = per as PriceUnit
    const currency = answers.get(keyOf('currency', column))
    const rate = rateOf(column.rate)
    if (column.saidCurrency !== undefined) {
      if (currency === 'other') changed.currency = column.saidCurrency
    } else if (currency === 'rub' && rate !== null)
      Object.assign(changed, { currency: null, factor: column.factor * rate })
    if (answers.get(keyOf('count', column)) === 'thousand') changed.factor = 1000
    if (answers.get(keyOf('rubles', column)) === 'thousand_rubles') changed.factor = 1000
    const root = answers.get(keyOfRoots(column)) as Root | undefined
    if (column.field === 'root_size' && column.word === null && root !== undefined) changed.word = rootWords[root]
    const length = answers.get(keyOf('length', column))
    const word = column.word?.replace(/^lone:/u, '') ?? lengthWord(column.field) ?? 'высота'
    if (column.field === 'size' && column.word === null && (length === 'm' || length === 'cm'))
      changed.lengthUnit = length
    else if (length === 'm') changed.word = `${word.replace(/, \p{L}+:$/u, '')}, м:`
    else if (length === 'cm') changed.word = `${word.replace(/, \p{L}+:$/u, '')}, см:`
    const field = answers.get(columnKey(column))
    return field === undefined || field === column.field
      ? changed
      : withField(changed, field === 'ignore' ? null : (field as ColumnField), null)
  })
  // Of two columns that could be the price, the one that is not said to be it is not.
  const said = new Set(
    columns.filter((column, at) => column.field !== layout.columns[at]?.field).map(({ field }) => field),
  )
  for (const [at, column] of columns.entries()) {
    const isGuess = column.asked !== null && column.field === layout.columns[at]?.field
    if (isGuess && column.field !== null && said.has(column.field))
      columns[at] = { ...column, field: null, fate: 'unknown' }
  }
  return { ...layout, columns, answers, unanswered: layout }
}

const theseNames = 'as_read'

/** Which cells hold the names, if rows of different goods have got one: asked of each column with words. */
export function questionOfNames(
  name: string,
  { columns }: Layout,
  cells: string[],
  answers: Answers,
): Omit<AskedQuestion, 'id' | 'sheet' | 'rows'> | null {
  const worded = columns.filter(({ index }) => /\p{L}{3}/u.test(cells[index] ?? ''))
  if (worded.length < 2) return null
  return {
    kind: 'names',
    key: namesKey,
    column: null,
    text: `У многих строк одно название, «${shortened(name)}». В каком столбце названия растений?`,
    options: [
      ...worded.map(column => ({
        value: `column_${column.index + 1}`,
        label: `В столбце ${nameOf(column)}`,
        sample: shortened(cells[column.index] ?? ''),
      })),
      { value: theseNames, label: 'Так и есть', sample: shortened(name) },
    ],
    answer: answers.get(namesKey) ?? null,
  }
}
