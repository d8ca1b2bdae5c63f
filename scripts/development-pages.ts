import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import type { PageRenderer } from '#server/platform/http/pages.ts'

/** Must run before React, so that components can be replaced without losing their state. */
const refreshPreamble = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => type => type
`
const preamblePath = '/@dendro/refresh-preamble.js'
const entryServer = '/web/app/entry-server.tsx'

const viteAddresses = /^\/(?:@|web\/|contract\/|node_modules\/)/

let vite: ViteDevServer

/** Pages rendered from the sources by Vite, with hot replacement in the browser; call `attach` first. */
export const developmentPages: PageRenderer = {
  // These pages are not cached, so addresses need no normalisation.
  understood: address => address,
  render: async options => {
    const entry = (await vite.ssrLoadModule(entryServer)) as Pick<PageRenderer, 'render'>
    return entry.render(options)
  },
  assetsOf: () => ({
    blocking: ['/web/app/before-paint.ts'],
    scripts: [preamblePath, '/@vite/client', '/web/app/entry-client.tsx'],
    styles: ['/web/app/styles.css'],
    preloads: [],
    fonts: [],
  }),
}

/** Starts Vite on the application's port; it handles requests for sources and dependencies before any route. */
export async function attach(app: FastifyInstance): Promise<void> {
  vite = await createServer({ server: { middlewareMode: true, ws: { server: app.server } }, appType: 'custom' })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url === preamblePath) {
      reply.type('text/javascript').send(refreshPreamble)
      return
    }
    if (!viteAddresses.test(request.url)) return done()
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })
}

export const close = () => vite.close()
