import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/http/errors.ts'
import { drawAvatar, drawnAvatarFolder } from './drawn-avatar.ts'

/** Serves the drawn avatars as immutable files. */
export function avatarRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(
    `${drawnAvatarFolder}:name`,
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const [, variant, initials] = /^(\d{1,3})(?:-(\p{L}{1,2}))?\.svg$/u.exec(params.name) ?? []
      const svg = variant === undefined ? null : drawAvatar(Number(variant), initials)
      if (svg === null) throw new AppError('NOT_FOUND')
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/svg+xml; charset=utf-8')
        .send(svg)
    },
  )
}
