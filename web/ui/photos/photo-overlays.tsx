import { RotateCcw, X } from '#web/ui/icons.ts'
import { IconButton } from '../icon-button.tsx'

/** The remove button in the corner of a photo. `name` identifies it: «снимок 2». */
export function RemovePhotoButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <IconButton
      label={`Убрать ${name}`}
      data-act="remove"
      icon={
        <span className="grid size-8 place-items-center rounded-full bg-surface/90 shadow-card">
          <X size={18} />
        </span>
      }
      onClick={onRemove}
      className="absolute! top-0 right-0 hover:bg-transparent"
    />
  )
}

/** The upload progress of a photo, from 0 to 1, along its lower edge. */
export function SendingBar({ name, progress }: { name: string; progress: number }) {
  return (
    <div className="absolute inset-x-2 bottom-2 rounded-full bg-surface/90 p-1">
      <div
        role="progressbar"
        aria-label={`Загрузка: ${name}`}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left rounded-full bg-leaf transition-transform"
          style={{ transform: `scaleX(${Math.max(progress, 0.04)})` }}
        />
      </div>
    </div>
  )
}

/** Why a photo was not uploaded, and a button that tries again, along its lower edge. */
export function FailedNote({ name, error, onRetry }: { name: string; error: string; onRetry: () => void }) {
  return (
    <div className="absolute inset-x-0 bottom-0 bg-danger-soft p-2 text-sm text-danger">
      <p>{error}</p>
      <button type="button" onClick={onRetry} className="link inline-flex min-h-9 items-center gap-1.5 font-semibold">
        <RotateCcw size={16} />
        Повторить<span className="sr-only">: {name}</span>
      </button>
    </div>
  )
}
