// What the cells of a row say of goods: how many values there are, and of what.
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { goodsFields, type Layout } from './column-plan.ts'
import { isOfAmounts } from './row-amounts.ts'
import { isContact, isSize } from './row-texts.ts'
import { isNameField } from './titles.ts'
import { readPrice, readStock, sizeText } from './values.ts'

/** How many cells of a row state values of goods, by what they state. */
export interface Values {
  count: number
  prices: number
  sizes: number
  stocks: number
}

/** Counts the cells of a row that contain values of goods, by type. */
export function valuesOf({ columns }: Layout, cells: Cell[]): Values {
  const found: Values = { count: 0, prices: 0, sizes: 0, stocks: 0 }
  // Headings stand in the first column, whatever it is for: what is alone in the column of article numbers says nothing
  // of goods.
  const isAlone = cells.filter(cell => cell !== '').length === 1
  for (const column of columns) {
    const cell = cells[column.index] ?? ''
    // What nobody knows may be a value too.
    if (column.fate === 'unknown' && /^\D{0,8}\d[\d\s.,]{0,12}(?:р|₽|\n|$)/u.test(textOf(cell))) found.count++
    if (cell === '' || column.field === null) continue
    if (isOfAmounts(column)) {
      const price = readPrice(cell, 1)
      // «Заявки до 15 марта» may stand in any column.
      const isOfStock =
        column.field === 'stock' && !(isAlone && (readStock(cell).isUnclear === true || textOf(cell).length > 30))
      // A word alone that is no price, in the first column, whatever that is for, is a heading.
      const isOfPrice =
        column.field !== 'stock' &&
        price.is !== 'none' &&
        !(isAlone && price.is === 'unclear' && !/\d/.test(textOf(cell)))
      if (isOfStock || isOfPrice) found.count++
      if (isOfStock) found.stocks++
      if (isOfPrice) found.prices++
    } else if (goodsFields.has(column.field)) {
      if (isSize(column, sizeText(cell).text)) {
        found.count++
        found.sizes++
      }
    } else if ((column.field === 'sku' && !isAlone) || column.field === 'available_from') found.count++
  }
  return found
}

/** Whether a cell where values stand says something that nobody can read: «12 фляг» among packings. */
export function hasUnreadValue({ columns }: Layout, cells: Cell[]): boolean {
  return columns.some(({ field, fate, index }) => {
    const text = textOf(cells[index] ?? '').trim()
    const isOfValues = fate === 'unknown' || (field !== null && field !== 'note' && !isNameField(field))
    return isOfValues && field !== 'category' && /[\p{L}\p{N}]/u.test(text)
  })
}

export const firstText = (cells: Cell[]): string => cells.map(textOf).find(text => text !== '') ?? ''

/** Whether a row contains contact details and no price: a phone number is not a price. */
export const isRemark = (cells: Cell[], { prices }: Values): boolean =>
  prices === 0 && cells.some(cell => isContact(textOf(cell)))
