import type { Cell, Sheet } from '#server/reading/tables/cells.ts'
import { understandSheets } from '../understand-sheets.ts'
import { seededPlants } from './seeded-plants.ts'

/** The plants by which the lists of tests are read. */
export const plants = seededPlants()

/** A sheet of lines whose cells are divided by «|»; whole numbers are numbers. */
export const sheetOf = (lines: string[]): Sheet => ({
  name: 'Лист1',
  isHidden: false,
  merges: [],
  rows: lines.map(line =>
    line === '' ? [] : line.split('|').map((cell): Cell => (/^-?\d+$/.test(cell) ? Number(cell) : cell)),
  ),
})

const latinOf = (id: number | undefined) => plants.byId.get(id ?? -1)?.latinName ?? null

/** What is asked about a list, and its offers with the first size of each. */
export async function readOffers(lines: string[]) {
  const { rows, questions } = await understandSheets([sheetOf(lines)], plants, {})
  const offers = rows.filter(({ kind }) => kind === 'offer')
  return {
    questions,
    offers: offers.map(({ name, plant, category, variants: [variant], verdict }) => ({
      name,
      latin: latinOf(plant?.id),
      category,
      verdict,
      ...variant,
    })),
  }
}

/** Every size of every row. */
export async function readSizes(lines: string[]) {
  const { rows } = await understandSheets([sheetOf(lines)], plants, {})
  return rows.flatMap(({ plant, verdict, variants }) =>
    variants.map(variant => ({ latin: latinOf(plant?.id), verdict, ...variant })),
  )
}
