import type { Api } from '#web/lib/api.ts'

/** Counts that somebody sees a product or opens its telephone. Nothing waits for it, and nobody hears if it fails. */
export function countVisit(api: Api, id: number, what: 'seen' | 'phone'): void {
  void api.call(`POST /products/:id/${what}/`, { params: { id: String(id) } }).catch(() => {})
}
