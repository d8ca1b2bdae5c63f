import type { FastifyInstance } from 'fastify'
import { uploadCalls } from '#contract/uploads.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { keepUpload, type UploadDeps } from './uploads.service.ts'

export function uploadRoutes(app: FastifyInstance, deps: UploadDeps): void {
  registerCalls(app, uploadCalls, {
    'POST /uploads/': ({ actor, body, files }) => keepUpload(deps, actor, files[0], body.is_public),
  })
}
