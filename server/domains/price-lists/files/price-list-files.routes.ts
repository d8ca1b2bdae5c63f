import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { integerIdText, pageQuery, repeated } from '#contract/common.ts'
import { problem } from '#contract/errors.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { contentDisposition } from '#server/platform/http/content-disposition.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { forKeys } from '#server/platform/http/routes.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { labelsMax, printLabelsOf } from './labels.service.ts'
import {
  type WrittenFile,
  writeOwnList,
  writePublicList,
  writeReport,
  writeTemplate,
} from './price-list-files.service.ts'
import type { listPrinter } from './published-list.service.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
}

const dispositionOf = (name: string, ending: keyof typeof types) =>
  contentDisposition('attachment', `${name}.${ending}`, `price-list.${ending}`)

/** Files per minute for one person, or for one address of visitors. */
const filesPerMinute = 30

interface FileDeps {
  db: Db
  limit: Limits['limit']
  exports: Exports
  print: ReturnType<typeof listPrinter>
  publicUrl: string
}

/** Products by their ids; without any, all, so many to a file. */
const labelsQuery = z.object({ product: repeated(integerIdText), page: pageQuery.page })

/** Price lists as files. They are not JSON, so these calls are not in the contract's list of calls. */
export function priceListFileRoutes(app: FastifyInstance, { db, limit, exports, print, publicUrl }: FileDeps): void {
  const files = limit({ name: 'price-list-files', points: filesPerMinute, seconds: 60 })
  const tags = ['price-lists']
  const response = { '4xx': problem, '5xx': problem }
  const send = (request: FastifyRequest, reply: FastifyReply, { name, parts }: WrittenFile, ending: 'xlsx' | 'csv') =>
    exports.send(request, reply, { type: types[ending], disposition: dispositionOf(name, ending), parts })

  /** Registers a file for members of a company. */
  function forMembers(
    path: string,
    takesApiKey: boolean,
    summary: string,
    params: z.ZodType | undefined,
    ending: 'xlsx' | 'csv',
    write: (actor: Actor, id: string) => WrittenFile | Promise<WrittenFile>,
  ) {
    app.get<{ Params: { id?: string } }>(
      path,
      {
        config: { access: 'member', ...(takesApiKey ? { takesApiKey } : {}) },
        schema: {
          summary,
          tags,
          ...(params ? { params } : {}),
          ...(takesApiKey ? { security: forKeys } : {}),
          response,
        },
      },
      async (request, reply) => {
        const { actor, params } = request
        if (!actor) throw new AppError('UNAUTHENTICATED')
        await files.take(actor.id)
        return send(request, reply, await write(actor, params.id ?? ''), ending)
      },
    )
  }

  forMembers(
    '/api/price-lists/template.xlsx',
    true,
    'Пустой прайс-лист с нужными столбцами',
    undefined,
    'xlsx',
    actor => writeTemplate(actor),
  )
  for (const format of ['xlsx', 'csv'] as const) {
    forMembers(
      `/api/price-lists/current.${format}`,
      true,
      'Что предлагает моя компания; загруженное снова, ничего не меняет',
      undefined,
      format,
      actor => writeOwnList(db, actor, format),
    )
  }
  forMembers(
    '/api/price-lists/:id/report.xlsx',
    false,
    'Каждая строка прайс-листа: что с ней стало и почему',
    z.object({ id: z.uuid() }),
    'xlsx',
    (actor, id) => writeReport(db, actor, id),
  )

  app.get<{ Params: { id: number }; Querystring: z.output<typeof labelsQuery> }>(
    '/api/teams/:id/labels.pdf',
    {
      config: { access: 'member' },
      schema: {
        summary: `Этикетки для площадки, листы A4: название, размер, цена, QR растения; до ${labelsMax}, дальше — с page`,
        tags,
        params: z.object({ id: integerIdText }),
        querystring: labelsQuery,
        response,
      },
    },
    async (request, reply) => {
      const { actor, params, query } = request
      if (!actor) throw new AppError('UNAUTHENTICATED')
      await files.take(actor.id)
      const wanted = { products: query.product, offset: (query.page - 1) * labelsMax }
      const { name, print: printSheets } = await printLabelsOf({ db, publicUrl }, actor, params.id, wanted)
      return exports.send(request, reply, {
        type: types.pdf,
        disposition: contentDisposition('attachment', `${name}.pdf`, 'labels.pdf'),
        async *parts() {
          yield await printSheets()
        },
      })
    },
  )

  app.get<{ Params: { id: number } }>(
    '/api/teams/:id/price-list.pdf',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Прайс-лист компании для печати: опубликованные предложения по разделам',
        tags,
        params: z.object({ id: integerIdText }),
        response,
      },
    },
    async ({ actor, ip, params, headers }, reply) => {
      await files.take(actor?.id ?? ip)
      const list = await print(params.id)
      reply.header('etag', list.etag)
      if (headers['if-none-match'] === list.etag) return reply.code(304).send()
      return reply
        .type(types.pdf)
        .header('content-disposition', dispositionOf(list.name, 'pdf'))
        .header('cache-control', 'public, max-age=0, must-revalidate')
        .send(list.content)
    },
  )

  app.get<{ Params: { id: number } }>(
    '/api/teams/:id/price-list.xlsx',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Прайс-лист компании: опубликованные предложения',
        tags,
        params: z.object({ id: integerIdText }),
        response,
      },
    },
    async (request, reply) => {
      const { actor, ip, params } = request
      await files.take(actor?.id ?? ip)
      return send(request, reply, await writePublicList(db, params.id), 'xlsx')
    },
  )
}
