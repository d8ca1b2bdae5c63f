import type { ColumnField } from '#contract/price-lists.ts'
import type { Answers } from './answers.ts'
import { meaningAs, noMeaning, possibleMeanings, sizeBehind, type TitleMeaning } from './titles.ts'

/** A column with the meaning by which its cells are read. */
export interface ColumnPlan extends TitleMeaning {
  index: number
  title: string
  /** What the sheet says of the rate at which it exchanges its prices. */
  rate?: string
  /** A currency that the sheet states for all prices, although the title says that these are rubles. */
  saidCurrency?: string
  /** Its cells have two prices each, always the higher first or always last: the lower is the wholesale price. */
  isPaired?: boolean
  /** Its prices are so small that they may be in thousands of rubles, although nothing says so. */
  mayBeThousands?: boolean
  /** Some of the stocks are no whole numbers, so that all of them may be thousands. */
  hasBrokenCounts?: boolean
  /** Its counts have three decimals that say nothing: «14,000» is fourteen. */
  hasThousandths?: boolean
  /**
   * What becomes of the cells of a column without a field: they are nothing of the goods (`structure`), a person does
   * not want them (`declared`), or nobody knows (`unknown`).
   */
  fate: 'structure' | 'declared' | 'unknown' | null
  /** In what the bare numbers of its sizes are, if a person has said so; what they measure is told by each. */
  lengthUnit?: 'm' | 'cm'
  /** A person has said what it holds. */
  isSaid?: true
  /** What else may be in the column, the likeliest first: a person is asked. */
  asked: (ColumnField | 'ignore')[] | null
}

/** A column about which nobody is asked. */
export const notAsked = { fate: null, asked: null } as const

/** The words for bare numbers in a column whose field a person has set. */
const lengthWords: Partial<Record<ColumnField, string>> = {
  height: 'высота',
  spread: 'ширина',
  girth: 'обхват',
  stem_height: 'выс. штамба',
  transplants: 'пересадок',
}
export const lengthWord = (field: ColumnField | null) => (field === null ? null : (lengthWords[field] ?? null))

/** A column that a person has said to contain `field`. */
export function withField(column: ColumnPlan, field: ColumnField | null, own: Partial<ColumnPlan> | null): ColumnPlan {
  const meant =
    own?.field === field
      ? own
      : (possibleMeanings(column.title).find(one => one.field === field) ??
        (field === null ? undefined : meaningAs(field, lengthWord(field), column.title)))
  const stays =
    meant?.size === ''
      ? { ...meant, size: own?.size ?? '' }
      : { ...noMeaning, factor: 1, size: own?.size ?? '', per: own?.per ?? null }
  const size = field === 'price' && stays.size === '' ? sizeBehind(column.title) : stays.size
  return {
    ...column,
    ...stays,
    field,
    size,
    word: stays.word ?? lengthWord(field),
    isSaid: true,
    fate: field === null ? 'declared' : null,
  }
}

/** The columns from one header to the next. */
export interface Layout {
  columns: ColumnPlan[]
  /** Another table without titles stands beside this one and is not read. */
  hasNeighbour: boolean
  /** What people have said in answer to questions about this sheet or an earlier one of its shape. */
  answers: Answers
  /** Before the answers: others are applied to this one, never on top. */
  unanswered?: Layout
}

/** Fields that state a size or a packing. */
export const sizedFields = new Set<string>(['size', 'height', 'spread', 'girth', 'stem_height', 'root', 'root_size'])

/** Fields that say as what a plant is sold: its size, packing, form. */
export const goodsFields = new Set<string>([...sizedFields, 'form', 'transplants'])
