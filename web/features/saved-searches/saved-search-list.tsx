import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { type Every, mostCounted, type SavedSearch, savedSearchForm } from '#contract/saved-searches.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Pencil, Trash2 } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { savedSearchesQuery } from './api.ts'
import { everyNames } from './every-names.ts'

const offers = ['предложение', 'предложения', 'предложений'] as const
const countText = (count: number) =>
  count >= mostCounted ? `больше ${mostCounted} предложений` : count === 0 ? 'пока ничего нет' : counted(count, offers)

/** The person's saved searches, with their frequency and number of offers. */
export function SavedSearchList({ searches }: { searches: SavedSearch[] }) {
  return (
    <ul className="grid gap-3">
      {searches.map(search => (
        <Row key={search.id} search={search} />
      ))}
    </ul>
  )
}

function Row({ search }: { search: SavedSearch }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'name' | 'removal' | null>(null)
  const { id, name, query, every, summary, offers_count: count } = search
  const refresh = () => queries.invalidateQueries({ queryKey: savedSearchesQuery(api).queryKey })
  const onError = (error: Error) => showToast({ message: error.message, tone: 'danger' })
  const change = useMutation({
    mutationFn: async (body: { every: Every }) => {
      await api.call('PATCH /saved-searches/:id/', { params: { id }, body })
      await refresh()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: async () => {
      await api.call('DELETE /saved-searches/:id/', { params: { id } })
      await refresh()
    },
    onSettled: () => setAsked(null),
    onError,
  })
  const close = () => setAsked(null)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-[1fr_14rem_auto] sm:items-center sm:gap-x-6">
      <div className="min-w-0 max-sm:col-span-2">
        <h2 className="text-lg wrap-anywhere">
          <Link to={`/offers?${query}`} className="link inline-block min-h-6">
            {name}
          </Link>
        </h2>
        <p className="text-sm wrap-anywhere text-muted">{summary}</p>
        <p className="mt-1 text-sm">{countText(count)}</p>
      </div>
      <SelectField
        label="Когда сообщать"
        name={`every-${id}`}
        value={change.isPending ? change.variables.every : every}
        onChange={event => change.mutate({ every: event.target.value as Every })}
      >
        {Object.entries(everyNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="flex gap-1 self-end max-sm:-mr-2">
        <IconButton label={`Переименовать «${name}»`} icon={<Pencil size={20} />} onClick={() => setAsked('name')} />
        <IconButton label={`Удалить «${name}»`} icon={<Trash2 size={20} />} onClick={() => setAsked('removal')} />
      </div>
      <Dialog open={asked === 'name'} onClose={close} title="Переименовать поиск">
        {asked === 'name' && <NameForm search={search} onClose={close} refresh={refresh} />}
      </Dialog>
      <ConfirmDialog
        open={asked === 'removal'}
        onClose={close}
        title="Удалить сохранённый поиск?"
        label="Удалить"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p className="wrap-anywhere">О новых предложениях по поиску «{name}» больше не сообщим.</p>
      </ConfirmDialog>
    </li>
  )
}

const nameForm = z.object({ name: savedSearchForm.shape.name })

interface NameFormProps {
  search: SavedSearch
  onClose: () => void
  refresh: () => Promise<void>
}

function NameForm({ search: { id, name }, onClose, refresh }: NameFormProps) {
  const { api } = useApp()
  const { field, submit, busy } = useContractForm({
    schema: nameForm,
    defaults: { name },
    onSubmit: async body => {
      await api.call('PATCH /saved-searches/:id/', { params: { id }, body })
      await refresh()
      onClose()
    },
  })
  return (
    <form noValidate aria-label="Переименовать поиск" onSubmit={event => void submit(event)} className="grid gap-4">
      <TextField {...field('name')} label="Название" required />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={busy}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
