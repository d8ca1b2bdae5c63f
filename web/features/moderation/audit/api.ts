import { queryOptions } from '@tanstack/react-query'
import type { JournalSubject } from '#contract/moderation/audit.ts'
import type { Api } from '#web/lib/api.ts'

/** `subject`: what was dealt with; `''` is everything. */
export const journalQuery = (api: Api, subject: JournalSubject | '', page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'journal', subject, page],
    queryFn: ({ signal }) => api.call('GET /staff/journal/', { query: { subject, page }, signal }),
  })
