const clocks = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' })
const daysOfYears = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric' })
const shortDays = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short' })
const dates = new Intl.DateTimeFormat('ru-RU', { day: '2-digit', month: '2-digit', year: 'numeric' })
const full = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short' })

/** The number of midnights between the two. */
function daysBetween(then: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(now) - midnight(then)) / 86_400_000)
}

const isSameYear = (one: Date, other: Date) => one.getFullYear() === other.getFullYear()

/** `09:05`. */
export const clock = (then: string) => clocks.format(new Date(then))

/** Date and time, for the tooltip. */
export const exactTime = (then: string) => full.format(new Date(then))

/** The day as a heading: `Сегодня`, `Вчера`, `3 мая`, `3 мая 2025 г.`. */
export function dayName(then: string, now: Date = new Date()): string {
  const day = new Date(then)
  const ago = daysBetween(day, now)
  if (ago === 0) return 'Сегодня'
  if (ago === 1) return 'Вчера'
  return (isSameYear(day, now) ? days : daysOfYears).format(day)
}

/** Short form for lists: `09:05` today, then `вчера`, `3 мая`, `03.05.2025`. */
export function shortTime(then: string, now: Date = new Date()): string {
  const day = new Date(then)
  const ago = daysBetween(day, now)
  if (ago === 0) return clock(then)
  if (ago === 1) return 'вчера'
  return (isSameYear(day, now) ? shortDays : dates).format(day)
}
