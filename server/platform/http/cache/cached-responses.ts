import { LRUCache } from 'lru-cache'
import type { Scopes } from './content-changes.ts'

/** Bytes of cached responses in one process: those asked for again, and those asked for once so far. */
const bytes = { again: 48 * 1024 * 1024, once: 16 * 1024 * 1024 }

/**
 * An LRU cache in two parts. Entries requested only once displace only each other, so that a visitor with ever new
 * queries cannot displace what everybody reads.
 */
export function cachedResponses<Answer extends { body: Buffer; scopes: Scopes }>(sizes = bytes) {
  const keep = (maxSize: number) =>
    new LRUCache<string, Answer>({
      maxSize,
      sizeCalculation: (answer, key) => answer.body.length + 2 * key.length + 48 * answer.scopes.length + 512,
    })
  const again = keep(sizes.again)
  const once = keep(sizes.once)
  return {
    get(key: string): Answer | undefined {
      const known = again.get(key)
      if (known) return known
      const first = once.get(key)
      if (!first) return undefined
      once.delete(key)
      again.set(key, first)
      return first
    },
    /** Replaces what was cached under this key. */
    set(key: string, answer: Answer): void {
      const place = again.has(key) ? again : once
      place.set(key, answer)
    },
  }
}
