import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Icon } from '#web/ui/icon.tsx'

// The first page's script has a tight size budget, and most first visits have no place.
const ChosenPlace = lazy(async () => ({ default: (await import('./chosen-place-button.tsx')).ChosenPlaceButton }))

interface PlaceFaceProps {
  name?: string | undefined
  onClick: () => void
  ref?: (button: HTMLButtonElement | null) => void
}

/** Its width does not depend on the name. */
export function PlaceFace({ name, ...rest }: PlaceFaceProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={name && `Место: ${name}`}
      className="needs-script bar-part sm:w-32 lg:max-xl:w-11"
    >
      <Icon shape="place" size={22} className="shrink-0" />
      <span className="truncate max-sm:sr-only lg:max-xl:sr-only">{name ?? 'Место'}</span>
    </button>
  )
}

const neverChanges = () => () => {}
function isPlaceStored(): boolean {
  try {
    return 'place' in localStorage
  } catch {
    // Forbidden storage: there is no place.
    return false
  }
}

/** The person's place in the bar, and the only way to change it. */
export function PlaceButton() {
  const [isAsked, setAsked] = useState(false)
  const isStored = useSyncExternalStore(neverChanges, isPlaceStored, () => false)
  const face = <PlaceFace onClick={() => setAsked(true)} />
  if (!isAsked && !isStored) return face
  return (
    <Suspense fallback={face}>
      <ChosenPlace isAsked={isAsked} />
    </Suspense>
  )
}
