import { clsx } from 'clsx'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { postLimits } from '#contract/post-forms.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { FieldError } from '#web/ui/field.tsx'
import { ImagePlus } from '#web/ui/icons.ts'
import { type Photo, spaceLeft } from '#web/ui/photos/photo-list.ts'
import { FailedNote, RemovePhotoButton, SendingBar } from '#web/ui/photos/photo-overlays.tsx'
import type { PhotoStore } from '#web/ui/photos/photo-store.ts'
import { acceptedTypes } from '#web/ui/photos/refuse-file.ts'
import { useIncomingFiles } from '#web/ui/photos/use-incoming-files.ts'

interface PostPhotosProps {
  store: PhotoStore
  photos: readonly Photo[]
  /** Shown before the button. */
  before: ReactNode
  /** Shown after the button, at the end of the row. */
  children: ReactNode
}

/** The pictures of a new post and the button that adds them; they may also be dropped on the page or pasted. */
export function PostPhotos({ store, photos, before, children }: PostPhotosProps) {
  const [refusals, setRefusals] = useState<string[]>([])
  const add = (files: File[]) => {
    if (files.length > 0) setRefusals(store.add(files))
  }
  const isOver = useIncomingFiles(add)

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    add([...(event.target.files ?? [])])
    // Without this, choosing the same file again would not fire the event.
    event.target.value = ''
  }

  const isFull = spaceLeft(photos, postLimits.pictures) === 0
  return (
    <>
      {photos.length > 0 && (
        <ul aria-label="Снимки новой записи" className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-4">
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.key}
              photo={photo}
              name={`снимок ${index + 1}`}
              onRemove={() => {
                store.remove(photo.key)
                setRefusals([])
              }}
              onRetry={() => store.retry(photo.key)}
            />
          ))}
        </ul>
      )}
      <div role="alert">
        {refusals.map((refusal, index) => (
          <FieldError key={refusal} id={`post-photos-refusal-${index}`}>
            {refusal}
          </FieldError>
        ))}
      </div>
      <div
        className={clsx(
          'mt-2 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-md sm:mt-3',
          isOver && 'outline-2 outline-offset-4 outline-leaf outline-dashed',
        )}
      >
        {before}
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <label
            className={clsx(
              buttonStyle('secondary'),
              'relative px-3.5! focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-leaf',
              isFull ? 'opacity-55' : 'cursor-pointer',
            )}
          >
            <ImagePlus size={20} />
            {isFull ? `${postLimits.pictures} из ${postLimits.pictures}` : 'Снимки'}
            <input
              type="file"
              multiple
              disabled={isFull}
              accept={acceptedTypes}
              onChange={choose}
              aria-label="Добавить снимки"
              className="absolute inset-0 opacity-0 enabled:cursor-pointer enabled:file:cursor-pointer"
            />
          </label>
          {children}
        </div>
      </div>
    </>
  )
}

interface PhotoTileProps {
  photo: Photo
  /** `снимок 2`. */
  name: string
  onRemove: () => void
  onRetry: () => void
}

function PhotoTile({ photo, name, onRemove, onRetry }: PhotoTileProps) {
  return (
    <li className="relative overflow-hidden rounded-lg border border-line">
      <img
        src={photo.preview}
        alt={`Новый ${name}`}
        className={clsx('plate aspect-square w-full object-cover', photo.state === 'failed' && 'opacity-40')}
      />
      <RemovePhotoButton name={name} onRemove={onRemove} />
      {photo.state === 'sending' && <SendingBar name={name} progress={photo.progress} />}
      {photo.state === 'failed' && <FailedNote name={name} error={photo.error} onRetry={onRetry} />}
    </li>
  )
}
