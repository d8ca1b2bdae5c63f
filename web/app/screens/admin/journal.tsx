import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AuditList } from '#web/features/moderation/audit/action-list.tsx'
import { subjectOf } from '#web/features/moderation/audit/action-words.ts'
import { auditQuery } from '#web/features/moderation/audit/api.ts'
import { SubjectSelect } from '#web/features/moderation/audit/subject-select.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'

export function Component() {
  const { api } = useApp()
  const [params] = useSearchParams()
  const [subject, page] = [subjectOf(params), pageOf(params)]
  const journal = useQuery({ ...auditQuery(api, subject, page), placeholderData: keepPreviousData })
  const href = (number: number) =>
    `?${new URLSearchParams([
      ...(subject ? [['subject', subject]] : []),
      ...(number > 1 ? [['page', String(number)]] : []),
    ])}`
  return (
    <>
      <h1 className="mb-4 text-3xl">Журнал</h1>
      <SubjectSelect subject={subject} />
      <Paged query={journal} page={page} href={href} empty={<EmptyState title="Таких записей в журнале нет" />}>
        {entries => <AuditList entries={entries} />}
      </Paged>
    </>
  )
}
