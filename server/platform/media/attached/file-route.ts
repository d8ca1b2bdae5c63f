import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type AttachedFileType, attachedFileTypes } from '#contract/attached-files.ts'
import { optionalText } from '#contract/common.ts'
import { problem } from '#contract/errors.ts'
import { imageWidth, pictureWidths } from '#contract/media.ts'
import { contentDisposition } from '#server/platform/http/content-disposition.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { FileStore } from '../file-store.ts'
import { fileOf } from '../media.ts'
import type { FileAddresses } from './file-addresses.ts'

const endings: Record<AttachedFileType, string> = {
  [attachedFileTypes.picture]: 'webp',
  [attachedFileTypes.pdf]: 'pdf',
  [attachedFileTypes.xlsx]: 'xlsx',
}

const query = z.object({
  width: optionalText(z.literal(pictureWidths.map(String))),
  for: optionalText(z.uuid().toLowerCase()),
  until: optionalText(z.string().max(20)),
  signature: optionalText(z.string().max(100)),
})

/** A signed address is one person's; without one a browser would show the file to the next who signs in. */
const cacheControl = (validUntil: number | null) =>
  validUntil ? `private, max-age=${Math.max(0, Math.floor((validUntil - Date.now()) / 1000))}` : 'private, no-store'

const nothing = () => new AppError('NOT_FOUND', 'Такого файла нет.')

interface RouteDeps {
  files: FileStore
  addresses: FileAddresses
  summary: string
  tag: string
  /** The file, if this person may see it now. */
  find: (
    id: string,
    personId: string,
  ) => Promise<{ name: string; type: AttachedFileType; mediaKey: string } | undefined>
}

/** Answers with attached files: they are no JSON, so this call is not in the contract's map. */
export function attachedFileRoute(app: FastifyInstance, { files, addresses, summary, tag, find }: RouteDeps): void {
  app.get<{ Params: { id: string }; Querystring: z.output<typeof query> }>(
    `${addresses.path}:id/`,
    {
      config: { access: 'public' },
      schema: {
        summary,
        tags: [tag],
        params: z.object({ id: z.uuid().toLowerCase() }),
        querystring: query,
        response: { '4xx': problem, '5xx': problem },
      },
    },
    async ({ actor, params: { id }, query: { width, for: signedFor, until, signature } }, reply) => {
      const isSigned = signedFor !== undefined && until !== undefined && signature !== undefined
      const validUntil = isSigned ? addresses.validUntil(id, { for: signedFor, until, signature }) : null
      // Either is enough, and whoever it names must be allowed to see the file now.
      const asActor = actor ? await find(id, actor.id) : undefined
      const found = asActor ?? (signedFor && validUntil ? await find(id, signedFor) : undefined)
      if (!found) throw nothing()
      const isPicture = found.type === attachedFileTypes.picture
      if (width !== undefined && !isPicture) throw nothing()
      const stored = await files.open(isPicture ? fileOf(found.mediaKey, Number(width ?? imageWidth)) : found.mediaKey)
      if (!stored) throw nothing()
      const ending = endings[found.type]
      // The name tells what the file was; what is sent is told by its ending.
      const name = isPicture ? found.name.replace(/\.[^.]*$/, '.webp') : found.name
      return reply
        .type(found.type)
        .header('content-length', stored.size)
        .header('content-disposition', contentDisposition(isPicture ? 'inline' : 'attachment', name, `file.${ending}`))
        .header('cache-control', cacheControl(validUntil))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-robots-tag', 'noindex')
        .send(stored.stream)
    },
  )
}
