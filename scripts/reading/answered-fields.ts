import type { StatedField } from './model.ts'
import type { Question } from './reader.ts'

const span = (measure: string) => [`${measure}_from`, `${measure}_to`] as StatedField[]
const ofPacking: StatedField[] = ['root', 'root_size']
const ofStock: StatedField[] = ['stock', 'stock_quantity', 'stock_is_minimum']
const ofLengths: StatedField[] = ['height', 'spread', 'girth'].flatMap(span).concat('stem_height')

/** The fields that a column has when a person has said what is in it. */
function ofColumn(answer: string): StatedField[] {
  if (answer === 'height' || answer === 'spread' || answer === 'girth') return span(answer)
  if (answer === 'root' || answer === 'root_size') return ofPacking
  if (answer === 'price') return ['price']
  if (answer.startsWith('price')) return ['price_tiers']
  return answer === 'stock' ? ofStock : [answer as StatedField]
}

function ofQuestion({ kind, answer }: Question): StatedField[] {
  if (answer === null) return []
  switch (kind) {
    case 'column':
      return ofColumn(answer)
    case 'packing':
    case 'sections':
      return ofPacking
    case 'stock':
      return [...ofStock, 'price']
    case 'currency':
      return ['price', 'price_tiers']
    case 'unit':
      return answer === 'm' || answer === 'cm' ? ofLengths : ['price', 'price_tiers', 'stock_quantity']
    default:
      return []
  }
}

/** What a person has said in answer to questions: no value of these fields is a guess any more. */
export const answeredFields = (questions: readonly Question[]): ReadonlySet<StatedField> =>
  new Set(questions.flatMap(ofQuestion))
