import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { savedSearchForm } from '#contract/saved-searches.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useIntent } from '#web/lib/intent.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { BellPlus } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { savedSearchesQuery } from './api.ts'
import { everyNames } from './every-names.ts'
import { saveSearchIntent } from './intents.ts'

interface SaveSearchProps {
  /** Query string of `/api/offers/`. */
  query: string
  /** The suggested name. */
  name: string
}

/** Saves the current search under a name, to get news about it. */
export function SaveSearchButton({ children, ...search }: SaveSearchProps & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  useIntent(saveSearchIntent(search.query), true, () => setOpen(true))
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} className="max-lg:px-3">
        <BellPlus size={20} />
        {children}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Сохранить поиск">
        {isOpen && <SaveSearchForm {...search} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function SaveSearchForm({ query, name, onClose }: SaveSearchProps & { onClose: () => void }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { field, submit, busy } = useContractForm({
    schema: savedSearchForm,
    defaults: { query, name, every: 'daily' },
    onSubmit: async body => {
      await api.call('POST /saved-searches/', { body })
      void queries.invalidateQueries({ queryKey: savedSearchesQuery(api).queryKey })
      showToast({ message: 'Поиск сохранён.' })
      onClose()
    },
  })
  return (
    <form noValidate aria-label="Сохранить поиск" onSubmit={event => void submit(event)} className="grid gap-4">
      <p>Сообщим о новых предложениях и о тех, что подешевели: здесь и по почте.</p>
      <TextField {...field('name')} label="Название" required />
      <SelectField {...field('every')} label="Когда сообщать">
        {Object.entries(everyNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
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
