import type { ReactNode } from 'react'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { dayOf } from '../dates.ts'
import { BlockNote } from './block-note.tsx'

/** A person or a company. */
export interface Blockable {
  id: string | number
  name: ReactNode
  /** The creator of a company, or the company of a person. */
  bond: ReactNode
  counts: ReactNode
  createdAt: string
  block: { blocked_at: string; reason: string } | null
  /** The button to block or unblock. */
  action: ReactNode
}

interface BlockableListProps {
  label: string
  /** Column headers of `name` and `bond`. */
  heads: [name: string, bond: string]
  entries: Blockable[]
}

/** A table on wide screens, otherwise cards. */
export function BlockableList(props: BlockableListProps) {
  return useIsWide() ? <BlockableTable {...props} /> : <BlockableCards {...props} />
}

function BlockableTable({ label, heads: [nameHead, bondHead], entries }: BlockableListProps) {
  return (
    <Table caption={label}>
      <thead>
        <tr>
          <HeadCell>{nameHead}</HeadCell>
          <HeadCell>{bondHead}</HeadCell>
          <HeadCell>Что есть</HeadCell>
          <HeadCell>На сайте с</HeadCell>
          <HeadCell>
            <span className="sr-only">Действия</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, name, bond, counts, createdAt, block, action }) => (
          <tr key={id}>
            <Cell className="min-w-56">
              {name}
              {block && (
                <div className="mt-2">
                  <BlockNote block={block} />
                </div>
              )}
            </Cell>
            <Cell className="min-w-44">{bond}</Cell>
            <Cell>{counts}</Cell>
            <Cell className="text-sm whitespace-nowrap">
              <time dateTime={createdAt}>{dayOf(createdAt)}</time>
            </Cell>
            <Cell className="pr-0 text-right">{action}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function BlockableCards({ label, entries }: BlockableListProps) {
  return (
    <ul aria-label={label} className="grid gap-3 sm:grid-cols-2">
      {entries.map(({ id, name, bond, counts, createdAt, block, action }) => (
        <li key={id} className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4">
          {name}
          {bond}
          {counts}
          <p className="text-sm text-muted">На сайте с {dayOf(createdAt)}</p>
          {block && <BlockNote block={block} />}
          {action}
        </li>
      ))}
    </ul>
  )
}
