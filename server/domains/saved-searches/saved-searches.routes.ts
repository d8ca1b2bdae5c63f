import type { FastifyInstance } from 'fastify'
import { savedSearchCalls } from '#contract/saved-searches.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { sendIfDue } from './alerts/alerts.service.ts'
import {
  alertOfStock,
  changeSearch,
  keepPlant,
  listPlantsOf,
  listSavedSearches,
  listStockAlerts,
  removePlant,
  removeSearch,
  removeStockAlert,
  type SavedSearchDeps,
  saveSearch,
  unsubscribeBy,
} from './saved-searches.service.ts'
import { unsubscribeTokens } from './unsubscribe-tokens.ts'

/** Milliseconds between two checks for news, so that "instant" means within a minute. */
const lookEvery = 10_000

interface SavedSearchRouteDeps extends SavedSearchDeps {
  secret: string
  publicUrl: string
}

export function savedSearchRoutes(app: FastifyInstance, { secret, publicUrl, ...deps }: SavedSearchRouteDeps): void {
  const { db } = deps
  const tokens = unsubscribeTokens(secret)

  let looking: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    // If the database is unavailable or busy, the next check is soon enough.
    looking = setInterval(() => void sendIfDue(db).catch(() => {}), lookEvery).unref()
  })
  app.addHook('onClose', async () => clearInterval(looking))

  registerCalls(app, savedSearchCalls, {
    'GET /saved-searches/': ({ actor }) => listSavedSearches(deps, actor),
    'POST /saved-searches/': ({ actor, body }) => saveSearch(deps, actor, body),
    'PATCH /saved-searches/:id/': ({ actor, params, body }) => changeSearch(deps, actor, params.id, body),
    'DELETE /saved-searches/:id/': ({ actor, params }) => removeSearch(db, actor, params.id),
    'POST /saved-searches/unsubscribe/:token/': ({ params }) => unsubscribeBy(db, tokens, params.token),
    'GET /stock-alerts/': ({ actor }) => listStockAlerts(db, actor),
    'POST /stock-alerts/': ({ actor, body }) => alertOfStock(db, actor, body),
    'DELETE /stock-alerts/:id/': ({ actor, params }) => removeStockAlert(db, actor, params.id),
    'GET /saved-plants/': ({ actor }) => listPlantsOf(db, actor),
    'POST /saved-plants/': ({ actor, body }) => keepPlant(db, actor, body.plant),
    'DELETE /saved-plants/:id/': ({ actor, params }) => removePlant(db, actor, params.id),
  })

  // Mail programs that do not support RFC 8058 open the address with GET. This redirects to a page with a button; GET
  // itself changes nothing.
  app.get<{ Params: { token: string } }>(
    '/api/saved-searches/unsubscribe/:token/',
    { config: { access: 'open' }, schema: { hide: true } },
    async ({ params }, reply) => reply.redirect(`${publicUrl}/unsubscribe?token=${encodeURIComponent(params.token)}`),
  )
}
