import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useApp } from '#web/lib/app-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'
import { SearchField } from '../search-field.tsx'
import { searchHref } from '../search-href.ts'
import { plantsQuery } from './api.ts'
import { PlantEntries } from './plant-entries.tsx'

/** The plants of all genera, searchable by any of their names. New ones are added in their genus. */
export function PlantPanel({ page }: { page: number }) {
  const { api } = useApp()
  const [params] = useSearchParams()
  const search = params.get('search') ?? ''
  const species = useQuery({ ...plantsQuery(api, search, page), placeholderData: keepPreviousData })
  return (
    <>
      <SearchField label="Название, латинское имя или синоним" className="mb-6" />
      <Paged
        query={species}
        page={page}
        href={number => searchHref(search, number)}
        empty={
          <EmptyState title="Такого вида или сорта нет">Новый добавляют в его роде: откройте род из списка.</EmptyState>
        }
      >
        {rows => <PlantEntries label="Виды и сорта" species={rows} withGenus />}
      </Paged>
    </>
  )
}
