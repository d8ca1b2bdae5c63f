/** A photo of a form: being sent, stored, or failed. */
export interface Photo {
  key: string
  /** The name of its file; `""` for one that was stored before. */
  name: string
  /** Sent by the form: the id of a stored picture or of an upload. */
  id: number | string | null
  /** The address shown: of the local file until it is uploaded. */
  preview: string
  state: 'sending' | 'stored' | 'failed'
  /** Share of the bytes sent, from 0 to 1. */
  progress: number
  /** Why it failed. */
  error: string
  /** Time of the upload in milliseconds; the server keeps unused uploads for a day. */
  uploadedAt: number | null
}

export type PhotoAction =
  | { type: 'added'; photos: { key: string; name: string; preview: string }[] }
  | { type: 'progressed'; key: string; progress: number }
  | { type: 'stored'; key: string; id: string; preview: string; uploadedAt: number }
  | { type: 'failed'; key: string; error: string }
  | { type: 'retried'; key: string }
  | { type: 'removed'; key: string }
  | { type: 'moved'; key: string; to: number }
  | { type: 'replaced'; photos: Photo[] }

/** How many more photos fit. */
export const spaceLeft = (photos: readonly Photo[], max: number) => Math.max(0, max - photos.length)

/** A copy with one entry moved. */
export function movedTo<T>(entries: readonly T[], from: number, to: number): T[] {
  const entry = entries[from]
  if (entry === undefined) return [...entries]
  const rest = entries.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, entry)
}

export function photoList(photos: readonly Photo[], action: PhotoAction): readonly Photo[] {
  const change = (key: string, changes: Partial<Photo>) =>
    photos.map(photo => (photo.key === key ? { ...photo, ...changes } : photo))

  switch (action.type) {
    case 'added':
      return [
        ...photos,
        ...action.photos.map((photo): Photo => ({
          ...photo,
          id: null,
          state: 'sending',
          progress: 0,
          error: '',
          uploadedAt: null,
        })),
      ]
    case 'progressed':
      return change(action.key, { progress: action.progress })
    case 'stored': {
      const { id, preview, uploadedAt } = action
      return change(action.key, { id, preview, uploadedAt, state: 'stored', progress: 1, error: '' })
    }
    case 'failed':
      return change(action.key, { state: 'failed', error: action.error })
    case 'retried':
      return change(action.key, { state: 'sending', progress: 0, error: '' })
    case 'removed':
      return photos.filter(photo => photo.key !== action.key)
    case 'moved':
      return movedTo(
        photos,
        photos.findIndex(photo => photo.key === action.key),
        action.to,
      )
    case 'replaced':
      return action.photos
  }
}

/** The ids that the form sends, in order. */
export const storedIds = (photos: readonly Photo[]) => photos.flatMap(photo => (photo.id === null ? [] : [photo.id]))
