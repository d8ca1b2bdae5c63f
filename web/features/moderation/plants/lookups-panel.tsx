import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type LookupKind, lookupKinds, type StaffLookup } from '#contract/moderation/lookups.ts'
import { useApp } from '#web/lib/app-context.ts'
import { plainName } from '#web/lib/plain-name.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { lookupsQuery } from './api.ts'
import { Entries } from './entries.tsx'
import { actionsFor, type EntryListProps } from './entry-list.tsx'
import { NameDialog } from './name-dialog.tsx'

const kindNames: Record<LookupKind, string> = {
  winter_hardiness: 'Зоны морозостойкости',
  growth_pattern: 'Формы роста',
  place_of_cultivation: 'Места выращивания',
  crown_shape: 'Формы кроны',
  age_group: 'Возрастные группы',
  root_packaging: 'Упаковка корней',
  region: 'Регионы',
  specific: 'Чем занимается компания',
  delivery: 'Доставка',
}
const ofCompanies: readonly LookupKind[] = ['region', 'specific', 'delivery']
/** The nine USDA zones cannot be changed. */
const isScale = (kind: LookupKind) => kind === 'winter_hardiness'

const columnsOf = (kind: LookupKind): EntryListProps<StaffLookup>['columns'] => [
  { head: 'Название', cell: ({ name }) => name },
  ...(isScale(kind) ? [{ head: 'Пояснение', cell: ({ description }: StaffLookup) => description }] : []),
  {
    head: ofCompanies.includes(kind) ? 'Компаний' : 'Объявлений',
    isNumber: true,
    cell: ({ uses_count }) => uses_count,
  },
]

const plain = (text: string) => plainName(text.trim())
const hasInName =
  (part: string) =>
  ({ name }: StaffLookup) =>
    plain(name).includes(plain(part))

const kindOf = (text: string | null): LookupKind => lookupKinds.find(kind => kind === text) ?? 'root_packaging'

/** One of the short lists that forms and filters offer. */
export function LookupsPanel() {
  const [params, setParams] = useSearchParams()
  const kind = kindOf(params.get('list'))
  return (
    <>
      <SelectField
        label="Список"
        className="mb-4 lg:max-w-md"
        value={kind}
        onChange={event => setParams({ list: event.target.value }, { replace: true })}
      >
        {lookupKinds.map(value => (
          <option key={value} value={value}>
            {kindNames[value]}
          </option>
        ))}
      </SelectField>
      <LookupList key={kind} kind={kind} />
    </>
  )
}

function LookupList({ kind }: { kind: LookupKind }) {
  const { api } = useApp()
  const action = useStaffAction()
  const [isAdding, setAdding] = useState(false)
  const [search, setSearch] = useState('')
  const lookups = useQuery(lookupsQuery(api, kind))
  if (!lookups.data)
    return (
      <Pending queries={[lookups]}>
        <Skeleton className="h-96" />
      </Pending>
    )
  const { data } = lookups
  const found = data.filter(hasInName(search))
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <TextField
          label="Найти в списке"
          type="search"
          className="min-w-0 grow lg:max-w-md"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        {!isScale(kind) && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Добавить запись
          </Button>
        )}
      </div>
      {found.length === 0 ? (
        <EmptyState title="Ничего не нашлось" />
      ) : (
        <Entries
          label={kindNames[kind]}
          rows={found}
          columns={columnsOf(kind)}
          actionsOf={row => actionsFor(row).filter(one => !(isScale(kind) && one === 'merge'))}
          nameOf={({ name }) => name}
          findTarget={async wanted => data.filter(({ is_hidden }) => !is_hidden).filter(hasInName(wanted))}
          mergeConsequence="Так будет у всех, кто её выбрал."
          hideConsequence="У тех, кто её уже выбрал, она останется."
          merge={(id, body) => api.call('POST /staff/lookups/:id/merge/', { params: { id }, body })}
          hide={(id, body) => api.call('POST /staff/lookups/:id/hide/', { params: { id }, body })}
          restore={id => api.call('POST /staff/lookups/:id/restore/', { params: { id } })}
          editDialog={(row, onClose) => (
            <NameDialog
              open={row !== null}
              onClose={onClose}
              title="Изменить запись"
              entry={{ name: row?.name ?? '', description: row?.description ?? '' }}
              hasDescription={isScale(kind)}
              onSave={values =>
                action(
                  () =>
                    api.call('POST /staff/lookups/:id/edit/', {
                      params: { id: String(row?.id) },
                      body: { was: row?.name ?? '', ...values },
                    }),
                  'Запись изменена',
                )
              }
            />
          )}
        />
      )}
      <NameDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        title={`${kindNames[kind]}: новая запись`}
        entry={{ name: '', description: '' }}
        hasDescription={false}
        onSave={values =>
          action(() => api.call('POST /staff/lookups/', { body: { kind, ...values } }), 'Запись добавлена')
        }
      />
    </>
  )
}
