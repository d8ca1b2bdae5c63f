const minute = 60
const day = 24 * 60 * minute

/** Seconds of each unit, the largest first; months and years are the usual 30 and 365 days. */
const units: [name: string, seconds: number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', 60 * minute],
  ['minute', minute],
]

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`

/** The time since a moment in at most two adjacent units (API.md section 1): `5 minutes`, `1 hour, 3 minutes`. */
export function timeSince(then: Date, now: Date = new Date()): string {
  const seconds = Math.floor((now.getTime() - then.getTime()) / 1000)
  const first = units.findIndex(([, size]) => seconds >= size)
  const [name, size] = units[first] ?? []
  if (!name || !size) return '0 minutes'
  const count = Math.floor(seconds / size)
  const [nextName, nextSize] = units[first + 1] ?? []
  const nextCount = nextName && nextSize ? Math.floor((seconds - count * size) / nextSize) : 0
  return nextName && nextCount > 0 ? `${counted(count, name)}, ${counted(nextCount, nextName)}` : counted(count, name)
}
