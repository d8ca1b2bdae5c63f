import type { FastifyInstance } from 'fastify'
import { plantCalls } from '#contract/plants.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { FileStore } from '#server/platform/media/file-store.ts'
import type { AvifMaker } from '#server/platform/media/picture-avif.ts'
import { plantDrawingRoutes } from './plant-drawing.routes.ts'
import { listCategories, listGenera, listVarieties } from './plants.queries.ts'
import { categoriesScope, plantsScope } from './plants.scopes.ts'
import { getPlant } from './plants.service.ts'

export function plantRoutes(
  app: FastifyInstance,
  { db, files, avifs, publicUrl }: { db: Db; files: FileStore; avifs: AvifMaker; publicUrl: string },
): void {
  registerCalls(app, plantCalls, {
    'GET /products/short_list_categories/': ({ shows }) => {
      shows(categoriesScope)
      return listCategories(db)
    },
    'GET /products/genus/': ({ query, shows }) => {
      shows(categoriesScope, plantsScope)
      return listGenera(db, query.category__name)
    },
    'GET /products/varieties/': ({ query, shows }) => {
      shows(categoriesScope, plantsScope)
      return listVarieties(db, query.genus__name, query.category__name)
    },
    'GET /products/plant/': ({ query, shows }) => {
      shows(categoriesScope, plantsScope, lookupsScope)
      return getPlant({ db, publicUrl }, query)
    },
  })
  plantDrawingRoutes(app, { db, files, avifs })
}
