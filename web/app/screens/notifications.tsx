import { useQuery } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications.ts'
import { EmailQuestion } from '#web/features/companies/email-question.tsx'
import { notificationsQuery } from '#web/features/notifications/api.ts'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** So many fill a window: what stands below them does not move into it and out again. */
const outline = [1, 2, 3, 4, 5, 6, 7, 8]

/** The latest news of one's place in a company: the one in which one works now. */
const isAsking = ({ type_of_notification: type }: Notification) =>
  type === 'added_to_company' || type === 'company_handed_over'

export function Component() {
  const { api } = useApp()
  const notifications = useQuery(notificationsQuery(api))
  const asking = notifications.data?.find(isAsking)
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6">
      <PageMeta title={screenTitle('Уведомления')} />
      <h1 className="mb-6 text-3xl">Уведомления</h1>
      {notifications.data === undefined ? (
        <Pending queries={[notifications]}>
          {outline.map(row => (
            <Skeleton key={row} className="mb-3 h-32 sm:h-21" />
          ))}
        </Pending>
      ) : notifications.data.length > 0 ? (
        <NotificationList
          notifications={notifications.data}
          question={(notification, onAnswered) => notification === asking && <EmailQuestion onAnswered={onAnswered} />}
        />
      ) : (
        <EmptyState
          title="У вас нет непрочитанных сообщений!"
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
