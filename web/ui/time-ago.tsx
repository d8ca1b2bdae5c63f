import { pluralForm } from '../lib/plural.ts'

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

/** Units of elapsed time in the API, shortened as in lists: «2 ч назад». */
const units = {
  minute: () => 'мин',
  hour: () => 'ч',
  day: () => 'дн.',
  week: () => 'нед.',
  month: () => 'мес.',
  year: (count: number) => pluralForm(count, ['год', 'года', 'лет']),
} as const

/** Converts the API's `3 days, 4 hours` to «3 дн. назад»: the exact time is in the tooltip. */
export function agoText(passed: string): string {
  const parts = [...passed.matchAll(/(?<!\d)(\d+) (minute|hour|day|week|month|year)s?/g)]
  const first = parts.find(([, count]) => count !== '0')
  if (!first) return 'меньше минуты назад'
  const [, count, unit] = first
  return `${count}\u00a0${units[unit as keyof typeof units](Number(count))} назад`
}
