import { ApiError } from '../lib/api.ts'

/** The first message of each field, by its path: `lines.3.price`. */
export type Messages = Record<string, string>

/** What the server refuses; a refusal without fields stands under the empty name. */
export function messagesOfAnswer(error: unknown): Messages {
  if (!(error instanceof ApiError)) throw error
  const messages: Messages = {}
  for (const [name, [first]] of Object.entries(error.fields)) messages[name] = first?.message ?? error.message
  return Object.keys(messages).length > 0 ? messages : { '': error.message }
}
