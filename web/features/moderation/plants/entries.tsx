import { type ReactNode, useState } from 'react'
import type { Lookup } from '#contract/common.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useButtonDeed } from '../use-button-action.ts'
import { useKeptFocus } from '../use-kept-focus.ts'
import { useDeed } from '../use-staff-action.ts'
import { deedsFor, type Entry, type EntryDeed, EntryList, type EntryListProps } from './entry-list.tsx'
import { MergeDialog } from './merge-dialog.tsx'

interface EntriesProps<Row extends Entry> extends Pick<EntryListProps<Row>, 'label' | 'rows' | 'columns'> {
  /** Left out where everything can be done. */
  deedsOf?: (row: Row) => readonly EntryDeed[]
  /** What a row is called on its own. */
  nameOf: (row: Row) => string
  /** What can take the place of a row, by a part of its name. */
  findTarget: (search: string, row: Row) => Promise<Lookup[]>
  /** What merging and hiding do beyond the entry itself. */
  mergeConsequence: string
  hideConsequence: string
  merge: (id: string, body: { into: number; reason: string }) => Promise<unknown>
  hide: (id: string, body: { reason: string }) => Promise<unknown>
  restore: (id: string) => Promise<unknown>
  editDialog: (row: Row | null, onClose: () => void) => ReactNode
}

/** Entries with everything that can be done to them. */
export function Entries<Row extends Entry>({
  deedsOf = deedsFor,
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
  const deed = useDeed()
  const { run } = useButtonDeed()
  const [asking, setAsking] = useState<{ deed: EntryDeed; row: Row } | null>(null)
  const close = () => setAsking(null)
  const region = useKeptFocus<HTMLDivElement>()
  const asked = (wanted: EntryDeed) => (asking?.deed === wanted ? asking.row : null)
  const merged = asked('merge')
  const hidden = asked('hide')

  return (
    <div {...region} className="outline-none">
      <EntryList
        {...list}
        deedsOf={deedsOf}
        onDeed={(wanted, row) => {
          if (wanted === 'restore') void run(() => restore(String(row.id)), 'Запись снова предлагается')
          else setAsking({ deed: wanted, row })
        }}
      />
      {editDialog(asked('edit'), close)}
      <MergeDialog
        entry={merged && { id: merged.id, name: nameOf(merged) }}
        onClose={close}
        find={async wanted => (merged ? findTarget(wanted, merged) : [])}
        consequence={mergeConsequence}
        onMerge={body => deed(() => merge(String(merged?.id), body), 'Записи объединены')}
      />
      <ReasonDialog
        open={hidden !== null}
        onClose={close}
        title={hidden ? `Скрыть «${nameOf(hidden)}»?` : ''}
        hint="Останется в журнале."
        label="Скрыть"
        onConfirm={reason => deed(() => hide(String(hidden?.id), { reason }), 'Запись скрыта')}
      >
        Её больше не будут предлагать в списках и формах. {hideConsequence}
      </ReasonDialog>
    </div>
  )
}
