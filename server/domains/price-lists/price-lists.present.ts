import type { PriceList, PriceListQuestion, PriceListRow } from '#contract/price-lists.ts'
import { noCounts } from './comparing/comparison.ts'
import type { ListRow, ShownList, StoredRow } from './price-lists.queries.ts'

/** The questions of a list with its answers, those with the most rows first. */
export function shownQuestions({ questions, answers }: Pick<ListRow, 'questions' | 'answers'>): PriceListQuestion[] {
  const given = new Map(answers.map(({ question, value }) => [question, value]))
  return questions
    .map(({ key: _key, ...question }) => ({ ...question, answer: given.get(question.id) ?? question.answer }))
    .toSorted((one, other) => other.rows - one.rows)
}

export const presentList = ({ list, creator }: ShownList): PriceList => ({
  id: list.id,
  file_name: list.fileName,
  created_at: list.createdAt.toISOString(),
  created_by: creator && { id: creator.id, name: creator.name },
  status: list.status,
  error: list.error,
  sheets: list.sheets.map(({ shape: _shape, ...sheet }) => sheet),
  questions: shownQuestions(list),
  counts: list.counts ?? noCounts,
  applied_at: list.appliedAt?.toISOString() ?? null,
  missing: list.missing,
})

type Presentable = Pick<StoredRow, 'sheet' | 'row' | 'part' | 'cells' | 'kind' | 'state' | 'shown' | 'changes'>

export function presentRow({ sheet, row, part, cells, kind, state, shown, changes }: Presentable): PriceListRow {
  const { doubt: _, adds = null, isPlantChosen = false, ...content } = shown
  // Rows that were read before loads were do not have these fields.
  const variants = content.variants.map(variant => ({
    ...variant,
    weight: variant.weight ?? null,
    volume: variant.volume ?? null,
  }))
  return { sheet, row, part, cells, kind, state, ...content, variants, changes, adds, is_plant_chosen: isPlantChosen }
}
