import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  BadgeCheck,
  Bell,
  Building2,
  Eye,
  EyeOff,
  Heart,
  MessageCircle,
  Sprout,
  Trash2,
  Undo2,
  UserCheck,
  UserPlus,
  UserX,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Notification, NotificationType } from '#contract/notifications.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { showToast } from '#web/ui/toast.ts'
import { notificationsQuery, readHere } from './api.ts'
import { destination } from './destination.ts'

const icons: Record<NotificationType, ComponentType<{ size: number }>> = {
  post_like: Heart,
  post_comment: MessageCircle,
  new_friendrequest: UserPlus,
  accepted_friendrequest: UserCheck,
  rejected_friendrequest: UserX,
  added_to_company: Building2,
  company_handed_over: Building2,
  company_verified: BadgeCheck,
  company_unverified: Building2,
  company_renamed: Building2,
  company_inn_changed: Building2,
  product_published: Sprout,
  product_returned: Undo2,
  product_hidden: EyeOff,
  post_hidden: EyeOff,
  post_restored: Eye,
  post_deleted: Trash2,
}

interface NotificationListProps {
  notifications: Notification[]
  /** What one of them asks; `onAnswered` takes it away. */
  question?: (notification: Notification, onAnswered: () => void) => ReactNode
}

/** Reading takes a notification away, from the bell too, and leads to what it is about. */
export function NotificationList({ notifications, question }: NotificationListProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { queryKey } = notificationsQuery(api)
  const { mutate } = useMutation({
    mutationFn: ({ notification: { id } }: { notification: Notification; isAnswered?: boolean }) =>
      api.call('POST /notifications/read/:id/', { params: { id } }),
    onMutate: ({ notification: { id } }) => {
      readHere.add(id)
      queries.setQueryData(queryKey, (list = []) => list.filter(other => other.id !== id))
    },
    onSuccess: (_, { notification, isAnswered }) => (isAnswered ? undefined : navigate(destination(notification))),
    onError: async (error, { notification: { id } }) => {
      readHere.delete(id)
      showToast({ message: error.message, tone: 'danger' })
      await queries.invalidateQueries({ queryKey })
    },
  })

  return (
    <ul className="grid gap-3">
      {notifications.map(notification => {
        const { id, body } = notification
        const Icon = icons[notification.type_of_notification] ?? Bell
        return (
          <li
            key={id}
            className="flex items-start gap-x-3 rounded-lg border border-line bg-surface p-4 shadow-card sm:items-center sm:gap-x-4 sm:has-[fieldset]:items-start"
          >
            <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf">
              <Icon size={22} />
            </span>
            {/* On a phone the words have the whole width, and the button stands beside the time. */}
            <div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-center gap-x-2 sm:gap-x-4">
              <p id={id} className="wrap-anywhere max-sm:col-span-2">
                {body}
              </p>
              <TimeAgo of={notification} className="col-start-1 row-start-2 text-xs text-muted sm:text-sm" />
              <Button
                variant="secondary"
                aria-describedby={id}
                onClick={() => mutate({ notification })}
                className="col-start-2 row-start-2 max-sm:px-3.5 sm:row-span-2 sm:row-start-1"
              >
                Читать
              </Button>
              <div className="col-span-2 empty:hidden">
                {question?.(notification, () => mutate({ notification, isAnswered: true }))}
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
