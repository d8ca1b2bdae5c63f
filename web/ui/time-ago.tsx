import { counted } from '../lib/plural.ts'

interface TimeAgoProps {
  of: { created_at: string; created_at_formatted: string }
  className?: string
}

const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short' })

/** How long ago something was written; the exact time is in the tooltip. */
export function TimeAgo({ of: { created_at, created_at_formatted }, className }: TimeAgoProps) {
  return (
    <time dateTime={created_at} title={dates.format(new Date(created_at))} className={className}>
      {agoText(created_at_formatted)}
    </time>
  )
}

/** Units of elapsed time in the API, in the accusative: минуту назад. */
const units = {
  minute: ['минуту', 'минуты', 'минут'],
  hour: ['час', 'часа', 'часов'],
  day: ['день', 'дня', 'дней'],
  week: ['неделю', 'недели', 'недель'],
  month: ['месяц', 'месяца', 'месяцев'],
  year: ['год', 'года', 'лет'],
} as const

/** Converts the API's `3 days, 4 hours` to «3 дня 4 часа назад». */
export function agoText(passed: string): string {
  const parts = [...passed.matchAll(/(?<!\d)(\d+) (minute|hour|day|week|month|year)s?/g)]
  const words = parts
    .filter(([, count]) => count !== '0')
    .map(([, count, unit]) => counted(Number(count), units[unit as keyof typeof units]))
  return `${words.join(' ') || 'меньше минуты'} назад`
}
