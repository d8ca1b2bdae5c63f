import type { Upload } from '#contract/uploads.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { Limit } from '#server/platform/limits.ts'
import { putMedia } from '#server/platform/media.queries.ts'
import type { MediaStore } from '#server/platform/media.ts'
import { storePicture } from '#server/platform/pictures.ts'
import type { ReceivedFile } from '#server/platform/received-files.ts'
import type { Actor } from '#server/platform/session.ts'
import { deleteExpired, deleteOldest, findUploads, insertUpload, lockOwner, takeUploads } from './uploads.queries.ts'

/** How many pictures of one person wait for a form: several forms' worth. The newest push out the oldest. */
export const waitingMax = 60
const lifetimeHours = 24

export interface UploadDeps {
  db: Db
  media: MediaStore
  uploadsPerHour: Limit
}

/** Keeps a picture until a form takes it. Throws INVALID_INPUT without one and TOO_MANY_REQUESTS. */
export async function keepUpload(
  { db, media, uploadsPerHour }: UploadDeps,
  actor: Actor,
  file: ReceivedFile | undefined,
): Promise<Upload> {
  if (!file) {
    throw new AppError('INVALID_INPUT', undefined, { image: [{ message: 'Нужен снимок', code: 'required' }] })
  }
  await uploadsPerHour.take(actor.id)
  const mediaKey = await storePicture(media, file)
  const id = uuidv7()
  await db.transaction(async tx => {
    await lockOwner(tx, actor.id)
    await putMedia(tx, [mediaKey])
    await insertUpload(tx, { id, ownerId: actor.id, mediaKey })
    await deleteOldest(tx, actor.id, waitingMax)
  })
  return { id, ...media.urls(mediaKey) }
}

/** Which of these are uploads of this person. */
export async function knownUploads(db: Db | Tx, ownerId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await findUploads(db, ownerId, ids)).map(upload => upload.id))
}

/** Hands a person's uploads over to the form that is being saved: they are gone, and their pictures' keys are given by id. */
export async function consumeUploads(tx: Tx, ownerId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await takeUploads(tx, ownerId, ids)).map(upload => [upload.id, upload.mediaKey]))
}

/** Forgets what no form has taken in a day; the pictures go with the next clean-up (platform/media-cleanup.ts). */
export async function forgetExpiredUploads(db: Db): Promise<void> {
  await deleteExpired(db, lifetimeHours)
}
