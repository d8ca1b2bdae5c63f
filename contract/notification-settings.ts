import { z } from 'zod'
import { call } from './call.ts'
import { plainText, requiredText } from './common.ts'

/** What people are told of, as they choose how. */
export const toldKinds = [
  'likes',
  'comments',
  'mentions',
  'friends',
  'messages',
  'requests',
  'quotes',
  'deals',
  'saved_searches',
  'freshness',
  'moderation',
] as const
export type ToldKind = (typeof toldKinds)[number]

export const digestPeriods = ['daily', 'weekly', 'never'] as const
export type DigestPeriod = (typeof digestPeriods)[number]

const ways = z.object({ site: z.boolean(), push: z.boolean(), email: z.boolean() })
export type Ways = z.output<typeof ways>

const hour = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Нужно время вида 22:00')
const quiet = z.object({ from: hour, to: hour })
export type Quiet = z.output<typeof quiet>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
const timeZone = z
  .string()
  .max(64, 'Такого часового пояса нет')
  .regex(/^[A-Za-z][\w+/-]*$/, 'Такого часового пояса нет')
  .refine(isTimeZone, 'Такого часового пояса нет')

const ofKinds = <T extends z.ZodType>(shape: T) =>
  z.object(Object.fromEntries(toldKinds.map(kind => [kind, shape])) as Record<ToldKind, T>)

export const notificationSettings = z
  .object({
    kinds: ofKinds(ways),
    /** Between these hours, on the clock of `time_zone`, nothing comes but on the site; `to` may be on the next day. */
    quiet: quiet.nullable(),
    /** An IANA name. */
    time_zone: z.string(),
    /** How often what was missed comes as one letter. */
    digest: z.enum(digestPeriods),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof notificationSettings>

/** Any part of it. */
export const settingsChangeForm = z.object({
  kinds: ofKinds(ways.partial().optional()).partial().optional(),
  /** One of both hours leaves the other as it is; both must be there then, and differ. */
  quiet: quiet.partial().nullable().optional(),
  time_zone: timeZone.optional(),
  digest: z.enum(digestPeriods).optional(),
})
export type SettingsChange = z.output<typeof settingsChangeForm>

/** Browsers in which one person is told at once. */
export const subscriptionsMax = 20

const base64url = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^[\w-]+={0,2}$/, 'Нужен base64url')
const endpoint = requiredText('Нужен адрес службы уведомлений', 2000)

/** A browser's `PushSubscription` as JSON. */
export const subscriptionForm = z.object({
  endpoint,
  keys: z.object({
    /** A point of P-256, 65 bytes. */
    p256dh: base64url(87, 88),
    /** 16 bytes. */
    auth: base64url(22, 24),
  }),
})
export type SubscriptionForm = z.output<typeof subscriptionForm>

export const notificationSettingsCalls = {
  'GET /notification-settings/': call({
    access: 'member',
    summary: 'Как мне сообщать: на сайте, уведомлением браузера, письмом — по видам; тихие часы и дайджест',
    answer: notificationSettings,
  }),
  'PATCH /notification-settings/': call({
    access: 'member',
    summary: 'Изменить часть того, как мне сообщать',
    body: settingsChangeForm,
    answer: notificationSettings,
  }),
  'POST /notification-settings/unsubscribe/:token/': call({
    access: 'open',
    summary: 'Больше не присылать писем такого вида: подпись в адресе заменяет вход (RFC 8058)',
    params: z.object({ token: plainText.max(200) }),
    takesUrlEncoded: true,
    answer: z.object({ message: z.literal('unsubscribed') }),
  }),
  'GET /push/key/': call({
    access: 'member',
    summary: 'Открытый ключ VAPID (RFC 8292) для подписки браузера',
    answer: z.object({ key: z.string() }),
  }),
  'POST /push/subscriptions/': call({
    access: 'member',
    summary: 'Сообщать мне в этом браузере: PushSubscription как JSON',
    body: subscriptionForm,
    answer: z.object({ message: z.literal('subscribed') }),
  }),
  'DELETE /push/subscriptions/': call({
    access: 'member',
    summary: 'Больше не сообщать в этом браузере',
    body: z.object({ endpoint }),
    answer: z.object({ message: z.literal('unsubscribed') }),
  }),
}
