import type { FastifyInstance } from 'fastify'
import { notificationCalls } from '#contract/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import {
  listNotificationGroups,
  listNotifications,
  readAllNotifications,
  readNotification,
  readNotificationGroup,
} from './notifications.service.ts'

export function notificationRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerCalls(app, notificationCalls, {
    'GET /notifications/': ({ actor }) => listNotifications(db, actor),
    'POST /notifications/read/:id/': ({ actor, params }) => readNotification(db, actor, params.id),
    'GET /notifications/groups/': ({ actor, query }) => listNotificationGroups(db, actor, query.before),
    'POST /notifications/read_group/:id/': ({ actor, params }) => readNotificationGroup(db, actor, params.id),
    'POST /notifications/read_all/': ({ actor }) => readAllNotifications(db, actor),
  })
}
