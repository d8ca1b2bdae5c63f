import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Place } from '#contract/places.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { placeLabel } from './place-label.ts'
import { rememberedPlace, rememberPlace } from './remembered-place.ts'

const PlaceField = lazy(async () => ({ default: (await import('./place-field.tsx')).PlaceField }))

/** Choices of distance in kilometres. */
export const distances = [50, 100, 200, 300, 500, 1000, 2000]

/** The first page of the search with this place; `null` removes the place and all parameters that need it. */
function searchFrom(search: string, place: string | null): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  if (place) params.set('place', place)
  else {
    params.delete('place')
    params.delete('within')
    if (params.get('ordering') === 'distance') params.delete('ordering')
  }
  return params.size > 0 ? `?${params}` : ''
}

interface PlaceChoiceProps {
  place: Place | null
  /** One button, in a bar that others are in. */
  isShort?: boolean
}

/**
 * Chooses the place for distances in a list of offers. It is stored in the URL; a URL without one gets the place chosen
 * last.
 */
export function PlaceChoice({ place, isShort = false }: PlaceChoiceProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [isChoosing, setChoosing] = useState(false)
  const isSaid = new URLSearchParams(search).has('place')

  useEffect(() => {
    const remembered = isSaid ? null : rememberedPlace()
    if (remembered)
      void navigate(pathname + searchFrom(search, remembered) + hash, { replace: true, preventScrollReset: true })
  }, [isSaid, navigate, pathname, search, hash])

  function choose(chosen: Place | null) {
    rememberPlace(chosen?.id ?? null)
    setChoosing(false)
    void navigate(pathname + searchFrom(search, chosen ? String(chosen.id) : null), { preventScrollReset: true })
  }

  if (isShort && !isChoosing)
    return (
      <button
        type="button"
        onClick={() => setChoosing(true)}
        aria-label={place ? `Место: ${placeLabel(place)}` : 'Место'}
        className={buttonStyle('secondary', 'md', 'needs-script min-w-0 shrink px-3')}
      >
        <span className="truncate">{place ? place.name : 'Место'}</span>
      </button>
    )
  if (isChoosing)
    return (
      <div className="flex w-full flex-wrap items-end gap-2">
        <Suspense fallback={<div className="h-18 w-full sm:w-96" />}>
          <div className="w-full sm:w-96">
            <PlaceField
              name="from"
              label="Откуда считать расстояние"
              initial={null}
              onChange={chosen => chosen && choose(chosen)}
              inputRef={input => input?.focus()}
            />
          </div>
        </Suspense>
        <button type="button" onClick={() => setChoosing(false)} className={buttonStyle('quiet', 'md')}>
          Отмена
        </button>
        {isShort && place && (
          <button type="button" onClick={() => choose(null)} className={buttonStyle('quiet', 'md')}>
            Без расстояния
          </button>
        )}
      </div>
    )
  if (!place)
    return (
      <button
        type="button"
        onClick={() => setChoosing(true)}
        className="link inline-flex min-h-11 items-center text-left text-sm"
      >
        Показать расстояние до питомников
      </button>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      <span>
        Расстояние по прямой от вашего места: <span className="font-semibold">{placeLabel(place)}</span>
      </span>
      <button type="button" onClick={() => setChoosing(true)} className="link min-h-11">
        Другое место
      </button>
      <button type="button" onClick={() => choose(null)} className="link min-h-11">
        Без расстояния
      </button>
    </p>
  )
}
