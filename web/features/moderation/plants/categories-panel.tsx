import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffCategory } from '#contract/moderation/plants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { categoriesQuery } from './api.ts'
import { EntryList, type EntryListProps } from './entry-list.tsx'
import { NameDialog } from './name-dialog.tsx'

type Row = StaffCategory & { is_hidden: false; merged_into: null }

const columns: EntryListProps<Row>['columns'] = [
  { head: 'Категория', cell: ({ name }) => name },
  { head: 'Объявлений', isNumber: true, cell: ({ listings_count }) => listings_count },
]

/** Categories can be renamed, but not added or removed. */
export function CategoriesPanel() {
  const { api } = useApp()
  const action = useStaffAction()
  const [edited, setEdited] = useState<Row | null>(null)
  const categories = useQuery(categoriesQuery(api))
  if (!categories.data)
    return (
      <Pending queries={[categories]}>
        <Skeleton className="h-96" />
      </Pending>
    )
  return (
    <>
      <EntryList
        label="Категории"
        rows={categories.data.map((row): Row => ({ ...row, is_hidden: false, merged_into: null }))}
        columns={columns}
        actionsOf={() => ['edit']}
        onAction={(_, row) => setEdited(row)}
      />
      <NameDialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title="Переименовать категорию"
        entry={{ name: edited?.name ?? '', description: '' }}
        hasDescription={false}
        onSave={({ name }) =>
          action(
            () =>
              api.call('POST /staff/directory/categories/:id/edit/', {
                params: { id: String(edited?.id) },
                body: { was: edited?.name ?? '', name },
              }),
            'Категория переименована',
          )
        }
      />
    </>
  )
}
