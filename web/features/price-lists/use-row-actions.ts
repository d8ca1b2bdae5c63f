import { useState } from 'react'
import type { PlantRef } from '#contract/plants.ts'
import type { PriceListRow } from '#contract/price-lists.ts'
import { counted } from '#web/lib/plural.ts'
import { showToast } from '#web/ui/toast.ts'
import { type Correction, useCorrectRow } from './use-correct-row.ts'
import { rowForms } from './words.ts'

/** What was said of a row last, and the row as it was before. */
export interface Said {
  text: string
  row: PriceListRow
  /** Its plant was chosen, and can be chosen otherwise. */
  isPlant: boolean
}

/** « Ещё 4 строки с тем же названием — так же.» */
const alikeText = (count: number) => (count > 0 ? ` Ещё ${counted(count, rowForms)} с тем же названием — так же.` : '')

/** What a person can do with the rows of a list, and what came of the last thing. */
export function useRowActions(list: string) {
  const [said, setSaid] = useState<Said | null>(null)
  /** A row whose plant is chosen once more. */
  const [again, setAgain] = useState<PriceListRow | null>(null)
  const { correct, busy } = useCorrectRow(list)

  const showRefusal = (error: unknown) => showToast({ message: (error as Error).message, tone: 'danger' })

  async function correctOne(row: PriceListRow, body: Correction, text: string) {
    try {
      await correct(row, body)
      setSaid({ text, row, isPlant: false })
    } catch (error) {
      showRefusal(error)
    }
  }

  const actions = {
    async onPlant(row: PriceListRow, plant: PlantRef | null) {
      try {
        const { followed } = await correct(row, { plant: plant?.id ?? null })
        const what = plant ? `это ${plant.name}` : 'в справочнике нет'
        setSaid({ text: `«${row.name}»: ${what}.${alikeText(followed)}`, row, isPlant: row.candidates.length > 0 })
        setAgain(null)
      } catch (error) {
        showRefusal(error)
      }
    },
    onCategory: (row: PriceListRow, category: number) =>
      correctOne(row, { category }, `Строка ${row.row}: категория выбрана.`),
    onSkip: (row: PriceListRow, isSkipped: boolean) =>
      correctOne(
        row,
        { is_skipped: isSkipped },
        isSkipped
          ? `Строка ${row.row} пропущена.`
          : row.state === 'skipped'
            ? `Строка ${row.row} больше не пропускается.`
            : `Строка ${row.row} остаётся, как прочитана.`,
      ),
    onForget: (row: PriceListRow) =>
      correctOne(row, { forget_plant: true }, `Строка ${row.row}: выбор растения отменён, и для этого названия тоже.`),
    /** Throws what the server refuses. */
    async onSave(row: PriceListRow, body: Correction) {
      const { followed } = await correct(row, body)
      setSaid({ text: `Строка ${row.row} сохранена.${alikeText(followed)}`, row, isPlant: false })
    },
  }

  return { said, again, chooseAgain: setAgain, busy, actions }
}
