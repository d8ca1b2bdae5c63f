import type { ReactNode } from 'react'
import type { Lookup } from '#contract/common.ts'
import { Button } from '#web/ui/button.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'

/** Common fields of the entries of the directory and the lists. */
export interface Entry {
  id: number
  name: string
  is_hidden: boolean
  merged_into: Lookup | null
}

export type EntryAction = 'edit' | 'merge' | 'hide' | 'restore'

export interface EntryListProps<Row extends Entry> {
  /** Accessible name. */
  label: string
  rows: readonly Row[]
  /** Besides the entry's state: columns on a wide screen, lines on a narrow one. */
  columns: readonly { head: string; isNumber?: boolean; cell: (row: Row) => ReactNode }[]
  actionsOf: (row: Row) => readonly EntryAction[]
  onAction: (action: EntryAction, row: Row) => void
}

const actionNames: Record<EntryAction, string> = {
  edit: 'Изменить',
  merge: 'Объединить',
  hide: 'Скрыть',
  restore: 'Вернуть',
}

/** The actions possible in an entry's state. */
export function actionsFor({ is_hidden, merged_into }: Entry): EntryAction[] {
  if (merged_into) return []
  return is_hidden ? ['edit', 'merge', 'restore'] : ['edit', 'merge', 'hide']
}

/** Entries as a table, on narrow screens as cards. */
export function EntryList<Row extends Entry>(props: EntryListProps<Row>) {
  return useIsWide() ? <EntryTable {...props} /> : <EntryCards {...props} />
}

function EntryTable<Row extends Entry>({ label, rows, columns, actionsOf, onAction }: EntryListProps<Row>) {
  return (
    <Table caption={label}>
      <thead>
        <tr>
          {columns.map(({ head, isNumber }) => (
            <HeadCell key={head} className={isNumber ? 'text-right' : undefined}>
              {head}
            </HeadCell>
          ))}
          <HeadCell>
            <span className="sr-only">Действия</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="[&_td]:align-middle">
        {rows.map(row => (
          <tr key={row.id} className={row.is_hidden ? 'text-muted' : 'hover:bg-surface'}>
            {columns.map(({ head, isNumber, cell }, index) => (
              <Cell key={head} className={isNumber ? 'text-right tabular-nums' : 'wrap-anywhere'}>
                {cell(row)}
                {index === 0 && <EntryState entry={row} />}
              </Cell>
            ))}
            <Cell className="py-1 pr-0">
              <Deeds row={row} actions={actionsOf(row)} onAction={onAction} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function EntryCards<Row extends Entry>({ label, rows, columns, actionsOf, onAction }: EntryListProps<Row>) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {rows.map(row => (
        <li key={row.id} className="rounded-lg border border-line bg-surface p-3">
          {columns.map(({ head, isNumber, cell }, index) => {
            const content = cell(row)
            if (content === '' || content === null) return null
            return index === 0 ? (
              <div key={head} className="font-semibold wrap-anywhere">
                {content}
                <EntryState entry={row} />
              </div>
            ) : (
              <div key={head} className="text-sm wrap-anywhere">
                {isNumber && <span className="text-muted">{head}: </span>}
                {content}
              </div>
            )
          })}
          <div className="mt-2 -ml-3">
            <Deeds row={row} actions={actionsOf(row)} onAction={onAction} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function EntryState({ entry: { is_hidden, merged_into } }: { entry: Entry }) {
  if (!is_hidden) return null
  return (
    <span className="block text-sm font-normal text-muted">
      {merged_into ? `объединено с «${merged_into.name}»` : 'скрыто'}
    </span>
  )
}

interface ActionsProps<Row extends Entry> {
  row: Row
  actions: readonly EntryAction[]
  onAction: (action: EntryAction, row: Row) => void
}

function Deeds<Row extends Entry>({ row, actions, onAction }: ActionsProps<Row>) {
  return (
    <div className="flex max-lg:flex-wrap lg:justify-end">
      {actions.map(action => (
        <Button
          key={action}
          variant="quiet"
          size="sm"
          className="max-lg:min-h-11"
          aria-label={`${actionNames[action]}: ${row.name}`}
          onClick={() => onAction(action, row)}
        >
          {actionNames[action]}
        </Button>
      ))}
    </div>
  )
}
