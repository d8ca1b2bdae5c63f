import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlantRef } from '#contract/plants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { foundPlantsQuery } from './api.ts'

interface PlantChoiceProps {
  /** The plant before. */
  current: PlantRef | null
  /** `undefined`: as before. */
  plant: PlantRef | null | undefined
  onChange: (plant: PlantRef | null) => void
}

/** The plant of the directory that is meant, found by a part of its name. */
export function PlantChoice({ current, plant, onChange }: PlantChoiceProps) {
  const { api } = useApp()
  const [search, setSearch] = useState('')
  const asked = useSettled(search.trim())
  const { data } = useQuery(foundPlantsQuery(api, asked))
  const chosen = plant === undefined ? current : plant
  const found = asked === '' ? [] : (data?.results ?? [])
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">Растение в справочнике</legend>
      <p className="text-sm" aria-live="polite">
        {chosen ? (
          <>
            {chosen.name} <LatinName className="text-muted">{chosen.latin_name}</LatinName>
          </>
        ) : plant === null ? (
          'Нет в справочнике'
        ) : (
          <span className="text-muted">Не выбрано</span>
        )}
      </p>
      <TextField
        label={<span className="font-normal">Найти по названию, русскому или латинскому</span>}
        type="search"
        autoComplete="off"
        maxLength={255}
        value={search}
        onChange={event => setSearch(event.target.value)}
        // What is found is chosen below; the row is saved by its own button.
        onKeyDown={event => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {asked !== '' && data && found.length === 0 && <p className="text-sm text-muted">Ничего не нашлось.</p>}
      {found.length > 0 && (
        <ul aria-label="Найдено в справочнике" className="grid gap-1">
          {found.map(({ id, slug, name, latin_name }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={chosen?.id === id}
                onClick={() => onChange({ id, slug, name, latin_name })}
                className="min-h-10 w-full rounded-md border border-line bg-surface px-3 py-1.5 text-left leading-snug hover:border-leaf hover:bg-leaf-soft aria-pressed:border-leaf aria-pressed:bg-leaf-soft"
              >
                {name} <LatinName className="text-sm text-muted">{latin_name}</LatinName>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <div>
          <Button variant="quiet" size="sm" onClick={() => onChange(null)} className="-ml-3">
            Нет в справочнике
          </Button>
        </div>
      )}
    </fieldset>
  )
}
