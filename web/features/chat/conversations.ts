import type { Conversation } from '#contract/chat.ts'

/** How many conversations come on a page. */
export const conversationsOnPage = 100

/** Conversations behind others; those that are there already stay where they are. */
export function withOlder(list: readonly Conversation[], older: readonly Conversation[]): Conversation[] {
  const known = new Set(list.map(({ id }) => id))
  return [...list, ...older.filter(({ id }) => !known.has(id))]
}

/** The first page as just read, and behind it what has been asked for beyond it. */
export function joinLists(shown: readonly Conversation[], latest: Conversation[]): Conversation[] {
  const last = latest.at(-1)
  if (!last || latest.length < conversationsOnPage) return latest
  return withOlder(
    latest,
    shown.filter(({ modified_at }) => modified_at <= last.modified_at),
  )
}
