import { cleanAccounts } from './domains/accounts/accounts.cleanup.ts'
import { hidePrivatePictures } from './domains/posts/writing/private-pictures.service.ts'
import { forgetExpiredUploads } from './domains/uploads/uploads.service.ts'
import type { Db } from './platform/database/database.ts'
import type { TimedJob } from './platform/jobs/timed-jobs.ts'
import type { MediaStore } from './platform/media/media.ts'
import { cleanMedia } from './platform/media/media-cleanup.ts'

const hour = 60 * 60 * 1000

interface JobDeps {
  db: Db
  media: MediaStore
  logError: (line: string) => void
}

/** Puts the stored pictures in order; `alone` as for `cleanMedia`. */
export async function tidyPictures({ db, media, logError }: JobDeps, alone: boolean): Promise<void> {
  await hidePrivatePictures(db, media, logError)
  await forgetExpiredUploads(db)
  await cleanMedia(db, media, alone)
}

/** What is done from time to time while the server runs, and all of it at every start. */
export const productJobs = (deps: JobDeps): TimedJob[] => [
  { name: 'pictures', every: hour, run: () => tidyPictures(deps, false) },
  { name: 'accounts', every: 24 * hour, run: () => cleanAccounts(deps.db) },
]
