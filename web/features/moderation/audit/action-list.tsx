import { Link } from 'react-router'
import type { AuditEntry } from '#contract/moderation/audit.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useIsWide } from '#web/ui/use-is-wide.ts'
import { momentOf } from '../dates.ts'
import { actionWords, subjectPath, subjectWords } from './action-words.ts'

/** Actions, the latest first: as a table on wide screens, otherwise as cards. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  return useIsWide() ? <AuditTable entries={entries} /> : <AuditCards entries={entries} />
}

function Subject({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <span className="block text-sm text-muted">{subjectWords[entry.subject]}</span>
      <Link to={subjectPath(entry)} className="link inline-block py-0.5 wrap-anywhere">
        {entry.subject_name}
      </Link>
    </>
  )
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table caption="Что сделали модераторы">
      <thead>
        <tr>
          <HeadCell>Когда</HeadCell>
          <HeadCell>Кто</HeadCell>
          <HeadCell>Что сделано</HeadCell>
          <HeadCell>С чем</HeadCell>
          <HeadCell>Почему</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <tr key={entry.id}>
            <Cell className="text-sm whitespace-nowrap">
              <time dateTime={entry.created_at}>{momentOf(entry.created_at)}</time>
            </Cell>
            <Cell className="min-w-32 wrap-anywhere">{entry.staff.name}</Cell>
            <Cell>{actionWords[entry.action]}</Cell>
            <Cell className="min-w-48">
              <Subject entry={entry} />
            </Cell>
            <Cell className="min-w-40 text-sm whitespace-pre-line wrap-anywhere">{entry.reason}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function AuditCards({ entries }: { entries: AuditEntry[] }) {
  return (
    <ul aria-label="Что сделали модераторы" className="grid gap-3">
      {entries.map(entry => (
        <li key={entry.id} className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{actionWords[entry.action]}</span>
            <time dateTime={entry.created_at} className="text-sm text-muted">
              {momentOf(entry.created_at)}
            </time>
          </p>
          <Subject entry={entry} />
          {entry.reason && <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{entry.reason}</p>}
          <p className="mt-1 text-sm text-muted wrap-anywhere">{entry.staff.name}</p>
        </li>
      ))}
    </ul>
  )
}
