/** A picture of what is being written: on its way to the server, there, or stuck. */
export interface Photo {
  key: string
  /** What the form sends: the number of the picture or of the upload. */
  id: number | string | null
  /** What is shown: the file itself until the server has it. */
  preview: string
  state: 'sending' | 'stored' | 'failed'
  /** From 0 to 1, of the bytes sent. */
  progress: number
  /** Why it is stuck. */
  error: string
  /** When the server got it ahead of the form, in milliseconds; it keeps such pictures for a day. */
  uploadedAt: number | null
}

export type PhotoAction =
  | { type: 'added'; photos: { key: string; preview: string }[] }
  | { type: 'progressed'; key: string; progress: number }
  | { type: 'stored'; key: string; id: string; preview: string; uploadedAt: number }
  | { type: 'failed'; key: string; error: string }
  | { type: 'retried'; key: string }
  | { type: 'removed'; key: string }
  | { type: 'moved'; key: string; to: number }
  | { type: 'replaced'; photos: Photo[] }

/** How many more pictures there is room for. */
export const spaceLeft = (photos: readonly Photo[], max: number) => Math.max(0, max - photos.length)

/** The same entries with one of them at another place. */
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
        ...action.photos.map(
          (photo): Photo => ({ ...photo, id: null, state: 'sending', progress: 0, error: '', uploadedAt: null }),
        ),
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

/** What the form sends of them, in their order. */
export const storedIds = (photos: readonly Photo[]) => photos.flatMap(photo => (photo.id === null ? [] : [photo.id]))
