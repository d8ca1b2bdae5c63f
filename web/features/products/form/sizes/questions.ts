import { type DoubtCode, formNames, type WritableVariant } from '#contract/variants.ts'
import { numberText } from '#web/lib/number-text.ts'
import { rangeText } from './range-text.ts'
import { type Doubt, type SizeValues, textsOf } from './size-values.ts'
import { rootCodes } from './words.ts'

export type Reading = Doubt['alternatives'][number]

const questions: Record<DoubtCode, string> = {
  measure: 'что это?',
  unit: 'сантиметры или метры?',
  lone: 'что это за число?',
  root: 'в чём растёт?',
  range: 'какое из двух?',
  order: 'числа стоят наоборот. Верно так?',
  conflict: 'сказано по-разному. Что верно?',
  impossible: 'так не бывает, впишите сами.',
  too_long: 'Строка слишком длинная: впишите размер сами.',
}

/** «20–25»: обхват или высота? */
export const questionOf = ({ code, text }: Doubt): string =>
  text === '' ? questions[code] : `«${text}»: ${questions[code]}`

const measured = (word: string, from: number | null | undefined, to: number | null | undefined) =>
  from == null && to == null ? '' : `${word} ${rangeText(from ?? null, to ?? null)} см`
const counted = (word: string, value: number | null | undefined) =>
  value == null ? '' : `${word} ${numberText(value)}`

/** One of the answers: «обхват 20–25 см». */
export function readingText(reading: Reading): string {
  const { form, root, root_size, stem_height, stems, transplants, price, stock_quantity, price_tiers } = reading
  const parts = [
    form ? formNames[form].toLowerCase() : '',
    measured('обхват', reading.girth_from, reading.girth_to),
    measured('высота', reading.height_from, reading.height_to),
    measured('ширина', reading.spread_from, reading.spread_to),
    measured('высота штамба', stem_height, stem_height),
    counted('стволов', stems),
    counted('пересадок', transplants),
    root ? `${rootCodes[root]} ${root_size == null ? '' : numberText(root_size)}`.trim() : '',
    price == null ? '' : `цена ${numberText(price)} ₽`,
    stock_quantity == null
      ? ''
      : `${reading.stock_is_minimum ? 'есть не меньше' : 'есть'} ${numberText(stock_quantity)} шт.`,
    ...(price_tiers ?? []).map(tier => `оптовая цена ${numberText(tier.price)} ₽`),
  ]
  return parts.filter(Boolean).join(', ')
}

/** The row with the answer to one of its doubts; `null`: the text belongs in no field. */
export function answered(size: SizeValues, doubt: Doubt, reading: Partial<WritableVariant> | null): SizeValues {
  const doubts = size.doubts.filter(other => other !== doubt)
  return { ...size, ...(reading ? textsOf(reading) : {}), doubts }
}

/** Equal for doubts that can have the same answer: «20–25» and «25–30», each a girth or a height. */
const shapeOf = ({ code, alternatives }: Doubt) => JSON.stringify([code, alternatives.map(one => Object.keys(one))])

/** The doubts of a row with the same shape as one that was answered. */
export const alikeIn = (size: SizeValues, doubt: Doubt) =>
  size.doubts.filter(other => shapeOf(other) === shapeOf(doubt))

/** The row with one answer, the reading at `choice` or none, for all its doubts of this shape. */
export function answeredAlike(size: SizeValues, doubt: Doubt, choice: number | null): SizeValues {
  return alikeIn(size, doubt).reduce(
    (row, other) => answered(row, other, choice === null ? null : (other.alternatives[choice] ?? null)),
    size,
  )
}
