// `npm run dev`: serves from the sources, and changes with them. The browser replaces what changes in the web client. A
// change of the server or of the contract loads both anew on the database, which stays open unless it is concerned: opening
// it takes longer than all the rest.
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createServer, createServerModuleRunner } from 'vite'
import type * as InstallationModule from '#server/installation.ts'
import type * as ConfigModule from '#server/platform/config.ts'
import type { PageRenderer } from '#server/platform/http/pages.ts'
import type * as ServeModule from '#server/serve.ts'

/** Milliseconds in which an editor writes all files of one change. */
const changeTime = 50
/** Below these the server's code stands. */
const serverFolders = /^(?:server|contract)\//
/** What stands here is in the database or opens it. */
const databaseFolders = /^server\/(?:migrations|seed|platform\/database|installation)/
const sources = /^(?:server|contract|web)\/.*\.(?:tsx?|tsv|json|sql|md|css)$/

/** Must run before React, so that components can be replaced without losing their state. */
const refreshPreamble = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => type => type
`
const preamblePath = '/@dendro/refresh-preamble.js'
const viteAddresses = /^\/(?:@|web\/|contract\/|node_modules\/)/
const root = join(import.meta.dirname, '..')
const log = (message: string) => console.log(message)

const vite = await createServer({
  root,
  server: { middlewareMode: true, watch: { ignored: ['**/data/**', '**/dist/**', '**/test-results/**'] } },
  appType: 'custom',
})
const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false })

/** Pages rendered from the sources. */
const pages: PageRenderer = {
  // These pages are not cached, so addresses need no normalisation.
  understood: address => address,
  render: async options => {
    const entry = await runner.import<Pick<PageRenderer, 'render'>>('/web/app/entry-server.tsx')
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

/** Requests for sources and dependencies are Vite's. */
function addVite(app: FastifyInstance): void {
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

async function open() {
  const { readConfig } = await runner.import<typeof ConfigModule>('/server/platform/config.ts')
  const { openInstallation } = await runner.import<typeof InstallationModule>('/server/installation.ts')
  return openInstallation(readConfig(process.env), log)
}

/** Loads the code, which serves when it is told to. */
async function load() {
  const { serve } = await runner.import<typeof ServeModule>('/server/serve.ts')
  return () => serve(installation, { pages, log, development: true, extend: addVite })
}

let installation = await open()
let service = await (await load())()
log(`listening on ${installation.config.publicUrl}`)

/** Loads the changed code. What cannot be loaded leaves the code before it in service. */
async function restart(mustReopen: boolean): Promise<void> {
  const began = performance.now()
  try {
    const start = await load()
    await service.stop()
    if (mustReopen) {
      await installation.database.close()
      installation = await open()
    }
    service = await start()
    log(`restarted in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    console.error(error)
  }
}

let changed = new Set<string>()
let work = Promise.resolve()

vite.watcher.on('all', (_event, path) => {
  const file = relative(root, path)
  if (!sources.test(file) || file.includes('.test.')) return
  const isFirst = changed.size === 0
  changed.add(file)
  if (!isFirst) return
  work = work.then(async () => {
    await sleep(changeTime)
    const files = [...changed]
    changed = new Set()
    for (const each of files) vite.environments.ssr.moduleGraph.onFileChange(join(root, each))
    runner.clearCache()
    if (files.some(each => serverFolders.test(each))) await restart(files.some(each => databaseFolders.test(each)))
  })
})

async function end(): Promise<void> {
  await work
  await service.stop()
  await vite.close()
  await installation.database.close()
  process.exit(0)
}
process.once('SIGTERM', () => void end())
process.once('SIGINT', () => void end())
