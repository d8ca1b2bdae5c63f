import type { User } from '#contract/accounts.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import { timeSince } from '#server/platform/time-since.ts'
import type { ConversationRow, MessageRow } from './chat.queries.ts'

/** Returns a person as shown to the caller. */
export type Present = (id: string) => User
/** The two people of a conversation. */
export type Sides = Pick<ConversationRow, 'openedById' | 'otherId'>

export function presentMessage(row: MessageRow, { openedById, otherId }: Sides, present: Present): Message {
  return {
    id: row.id,
    body: row.body,
    sent_to: present(row.authorId === openedById ? otherId : openedById),
    created_by: present(row.authorId),
    created_at: row.createdAt.toISOString(),
    created_at_formatted: timeSince(row.createdAt),
  }
}

export function presentConversation(row: ConversationRow, present: Present): Conversation {
  return {
    id: row.id,
    users: [present(row.openedById), present(row.otherId)],
    modified_at: row.modifiedAt.toISOString(),
    modified_at_formatted: timeSince(row.modifiedAt),
    unread_count: row.unreadCount,
    last_message: row.lastMessage && presentMessage(row.lastMessage, row, present),
  }
}
