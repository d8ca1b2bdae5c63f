import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { drawingWidths } from '#contract/media.ts'
import { drawingEdition, drawPlant, type IllustrationSpec } from '#server/drawings/draw-plant.ts'
import { rasterise } from '#server/drawings/rasterise.ts'
import type { Db } from '#server/platform/database/database.ts'
import { compress } from '#server/platform/http/cache/compression.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { FileStore } from '#server/platform/media/file-store.ts'
import { avifOf, drawnPrefix } from '#server/platform/media/media.ts'
import type { AvifMaker } from '#server/platform/media/picture-avif.ts'
import { findEntry } from './plants.queries.ts'
import { plantsScope } from './plants.scopes.ts'

const folder = '/drawings/plants/'

/** The path at which a plant of the directory is drawn on request. */
export const plantDrawingPath = (plantId: number) => `${folder}${plantId}.svg`

const named = new RegExp(`^(?<id>[1-9]\\d{0,9})(?:\\.svg|-(?<width>${drawingWidths.join('|')})\\.avif)$`)

/** The plant, and the width in which it is asked for as AVIF; `null`: as SVG. */
function askedIn({ params }: FastifyRequest): { id: number; width: number | null } | null {
  const { id, width } = named.exec((params as { name: string }).name)?.groups ?? {}
  if (id === undefined || Number(id) > 2_147_483_647) return null
  return { id: Number(id), width: width === undefined ? null : Number(width) }
}

const draw = (illustration: IllustrationSpec) => drawPlant(illustration, 'whole')

/** Changes whenever the drawing may look different. */
const keyOf = (illustration: IllustrationSpec): string =>
  drawnPrefix +
  createHash('sha256')
    .update(JSON.stringify([drawingEdition, illustration]))
    .digest('hex')
    .slice(0, 32)

/** The drawing in this width, to be made as AVIF unless the SVG as it is sent is smaller. */
async function originalOf(illustration: IllustrationSpec, width: number) {
  const svg = draw(illustration)
  const { length: standInSize } = await compress(Buffer.from(svg), 'br', 6)
  return { webp: await rasterise(svg, width).webp({ quality: 95, effort: 0 }).toBuffer(), standInSize }
}

/**
 * Draws plants of the directory, as SVG or, in the widths shown in lists, as AVIF, which is a fraction of its size and of
 * a phone's work. An AVIF is made after it is first asked for, and until then answered with the SVG. Both are cached like
 * any public response.
 */
export function plantDrawingRoutes(
  app: FastifyInstance,
  { db, files, avifs }: { db: Db; files: FileStore; avifs: AvifMaker },
): void {
  function addressOf(request: FastifyRequest): string | null {
    const asked = askedIn(request)
    if (!asked) return null
    return asked.width === null ? plantDrawingPath(asked.id) : avifOf(`${folder}${asked.id}`, asked.width)
  }

  app.get(
    `${folder}:name`,
    { config: { sameForAllVisitors: true, addressOf }, schema: { hide: true } },
    async (request, reply) => {
      const asked = askedIn(request)
      const entry = asked ? await findEntry(db, asked.id) : undefined
      if (!asked || !entry) throw new AppError('NOT_FOUND')
      const { facts, latinName } = entry
      const { width } = asked
      const illustration = { facts, latinName, seed: latinName }
      request.shows = [plantsScope]
      if (width !== null) {
        const name = avifOf(keyOf(illustration), width)
        const avif = await files.read(name)
        // An empty one says that the SVG is smaller.
        if (avif && avif.length > 0) return reply.type('image/avif').send(avif)
        if (!avif) {
          avifs.askFor(name, width, () => originalOf(illustration, width))
          reply.header('cache-control', 'no-store')
        }
      }
      return reply.type('image/svg+xml; charset=utf-8').send(draw(illustration))
    },
  )
}
