import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * Headers that stop pages from running foreign code; uploads are never executed or sniffed. They are put together once:
 * @fastify/helmet does it for each request.
 */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string, development: boolean): void {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // React writes style attributes; a development server also injects style elements.
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', new URL(publicUrl).origin],
        connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
        // Embedded videos, without cookies until they are played.
        ...(development ? { workerSrc: ["'self'", 'blob:'] } : {}),
        frameSrc: ['https://www.youtube-nocookie.com'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Pictures may be shown by any site, also where this site answers under a second name.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()))
}
