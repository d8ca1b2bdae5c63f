import type { FastifyInstance } from 'fastify'
import { notificationSettingsCalls } from '#contract/notification-settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { keptKeys } from './push/vapid.ts'
import { changeSettings, getSettings, subscribe, unsubscribe, unsubscribeBy } from './telling.service.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'

interface Deps {
  db: Db
  secret: string
  publicUrl: string
  /** Push services on this machine, for tests. */
  allowsLocal: boolean
}

export function tellingRoutes(app: FastifyInstance, { db, secret, publicUrl, allowsLocal }: Deps): void {
  const keys = keptKeys(db, secret)
  const links = unsubscribeLinks(secret, publicUrl)
  registerCalls(app, notificationSettingsCalls, {
    'GET /notification-settings/': ({ actor }) => getSettings(db, actor),
    'PATCH /notification-settings/': ({ actor, body }) => changeSettings(db, actor, body),
    'POST /notification-settings/unsubscribe/:token/': ({ params }) => unsubscribeBy(db, links, params.token),
    'GET /push/key/': async () => ({ key: (await keys()).publicKey }),
    'POST /push/subscriptions/': ({ actor, body }) => subscribe({ db, allowsLocal }, actor, body),
    'DELETE /push/subscriptions/': ({ actor, body }) => unsubscribe(db, actor, body.endpoint),
  })
}
