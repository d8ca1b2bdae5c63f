// The texts of a row that state sizes, packing and form, in the words of the notation.
import type { Form } from '#contract/variants.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { Cell } from '#server/reading/tables/cells.ts'
import { answeredPacking, rootWords } from './answers.ts'
import type { ColumnPlan, Layout } from './column-plan.ts'
import { withPlainRanges } from './number-account.ts'
import { isDash, sizeText } from './values.ts'

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
export const noForm = /^(?:нет|обычн\p{L}*|естественн\p{L}*|0)$/iu

const formWords: [RegExp, Form][] = [
  [/^(?:да|\+|есть|(?:на )?шт(?:\.|амб\p{L}*)(?: форма)?)$/iu, 'standard'],
  [/^кустов\p{L}*$/iu, 'shrub'],
  [/^шар\p{L}*$|^конус\p{L}*$|^спирал\p{L}*$|^куб$|^бонсай$|^нив?аки$|^помпон\p{L}*$/iu, 'topiary'],
]

/** «2-3» at the beginning of a cell, without a unit. */
const bareSize = /^\d+(?:[.,]\d+)?(?:\s?[\p{Pd}/]\s?\d+(?:[.,]\d+)?)?(?=$|\s?[;,]|\s\p{Lu})/u
/** Up to here a bare number may be in metres as well as in centimetres. */
const mostMetres = 6

/** A cell of sizes in metres or centimetres, as a person has said. */
function inSaidUnit({ lengthUnit }: ColumnPlan, text: string): string {
  const [bare = ''] = bareSize.exec(text) ?? []
  const largest = Math.max(...(bare.match(/\d+(?:[.,]\d+)?/gu) ?? []).map(number => Number(number.replace(',', '.'))))
  if (lengthUnit === undefined || bare === '' || largest > mostMetres) return text
  return `высота ${bare} ${lengthUnit}${text.slice(bare.length)}`
}

/** The form that a cell names, where it says nothing else. */
export const formOf = (text: string): Form | undefined => formWords.find(([pattern]) => pattern.test(text))?.[1]

/**
 * The kind of packing that a cell names without its size, which stands in a column of its own, in the word of the
 * notation. `isWhole`: the cell says nothing else.
 */
function kindOfPacking(text: string): { kind: string; isWhole: boolean } | null {
  const known = packings.find(([pattern]) => pattern.test(text))?.[1]
  if (known !== undefined) return { kind: known, isWhole: true }
  const { fields, rest, doubts } = parseNotation(text.slice(0, 200))
  if (fields.root === null || fields.root === 'bare_root' || fields.root_size !== null || doubts.length > 0) return null
  return { kind: rootWords[fields.root], isWhole: rest === '' }
}

/** «Высота/ширина, см», «Ш×В»: what the two numbers of a cell are, by their order. */
const ofHeight = String.raw`(?:(?:высот|выс|рост)\p{L}*\.?|(?<!\p{L})[вhн](?!\p{L}))`
const ofSpread = String.raw`(?:(?:шир|крон|диам)\p{L}*\.?|(?<!\p{L})[шwbd](?!\p{L}))`
const times = String.raw`(?:\s?,?\s?см)?\s?[/xх×*]\s?`
// A letter beside an «х» is one word with it.
const heightFirst = new RegExp(String.raw`${ofHeight}${times}${ofSpread}|(?<!\p{L})[вhн][xх][шwbd](?!\p{L})`, 'iu')
const spreadFirst = new RegExp(String.raw`${ofSpread}${times}${ofHeight}|(?<!\p{L})[шwbd][xх][вhн](?!\p{L})`, 'iu')
const oneOfTwo = String.raw`(\d{1,4}(?:[.,]\d{1,2})?(?:\s?\p{Pd}\s?\d{1,4}(?:[.,]\d{1,2})?)?)`
const twoNumbers = new RegExp(String.raw`^${oneOfTwo}\s?[/xх×*]\s?${oneOfTwo}(\s?(?:см|м))?$`, 'iu')

/** A height and a spread as the notation writes them, where a title says that a cell has both. */
function asPair(title: string, text: string): string {
  const isHeightFirst = heightFirst.test(title.slice(0, 120))
  if (!isHeightFirst && !spreadFirst.test(title.slice(0, 120))) return text
  const [, one = '', other = '', unit = ''] = twoNumbers.exec(text.trim()) ?? []
  // «60-80/100» may be a height and a girth.
  if (one === '' || (text.includes('/') && /\p{Pd}/u.test(text))) return text
  return isHeightFirst ? `${one}х${other}${unit}` : `${other}х${one}${unit}`
}

const withWord = (word: string | null, text: string) =>
  word !== null && /^(?:\d|от\s|до\s|[>≥<≤])/iu.test(text) ? `${word} ${text}` : text

/** The measures of one size of a wide list, which stand beside its price: each with the word from its title. */
export const piecesOfGroup = ({ columns }: Layout, cells: Cell[], size: string): string[] =>
  columns.flatMap(column => {
    const cell = cells[column.index] ?? ''
    const isMeasure = column.word !== null && column.size === size && size !== ''
    const { text } = isMeasure && cell !== '' ? sizeText(cell) : { text: '' }
    return text === '' || isDash(text) ? [] : [withWord(column.word, withPlainRanges(text))]
  })

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
    return isDash(read.text) ? '' : withPlainRanges(read.text.replaceAll('\n', ' '))
  }
  /** What a person has said that a cell means, or a root system in the words of the notation, or the cell. */
  const packingIn = (column: ColumnPlan) => {
    const written = textIn(column)
    return (
      answeredPacking(layout.answers, written) ?? rootSystems.find(([pattern]) => pattern.test(written))?.[1] ?? written
    )
  }
  const inField = (field: string) => layout.columns.filter(column => column.field === field && column.size === '')

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
    const known = formOf(text)
    if (known) form = known
    else pieces.push(text)
  }
  for (const column of inField('size')) {
    const text = asPair(column.title, packingIn(column))
    if (text === '') continue
    if (column.word?.startsWith('lone:')) {
      if (/^\d+(?:[.,]\d+)?$/.test(text)) lone.push(`${column.word.slice(5)} ${text}`)
      else pieces.push(text)
    } else pieces.push(withWord(column.word, inSaidUnit(column, text)))
  }
  const kinds = inField('root').map(column => ({ column, text: packingIn(column) }))
  const [packing] = kinds.flatMap(({ text }) => kindOfPacking(text) ?? [])
  const sizes = inField('root_size')
    .map(column => ({ column, text: packingIn(column) }))
    .filter(({ text }) => text !== '')
  for (const { column, text } of kinds) {
    if (text === '' || (packing?.isWhole === true && sizes.length > 0)) continue
    pieces.push(packing && text.length < 4 && !/зкс/iu.test(text) ? packing.kind : withWord(column.word, text))
  }
  for (const { column, text } of sizes) pieces.push(withWord(packing?.kind ?? column.word, text))
  return { pieces, lone, isUnsure, form }
}

/** Words that mean something where they stand alone in a column of packings or forms. */
export const isKnownWord = (text: string, field: string) =>
  rootSystems.some(([pattern]) => pattern.test(text)) ||
  (field === 'root' && packings.some(([pattern]) => pattern.test(text))) ||
  (field === 'form' && (formOf(text) !== undefined || /^(?:нет|обычн\p{L}*|естественн\p{L}*)$/iu.test(text)))
