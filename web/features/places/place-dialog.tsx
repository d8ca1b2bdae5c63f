import { useEffect, useRef } from 'react'
import type { Place } from '#contract/places.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { choosePlace, useChosenPlace } from './chosen-place.ts'
import { PlaceField } from './place-field.tsx'
import { placeLabel } from './place-label.ts'

interface PlaceDialogProps {
  /** The place of the page, if its address names one. */
  place?: Place | null
  onClose: () => void
}

/** Asks for the person's place, wherever it is asked for. */
export function PlaceDialog({ place: shown, onClose }: PlaceDialogProps) {
  const chosen = useChosenPlace()
  const place = shown ?? chosen
  const field = useRef<HTMLInputElement>(null)
  // After the dialog's own effect, which opens it: what is in a closed one cannot be focused.
  useEffect(() => field.current?.focus(), [])
  function choose(next: Place | null) {
    choosePlace(next)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ваше место"
      actions={
        place && (
          <Button variant="quiet" onClick={() => choose(null)}>
            Без места
          </Button>
        )
      }
    >
      <p className="mb-4 text-muted">
        От него считаем расстояние до питомников и доставку.
        {place && (
          <>
            {' '}
            Сейчас: <span className="font-semibold text-ink">{placeLabel(place)}</span>.
          </>
        )}
      </p>
      <PlaceField
        name="place"
        label="Город или посёлок"
        initial={null}
        onChange={next => next && choose(next)}
        inputRef={field}
      />
    </Dialog>
  )
}
