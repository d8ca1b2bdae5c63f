import type { Delivery } from '#contract/deliveries.ts'
import { type ClaimReason, claimReasons } from '#contract/deliveries.ts'

/** What is typed of a line while a delivery is received. */
export interface ReceivedLine {
  /** What arrived in order, as text. */
  quantity: string
  reason: ClaimReason
  text: string
}

export type ReceiptValues = Record<string, ReceivedLine>

export const fullReceipt = ({ lines }: Delivery): ReceiptValues =>
  Object.fromEntries(
    lines.map(({ line, quantity }) => [line, { quantity: String(quantity), reason: 'short', text: '' }]),
  )

/** A stored draft of the same delivery; `null`: it is none, or says nothing new. */
export function restoredReceipt(draft: unknown, delivery: Delivery): ReceiptValues | null {
  if (typeof draft !== 'object' || draft === null) return null
  const stored = draft as Record<string, Partial<ReceivedLine> | undefined>
  const full = fullReceipt(delivery)
  const values = Object.fromEntries(
    Object.entries(full).map(([line, usual]) => {
      const { quantity, reason, text } = stored[line] ?? {}
      return [
        line,
        {
          quantity: typeof quantity === 'string' ? quantity : usual.quantity,
          reason: claimReasons.find(known => known === reason) ?? usual.reason,
          text: typeof text === 'string' ? text : '',
        },
      ]
    }),
  )
  return JSON.stringify(values) === JSON.stringify(full) ? null : values
}

const hundredths = (value: number) => Math.round(value * 100)

/** How many are missing from a line; `null`: what is typed is no number of what was handed over. */
export function missingOf(handed: number, { quantity }: ReceivedLine): number | null {
  const typed = Number(quantity.trim().replace(',', '.'))
  if (quantity.trim() === '' || !Number.isFinite(typed) || typed < 0 || typed > handed) return null
  return (hundredths(handed) - hundredths(typed)) / 100
}

/** The lines to send; `files`: how many pictures belong to each line, which are sent in this order. `null`: not yet right. */
export function receiptBody({ lines }: Delivery, values: ReceiptValues, files: ReadonlyMap<string, number>) {
  let sent = 0
  const body = []
  for (const { line, quantity: handed } of lines) {
    const typed = values[line]
    const missing = typed ? missingOf(handed, typed) : null
    if (!typed || missing === null) return null
    const count = missing > 0 ? (files.get(line) ?? 0) : 0
    const own = Array.from({ length: count }, (_, at) => sent + at)
    sent += count
    const claim = missing > 0 ? { quantity: missing, reason: typed.reason, text: typed.text, files: own } : null
    body.push({ line, quantity: (hundredths(handed) - hundredths(missing)) / 100, claim })
  }
  return body
}
