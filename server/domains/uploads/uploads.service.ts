import { photosAtOnceMax } from '#contract/product-photos.ts'
import type { Upload } from '#contract/uploads.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { storePicture, storeUnseenPicture } from '#server/platform/media/pictures.ts'
import { isPrivateKey, newPrivateKey } from '#server/platform/media/private-addresses.ts'
import { deleteExpired, deleteOldest, insertUpload, takeUploads, type WaitingUpload } from './uploads.queries.ts'

/** Maximum of pending uploads per person: one bulk of photos and several forms. New ones replace the oldest. */
export const waitingMax = photosAtOnceMax + 60
const lifetimeHours = 24

export interface UploadDeps {
  db: Db
  media: MediaStore
}

/**
 * Stores a picture, visible only to its owner unless `isPublic`, until a form uses it. Throws INVALID_INPUT without
 * one.
 */
export async function keepUpload(
  { db, media }: UploadDeps,
  actor: Actor,
  file: ReceivedFile | undefined,
  isPublic = false,
): Promise<Upload> {
  if (!file) {
    throw new AppError('INVALID_INPUT', undefined, { image: [{ message: 'Нужен снимок', code: 'required' }] })
  }
  const { mediaKey, publicKey } = isPublic
    ? { mediaKey: await storePicture(media, file), publicKey: null }
    : await storeUnseenPicture(media, file)
  const id = uuidv7()
  await db.transaction(async tx => {
    await lockPeople(tx, [actor.id])
    await putMedia(tx, [mediaKey])
    await insertUpload(tx, { id, ownerId: actor.id, mediaKey, publicKey })
    await deleteOldest(tx, actor.id, waitingMax)
  })
  return { id, ...media.urls(mediaKey) }
}

/**
 * Moves the pictures of these uploads to public or private keys, depending on the form's audience; returns their keys
 * by id. Called before the transaction that consumes the uploads, because it moves files.
 */
export async function placeUploads(
  media: MediaStore,
  found: WaitingUpload[],
  isPrivate = false,
): Promise<Map<string, string>> {
  const placed = await Promise.all(
    found.map(async ({ id, mediaKey, publicKey }) => {
      const key = isPrivate ? (isPrivateKey(mediaKey) ? mediaKey : newPrivateKey()) : (publicKey ?? mediaKey)
      const isThere = key === mediaKey || (await media.copyPicture(mediaKey, key))
      return isThere ? [[id, key] as const] : []
    }),
  )
  return new Map(placed.flat())
}

/**
 * Transfers placed uploads to the form being saved: their rows are deleted, and the keys of those that still existed
 * are returned by id. The caller inserts the pictures' rows (`putMedia`).
 */
export async function consumeUploads(
  tx: Tx,
  ownerId: string,
  placed: Map<string, string>,
): Promise<Map<string, string>> {
  const taken = placed.size > 0 ? await takeUploads(tx, ownerId, [...placed.keys()]) : []
  return new Map(taken.map(id => [id, placed.get(id) ?? '']))
}

/**
 * Deletes uploads that no form has used within a day; the next clean-up deletes the pictures
 * (platform/media-cleanup.ts).
 */
export async function forgetExpiredUploads(db: Db): Promise<void> {
  await deleteExpired(db, lifetimeHours)
}
