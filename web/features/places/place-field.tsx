import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import type { Place } from '#contract/places.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { foldName } from '#web/ui/combobox-options.ts'
import type { FieldText } from '#web/ui/field.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { placeLabel } from './place-label.ts'

interface PlaceFieldProps extends FieldText {
  name: string
  initial: Place | null
  /** Receives the place, or `null` with the text typed. */
  onChange: (place: Place | null, typed: string) => void
  inputRef?: Ref<HTMLInputElement>
}

/** A field for a place of the gazetteer, chosen from the list of matches; a name typed in full also counts. */
export function PlaceField({ initial, onChange, ...field }: PlaceFieldProps) {
  const { api } = useApp()
  const [text, setText] = useState(initial ? placeLabel(initial) : '')
  const [isTouched, setTouched] = useState(false)
  const [chosen, setChosen] = useState(initial)
  // A chosen place needs no search.
  const search = useSettled(chosen ? '' : text.trim().slice(0, 100))
  const { data: found } = useQuery({
    queryKey: ['places', search],
    queryFn: ({ signal }) => api.call('GET /places/', { query: { search }, signal }),
    enabled: isTouched,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const places = found ?? []

  function choose(place: Place | null, typed: string) {
    setText(place ? placeLabel(place) : typed)
    setChosen(place)
    onChange(place, typed.trim())
  }

  return (
    <ComboboxField
      {...field}
      value={text}
      onChange={typed => choose(places.find(place => placeLabel(place) === typed) ?? null, typed)}
      onFocus={() => setTouched(true)}
      onBlur={() => {
        const meant = chosen ? [] : places.filter(({ name }) => foldName(name) === foldName(text))
        if (meant.length === 1 && meant[0]) choose(meant[0], text)
      }}
      options={places.map(placeLabel)}
      isSearched
      emptyText={found && search === text.trim() ? 'Такого места нет в списке: попробуйте соседний город' : 'Ищем…'}
      placeholder="Например, Тверь"
    />
  )
}
