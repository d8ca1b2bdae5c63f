import type { z } from 'zod'
import type { Messages } from '#web/ui/refusals.ts'

/** What the schema refuses. */
export function messagesOf({ issues }: z.ZodError): Messages {
  const messages: Messages = {}
  for (const { path, message } of issues) messages[path.join('.')] ??= message
  return messages
}

/** Once the messages are on screen: to the first field, or to the choice, which has no field of its own. */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid=true], [aria-describedby$=-error] input')?.focus(),
  )
}
