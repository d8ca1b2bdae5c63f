import { z } from 'zod'
import { call } from '../call.ts'
import { auditEntry } from './audit.ts'

/** How many of the latest actions are shown. */
export const latestActions = 8

export const staffOverview = z
  .object({
    /** Products to review, reported posts, reported reviews and replies, unpublished articles. */
    listings_waiting: z.int(),
    posts_reported: z.int(),
    reviews_reported: z.int(),
    /** Comments, people, messages, products and companies with reports; appeals against decisions. */
    complaints_waiting: z.int(),
    appeals_waiting: z.int(),
    articles_drafted: z.int(),
    /** Background jobs (emails, drawings, clean-up): waiting, and recently failed for good. */
    jobs_waiting: z.int(),
    jobs_failed: z.int(),
    latest: z.array(auditEntry),
  })
  .meta({ id: 'StaffOverview' })
export type StaffOverview = z.output<typeof staffOverview>

export const moderationOverviewCalls = {
  'GET /staff/overview/': call({
    access: 'staff',
    summary: 'Что ждёт модераторов и что они сделали последним',
    answer: staffOverview,
  }),
}
