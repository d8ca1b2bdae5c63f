import {
  type NotificationSettings,
  type SettingsChange,
  type ToldKind,
  toldKinds,
  type Ways,
} from '#contract/notification-settings.ts'
import type { notificationSettings } from './telling.tables.ts'

export type SettingsRow = typeof notificationSettings.$inferSelect

const everyWay: Ways = { site: true, push: true, email: true }

const ofKinds = (waysOf: (kind: ToldKind) => Ways) =>
  Object.fromEntries(toldKinds.map(kind => [kind, waysOf(kind)])) as Record<ToldKind, Ways>

/** How people are told who have chosen nothing. */
export const defaults: NotificationSettings = {
  kinds: ofKinds(() => everyWay),
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

/** The settings with what is sent of a change. */
export function changed(now: NotificationSettings, { kinds = {}, ...change }: SettingsChange): NotificationSettings {
  return {
    kinds: ofKinds(kind => ({ ...now.kinds[kind], ...kinds[kind] })),
    quiet: change.quiet === undefined ? now.quiet : change.quiet,
    time_zone: change.time_zone ?? now.time_zone,
    digest: change.digest ?? now.digest,
  }
}
