import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useRowKeys } from './use-row-keys.ts'

export interface WorkColumn {
  /** Identifies the column. */
  key: string
  name: ReactNode
  /** Only for those who cannot see the table. */
  isUnseen?: boolean
  title?: string
  sort?: 'ascending' | undefined
  className?: string
}

interface WorkTableProps {
  /** The accessible name, for people who cannot see the heading above. */
  caption: string
  columns: readonly WorkColumn[]
  /** It is printed as a table, however narrow the paper is. */
  isPrinted?: boolean
  /** It stays a table on a narrow screen, and scrolls there. */
  isAlwaysTable?: boolean
  className?: string
  children: ReactNode
}

const headStyle =
  'bg-paper px-2 py-1.5 align-bottom text-sm font-semibold shadow-[inset_0_-2px_0_var(--color-ink)] first:pl-0 last:pr-0 print:shadow-none print:border-b-2'

/**
 * The table of everything that people work in: dense rows, a head that stays in sight below the top bar, and rows that
 * the arrow keys reach (`useRowKeys`). On a narrow screen each row is a card (`workRow`, `workCell`).
 */
export function WorkTable({ caption, columns, isPrinted, isAlwaysTable, className, children }: WorkTableProps) {
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  const content = (
    <table
      ref={table}
      className={clsx(
        'w-full border-collapse text-left',
        !isAlwaysTable && 'max-md:block',
        isPrinted && 'print:table print:[zoom:0.75]',
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead
        className={clsx(
          !isAlwaysTable && 'max-md:sr-only',
          isPrinted && 'print:not-sr-only print:table-header-group',
          isAlwaysTable ? 'xl:[&_th]:sticky' : 'md:[&_th]:sticky',
          '[&_th]:top-16 [&_th]:z-20 print:[&_th]:static!',
        )}
      >
        <tr>
          {columns.map(({ key, name, isUnseen, title, sort, className: own }) => (
            <th key={key} scope="col" title={title} aria-sort={sort} className={clsx(headStyle, own)}>
              {isUnseen ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
  if (!isAlwaysTable) return content
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="max-xl:overflow-x-auto">
      {content}
    </section>
  )
}

/** A row of it: as high as its text in two lines, a card on a narrow screen. */
export const workRow =
  'break-inside-avoid border-b border-line hover:bg-surface max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:py-3 md:h-14 print:table-row print:h-auto'

/** A cell of it. */
export const workCell =
  'md:px-2 md:py-1.5 md:align-middle max-md:block max-md:min-w-0 first:pl-0 last:pr-0 print:table-cell print:px-2 print:py-1.5 print:align-top'

interface WorkListProps {
  label?: string
  children: ReactNode
}

/** The same for things that have no columns in common: rows in one frame, reached by the arrow keys. */
export function WorkList({ label, children }: WorkListProps) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list)
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
      {children}
    </ul>
  )
}
