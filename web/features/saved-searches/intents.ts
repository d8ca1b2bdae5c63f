import type { StockAlertInput } from '#contract/saved-searches.ts'

/** Names of what the buttons do, for what is pressed before the sign-in. */
export const savePlantIntent = (plantId: number) => `save-plant:${plantId}`
export const stockAlertIntent = (of: StockAlertInput) =>
  'product' in of ? `stock-alert:product:${of.product}` : `stock-alert:plant:${of.plant}`
export const saveSearchIntent = (query: string) => `save-search:${query}`
