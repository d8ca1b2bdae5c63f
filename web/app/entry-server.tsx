import { Writable } from 'node:stream'
import { dehydrate } from '@tanstack/react-query'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { createApi, type Transport } from '#web/lib/api.ts'
import { App } from './app.tsx'
import { createContext } from './create-context.ts'
import { type Boot, bootElementId, type PageAssets } from './document.tsx'
import { lateRoutes } from './late-routes.tsx'
import { makeRoutes, type RouteHandle } from './routes.tsx'

export interface RenderOptions {
  /** Path and query of the page. */
  path: string
  publicUrl: string
  transport: Transport
  /** The files of the build for the source modules of the routes shown. */
  assetsOf: (modules: string[]) => PageAssets
}

export type Rendered = { status: number; html: string } | { status: number; location: string }

/** The state of the router as the browser may read it: errors without what only the server should know. */
function plainErrors(errors: Record<string, unknown> | null) {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => {
      const { status = 500, statusText = '' } = (error ?? {}) as { status?: number; statusText?: string }
      return [id, { status, statusText, internal: false, data: null }]
    }),
  )
}

function streamToText(start: (sink: Writable) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
    sink.on('finish', () => resolve(Buffer.concat(chunks).toString()))
    sink.on('error', reject)
    start(sink)
  })
}

/** Renders one page as any visitor sees it, with the state from which the browser goes on. */
export async function render({ path, publicUrl, transport, assetsOf }: RenderOptions): Promise<Rendered> {
  const context = createContext(createApi(transport), publicUrl)
  const handler = createStaticHandler(makeRoutes(context, lateRoutes(context)))
  const result = await handler.query(new Request(publicUrl + path))
  if (result instanceof Response) {
    return { status: result.status, location: result.headers.get('location') ?? '/' }
  }
  const unforeseen = Object.values(result.errors ?? {}).find(error => error instanceof Error)
  if (unforeseen) throw unforeseen
  const handles = result.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? [])
  const assets = assetsOf(handles.map(({ module }) => module))
  // An error page is the same whatever route it comes from.
  const isLate = !result.errors && handles.some(handle => handle.isLate)
  const queries = dehydrate(context.queries)
  const errors = plainErrors(result.errors)
  const router = createStaticRouter(handler.dataRoutes, result)
  const boot: Boot = { publicUrl, isLate, assets, router: { loaderData: result.loaderData, errors }, queries }
  const html = await streamToText(sink => {
    const stream = renderToPipeableStream(
      <App context={context} assets={assets}>
        <StaticRouterProvider router={router} context={result} hydrate={false} />
      </App>,
      {
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => stream.pipe(sink),
        onError: error => {
          sink.destroy(error as Error)
        },
      },
    )
  })
  const state = JSON.stringify(boot).replaceAll('<', '\\u003c')
  return {
    status: result.statusCode,
    html: html.replace('</body>', `<script type="application/json" id="${bootElementId}">${state}</script></body>`),
  }
}
