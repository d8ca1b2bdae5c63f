import type { Stock } from './variants.ts'

/** What is said of a plant that nobody can buy now. */
export const soldOut = 'Нет в наличии'

/** Whether a size is there, in the words of all screens, files and questions. */
export const stockNames: Record<Stock, string> = {
  in_stock: 'В наличии',
  on_order: 'Под заказ',
  expected: 'Ожидается',
  sold_out: soldOut,
}
