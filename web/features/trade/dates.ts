import { counted } from '#web/lib/plural.ts'

const days = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const daysOfYears = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const moments = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

const hour = 3_600_000
const day = 24 * hour

/** «15 апреля», with the year where it is another one; of a date without a time. */
export function dayText(date: string, now = new Date()): string {
  const isThisYear = date.slice(0, 4) === String(now.getFullYear())
  return (isThisYear ? days : daysOfYears).format(new Date(`${date}T00:00:00Z`)).replaceAll(' ', '\u00a0')
}

/** «23 ноября в 18:00» */
export const momentText = (time: string) => moments.format(new Date(time))

/** «с 1 по 10 апреля», «с 28 марта по 3 апреля», «до 10 апреля», or empty. */
export function datesText(from: string | null, to: string | null, now = new Date()): string {
  if (from === null && to === null) return ''
  if (to === null) return `с ${dayText(from ?? '', now)}`
  if (from === null) return `до ${dayText(to, now)}`
  if (from === to) return dayText(from, now)
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `с ${isOneMonth ? Number(from.slice(8)) : dayText(from, now)} по ${dayText(to, now)}`
}

/** What is left until a time: «осталось 5 дней», «осталось 3 часа»; past: empty. */
export function leftText(time: string, now = Date.now()): string {
  const left = Date.parse(time) - now
  if (left <= 0) return ''
  if (left < hour) return 'осталось меньше часа'
  return left < 2 * day
    ? `${left < 2 * hour ? 'остался' : 'осталось'} ${counted(Math.floor(left / hour), ['час', 'часа', 'часов'])}`
    : `осталось ${counted(Math.floor(left / day), ['день', 'дня', 'дней'])}`
}

/** A local day `days` from now, as `<input type="date">` has it. */
export function dateAfter(days: number, now = new Date()): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
