import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Place } from '#contract/places.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { chosenPlace, onPlaceChosen } from './chosen-place.ts'
import { placeLabel } from './place-label.ts'

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }))

/** Choices of distance in kilometres. */
export const distances = [50, 100, 200, 300, 500, 1000, 2000]

/** The first page of the search with this place; `null` removes the place and all parameters that need it. */
function searchFrom(search: string, place: Place | null): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  if (place) params.set('place', String(place.id))
  else {
    params.delete('place')
    params.delete('within')
    if (params.get('ordering') === 'distance') params.delete('ordering')
  }
  return params.size > 0 ? `?${params}` : ''
}

interface PlaceChoiceProps {
  /** The place of the page's distances. */
  place: Place | null
  /** One button, in a bar that others are in; the whole one beside it, which need not be seen, changes the address. */
  isShort?: boolean
}

/**
 * The place from which a list of offers counts distances: the person's own, unless the address names another. A choice,
 * here or in the bar, changes the address.
 */
export function PlaceChoice({ place, isShort = false }: PlaceChoiceProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [isAsked, setAsked] = useState(false)
  const isSaid = new URLSearchParams(search).has('place')

  const go = useEffectEvent((replace: boolean) => {
    const next = searchFrom(search, chosenPlace())
    if (next !== search) void navigate(pathname + next + hash, { replace, preventScrollReset: true })
  })
  useEffect(() => {
    if (!isShort && !isSaid && chosenPlace()) go(true)
  }, [isShort, isSaid, pathname])
  useEffect(() => (isShort ? undefined : onPlaceChosen(() => go(false))), [isShort])

  const dialog = isAsked && (
    <Suspense>
      <PlaceDialog place={place} onClose={() => setAsked(false)} />
    </Suspense>
  )
  if (isShort)
    return (
      <>
        <button
          type="button"
          onClick={() => setAsked(true)}
          aria-label={place ? `Место: ${placeLabel(place)}` : 'Место'}
          className={buttonStyle('secondary', 'md', 'needs-script min-w-12 max-w-[28vw] shrink px-3!')}
        >
          <span className="truncate">{place ? place.name : 'Место'}</span>
        </button>
        {dialog}
      </>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      {place && (
        <span>
          Расстояние по прямой от вашего места: <span className="font-semibold">{placeLabel(place)}</span>
        </span>
      )}
      <button type="button" onClick={() => setAsked(true)} className="link needs-script min-h-11">
        {place ? 'Другое место' : 'Показать расстояние до питомников'}
      </button>
      {dialog}
    </p>
  )
}
