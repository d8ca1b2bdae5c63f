import { useQuery } from '@tanstack/react-query'
import type { NotificationGroup } from '#contract/notifications.ts'
import { EmailQuestion } from '#web/features/companies/email-question.tsx'
import { groupsQuery, notificationsQuery } from '#web/features/notifications/api.ts'
import { EarlierGroups } from '#web/features/notifications/earlier-groups.tsx'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { useReading } from '#web/features/notifications/use-reading.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CheckCheck } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Enough rows to fill a window, so that content below does not move while loading. */
const outline = [1, 2, 3, 4, 5, 6, 7, 8]

/** An unread notification that the person was added to a company, or is now its creator. */
const isAsking = ({ type_of_notification: type, is_read }: NotificationGroup) =>
  !is_read && (type === 'added_to_company' || type === 'company_handed_over')

const nothingUnread = 'У вас нет непрочитанных сообщений!'

export function Component() {
  const { api } = useApp()
  const unread = useQuery(notificationsQuery(api))
  const shown = useQuery(groupsQuery(api))
  const { readAll, isReadingAll } = useReading()
  const groups = shown.data?.groups
  const hasUnread = groups?.some(group => !group.is_read) || (unread.data?.length ?? 0) > 0
  const asking = groups?.find(isAsking)
  const last = groups?.at(-1)
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6">
      <PageMeta title={screenTitle('Уведомления')} />
      {/* As high as the button, which comes when it is known whether anything is unread: nothing moves. */}
      <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-2">
        <h1 className="text-3xl max-[22rem]:text-2xl">Уведомления</h1>
        {unread.data && unread.data.length > 1 && (
          <Button variant="quiet" className="max-sm:px-1 max-sm:text-sm" busy={isReadingAll} onClick={() => readAll()}>
            <CheckCheck size={20} className="max-sm:hidden" />
            Прочитать все
          </Button>
        )}
      </div>
      {groups === undefined || unread.data === undefined ? (
        <Pending queries={[shown, unread]}>
          {outline.map(row => (
            <Skeleton key={row} className="mb-3 h-32 sm:h-21" />
          ))}
        </Pending>
      ) : last ? (
        <>
          {!hasUnread && <p className="mb-4 text-muted">{nothingUnread}</p>}
          <NotificationList
            groups={groups}
            question={(group, onAnswered) => group === asking && <EmailQuestion onAnswered={onAnswered} />}
          />
          {shown.data?.has_earlier && <EarlierGroups before={last.id} />}
        </>
      ) : (
        <EmptyState
          title={nothingUnread}
          action={
            <ButtonLink to="/" variant="secondary">
              В каталог
            </ButtonLink>
          }
        />
      )}
    </div>
  )
}
