import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CircleAlert, RotateCcw } from '#web/ui/icons.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { SendingBar } from '#web/ui/photos/photo-overlays.tsx'

/** What is dragged within the page: the key of a photo. */
export const photoDragType = 'application/x-dendro-photo'

interface PhotoTileProps {
  photo: Photo
  onRetry: () => void
  /** Over the picture: a button or a checkbox. */
  children?: ReactNode
  isChosen?: boolean
}

/** A photo with the name of its file; by mouse it can be dragged to a product. */
export function PhotoTile({ photo, onRetry, children, isChosen = false }: PhotoTileProps) {
  const { key, name, preview, state, progress, error } = photo
  return (
    // Dragging is a shortcut for the buttons.
    <div
      draggable
      onDragStart={event => {
        event.dataTransfer.setData(photoDragType, key)
        event.dataTransfer.effectAllowed = 'move'
      }}
      className={clsx(
        'relative overflow-hidden rounded-lg border bg-surface pointer-fine:cursor-grab',
        isChosen ? 'border-leaf outline-2 outline-leaf' : 'border-line',
      )}
    >
      <div className="relative">
        <img
          src={preview}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className={clsx('plate aspect-4/3 w-full object-cover', state === 'failed' && 'opacity-40')}
        />
        {state === 'sending' && <SendingBar name={name} progress={progress} />}
      </div>
      <p title={name} className="truncate px-2 py-1.5 text-xs text-muted">
        {name}
      </p>
      {state === 'failed' && (
        <div className="border-t border-danger/40 bg-danger-soft p-2 text-sm text-danger">
          <p className="flex items-start gap-1.5">
            <CircleAlert size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </p>
          <Button
            variant="secondary"
            size="sm"
            onClick={onRetry}
            aria-label={`Повторить загрузку: ${name}`}
            className="mt-2 w-full"
          >
            <RotateCcw size={16} />
            Повторить
          </Button>
        </div>
      )}
      {children}
    </div>
  )
}

/** A grid of tiles: two columns on a phone. */
export const tileGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]'
