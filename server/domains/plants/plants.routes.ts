import type { FastifyInstance } from 'fastify'
import { plantCalls } from '#contract/plants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { plantDrawingRoutes } from './plant-drawing.routes.ts'
import { listCategories, listGenera, listVarieties } from './plants.queries.ts'
import { getPlant } from './plants.service.ts'

export function plantRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  registerCalls(app, plantCalls, {
    'GET /products/short_list_categories/': () => listCategories(db),
    'GET /products/genus/': ({ query }) => listGenera(db, query.category__name),
    'GET /products/varieties/': ({ query }) => listVarieties(db, query.genus__name, query.category__name),
    'GET /products/plant/': ({ query }) => getPlant({ db, publicUrl }, query),
  })
  plantDrawingRoutes(app, { db })
}
