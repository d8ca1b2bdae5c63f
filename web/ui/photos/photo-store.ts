import pLimit from 'p-limit'
import { type Photo, type PhotoAction, photoList, spaceLeft } from './photo-list.ts'
import { refuseSize, refuseType } from './refuse-file.ts'
import type { SendPhoto } from './send-photo.ts'

/** Phones lack the memory to decode a dozen photos at once. */
const atOnce = 2

interface PhotoStoreDeps {
  send: SendPhoto
  /** Scales a photo down before it is sent. */
  prepare: (file: Blob) => Promise<Blob>
  initial: readonly Photo[]
  /** Maximum number of photos. */
  max: number
}

export type PhotoStore = ReturnType<typeof createPhotoStore>

/** The photos of a form; each is uploaded as soon as it is added. */
export function createPhotoStore({ send, prepare, initial, max }: PhotoStoreDeps) {
  let photos = initial
  const files = new Map<string, File>()
  const underWay = new Map<string, { abort: AbortController; done: Promise<void> }>()
  const listeners = new Set<() => void>()
  const limit = pLimit(atOnce)

  function dispatch(action: PhotoAction): void {
    photos = photoList(photos, action)
    for (const listener of listeners) listener()
  }

  /** Uploads the photo, or shows the error on it. */
  async function transfer(key: string, file: File, signal: AbortSignal): Promise<void> {
    try {
      const picture = await prepare(file)
      const error = refuseSize(picture)
      if (error) throw new Error(error)
      const stored = await send(picture, {
        onProgress: progress => dispatch({ type: 'progressed', key, progress }),
        signal,
      })
      const { id, get_thumbnail: preview } = stored
      forget(key)
      dispatch({ type: 'stored', key, id, preview, uploadedAt: Date.now() })
    } catch (error) {
      if (signal.aborted) return
      dispatch({ type: 'failed', key, error: error instanceof Error ? error.message : 'Не загрузился' })
    }
  }

  function start(key: string, file: File): void {
    const abort = new AbortController()
    const done = limit(async () => {
      if (!abort.signal.aborted) await transfer(key, file, abort.signal)
      underWay.delete(key)
    })
    underWay.set(key, { abort, done })
  }

  /** Releases a file and its preview address. */
  function forget(key: string): void {
    if (!files.delete(key)) return
    const preview = photos.find(photo => photo.key === key)?.preview
    if (preview) URL.revokeObjectURL(preview)
  }

  return {
    get: (): readonly Photo[] => photos,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Adds the files that are accepted and returns a message for each of the others. */
    add(chosen: readonly File[]): string[] {
      const refusals = chosen.map(file => refuseType(file))
      const fitting = chosen.filter((_, index) => refusals[index] === null)
      const taken = fitting.slice(0, spaceLeft(photos, max)).map(file => ({ key: crypto.randomUUID(), file }))
      for (const { key, file } of taken) files.set(key, file)
      dispatch({
        type: 'added',
        photos: taken.map(({ key, file }) => ({ key, name: file.name, preview: URL.createObjectURL(file) })),
      })
      for (const { key, file } of taken) start(key, file)
      const tooMany = fitting.length - taken.length
      const sentences = refusals.filter(refusal => refusal !== null)
      return tooMany > 0 ? [...sentences, `Больше ${max} снимков не поместится: не взяли ${tooMany}`] : sentences
    },

    retry(key: string): void {
      const file = files.get(key)
      if (!file) return
      dispatch({ type: 'retried', key })
      start(key, file)
    },

    remove(key: string): void {
      underWay.get(key)?.abort.abort()
      forget(key)
      dispatch({ type: 'removed', key })
    },

    move(key: string, to: number): void {
      dispatch({ type: 'moved', key, to })
    },

    /** Replaces all photos with others that are already stored. */
    replace(next: readonly Photo[]): void {
      for (const photo of photos) {
        underWay.get(photo.key)?.abort.abort()
        forget(photo.key)
      }
      dispatch({ type: 'replaced', photos: [...next] })
    },

    /** Waits until no upload is under way and returns the photos. */
    async settled(): Promise<readonly Photo[]> {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done))
      return photos
    },
  }
}
