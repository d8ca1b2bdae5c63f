import { queryOptions } from '@tanstack/react-query'
import type { AuditSubject } from '#contract/moderation/audit.ts'
import type { Api } from '#web/lib/api.ts'

/** `subject`: the kind of subjects; `''` is all. */
export const auditQuery = (api: Api, subject: AuditSubject | '', page: number) =>
  queryOptions({
    queryKey: ['member', 'staff', 'journal', subject, page],
    queryFn: ({ signal }) => api.call('GET /staff/journal/', { query: { subject, page }, signal }),
  })
