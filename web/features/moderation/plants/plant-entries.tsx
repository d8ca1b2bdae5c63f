import { Link } from 'react-router'
import type { StaffPlant } from '#contract/moderation/plants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { plantTargetsQuery } from './api.ts'
import { Entries } from './entries.tsx'
import type { EntryListProps } from './entry-list.tsx'
import { PlantDialog } from './plant-dialog.tsx'

type Columns = EntryListProps<StaffPlant>['columns']

const wholeName = ({ genus, name }: Pick<StaffPlant, 'genus' | 'name'>) => `${genus.name} ${name}`

const ownName: Columns = [{ head: 'Вид, сорт', cell: ({ name }) => name }]

const nameWithGenus: Columns = [
  {
    head: 'Растение',
    cell: ({ genus, name }) => (
      <>
        <Link to={`/staff/directory/genera/${genus.id}`} className="link inline-block py-0.5 font-semibold">
          {genus.name}
        </Link>{' '}
        {name}
      </>
    ),
  },
]

const facts: Columns = [
  {
    head: 'По-латыни',
    cell: ({ latin_name, synonyms }) => (
      <>
        <LatinName>{latin_name}</LatinName>
        {synonyms && <span className="block text-sm text-muted">{synonyms}</span>}
      </>
    ),
  },
  { head: 'Категории', cell: ({ categories }) => categories.map(({ name }) => name).join(', ') },
  { head: 'Объявлений', isNumber: true, cell: ({ listings_count }) => listings_count },
]

interface SpeciesEntriesProps {
  /** Accessible name. */
  label: string
  species: readonly StaffPlant[]
  /** For lists with plants of several genera. */
  withGenus?: boolean
}

/** Plants of the directory with all their actions. */
export function PlantEntries({ label, species, withGenus = false }: SpeciesEntriesProps) {
  const { api, queries } = useApp()
  return (
    <Entries
      label={label}
      rows={species}
      columns={[...(withGenus ? nameWithGenus : ownName), ...facts]}
      nameOf={wholeName}
      findTarget={async (wanted, { genus }) => {
        const { results } = await queries.fetchQuery(plantTargetsQuery(api, wanted || genus.name))
        return results.filter(({ is_hidden }) => !is_hidden).map(row => ({ id: row.id, name: wholeName(row) }))
      }}
      mergeConsequence="Объявления перейдут к ней; прежнее название останется её вторым именем."
      hideConsequence="Объявления с ней останутся."
      merge={(id, body) => api.call('POST /staff/directory/species/:id/merge/', { params: { id }, body })}
      hide={(id, body) => api.call('POST /staff/directory/species/:id/hide/', { params: { id }, body })}
      restore={id => api.call('POST /staff/directory/species/:id/restore/', { params: { id } })}
      editDialog={(row, onClose) => (
        <PlantDialog genus={row?.genus ?? { id: 0, name: '' }} species={row} open={row !== null} onClose={onClose} />
      )}
    />
  )
}
