import type { TeamPhoto } from '#contract/companies.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'

/** A stored picture as the form begins with it. */
export const storedPhoto = (id: number, preview: string): Photo => ({
  key: String(id),
  name: '',
  id,
  preview,
  state: 'stored',
  progress: 1,
  error: '',
  uploadedAt: null,
})

/** What the form sends of the only picture of its kind: nothing while it is the one that was there. */
export function changeOfSingle(was: string, photos: readonly Photo[]): string | undefined {
  const id = photos[0]?.id
  if (typeof id === 'string') return id
  return was !== '' && photos.length === 0 ? '' : undefined
}

/** Which photos are new, and which were taken away. */
export function changesOfPhotos(was: readonly TeamPhoto[], photos: readonly Photo[]) {
  const ids = photos.map(({ id }) => id)
  return {
    photos: ids.filter(id => typeof id === 'string'),
    delete_photos: was.flatMap(({ id }) => (ids.includes(id) ? [] : [id])),
  }
}
