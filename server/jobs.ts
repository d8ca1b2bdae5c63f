import type { NamedPlants } from '#server/reading/names/named-plants.ts'
// The handlers of jobs: each domain declares its own (*.jobs.ts).
import { cleanAccounts } from './domains/accounts/accounts.cleanup.ts'
import { accountCleanup } from './domains/accounts/accounts.jobs.ts'
import { deleteExpiredInvitations } from './domains/companies/companies.api.ts'
import { digestWriting } from './domains/notifications/digest/digest.jobs.ts'
import { digestWriter } from './domains/notifications/digest/digest.service.ts'
import { hidePrivatePictures } from './domains/posts/writing/private-pictures.service.ts'
import { listApplier } from './domains/price-lists/applying/apply-list.service.ts'
import { letterAnswerer } from './domains/price-lists/by-mail/answer-letter.service.ts'
import { cleanPriceLists } from './domains/price-lists/price-lists.cleanup.ts'
import { letterAnswering, listApplying, listCleanup, listReading } from './domains/price-lists/price-lists.jobs.ts'
import { listReader } from './domains/price-lists/read-list.service.ts'
import { freshnessTelling } from './domains/products/freshness/freshness.jobs.ts'
import { type FreshnessDeps, freshnessTeller } from './domains/products/freshness/freshness.service.ts'
import { linkedDrawer } from './domains/products/linked-pictures.service.ts'
import { linkedDrawing } from './domains/products/products.jobs.ts'
import { alertTelling } from './domains/saved-searches/alerts/alerts.jobs.ts'
import { type AlertDeps, alertTeller } from './domains/saved-searches/alerts/alerts.service.ts'
import { statisticsCleanup } from './domains/statistics/statistics.jobs.ts'
import { cleanStatistics } from './domains/statistics/statistics.service.ts'
import { type TellingDeps, tellingJobs } from './domains/telling/tell-later.service.ts'
import type { UnsubscribeUrl } from './domains/telling/telling.api.ts'
import { quietEnding, tellingCleanup, tellingLater } from './domains/telling/telling.jobs.ts'
import { dealExpiry } from './domains/trade/deals/deals.jobs.ts'
import { dealExpirer } from './domains/trade/deals/expiry.service.ts'
import { tradeMailer } from './domains/trade/telling/trade-mailing.service.ts'
import { tradeMailing } from './domains/trade/telling/trade.jobs.ts'
import { forgetExpiredUploads } from './domains/uploads/uploads.service.ts'
import type { Db } from './platform/database/database.ts'
import { contentChangeCleanup } from './platform/http/cache/content-changes.jobs.ts'
import { forgetOldChanges } from './platform/http/cache/content-changes.queries.ts'
import { doneBy, type JobHandler } from './platform/jobs/job-workers.ts'
import type { MailTransport } from './platform/mail/mail-transport.ts'
import { emailSending } from './platform/mail/mail.jobs.ts'
import { emailSender } from './platform/mail/send-email.ts'
import { cleanMedia } from './platform/media/media-cleanup.ts'
import { pictureCleanup } from './platform/media/media.jobs.ts'
import type { MediaStore } from './platform/media/media.ts'
import { demoDrawing } from './seed/demo-pictures.jobs.ts'
import { demoDrawer } from './seed/demo-pictures.ts'

interface PictureDeps {
  db: Db
  media: MediaStore
  logError: (line: string) => void
}

interface JobDeps extends PictureDeps {
  /** For long-running jobs. */
  slowly: Db
  mail: MailTransport
  alerts: Omit<AlertDeps, 'db'>
  confirmTokens: FreshnessDeps['tokens']
  telling: Pick<TellingDeps, 'keys' | 'allowsLocal'> & { unsubscribeUrl: UnsubscribeUrl }
}

/** Cleans up the stored pictures; `alone` as for `cleanMedia`. */
export async function tidyPictures({ db, media, logError }: PictureDeps, alone: boolean): Promise<void> {
  await hidePrivatePictures(db, media, logError)
  await forgetExpiredUploads(db)
  await cleanMedia(db, media, alone)
}

/** All queues of the product. */
export const productQueues = [
  emailSending,
  linkedDrawing,
  demoDrawing,
  pictureCleanup,
  accountCleanup,
  contentChangeCleanup,
  alertTelling,
  listReading,
  listApplying,
  listCleanup,
  letterAnswering,
  freshnessTelling,
  tradeMailing,
  dealExpiry,
  statisticsCleanup,
  digestWriting,
  tellingLater,
  quietEnding,
  tellingCleanup,
]

/** The handler of each. */
export const productJobs = (deps: JobDeps): JobHandler[] => [
  ...priceListJobs({ ...deps, names: deps.alerts.names }),
  ...otherJobs(deps),
]

interface PriceListJobDeps extends Pick<JobDeps, 'db' | 'slowly' | 'media'> {
  names: () => Promise<NamedPlants>
}

/** Of price lists. */
export function priceListJobs({ db, slowly, media, names }: PriceListJobDeps): JobHandler[] {
  return [
    listReader({ db, slowly, names }),
    listApplier({ slowly, media, names }),
    doneBy(listCleanup, () => cleanPriceLists(slowly)),
  ]
}

const otherJobs = ({ db, slowly, media, mail, alerts, confirmTokens, telling, logError }: JobDeps): JobHandler[] => [
  emailSender(db, mail),
  letterAnswerer({ db, publicUrl: alerts.publicUrl }),
  linkedDrawer(db, media),
  demoDrawer(db, media),
  doneBy(pictureCleanup, () => tidyPictures({ db: slowly, media, logError }, false)),
  doneBy(accountCleanup, async () => {
    await cleanAccounts(slowly)
    await deleteExpiredInvitations(slowly)
  }),
  doneBy(contentChangeCleanup, () => forgetOldChanges(slowly)),
  alertTeller({ ...alerts, db: slowly }),
  freshnessTeller({
    db: slowly,
    tokens: confirmTokens,
    publicUrl: alerts.publicUrl,
    unsubscribeUrl: telling.unsubscribeUrl,
  }),
  dealExpirer(db),
  tradeMailer({ db, publicUrl: alerts.publicUrl, unsubscribeUrl: telling.unsubscribeUrl }),
  doneBy(statisticsCleanup, () => cleanStatistics(slowly)),
  digestWriter({ db, publicUrl: alerts.publicUrl, unsubscribeUrl: telling.unsubscribeUrl }),
  ...tellingJobs({ ...telling, db, publicUrl: alerts.publicUrl }),
]
