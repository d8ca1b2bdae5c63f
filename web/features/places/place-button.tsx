import { lazy, Suspense, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { useChosenPlace } from './chosen-place.ts'

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }))

/** The person's place in the bar, and the only way to change it. Its width does not depend on the name. */
export function PlaceButton() {
  const place = useChosenPlace()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={place ? `Место: ${place.name}` : 'Место'}
        title="Ваше место"
        className="needs-script bar-part sm:w-32 lg:max-xl:w-11"
      >
        <Icon shape="place" size={22} className="shrink-0" />
        <span className="truncate max-sm:sr-only lg:max-xl:sr-only">{place?.name ?? 'Место'}</span>
      </button>
      {isOpen && (
        <Suspense>
          <PlaceDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
