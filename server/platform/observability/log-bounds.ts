/** Longest text of an error in the log, in characters: enough to find the cause without filling the disk. */
const longest = 4000

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest)}… (${text.length})` : text)

/** From the beginning of a word, lest a long one be looked at once for each of its letters. */
const emailAddress = /(?<![^\s<>()"',;:])[^\s<>()"',;:]+@[^\s<>()"',;:]+/g

/** An external text, which may contain e-mail addresses. */
export const withoutAddresses = (text: string): string => text.replace(emailAddress, '…@…')

/** Where it was thrown; the lines before that repeat the message. */
const framesOf = (stack = '') =>
  stack
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .join('\n')

interface LoggedError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
}

const isDescribed = (error: unknown): error is LoggedError =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'type' in error && 'stack' in error

/**
 * A loggable description of an error: its name, code, message and stack, and the same of its causes. Its other
 * properties can be as long as a request and contain personal data. The message of a failed query contains all its
 * values, which are people's texts, addresses and keys: only the query itself is kept. A description is returned
 * unchanged.
 */
export function loggable(error: unknown, depth = 3): LoggedError {
  if (isDescribed(error)) return error
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutAddresses(shortened(String(error))), stack: '' }
  const { name, message, stack, cause, code, query } = error as Error & { code?: unknown; query?: unknown }
  const isFailedQuery = typeof query === 'string' && message.startsWith('Failed query')
  return {
    type: name,
    message: isFailedQuery ? `Failed query: ${shortened(query)}` : withoutAddresses(shortened(message)),
    stack: shortened(framesOf(stack)),
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause !== undefined && depth > 0 ? { reason: loggable(cause, depth - 1) } : {}),
  }
}
