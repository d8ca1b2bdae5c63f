/** Letters of one text of an error that are written into the log: enough to find the cause, and nobody fills the disk. */
const longest = 4000

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest)}… (${text.length})` : text)

const emailAddress = /[^\s<>()"',;:]+@[^\s<>()"',;:]+/g

/** A text of foreign making, of which e-mail addresses may be part. */
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
 * An error as the log may have it: its name, code, message and where it was thrown, and the same of its causes. What
 * else hangs on it is as long as a request may be and somebody's own. The message of a query that failed tells all its
 * values, which are people's texts, addresses and keys: of it stays the query itself. What has been described is given
 * back.
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
