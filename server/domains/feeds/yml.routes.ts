import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { integerIdText } from '#contract/common.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { findCompanyName } from './yml.queries.ts'
import { ymlOf } from './yml.ts'

interface FeedDeps {
  db: Db
  media: Pick<MediaStore, 'urls'>
  publicUrl: string
  limit: Limits['limit']
  exports: Exports
}

/** Feeds per network address and minute. */
const feedsPerMinute = 20

/**
 * Feeds for Yandex (YML): every published variant with a price, of all companies or of one. Variants with a price on
 * request are left out, because Yandex accepts no offer without a price.
 */
export function ymlRoutes(app: FastifyInstance, { limit, exports, ...deps }: FeedDeps): void {
  const feeds = limit({ name: 'feeds', points: feedsPerMinute, seconds: 60 })
  const schema = { hide: true }
  const type = 'application/xml; charset=utf-8'

  app.get('/feeds/yml.xml', { schema }, async (request, reply) => {
    await feeds.take(request.ip)
    return exports.stream(request, reply, { type, parts: () => ymlOf(deps, { name: 'Дендро', companyId: null }) })
  })

  app.get<{ Params: { file: string } }>(
    '/feeds/yml/:file',
    { schema: { ...schema, params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const { success, data: companyId } = integerIdText.safeParse(/^(\d+)\.xml$/.exec(request.params.file)?.[1])
      const name = success ? await findCompanyName(deps.db, companyId) : undefined
      if (!success || name === undefined) throw new AppError('NOT_FOUND', 'Такой компании нет.')
      await feeds.take(request.ip)
      return exports.stream(request, reply, { type, parts: () => ymlOf(deps, { name, companyId }) })
    },
  )
}
