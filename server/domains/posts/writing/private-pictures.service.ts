import type { Db } from '#server/platform/database/database.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { newPrivateKey } from '#server/platform/media/private-addresses.ts'
import { listExposedPictures, setPicture } from './private-pictures.queries.ts'

const atOnce = 50
const first = '00000000-0000-0000-0000-000000000000'

/**
 * Moves pictures of private posts that were stored under public addresses to private keys. Files are moved before the
 * row: if interrupted, every row names existing files, and the next run continues. The clean-up deletes the old files
 * if nothing else shows them.
 */
export async function hidePrivatePictures(db: Db, media: MediaStore, logError: (line: string) => void): Promise<void> {
  let after = first
  for (;;) {
    const exposed = await listExposedPictures(db, after, atOnce)
    for (const picture of exposed) {
      after = picture.id
      const key = newPrivateKey()
      if (await media.copyPicture(picture.mediaKey, key)) {
        await db.transaction(async tx => {
          await putMedia(tx, [key])
          await setPicture(tx, picture, key)
        })
      } else logError(`Снимок ${picture.mediaKey} закрытой записи ${picture.postId} не найден в хранилище.`)
    }
    if (exposed.length < atOnce) return
  }
}
