import type { Db } from '#server/platform/database/database.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { newPrivateKey } from '#server/platform/media/private-addresses.ts'
import { listExposedPictures, setPicture } from './private-pictures.queries.ts'

const atOnce = 50
const first = '00000000-0000-0000-0000-000000000000'

/**
 * Gives the pictures of private posts that were stored under addresses for everybody keys of their own. Files first, the
 * row after: whenever it is cut short, every row names files that are there, and the next run goes on. The old files go
 * with the clean-up when nothing else shows them.
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
