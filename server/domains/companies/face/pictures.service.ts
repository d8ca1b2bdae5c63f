import type { z } from 'zod'
import { companyPhotosMax, type editTeamForm } from '#contract/companies.ts'
import { selectUploads } from '#server/domains/uploads/uploads.api.ts'
import { consumeUploads, placeUploads } from '#server/domains/uploads/uploads.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { storePictures } from '#server/platform/media/pictures.ts'
import { countPhotos, deletePhotos, insertPhotos } from './face.queries.ts'

type PictureForm = Pick<z.output<typeof editTeamForm>, 'logo' | 'cover' | 'photos' | 'delete_photos'>

/** The pictures that a form brings, whose files are stored. */
interface StoredPictures {
  /** Of the request's files. */
  files: { field: string; key: string }[]
  /** Keys by upload id. */
  placed: Map<string, string>
}

const uploadsIn = ({ logo, cover, photos = [] }: PictureForm) =>
  [logo, cover, ...photos].flatMap(id => (id ? [id.toLowerCase()] : []))

/** Whether a form brings pictures, which are stored before anything is locked. */
export const bringsPictures = (form: PictureForm, files: ReceivedFile[]) =>
  files.length > 0 || uploadsIn(form).length > 0

/** Stores the files, and the uploads where everybody may see them. Throws INVALID_INPUT for what is not a picture. */
export async function storeTeamPictures(
  { db, media }: { db: Db; media: MediaStore },
  actor: Actor,
  form: PictureForm,
  files: ReceivedFile[],
): Promise<StoredPictures> {
  const ids = uploadsIn(form)
  const keys = await storePictures(media, files)
  return {
    files: files.map(({ field }, index) => ({ field, key: keys[index] ?? '' })),
    placed: await placeUploads(media, ids.length > 0 ? await selectUploads(db, actor.id, ids) : []),
  }
}

export const noPictures: StoredPictures = { files: [], placed: new Map() }

const gone = (field: string) =>
  new AppError('INVALID_INPUT', undefined, {
    [field]: fieldError('Снимка больше нет: добавьте его ещё раз', 'unknown'),
  })

/**
 * Gives the company, which the caller has locked, the form's pictures, and takes from it those that the form deletes;
 * returns the columns of its logo and cover. Throws INVALID_INPUT for an upload that is gone, and for too many photos.
 */
export async function changePictures(
  tx: Tx,
  actor: Actor,
  companyId: number,
  form: PictureForm,
  { files, placed }: StoredPictures,
): Promise<{ logoKey?: string | null; coverKey?: string | null }> {
  await putMedia(tx, [...files.map(({ key }) => key), ...placed.values()])
  const uploads = await consumeUploads(tx, actor.id, placed)
  const uploaded = (field: string, id: string) => {
    const key = uploads.get(id.toLowerCase())
    if (key === undefined) throw gone(field)
    return key
  }
  const sent = (name: string) => files.flatMap(({ field, key }) => (field === name ? [key] : []))
  const single = (field: 'logo' | 'cover') => {
    const [file] = sent(field)
    const said = form[field]
    if (file !== undefined || said === undefined) return file
    return said === '' ? null : uploaded(field, said)
  }
  const added = [...(form.photos ?? []).map(id => uploaded('photos', id)), ...sent('photos')]
  await deletePhotos(tx, companyId, form.delete_photos ?? [])
  if (added.length > 0 && (await countPhotos(tx, companyId)) + added.length > companyPhotosMax) {
    throw new AppError('INVALID_INPUT', undefined, {
      photos: fieldError(`Не больше ${companyPhotosMax} снимков`, 'too_many'),
    })
  }
  await insertPhotos(tx, companyId, added)
  const [logoKey, coverKey] = [single('logo'), single('cover')]
  return { ...(logoKey === undefined ? {} : { logoKey }), ...(coverKey === undefined ? {} : { coverKey }) }
}
