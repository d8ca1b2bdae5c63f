import { clsx } from 'clsx'
import { type ChangeEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { productPicturesMax } from '#contract/products.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Camera, ImagePlus } from '#web/ui/icons.ts'
import { spaceLeft } from '#web/ui/photos/photo-list.ts'
import type { PhotoStore } from '#web/ui/photos/photo-store.ts'
import { acceptedTypes } from '#web/ui/photos/refuse-file.ts'
import { useIncomingFiles } from '#web/ui/photos/use-incoming-files.ts'
import { PhotoTile } from './photo-tile.tsx'
import { usePhotoDrag } from './use-photo-drag.ts'

interface PhotoBoxProps {
  store: PhotoStore
  /** The error of the form or the server about the photos. */
  error?: string
}

const chooser = 'relative cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-leaf'

export function PhotoBox({ store, error }: PhotoBoxProps) {
  const photos = useSyncExternalStore(store.subscribe, store.get)
  const [refusals, setRefusals] = useState<string[]>([])
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  /** The button to focus when the list has its new order. */
  const focusNext = useRef<string | null>(null)

  const add = (files: File[]) => {
    if (files.length > 0) setRefusals(store.add(files))
  }
  const isOver = useIncomingFiles(add)

  function move(key: string, to: number): void {
    const act = document.activeElement?.closest(`[data-photo="${key}"] [data-act]`)?.getAttribute('data-act')
    focusNext.current = act ? `[data-photo="${key}"] [data-act="${act}"]` : null
    store.move(key, to)
    setAnnouncement(
      to === 0
        ? `Снимок теперь первый из ${photos.length}, это обложка`
        : `Снимок теперь ${to + 1}-й из ${photos.length}`,
    )
  }
  function remove(key: string, place: number): void {
    const neighbour = photos[place + 1] ?? photos[place - 1]
    focusNext.current = neighbour ? `[data-photo="${neighbour.key}"] [data-act="remove"]` : null
    store.remove(key)
    setRefusals([])
    setAnnouncement(`Снимок ${place + 1} убран`)
  }
  // Moving a node takes the focus from its contents.
  useEffect(() => {
    if (!focusNext.current) return
    list.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  })

  const keys = photos.map(photo => photo.key)
  const { dragging, start } = usePhotoDrag(list, keys, move)
  const dragged = dragging && photos.find(photo => photo.key === dragging.key)

  return (
    <div>
      {photos.length > 0 && (
        <ul ref={list} aria-label="Снимки растения" className="mb-3 grid grid-cols-2 gap-3">
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.key}
              photo={photo}
              place={dragging ? dragging.order.indexOf(photo.key) : index}
              count={photos.length}
              isDragged={dragging?.key === photo.key}
              onDragStart={event => start(event, photo.key)}
              onMove={to => move(photo.key, to)}
              onRemove={() => remove(photo.key, index)}
              onRetry={() => store.retry(photo.key)}
            />
          ))}
        </ul>
      )}
      <AddPhotos
        count={photos.length}
        room={spaceLeft(photos, productPicturesMax)}
        isOver={isOver}
        isWrong={Boolean(error)}
        onFiles={add}
      />
      <div role="alert" id="photos-error">
        {error && <FieldError id="photos-error">{error}</FieldError>}
        {refusals.map((refusal, index) => (
          <FieldError key={refusal} id={`photos-refusal-${index}`}>
            {refusal}
          </FieldError>
        ))}
      </div>
      <output className="sr-only">{announcement}</output>
      {dragged &&
        createPortal(
          <img
            src={dragged.preview}
            alt=""
            style={{ left: dragging.x, top: dragging.y }}
            className="pointer-events-none fixed z-50 aspect-4/3 w-32 -translate-1/2 rounded-lg object-cover shadow-lift"
          />,
          document.body,
        )}
    </div>
  )
}

interface AddPhotosProps {
  count: number
  /** How many more there may be. */
  room: number
  /** Files are being dragged over the page. */
  isOver: boolean
  isWrong: boolean
  onFiles: (files: File[]) => void
}

function AddPhotos({ count, room, isOver, isWrong, onFiles }: AddPhotosProps) {
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(event.target.files ?? [])])
    // Without this, choosing the same file again would not fire the event.
    event.target.value = ''
  }

  return (
    <div
      className={clsx(
        'rounded-lg border-2 border-dashed px-4 py-5 text-center transition-colors',
        isOver ? 'border-leaf bg-leaf-soft' : isWrong ? 'border-danger' : 'border-edge/70',
      )}
    >
      {room > 0 ? (
        <>
          <p className="hidden text-sm text-muted pointer-fine:block">
            {isOver ? 'Отпускайте: снимки добавятся' : 'Перетащите снимки на страницу, вставьте из буфера или'}
          </p>
          <div className="mt-3 flex flex-wrap justify-center gap-2 pointer-coarse:mt-0">
            <label className={clsx(buttonStyle('secondary'), chooser)}>
              <ImagePlus size={20} />
              Выбрать снимки
              <input
                id="photos"
                type="file"
                multiple
                accept={acceptedTypes}
                onChange={choose}
                aria-describedby="photos-hint photos-error"
                className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
              />
            </label>
            <label className={clsx(buttonStyle('secondary'), chooser, 'hidden! pointer-coarse:inline-flex!')}>
              <Camera size={20} />
              Снять камерой
              <input
                type="file"
                accept="image/*"
                capture="environment"
                onChange={choose}
                className="absolute inset-0 opacity-0"
              />
            </label>
          </div>
        </>
      ) : (
        <p className="text-sm text-muted">
          Все {productPicturesMax} мест заняты: чтобы добавить снимок, уберите другой.
        </p>
      )}
      <p id="photos-hint" className="mt-3 text-xs text-muted">
        {count === 0
          ? `До ${productPicturesMax} снимков, первый станет обложкой. Пока их нет, покажем рисунок растения.`
          : `${count} из ${productPicturesMax}. Первый снимок — обложка.`}
      </p>
    </div>
  )
}
