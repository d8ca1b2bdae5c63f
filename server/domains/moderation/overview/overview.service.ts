import { latestActions, type StaffOverview } from '#contract/moderation/overview.ts'
import { listLatest } from '#server/domains/audit/audit.service.ts'
import { countReported } from '#server/domains/posts/posts.api.ts'
import { countAwaiting } from '#server/domains/products/products.api.ts'
import { countDrafts } from '#server/domains/publications/publications.api.ts'
import { countReportedReviews } from '#server/domains/trade/trade.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countJobs } from '#server/platform/jobs/job-counts.queries.ts'
import { countAppeals } from '../decisions/decisions.queries.ts'
import { countThings } from '../decisions/reports.queries.ts'

/** The number of items awaiting moderators, as counted by the domains, and the latest actions. */
export async function getOverview(db: Db): Promise<StaffOverview> {
  const [
    listings_waiting,
    posts_reported,
    reviews_reported,
    complaints_waiting,
    appeals_waiting,
    articles_drafted,
    queues,
    latest,
  ] = await Promise.all([
    countAwaiting(db),
    countReported(db),
    countReportedReviews(db),
    countThings(db),
    countAppeals(db),
    countDrafts(db),
    countJobs(db),
    listLatest(db, latestActions),
  ])
  return {
    listings_waiting,
    posts_reported,
    reviews_reported,
    complaints_waiting,
    appeals_waiting,
    articles_drafted,
    jobs_waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
    jobs_failed: queues.reduce((sum, { failed }) => sum + failed, 0),
    latest,
  }
}
