import type { RowProblem } from '#contract/price-lists.ts'

export const problem = (field: string, code: string, message: string): RowProblem => ({ field, code, message })

/** A text of the file as a problem shows it. */
export const asText = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
