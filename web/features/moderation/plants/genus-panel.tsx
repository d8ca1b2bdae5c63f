import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { genusQuery } from './api.ts'
import { PlantDialog } from './plant-dialog.tsx'
import { PlantEntries } from './plant-entries.tsx'

/** One genus with all its plants. */
export function GenusPanel() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const [isAdding, setAdding] = useState(false)
  const genus = useQuery(genusQuery(api, id))
  if (!genus.data)
    return (
      <Pending queries={[genus]}>
        <Skeleton className="h-96" />
      </Pending>
    )
  const { genus: own, species } = genus.data
  return (
    <>
      <p>
        <Link to="/staff/directory" className="link inline-block py-2">
          Все роды
        </Link>
      </p>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-2xl">
          {own.name} <LatinName className="text-lg text-muted">{own.latin_name}</LatinName>
        </h2>
        {!own.is_hidden && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Добавить вид или сорт
          </Button>
        )}
      </div>
      {own.is_hidden && (
        <p className="mb-4 text-muted">
          {own.merged_into ? (
            <>
              Род объединён с{' '}
              <Link to={`/staff/directory/genera/${own.merged_into.id}`} className="link">
                «{own.merged_into.name}»
              </Link>
              .
            </>
          ) : (
            'Род скрыт: его виды не предлагаются.'
          )}
        </p>
      )}
      {species.length === 0 ? (
        <EmptyState title="Тут пока пусто" />
      ) : (
        <PlantEntries label={`Виды и сорта рода ${own.name}`} species={species} />
      )}
      <PlantDialog genus={own} species={null} open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}
