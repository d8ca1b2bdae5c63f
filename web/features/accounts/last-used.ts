const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The server writes a use down a few minutes late. */
const lately = 10 * minute

const relative = new Intl.RelativeTimeFormat('ru-RU', { numeric: 'auto' })

/** How long ago a session was used: «сейчас», «2 часа назад», «вчера». */
export function lastUsed(then: Date, now: Date = new Date()): string {
  const passed = now.getTime() - then.getTime()
  if (passed < lately) return 'сейчас'
  if (passed < hour) return relative.format(-Math.floor(passed / minute), 'minute')
  if (passed < day) return relative.format(-Math.floor(passed / hour), 'hour')
  return relative.format(-Math.floor(passed / day), 'day')
}
