import type { NotificationSettings, Quiet, ToldKind } from '#contract/notification-settings.ts'

/** Milliseconds between an event and its push, in which it may be read on the site. */
export const pushDelay = 7_000
/** Milliseconds after which an e-mail looks whether the push of the same event has arrived. */
export const emailDelay = 60_000
/** Milliseconds between an event and the letter in the words of its push, in which it may be read, or pushed. */
export const letterDelay = 35_000

const minute = 60_000
const day = 24 * 60

/** Minutes since midnight, on the clock of this zone. */
function clockOf(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [hours = 0, minutes = 0] = parts.format(at).split(':').map(Number)
  return hours * 60 + minutes
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** When the quiet hours end in which this moment lies; `null`: it lies in none. */
export function quietEnd(quiet: Quiet | null, timeZone: string, at: Date): Date | null {
  if (!quiet) return null
  const [from, to, now] = [minutesOf(quiet.from), minutesOf(quiet.to), clockOf(at, timeZone)]
  const since = (now - from + day) % day
  const length = (to - from + day) % day
  if (since >= length) return null
  return inMinutes(at, length - since, to, timeZone)
}

/** So many minutes later, when the clock shows this: it may be put forward or back meanwhile, by at most some hours. */
function inMinutes(at: Date, minutes: number, shown: number, timeZone: string): Date {
  const end = new Date(Math.floor(at.getTime() / minute) * minute + minutes * minute)
  const shift = ((shown - clockOf(end, timeZone) + day + day / 2) % day) - day / 2
  return new Date(end.getTime() + shift * minute)
}

/** When digests come without quiet hours. */
const morning = '08:00'

/** When the next digest comes after one at this moment; `null`: none comes. */
export function nextDigest(
  { quiet, time_zone, digest }: Pick<NotificationSettings, 'quiet' | 'time_zone' | 'digest'>,
  after: Date,
): Date | null {
  if (digest === 'never') return null
  const shown = minutesOf(quiet?.to ?? morning)
  const wait = (shown - clockOf(after, time_zone) + day) % day || day
  return inMinutes(after, wait + (digest === 'weekly' ? 6 * day : 0), shown, time_zone)
}

export interface Told {
  site: boolean
  /** When a push goes; `null`: none. */
  pushAt: Date | null
  /** When an e-mail goes, or looks whether the push has arrived; `null`: none. */
  emailAt: Date | null
  /** Quiet hours: nothing goes but one summary at their end. */
  isHeld: boolean
}

/**
 * The one place that decides how a person is told of an event. Of push and e-mail only one arrives: with a browser that
 * takes pushes the e-mail stands in only if none has taken this one.
 */
export function decide(
  { kinds, quiet, time_zone }: Pick<NotificationSettings, 'kinds' | 'quiet' | 'time_zone'>,
  kind: ToldKind,
  { hasBrowser, now }: { hasBrowser: boolean; now: Date },
): Told {
  const { site, push, email } = kinds[kind]
  const end = quietEnd(quiet, time_zone, now)
  const isPushed = push && hasBrowser
  const after = (delay: number) => end ?? new Date(now.getTime() + delay)
  return {
    site,
    pushAt: isPushed ? after(pushDelay) : null,
    emailAt: email ? after(isPushed ? emailDelay : 0) : null,
    isHeld: end !== null,
  }
}
