import { clsx } from 'clsx'
import { type ChangeEvent, useId, useState, useSyncExternalStore } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { FieldError } from '#web/ui/field.tsx'
import { ImagePlus } from '#web/ui/icons.ts'
import { type Photo, spaceLeft } from '#web/ui/photos/photo-list.ts'
import { FailedNote, RemovePhotoButton, SendingBar } from '#web/ui/photos/photo-overlays.tsx'
import type { PhotoStore } from '#web/ui/photos/photo-store.ts'
import { acceptedTypes } from '#web/ui/photos/refuse-file.ts'

interface PictureFieldProps {
  label: string
  hint: string
  /** «снимок», «логотип»: how one of them is called. */
  word: string
  store: PhotoStore
  max: number
  /** Width : height of what is shown. */
  ratio: 'aspect-square' | 'aspect-[16/5]' | 'aspect-4/3'
  error?: string | undefined
}

/** Pictures of a company: chosen, uploaded at once, taken away; they are the company's when the form is saved. */
export function PictureField({ label, hint, word, store, max, ratio, error }: PictureFieldProps) {
  const id = useId()
  const photos = useSyncExternalStore(store.subscribe, store.get, store.get)
  const [refusals, setRefusals] = useState<string[]>([])

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const files = [...(event.target.files ?? [])]
    if (files.length > 0) setRefusals(store.add(files))
    // Without this, choosing the same file again would not fire the event.
    event.target.value = ''
  }

  const isFull = spaceLeft(photos, max) === 0
  const nameOf = (index: number) => (max === 1 ? word : `${word} ${index + 1}`)
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
        {hint}
      </p>
      {photos.length > 0 && (
        <ul
          aria-label={label}
          className={clsx('mb-2 grid gap-2', ratio === 'aspect-[16/5]' ? 'grid-cols-1' : 'grid-cols-3 sm:grid-cols-5')}
        >
          {photos.map((photo, index) => (
            <Tile
              key={photo.key}
              photo={photo}
              ratio={ratio}
              name={nameOf(index)}
              onRemove={() => {
                store.remove(photo.key)
                setRefusals([])
              }}
              onRetry={() => store.retry(photo.key)}
            />
          ))}
        </ul>
      )}
      {!isFull && (
        <label
          className={clsx(
            buttonStyle('secondary'),
            'relative cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-leaf',
          )}
        >
          <ImagePlus size={20} />
          {max === 1 ? 'Выбрать' : 'Добавить'}
          <input
            type="file"
            multiple={max > 1}
            accept={acceptedTypes}
            onChange={choose}
            aria-label={`${max === 1 ? 'Выбрать' : 'Добавить'}: ${label}`}
            className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          />
        </label>
      )}
      <div role="alert" id={`${id}-error`}>
        {[...(error ? [error] : []), ...refusals].map((message, index) => (
          <FieldError key={message} id={`${id}-error-${index}`}>
            {message}
          </FieldError>
        ))}
      </div>
    </fieldset>
  )
}

interface TileProps {
  photo: Photo
  ratio: string
  name: string
  onRemove: () => void
  onRetry: () => void
}

function Tile({ photo, ratio, name, onRemove, onRetry }: TileProps) {
  return (
    <li className="relative overflow-hidden rounded-lg border border-line bg-sunken">
      <img
        src={photo.preview}
        alt={name}
        className={clsx(
          'w-full',
          ratio,
          ratio === 'aspect-square' ? 'object-contain' : 'object-cover',
          photo.state === 'failed' && 'opacity-40',
        )}
      />
      <RemovePhotoButton name={name} onRemove={onRemove} />
      {photo.state === 'sending' && <SendingBar name={name} progress={photo.progress} />}
      {photo.state === 'failed' && <FailedNote name={name} error={photo.error} onRetry={onRetry} />}
    </li>
  )
}
