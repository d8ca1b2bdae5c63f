import type { Conversation } from '#contract/chat.ts'

/** Conversations per page. */
export const conversationsOnPage = 100

/** Appends older conversations; known ones keep their places. */
export function withOlder(list: readonly Conversation[], older: readonly Conversation[]): Conversation[] {
  const known = new Set(list.map(({ id }) => id))
  return [...list, ...older.filter(({ id }) => !known.has(id))]
}

/** The refetched first page followed by the later pages loaded before. */
export function joinLists(shown: readonly Conversation[], latest: Conversation[]): Conversation[] {
  const last = latest.at(-1)
  if (!last || latest.length < conversationsOnPage) return latest
  return withOlder(
    latest,
    shown.filter(({ modified_at }) => modified_at <= last.modified_at),
  )
}
