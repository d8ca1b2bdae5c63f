import type { FastifyInstance } from 'fastify'
import { moderationPlantCalls } from '#contract/moderation/plants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { editCategory } from './categories.service.ts'
import { listStaffCategories } from './directory.queries.ts'
import { createGenus, editGenus, getGenus, listGenera, mergeGenus, setGenusHidden } from './genera.service.ts'
import { createPlant, editPlant, listPlants, mergePlant, setPlantHidden } from './plants.service.ts'

interface Deps {
  db: Db
  publicUrl: string
}

export function moderationPlantRoutes(app: FastifyInstance, { db, publicUrl }: Deps): void {
  registerCalls(app, moderationPlantCalls, {
    'GET /staff/directory/genera/': ({ query, address }) => listGenera(db, query, publicUrl + address),
    'GET /staff/directory/genera/:id/': ({ params }) => getGenus(db, params.id),
    'POST /staff/directory/genera/': ({ actor, body }) => createGenus(db, actor, body),
    'POST /staff/directory/genera/:id/edit/': ({ actor, params, body }) => editGenus(db, actor, params.id, body),
    'POST /staff/directory/genera/:id/merge/': ({ actor, params, body }) => mergeGenus(db, actor, params.id, body),
    'POST /staff/directory/genera/:id/hide/': ({ actor, params, body }) =>
      setGenusHidden(db, actor, params.id, true, body.reason),
    'POST /staff/directory/genera/:id/restore/': ({ actor, params }) => setGenusHidden(db, actor, params.id, false),
    'GET /staff/directory/species/': ({ query, address }) => listPlants(db, query, publicUrl + address),
    'POST /staff/directory/species/': ({ actor, body }) => createPlant(db, actor, body),
    'POST /staff/directory/species/:id/edit/': ({ actor, params, body }) => editPlant(db, actor, params.id, body),
    'POST /staff/directory/species/:id/merge/': ({ actor, params, body }) => mergePlant(db, actor, params.id, body),
    'POST /staff/directory/species/:id/hide/': ({ actor, params, body }) =>
      setPlantHidden(db, actor, params.id, true, body.reason),
    'POST /staff/directory/species/:id/restore/': ({ actor, params }) => setPlantHidden(db, actor, params.id, false),
    'GET /staff/directory/categories/': () => listStaffCategories(db),
    'POST /staff/directory/categories/:id/edit/': ({ actor, params, body }) => editCategory(db, actor, params.id, body),
  })
}
