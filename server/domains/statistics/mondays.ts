import { dayInMoscow } from '#server/platform/moscow-day.ts'

const week = 7 * 86_400_000

/** So many Mondays in Moscow, the oldest first; the last is that of the present week. */
export function mondays(count: number): string[] {
  const today = new Date(dayInMoscow(new Date()))
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * 86_400_000
  return Array.from({ length: count }, (_, at) => new Date(monday - (count - 1 - at) * week).toISOString().slice(0, 10))
}
