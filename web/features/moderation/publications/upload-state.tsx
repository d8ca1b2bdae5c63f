import { FieldError } from '#web/ui/field.tsx'
import type { usePictureUpload } from './use-picture-upload.ts'

interface UploadStateProps {
  id: string
  state: ReturnType<typeof usePictureUpload>['state']
}

/** The progress of an upload, or its error. */
export function UploadState({ id, state }: UploadStateProps) {
  return (
    <div role="alert">
      {state && 'error' in state && <FieldError id={id}>{state.error}</FieldError>}
      {state && 'progress' in state && (
        <div
          role="progressbar"
          aria-label="Загрузка картинки"
          aria-valuenow={Math.round(state.progress * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="my-2 h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full origin-left rounded-full bg-leaf transition-transform"
            style={{ transform: `scaleX(${Math.max(state.progress, 0.04)})` }}
          />
        </div>
      )}
    </div>
  )
}
