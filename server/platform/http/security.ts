import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Headers that keep pages from running what we did not write; uploads are never executed or sniffed. */
export async function addSecurityHeaders(app: FastifyInstance, publicUrl: string, development: boolean): Promise<void> {
  await app.register(helmet, {
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
        // Videos by link, without cookies until they are played.
        ...(development ? { workerSrc: ["'self'", 'blob:'] } : {}),
        frameSrc: ['https://www.youtube-nocookie.com'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Pictures are shown wherever their addresses are, also where the site answers under a second name.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}
