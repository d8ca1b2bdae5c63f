import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import type { PageRenderer } from '#server/platform/pages.ts'

/** Must run before React does, for components to be replaced without losing their state. */
const refreshPreamble = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => type => type
`
const preamblePath = '/@dendro/refresh-preamble.js'
const entryServer = '/web/app/entry-server.tsx'

let vite: ViteDevServer

/** Pages rendered from the sources by Vite, with hot replacement in the browser. */
export async function open(): Promise<PageRenderer> {
  vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    render: async options => {
      const entry = (await vite.ssrLoadModule(entryServer)) as Pick<PageRenderer, 'render'>
      return entry.render(options)
    },
    assetsOf: () => ({
      scripts: [preamblePath, '/@vite/client', '/web/app/entry-client.tsx'],
      styles: ['/web/app/styles.css'],
      preloads: [],
      fonts: [],
    }),
  }
}

const viteAddresses = /^\/(?:@|web\/|contract\/|node_modules\/)/

/** Lets Vite answer for sources and dependencies before any route does. */
export function attach(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url === preamblePath) {
      reply.type('text/javascript').send(refreshPreamble)
      return
    }
    if (!viteAddresses.test(request.url)) return done()
    const { raw } = request as { raw: IncomingMessage }
    reply.hijack()
    vite.middlewares(raw, reply.raw as ServerResponse, () => reply.raw.writeHead(404).end())
  })
}

export const close = () => vite.close()
