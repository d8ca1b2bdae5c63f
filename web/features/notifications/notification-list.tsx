import { clsx } from 'clsx'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { NotificationGroup, NotificationType } from '#contract/notifications.ts'
import { Button } from '#web/ui/button.tsx'
import {
  BadgeCheck,
  Bell,
  Building2,
  CalendarClock,
  Eye,
  EyeOff,
  FileQuestion,
  FileText,
  FileX,
  Handshake,
  Heart,
  MessageCircle,
  PackageCheck,
  SearchCheck,
  Scale,
  ShieldCheck,
  Sprout,
  Star,
  Trash2,
  Truck,
  Undo2,
  UserCheck,
  UserPlus,
  UserX,
} from '#web/ui/icons.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { destination } from './destination.ts'
import { useReading } from './use-reading.ts'

const icons: Record<NotificationType, ComponentType<{ size: number }>> = {
  post_like: Heart,
  post_comment: MessageCircle,
  mention: MessageCircle,
  post_offer: Sprout,
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
  comment_removed: Trash2,
  message_removed: Trash2,
  report_accepted: ShieldCheck,
  report_dismissed: ShieldCheck,
  appeal_judged: Scale,
  saved_search_found: SearchCheck,
  stock_arrived: PackageCheck,
  offers_ageing: CalendarClock,
  project_remark: MessageCircle,
  quote_requested: FileQuestion,
  quote_received: FileText,
  quote_revised: FileText,
  quote_chosen: Handshake,
  quote_not_chosen: FileText,
  request_cancelled: FileX,
  deal_confirmed: Handshake,
  deal_expiring: CalendarClock,
  deal_handed_over: Truck,
  deal_delivered: Truck,
  deal_rest_cancelled: FileX,
  deal_delivery_received: PackageCheck,
  claim_made: FileQuestion,
  claim_answered: FileText,
  claim_accepted: Handshake,
  claim_withdrawn: FileX,
  claim_disputed: FileQuestion,
  deal_received: PackageCheck,
  deal_cancelled: FileX,
  deal_documents: FileText,
  review_received: Star,
  review_replied: Star,
  review_hidden: EyeOff,
  review_restored: Eye,
  reply_hidden: EyeOff,
  reply_restored: Eye,
}

interface NotificationListProps {
  groups: NotificationGroup[]
  /** A question to show with a group; `onAnswered` marks it as read. */
  question?: (group: NotificationGroup, onAnswered: () => void) => ReactNode
}

/** Each row links to its subject, and marks its whole group as read. */
export function NotificationList({ groups, question }: NotificationListProps) {
  const { read } = useReading()
  return (
    <ul className="grid gap-3">
      {groups.map(group => (
        <Row
          key={group.id}
          group={group}
          onRead={leads => read({ group, leads })}
          question={question?.(group, () => read({ group, leads: false }))}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  group: NotificationGroup
  onRead: (leads: boolean) => void
  question: ReactNode
}

function Row({ group, onRead, question }: RowProps) {
  const { id, body, is_read: isRead, subject_line: line } = group
  const Icon = icons[group.type_of_notification] ?? Bell
  return (
    <li
      className={clsx(
        'relative flex items-start gap-x-3 rounded-lg border p-4 sm:items-center sm:gap-x-4 sm:has-[fieldset]:items-start',
        isRead ? 'border-line bg-paper hover:bg-surface' : 'border-leaf/45 bg-surface shadow-card',
      )}
    >
      <span
        aria-hidden
        className={clsx(
          'relative grid size-11 shrink-0 place-items-center rounded-full',
          isRead ? 'bg-sunken text-muted' : 'bg-leaf-soft text-leaf',
        )}
      >
        <Icon size={22} />
        {!isRead && (
          <span className="absolute -top-0.5 -right-0.5 size-3.5 rounded-full border-2 border-surface bg-accent" />
        )}
      </span>
      {/* On a phone the text has the full width, and the button is beside the time. */}
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-center gap-x-2 sm:gap-x-4">
        <div className="min-w-0 max-sm:col-span-2">
          <p className={clsx('wrap-anywhere', !isRead && 'font-semibold')}>
            {/* The link covers the row. */}
            <Link
              id={id}
              to={group.link ?? destination(group)}
              onClick={isRead ? undefined : () => onRead(false)}
              className="stretched text-ink no-underline"
            >
              {body}
            </Link>
            {!isRead && <span className="sr-only"> Не прочитано.</span>}
          </p>
          {line !== null && <p className="truncate text-sm text-muted">{line}</p>}
        </div>
        <TimeAgo of={group} className="col-start-1 row-start-2 text-xs text-muted sm:text-sm" />
        {!isRead && (
          <Button
            variant="secondary"
            aria-describedby={id}
            onClick={() => onRead(true)}
            className="relative col-start-2 row-start-2 max-sm:px-3.5 sm:row-span-2 sm:row-start-1"
          >
            Читать
          </Button>
        )}
        <div className="relative col-span-2 empty:hidden">{question}</div>
      </div>
    </li>
  )
}
