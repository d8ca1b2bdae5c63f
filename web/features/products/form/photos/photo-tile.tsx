import { clsx } from 'clsx'
import type { KeyboardEvent, PointerEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowLeft, ArrowRight, CircleAlert, GripVertical, RotateCcw } from '#web/ui/icons.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { RemovePhotoButton, SendingBar } from '#web/ui/photos/photo-overlays.tsx'

interface PhotoTileProps {
  photo: Photo
  /** The current place, from 0, also while dragging. */
  place: number
  count: number
  isDragged: boolean
  onDragStart: (event: PointerEvent) => void
  onMove: (to: number) => void
  onRemove: () => void
  onRetry: () => void
}

const arrowSteps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function PhotoTile({ photo, place, count, isDragged, onDragStart, onMove, onRemove, onRetry }: PhotoTileProps) {
  const name = `снимок ${place + 1}`
  const isCover = place === 0
  const moveBy = (step: number) => {
    if (place + step >= 0 && place + step < count) onMove(place + step)
  }
  function onGripKey(event: KeyboardEvent) {
    const step = event.key === 'Home' ? -place : event.key === 'End' ? count - 1 - place : arrowSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveBy(step)
  }
  return (
    <li
      data-photo={photo.key}
      style={{ order: place }}
      className={clsx(
        'relative flex flex-col overflow-hidden rounded-lg border bg-surface',
        isCover && 'col-span-full',
        isDragged ? 'border-leaf opacity-45' : 'border-line',
      )}
    >
      <div className="relative">
        <img
          src={photo.preview}
          alt={isCover ? 'Снимок 1, обложка' : `Снимок ${place + 1}`}
          draggable={false}
          onPointerDown={event => {
            // A finger on the picture scrolls the page; it drags only by the handle.
            if (event.pointerType === 'mouse') onDragStart(event)
          }}
          className={clsx(
            'plate w-full object-cover select-none',
            isCover ? 'aspect-3/2' : 'aspect-4/3',
            count > 1 && 'cursor-grab',
            photo.state === 'failed' && 'opacity-40',
          )}
        />
        {isCover && (
          <span className="absolute top-2 left-2 rounded-full bg-leaf px-3 py-1 text-xs font-semibold text-on-leaf">
            Обложка
          </span>
        )}
        <RemovePhotoButton name={name} onRemove={onRemove} />
        {photo.state === 'sending' && <SendingBar name={name} progress={photo.progress} />}
      </div>
      {photo.state === 'failed' && (
        <div className="grow border-t border-danger/40 bg-danger-soft p-2.5 text-sm text-danger">
          <p className="flex items-start gap-1.5">
            <CircleAlert size={16} className="mt-0.5 shrink-0" />
            <span>{photo.error}</span>
          </p>
          <Button
            variant="secondary"
            size="sm"
            data-act="retry"
            onClick={onRetry}
            aria-label={`Повторить загрузку: ${name}`}
            className="mt-2 w-full"
          >
            <RotateCcw size={16} />
            Повторить
          </Button>
        </div>
      )}
      {count > 1 && (
        <div className="mt-auto flex items-center justify-between border-t border-line">
          <IconButton
            label={`Раньше: ${name}`}
            data-act="earlier"
            icon={<ArrowLeft size={20} />}
            aria-disabled={isCover || undefined}
            onClick={() => moveBy(-1)}
            className="aria-disabled:opacity-35"
          />
          <IconButton
            label={`Переставить ${name}: перетащите или нажимайте стрелки`}
            data-act="grip"
            icon={<GripVertical size={20} />}
            onPointerDown={onDragStart}
            onKeyDown={onGripKey}
            className="cursor-grab touch-none"
          />
          <IconButton
            label={`Позже: ${name}`}
            data-act="later"
            icon={<ArrowRight size={20} />}
            aria-disabled={place === count - 1 || undefined}
            onClick={() => moveBy(1)}
            className="aria-disabled:opacity-35"
          />
        </div>
      )}
    </li>
  )
}
