import { lazy, Suspense, useState } from 'react'
import { useChosenPlace } from './chosen-place.ts'
import { PlaceFace } from './place-button.tsx'

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }))

/** The part of the bar's button that knows the place. `isAsked`: it was pressed before this was there. */
export function ChosenPlaceButton({ isAsked }: { isAsked: boolean }) {
  const place = useChosenPlace()
  const [isOpen, setOpen] = useState(isAsked)
  return (
    <>
      {/* It has taken the place of the button that was pressed, to which the dialog gives the focus back. */}
      <PlaceFace name={place?.name} onClick={() => setOpen(true)} ref={button => void (isOpen && button?.focus())} />
      {isOpen && (
        <Suspense>
          <PlaceDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
