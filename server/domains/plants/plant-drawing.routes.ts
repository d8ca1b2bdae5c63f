import type { FastifyInstance, FastifyRequest } from 'fastify'
import { drawPlant } from '#server/illustration/draw-plant.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findEntry } from './plants.queries.ts'
import { plantsScope } from './plants.scopes.ts'

const folder = '/drawings/plants/'

/** The path at which a plant of the directory is drawn on request; nothing is stored. */
export const plantDrawingPath = (plantId: number) => `${folder}${plantId}.svg`

function plantIdOf({ params }: FastifyRequest): number | null {
  const id = Number(/^([1-9]\d{0,9})\.svg$/.exec((params as { name: string }).name)?.[1] ?? 0)
  return id > 0 && id <= 2_147_483_647 ? id : null
}

/** Draws plants of the directory for the product form; each drawing is cached like any public response. */
export function plantDrawingRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  function addressOf(request: FastifyRequest): string | null {
    const id = plantIdOf(request)
    return id === null ? null : plantDrawingPath(id)
  }

  app.get(
    `${folder}:name`,
    { config: { sameForAllVisitors: true, addressOf }, schema: { hide: true } },
    async (request, reply) => {
      const id = plantIdOf(request)
      const entry = id === null ? undefined : await findEntry(db, id)
      if (!entry) throw new AppError('NOT_FOUND')
      const { facts, latinName } = entry
      request.shows = [plantsScope]
      return reply.type('image/svg+xml; charset=utf-8').send(drawPlant({ facts, latinName, seed: latinName }, 'whole'))
    },
  )
}
