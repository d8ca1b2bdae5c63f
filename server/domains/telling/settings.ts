import {
  type NotificationSettings,
  type Quiet,
  type SettingsChange,
  type ToldKind,
  toldKinds,
  type Ways,
} from '#contract/notification-settings.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { socialKinds } from './kinds.ts'
import type { notificationSettings } from './telling.tables.ts'

export type SettingsRow = typeof notificationSettings.$inferSelect

const ofKinds = (waysOf: (kind: ToldKind) => Ways) =>
  Object.fromEntries(toldKinds.map(kind => [kind, waysOf(kind)])) as Record<ToldKind, Ways>

/** How people are told who have chosen nothing. */
export const defaults: NotificationSettings = {
  // What people do to each other as people comes by letter only if they ask for it.
  kinds: ofKinds(kind => ({ site: true, push: true, email: !socialKinds.includes(kind) })),
  quiet: null,
  time_zone: 'Europe/Moscow',
  digest: 'never',
}

export function presentSettings(row: SettingsRow | undefined): NotificationSettings {
  if (!row) return defaults
  const { kinds, quietFrom, quietTo, timeZone, digest } = row
  return {
    kinds: ofKinds(kind => ({ ...defaults.kinds[kind], ...kinds[kind] })),
    quiet: quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null,
    time_zone: timeZone,
    digest,
  }
}

/** The quiet hours with what is sent of them. Throws INVALID_INPUT for half of them, and for those that never end. */
function changedQuiet(now: Quiet | null, change: SettingsChange['quiet']): Quiet | null {
  if (change === undefined) return now
  if (change === null) return null
  const { from = now?.from, to = now?.to } = change
  if (from === undefined || to === undefined) {
    throw refused(from === undefined ? 'Когда тихие часы начинаются?' : 'Когда тихие часы кончаются?', 'required')
  }
  if (from === to) throw refused('Тихие часы должны когда-нибудь кончаться', 'invalid')
  return { from, to }
}

const refused = (message: string, code: string) =>
  new AppError('INVALID_INPUT', undefined, { quiet: fieldError(message, code) })

type Chosen = SettingsRow['kinds']

/** What a person has chosen themselves, with what is sent of a change: the defaults are not theirs. */
export function chosen(kinds: Chosen | undefined, change: SettingsChange['kinds'] = {}): Chosen {
  return Object.fromEntries(
    toldKinds.flatMap(kind => {
      const ways = { ...kinds?.[kind], ...change[kind] }
      return Object.keys(ways).length > 0 ? [[kind, ways]] : []
    }),
  )
}

/** Whether a digest has this kind: unless its letters were refused, as they are by default only because they are many. */
export const isInDigest = (row: SettingsRow, kind: ToldKind): boolean => row.kinds[kind]?.email !== false

/** The settings with what is sent of a change. */
export function changed(now: NotificationSettings, { kinds = {}, ...change }: SettingsChange): NotificationSettings {
  return {
    kinds: ofKinds(kind => ({ ...now.kinds[kind], ...kinds[kind] })),
    quiet: changedQuiet(now.quiet, change.quiet),
    time_zone: change.time_zone ?? now.time_zone,
    digest: change.digest ?? now.digest,
  }
}
