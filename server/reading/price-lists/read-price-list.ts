import { priceListLimits } from '#contract/price-lists.ts'
import { refOf } from '#server/reading/names/named-plants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import type { Sheet } from '#server/reading/tables/cells.ts'
import type { ReadRow } from './rows.ts'
import { type AskedQuestion, type Instructions, understandSheets } from './understand-sheets.ts'
import type { UnderstoodRow, UnderstoodSheet } from './understood-row.ts'

/** A category of the catalogue. */
interface Category {
  id: number
  name: string
  slug: string
}

/** Removes characters that the database does not accept. */
const stored = (text: string) => text.toWellFormed().replaceAll('\0', '')
const shortened = (text: string) =>
  text.length > priceListLimits.cell ? `${text.slice(0, priceListLimits.cell)}…` : text

/** Adds plants and categories of the directory to the understood rows. */
function rowsOf(understood: UnderstoodRow[], { byId }: NamedPlants, categories: Category[]): ReadRow[] {
  const bySlug = new Map(categories.map(category => [category.slug, category]))
  const refs = (found: { id: number; confidence: number }[]) =>
    found.flatMap(({ id, confidence }) => {
      const plant = byId.get(id)
      return plant ? [{ plant: refOf(plant), confidence }] : []
    })
  return understood.map(
    ({ verdict, cells, category, plant, candidates, variants, problems, unread, name, ...place }) => {
      // Whether an article number is repeated depends on people's corrections, so every comparison decides it anew.
      const lasting = problems.filter(({ field, code }) => field !== 'sku' || code !== 'repeated')
      const isOnlyRepeated = verdict === 'rejected' && lasting.length === 0
      return {
        ...place,
        cells: cells.map(cell => shortened(stored(cell))),
        name: stored(name),
        doubt: verdict === 'clear' || isOnlyRepeated ? null : verdict,
        plant: refs(plant ? [plant] : [])[0]?.plant ?? null,
        candidates: refs(candidates),
        category: bySlug.get(category ?? '') ?? null,
        variants: variants.map(variant => ({
          ...variant,
          sku: variant.sku && stored(variant.sku),
          note: stored(variant.note),
        })),
        unread: unread.map(text => ({ ...text, text: stored(text.text) })),
        problems: lasting.map(problem => ({ ...problem, message: stored(problem.message) })),
      }
    },
  )
}

const sheetOf = (sheet: UnderstoodSheet): UnderstoodSheet => ({
  ...sheet,
  columns: sheet.columns.map(column => ({
    ...column,
    title: shortened(stored(column.title)),
    samples: column.samples.map(sample => shortened(stored(sample))),
  })),
})

/** The sheets of a price list and its rows, as they are stored. */
export async function readPriceList(
  sheets: Sheet[],
  plants: NamedPlants,
  categories: Category[],
  instructions: Instructions,
): Promise<{ sheets: UnderstoodSheet[]; questions: AskedQuestion[]; rows: ReadRow[] }> {
  const understood = await understandSheets(sheets, plants, instructions)
  const questions = understood.questions.map(question => ({
    ...question,
    text: stored(question.text),
    options: question.options.map(option => ({ ...option, sample: stored(option.sample) })),
  }))
  return { sheets: understood.sheets.map(sheetOf), questions, rows: rowsOf(understood.rows, plants, categories) }
}
