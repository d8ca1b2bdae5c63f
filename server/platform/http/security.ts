import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * Sets the headers that stop pages from running foreign code; uploads are never executed or sniffed. They are put
 * together once: @fastify/helmet does it for each request. Every response needs them, also where no hook runs.
 */
export function securityHeaders(publicUrl: string, development: boolean) {
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
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Pictures may be shown by any site, also where this site answers under a second name.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  return (request: IncomingMessage, response: ServerResponse, done: () => void) =>
    setHeaders(request, response, () => done())
}
