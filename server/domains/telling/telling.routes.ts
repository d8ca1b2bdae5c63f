import type { FastifyInstance } from 'fastify'
import { notificationSettingsCalls } from '#contract/notification-settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { keptKeys } from './push/vapid.ts'
import { changeSettings, getSettings, subscribe, unsubscribe } from './telling.service.ts'

interface Deps {
  db: Db
  secret: string
  /** Push services on this machine, for tests. */
  allowsLocal: boolean
}

export function tellingRoutes(app: FastifyInstance, { db, secret, allowsLocal }: Deps): void {
  const keys = keptKeys(db, secret)
  registerCalls(app, notificationSettingsCalls, {
    'GET /notification-settings/': ({ actor }) => getSettings(db, actor),
    'PATCH /notification-settings/': ({ actor, body }) => changeSettings(db, actor, body),
    'GET /push/key/': async () => ({ key: (await keys()).publicKey }),
    'POST /push/subscriptions/': ({ actor, body }) => subscribe({ db, allowsLocal }, actor, body),
    'DELETE /push/subscriptions/': ({ actor, body }) => unsubscribe(db, actor, body.endpoint),
  })
}
