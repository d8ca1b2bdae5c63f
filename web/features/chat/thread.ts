import type { ConversationDetail, Message, MessageFile } from '#contract/chat.ts'
import type { Unsent } from './outbox.ts'
import { isOwnSide } from './sides.ts'
import { dayName } from './times.ts'

/** A message as shown in a conversation; `unsent` until the server has it. */
export interface Line {
  id: string
  body: string
  files: readonly MessageFile[]
  isDeleted: boolean
  /** The message that it answers. */
  answered: Message['answered']
  at: string
  /** `null`: the person who looks. */
  author: string | null
  /** From the person's own side: their own, or a colleague's. */
  isOwn: boolean
  /** From the same sender, shortly after the message before it. */
  follows: boolean
  /** The other side has read it; `last`: and no later one of this side. */
  read: 'no' | 'yes' | 'last'
  unsent: Unsent | null
}

export interface Day {
  name: string
  lines: Line[]
}

const pause = 5 * 60 * 1000

type Chat = Pick<ConversationDetail, 'users' | 'messages' | 'read_until'>

/** The messages of a conversation by day, followed by those still being sent. */
export function threadOf(chat: Chat, unsent: readonly Unsent[], me: string, now = new Date()): Day[] {
  const { messages, read_until: readUntil } = chat
  const sent = new Set(messages.map(({ id }) => id))
  // This browser's clock may be slow.
  const last = messages.at(-1)?.created_at ?? ''
  const isRead = (authorId: string, at: string) =>
    readUntil !== null && at <= readUntil && isOwnSide(chat, authorId, me)
  const lastRead = messages.findLast(({ created_by, created_at }) => isRead(created_by.id, created_at))?.id
  const lines: Omit<Line, 'follows'>[] = [
    ...messages.map(({ id, body, files, deleted_at, answered, created_at, created_by }) => ({
      id,
      body,
      files,
      isDeleted: deleted_at !== null,
      answered,
      at: created_at,
      author: created_by.id === me ? null : created_by.name,
      isOwn: isOwnSide(chat, created_by.id, me),
      read:
        id === lastRead ? ('last' as const) : isRead(created_by.id, created_at) ? ('yes' as const) : ('no' as const),
      unsent: null,
    })),
    // A message can arrive by the event stream before the response to sending it.
    ...unsent
      .filter(({ id }) => !sent.has(id))
      .map(letter => ({
        id: letter.id,
        body: letter.body,
        files: [],
        isDeleted: false,
        answered: letter.answers ? { ...letter.answers, is_deleted: false } : null,
        at: letter.at < last ? last : letter.at,
        author: null,
        isOwn: true,
        read: 'no' as const,
        unsent: letter,
      })),
  ]
  const days: Day[] = []
  for (const line of lines) {
    const name = dayName(line.at, now)
    if (days.at(-1)?.name !== name) days.push({ name, lines: [] })
    const day = days.at(-1)
    const before = day?.lines.at(-1)
    const isSame = before?.isOwn === line.isOwn && before.author === line.author
    const follows = isSame && Date.parse(line.at) - Date.parse(before.at) < pause
    day?.lines.push({ ...line, follows })
  }
  return days
}
