import type { FoundMessage } from '#contract/chat.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { presentConversation, presentMessage } from './chat.present.ts'
import { listConversationsById } from './chat.queries.ts'
import { type ChatDeps, shownTo } from './chat.service.ts'
import { countMessages, searchMessages } from './message-search.queries.ts'

/** More words narrow nothing. */
const wordsMax = 10

async function find(deps: ChatDeps, actor: Actor, words: string[], query: PageRequest): Promise<FoundMessage[]> {
  const found = await searchMessages(deps.db, actor, words, pageRange(query))
  if (found.length === 0) return []
  const ids = [...new Set(found.map(({ conversationId }) => conversationId))]
  const rows = await listConversationsById(deps.db, actor.id, ids)
  const shown = await shownTo(deps, actor, rows, found)
  const byId = new Map(rows.map(row => [row.id, row]))
  // Whoever has just left the company takes no part any more.
  return found.flatMap((message): FoundMessage[] => {
    const row = byId.get(message.conversationId)
    if (!row) return []
    return [{ ...presentMessage(message, row, shown), conversation: presentConversation(row, shown) }]
  })
}

/**
 * Messages in the actor's conversations with all of these words, newest first; none for a query without a word. Throws
 * NOT_FOUND for a page past the end.
 */
export async function searchChats(deps: ChatDeps, actor: Actor, query: PageRequest & { q: string }, address: string) {
  const all = query.q
    .replaceAll('ё', 'е')
    .replaceAll('Ё', 'Е')
    .match(/[\p{L}\p{N}]+/gu)
  const words = all?.slice(0, wordsMax) ?? []
  const [results, count] =
    words.length === 0
      ? [[], 0]
      : await Promise.all([find(deps, actor, words, query), countMessages(deps.db, actor, words)])
  return { ...pageLinks(address, query, count), results }
}
