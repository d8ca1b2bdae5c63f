import type { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'

/** The first message of each field, by its path: `lines.3.price`. */
export type Messages = Record<string, string>

/** What the schema refuses. */
export function messagesOf({ issues }: z.ZodError): Messages {
  const messages: Messages = {}
  for (const { path, message } of issues) messages[path.join('.')] ??= message
  return messages
}

/** What the server refuses; a refusal without fields stands under the empty name. */
export function messagesOfAnswer(error: unknown): Messages {
  if (!(error instanceof ApiError)) throw error
  const messages: Messages = {}
  for (const [name, [first]] of Object.entries(error.fields)) messages[name] = first?.message ?? error.message
  return Object.keys(messages).length > 0 ? messages : { '': error.message }
}

/** Once the messages are on screen: to the first field, or to the choice, which has no field of its own. */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid=true], [aria-describedby$=-error] input')?.focus(),
  )
}
