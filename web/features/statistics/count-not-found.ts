import type { Api } from '#web/lib/api.ts'

/** Tells that a search of offers in a region has no results. Nothing waits for it, and nobody hears if it fails. */
export function countNotFound(api: Api, query: string): void {
  void api.call('POST /offers/not-found/', { body: { query } }).catch(() => {})
}
