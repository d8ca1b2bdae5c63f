import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Lets pages of these origins call the API, with whatever headers they ask for, but without cookies. */
export async function addCors(app: FastifyInstance, origins: string[]): Promise<void> {
  const common: FastifyCorsOptions = {
    origin: origins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['content-disposition', 'retry-after', 'etag', 'x-request-id'],
    maxAge: 86_400,
  }
  await app.register(cors, {
    // An OPTIONS request that is no preflight is an unknown call, as it is without CORS.
    delegator: ({ headers }, done) =>
      done(null, { ...common, preflight: 'origin' in headers && 'access-control-request-method' in headers }),
  })
}
