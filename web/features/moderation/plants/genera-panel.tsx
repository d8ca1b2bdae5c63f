import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { StaffGenus } from '#contract/moderation/plants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Paged } from '#web/ui/paged.tsx'
import { SearchField } from '../search-field.tsx'
import { searchHref } from '../search-href.ts'
import { generaQuery } from './api.ts'
import { Entries } from './entries.tsx'
import type { EntryListProps } from './entry-list.tsx'
import { GenusDialog } from './genus-dialog.tsx'

const columns: EntryListProps<StaffGenus>['columns'] = [
  {
    head: 'Род',
    cell: ({ id, name }) => (
      <Link to={`/staff/directory/genera/${id}`} className="link inline-block py-0.5 font-semibold">
        {name}
      </Link>
    ),
  },
  { head: 'По-латыни', cell: ({ latin_name }) => <LatinName>{latin_name}</LatinName> },
  { head: 'Семейство', cell: ({ family }) => family },
  { head: 'Видов и сортов', isNumber: true, cell: ({ species_count }) => species_count },
  { head: 'Объявлений', isNumber: true, cell: ({ listings_count }) => listings_count },
]

/** The genera of the directory, linked to their plants. */
export function GeneraPanel({ page }: { page: number }) {
  const { api } = useApp()
  const [params] = useSearchParams()
  const search = params.get('search') ?? ''
  const [isAdding, setAdding] = useState(false)
  const genera = useQuery({ ...generaQuery(api, search, page), placeholderData: keepPreviousData })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <SearchField label="Род по-русски, по-латыни или семейство" className="min-w-0 grow" />
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Добавить род
        </Button>
      </div>
      <Paged
        query={genera}
        page={page}
        href={number => searchHref(search, number)}
        empty={
          <EmptyState
            title="Такого рода нет"
            action={
              <ButtonLink to={`/staff/directory/species${searchHref(search)}`}>Искать среди видов и сортов</ButtonLink>
            }
          />
        }
      >
        {rows => (
          <Entries
            label="Роды"
            rows={rows}
            columns={columns}
            nameOf={({ name }) => name}
            findTarget={async wanted => {
              const { results } = await api.call('GET /staff/directory/genera/', {
                query: { search: wanted, page_size: 100 },
              })
              return results.filter(({ is_hidden }) => !is_hidden)
            }}
            mergeConsequence="Виды и объявления перейдут к ней; прежнее название рода останется её вторым именем."
            hideConsequence="Виды этого рода тоже. Объявления с ними останутся."
            merge={(id, body) => api.call('POST /staff/directory/genera/:id/merge/', { params: { id }, body })}
            hide={(id, body) => api.call('POST /staff/directory/genera/:id/hide/', { params: { id }, body })}
            restore={id => api.call('POST /staff/directory/genera/:id/restore/', { params: { id } })}
            editDialog={(genus, onClose) => <GenusDialog genus={genus} open={genus !== null} onClose={onClose} />}
          />
        )}
      </Paged>
      <GenusDialog genus={null} open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}
