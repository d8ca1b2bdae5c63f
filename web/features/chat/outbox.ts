import { ApiError } from '#web/lib/api.ts'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'

/** The message that is being answered, as it is shown above the answer. */
export interface Answered {
  id: string
  name: string
  line: string
}

/** An unsent message. Its id stays the same when it is sent again, so it cannot be stored twice. */
export interface Unsent {
  id: string
  conversationId: string
  body: string
  /** The message that it answers. */
  answers?: Answered | null
  /** When it was written (ISO 8601). */
  at: string
  /** `waiting`: failed, retried automatically; `refused`: retrying makes no sense. */
  state: 'sending' | 'waiting' | 'refused'
  /** Why it was refused. */
  error: string
}

export type Letter = Pick<Unsent, 'id' | 'conversationId' | 'body' | 'answers' | 'at'>

interface OutboxOptions {
  /** The name of the draft that stores unsent messages across page loads. */
  name: string
  send: (letter: Letter) => Promise<unknown>
  /** Whether the person who wrote them is still signed in. */
  isMine: () => boolean
}

export type Outbox = ReturnType<typeof createOutbox>

const firstWait = 2000
const longestWait = 30_000

/** Errors for which retrying is pointless: the server has understood and refused the request. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
  )
}

function readUnsent(name: string): Letter[] {
  const kept = readDraft(name) as { letters?: Letter[] } | null
  return Array.isArray(kept?.letters) ? kept.letters : []
}

/**
 * Messages that the server has not acknowledged. In each conversation they are sent one by one in order, and retried
 * after a lost connection until they are stored or refused.
 */
export function createOutbox({ name, send, isMine }: OutboxOptions) {
  let unsent: readonly Unsent[] = readUnsent(name).map(letter => ({ ...letter, state: 'sending', error: '' }))
  const listeners = new Set<() => void>()
  /** Conversations with a request under way. */
  const underWay = new Set<string>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function change(next: readonly Unsent[]): void {
    unsent = next
    for (const listener of listeners) listener()
  }

  /** Applies the change to the stored messages, because another tab may have stored some of its own. */
  function keep(change: (letters: Letter[]) => Letter[]): void {
    const letters = change(readUnsent(name))
    writeDraft(name, letters.length > 0 ? { letters } : null)
  }

  function drop(id: string): void {
    keep(letters => letters.filter(letter => letter.id !== id))
    change(unsent.filter(letter => letter.id !== id))
  }

  const mark = (matches: (letter: Unsent) => boolean, state: Unsent['state'], error = '') =>
    change(unsent.map(letter => (matches(letter) ? { ...letter, state, error } : letter)))

  async function sendAll(conversationId: string): Promise<void> {
    if (underWay.has(conversationId)) return
    underWay.add(conversationId)
    const isToSend = (letter: Unsent) => letter.conversationId === conversationId && letter.state !== 'refused'
    mark(isToSend, 'sending')
    for (let next = unsent.find(isToSend); next && isMine(); next = unsent.find(isToSend)) {
      const { id, body, answers, at } = next
      try {
        await send({ id, conversationId, body, answers, at })
        failures = 0
        drop(id)
      } catch (error) {
        if (isFinal(error)) {
          mark(letter => letter.id === id, 'refused', error instanceof Error ? error.message : '')
          continue
        }
        // Later messages wait too, to keep the order.
        mark(isToSend, 'waiting')
        retryLater()
        break
      }
    }
    underWay.delete(conversationId)
  }

  function retryLater(): void {
    clearTimeout(timer)
    timer = setTimeout(retry, Math.min(longestWait, firstWait * 2 ** failures))
    failures++
  }

  /** Sends all messages that are not refused, now. */
  function retry(): void {
    if (!isMine()) return
    for (const id of new Set(unsent.map(({ conversationId }) => conversationId))) void sendAll(id)
  }

  window.addEventListener('online', retry)

  return {
    get: (): readonly Unsent[] => unsent,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    add(conversationId: string, body: string, answers: Answered | null = null): void {
      const letter: Letter = { id: crypto.randomUUID(), conversationId, body, answers, at: new Date().toISOString() }
      keep(letters => [...letters, letter])
      change([...unsent, { ...letter, state: 'sending', error: '' }])
      void sendAll(conversationId)
    },

    retry(id: string): void {
      mark(letter => letter.id === id, 'sending')
      retry()
    },

    /** Retries without waiting. */
    retryAll: retry,

    drop,

    close(): void {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    },
  }
}
