import { type ReactNode, useState } from 'react'
import type { Lookup } from '#contract/common.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useButtonAction } from '../use-button-action.ts'
import { useRestoredFocus } from '../use-restored-focus.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { actionsFor, type Entry, type EntryAction, EntryList, type EntryListProps } from './entry-list.tsx'
import { MergeDialog } from './merge-dialog.tsx'

interface EntriesProps<Row extends Entry> extends Pick<EntryListProps<Row>, 'label' | 'rows' | 'columns'> {
  /** Omitted if all actions are possible. */
  actionsOf?: (row: Row) => readonly EntryAction[]
  /** A row's full name. */
  nameOf: (row: Row) => string
  /** Searches possible replacements for a row by part of a name. */
  findTarget: (search: string, row: Row) => Promise<Lookup[]>
  /** Further effects of merging and hiding. */
  mergeConsequence: string
  hideConsequence: string
  merge: (id: string, body: { into: number; reason: string }) => Promise<unknown>
  hide: (id: string, body: { reason: string }) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  editDialog: (row: Row | null, onClose: () => void) => ReactNode
}

/** Entries with all their actions. */
export function Entries<Row extends Entry>({
  actionsOf = actionsFor,
  nameOf,
  findTarget,
  mergeConsequence,
  hideConsequence,
  merge,
  hide,
  restore,
  editDialog,
  ...list
}: EntriesProps<Row>) {
  const action = useStaffAction()
  const { run } = useButtonAction()
  const [asking, setAsking] = useState<{ action: EntryAction; row: Row } | null>(null)
  const close = () => setAsking(null)
  const region = useRestoredFocus<HTMLDivElement>()
  const asked = (wanted: EntryAction) => (asking?.action === wanted ? asking.row : null)
  const merged = asked('merge')
  const hidden = asked('hide')

  return (
    <div {...region} className="outline-none">
      <EntryList
        {...list}
        actionsOf={actionsOf}
        onAction={(wanted, row) => {
          if (wanted === 'restore') void run(() => restore(String(row.id)), 'Запись снова предлагается')
          else setAsking({ action: wanted, row })
        }}
      />
      {editDialog(asked('edit'), close)}
      <MergeDialog
        entry={merged && { id: merged.id, name: nameOf(merged) }}
        onClose={close}
        find={async wanted => (merged ? findTarget(wanted, merged) : [])}
        consequence={mergeConsequence}
        onMerge={body => action(() => merge(String(merged?.id), body), 'Записи объединены')}
      />
      <ReasonDialog
        open={hidden !== null}
        onClose={close}
        title={hidden ? `Скрыть «${nameOf(hidden)}»?` : ''}
        hint="Останется в журнале."
        label="Скрыть"
        onConfirm={reason => action(() => hide(String(hidden?.id), { reason }), 'Запись скрыта')}
      >
        Её больше не будут предлагать в списках и формах. {hideConsequence}
      </ReasonDialog>
    </div>
  )
}
