import { agoText } from './ago-text.ts'

interface TimeAgoProps {
  of: { created_at: string; created_at_formatted: string }
  className?: string
}

const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short' })

/** How long ago something was written; the day and hour under the pointer. */
export function TimeAgo({ of: { created_at, created_at_formatted }, className }: TimeAgoProps) {
  return (
    <time dateTime={created_at} title={dates.format(new Date(created_at))} className={className}>
      {agoText(created_at_formatted)}
    </time>
  )
}
