/** What a letter's header says, as far as it decides about the letter. */
export interface LetterHeader {
  /** The only address in its only `From`, in lower case. */
  from: string
  /** The part of `from` after the `@`. */
  domain: string
  date: Date
  messageId: string | null
  /** The values of `To` and `Cc` as they stand there, unfolded and in lower case. */
  to: string
  cc: string
  /** Written by a program: it gets no answer. */
  isAutomatic: boolean
  /** An answer of a program to a letter, such as a bounce: it brings nothing. */
  isReply: boolean
}

/** Bytes of a letter's header, and its fields; letters of people have a tenth of them. */
export const headerLimits = { bytes: 128 * 1024, fields: 500, signatures: 10 } as const

/** Fields that a letter has once at most: of two, one program would read the first and another the second. */
const single = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'date',
  'message-id',
  'subject',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'auto-submitted',
])

const fieldName = /^([!-9;-~]{1,100}):(.*)$/s
/** One mailbox: a name that stands in quotes or has no sign with a meaning, and an address of plain letters. */
const address = "[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){1,8}"
const named = new RegExp(`^(?:"(?:[^"\\\\]|\\\\.)*"|[^"<>@,;:()\\\\\\[\\]]*)\\s*<(${address})>$`, 'i')
const alone = new RegExp(`^(${address})$`, 'i')

/** The fields of a header by their names in lower case, or `null` if it is not one that all programs read alike. */
function readFields(header: string): Map<string, string[]> | null {
  const lines = header.replace(/\r\n$/, '').split('\r\n')
  const fields: [name: string, value: string][] = []
  for (const line of lines) {
    const last = fields.at(-1)
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (!last || line.trim() === '') return null
      last[1] += ` ${line.trimStart()}`
      continue
    }
    const [, name, value] = fieldName.exec(line) ?? []
    if (name === undefined || value === undefined || fields.length >= headerLimits.fields) return null
    fields.push([name.toLowerCase(), value])
  }
  const byName = new Map<string, string[]>()
  for (const [name, value] of fields) byName.set(name, [...(byName.get(name) ?? []), value.trim()])
  const isTwice = [...byName].some(([name, values]) => single.has(name) && values.length > 1)
  return isTwice || (byName.get('dkim-signature')?.length ?? 0) > headerLimits.signatures ? null : byName
}

/**
 * Reads a letter's header: everything before its first empty line, with CRLF. `null` if it is not one that every program
 * reads alike, or does not name one sender and one date: such a letter proves nothing.
 */
export function readLetterHeader(header: string): LetterHeader | null {
  if (header.length > headerLimits.bytes || /\0|\r(?!\n)|(?<!\r)\n/.test(header)) return null
  const fields = readFields(header)
  if (!fields) return null
  const valueOf = (name: string) => fields.get(name)?.[0] ?? ''
  const from = valueOf('from')
  const [, found] = from.length > 1000 ? [] : (alone.exec(from) ?? named.exec(from) ?? [])
  const date = new Date(valueOf('date').slice(0, 100))
  if (found === undefined || Number.isNaN(date.getTime())) return null
  const submitted = valueOf('auto-submitted').toLowerCase()
  const kind = valueOf('content-type').toLowerCase()
  const isReply =
    submitted.startsWith('auto-replied') ||
    kind.startsWith('multipart/report') ||
    ['x-autoreply', 'x-autorespond', 'x-failed-recipients'].some(name => fields.has(name))
  const isBulk = /^(?:bulk|junk|list|auto_reply)\b/i.test(valueOf('precedence'))
  const suppresses = ['list-id', 'list-unsubscribe', 'x-auto-response-suppress'].some(name => fields.has(name))
  return {
    from: found.toLowerCase(),
    domain: found.toLowerCase().slice(found.lastIndexOf('@') + 1),
    date,
    messageId: valueOf('message-id').slice(0, 1000) || null,
    to: valueOf('to').toLowerCase(),
    cc: valueOf('cc').toLowerCase(),
    isAutomatic: isReply || isBulk || suppresses || (submitted !== '' && !submitted.startsWith('no')),
    isReply,
  }
}
