import { queryOptions } from '@tanstack/react-query'
import type { AuditSubject } from '#contract/moderation/audit.ts'
import type { Api } from '#web/lib/api.ts'

/** `subject`: what was dealt with; `''` is everything. */
export const auditQuery = (api: Api, subject: AuditSubject | '', page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'journal', subject, page],
    queryFn: ({ signal }) => api.call('GET /staff/journal/', { query: { subject, page }, signal }),
  })
