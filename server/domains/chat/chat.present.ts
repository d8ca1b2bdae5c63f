import type { User } from '#contract/accounts.ts'
import type { Conversation, Message, MessageFile, Subject } from '#contract/chat.ts'
import { presentTeamRef } from '#server/domains/companies/companies.present.ts'
import { timeSince } from '#server/platform/time-since.ts'
import type { ConversationRow, MessageRow } from './chat.queries.ts'

/** Returns a person as shown to the caller. */
export type Present = (id: string) => User
/** The people who stand for the two sides of a conversation. */
export type Sides = Pick<ConversationRow, 'openedById' | 'contactId'>

/** What a conversation's presentation takes besides its row. */
export interface Shown {
  /** The caller. */
  readerId: string
  present: Present
  /** Of a message; their addresses are the caller's. */
  filesOf: (messageId: string) => MessageFile[]
  subjectOf: (row: ConversationRow) => Subject | null
  /** The message with this id, which another one answers. */
  answeredOf: (id: string) => MessageRow | undefined
}

/** Characters of a text that stand above its answer. */
const lineLength = 140

function presentAnswered(row: MessageRow | undefined, present: Present): Message['answered'] {
  if (!row) return null
  const letters = [...row.body.replace(/\s+/g, ' ').trim()]
  const line = letters.length > lineLength ? `${letters.slice(0, lineLength).join('').trimEnd()}…` : letters.join('')
  return { name: present(row.authorId).name, line, is_deleted: row.deletedAt !== null }
}

export function presentMessage(
  row: MessageRow,
  { openedById, contactId }: Sides,
  { present, filesOf, answeredOf }: Pick<Shown, 'present' | 'filesOf' | 'answeredOf'>,
): Message {
  return {
    id: row.id,
    body: row.body,
    sent_to: present(row.authorId === openedById ? contactId : openedById),
    created_by: present(row.authorId),
    created_at: row.createdAt.toISOString(),
    created_at_formatted: timeSince(row.createdAt),
    files: filesOf(row.id),
    deleted_at: row.deletedAt?.toISOString() ?? null,
    reply_to: row.replyToId,
    answered: row.replyToId === null ? null : presentAnswered(answeredOf(row.replyToId), present),
  }
}

export function presentConversation(row: ConversationRow, shown: Shown): Conversation {
  const { readerId, present, subjectOf } = shown
  // Of a company's people the reader stands for it.
  const other = row.isWithCompany && readerId !== row.openedById ? readerId : row.contactId
  return {
    id: row.id,
    users: [present(row.openedById), present(other)],
    modified_at: row.modifiedAt.toISOString(),
    modified_at_formatted: timeSince(row.modifiedAt),
    unread_count: row.unreadCount,
    last_message: row.lastMessage && presentMessage(row.lastMessage, row, shown),
    company: row.company && presentTeamRef(row.company),
    subject: subjectOf(row),
  }
}
