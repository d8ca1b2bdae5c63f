import { Writable } from 'node:stream'
import { dehydrate } from '@tanstack/react-query'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router'
import { createApi, type Transport } from '#web/lib/api.ts'
import { setHtmlOnce } from '#web/ui/rendered-once.tsx'
import { App } from './app.tsx'
import { createContext } from './create-context.ts'
import { type Boot, bootElementId, type PageAssets } from './document.tsx'
import { makeHtmlOnce } from './html-once.tsx'
import { lateRoutes } from './lazy-routes.tsx'
import { makeRoutes, type RouteHandle } from './routes.tsx'

export interface RenderOptions {
  /** Path and query of the page. */
  path: string
  publicUrl: string
  transport: Transport
  /** The built files for the source modules of the matched routes. */
  assetsOf: (modules: string[]) => PageAssets
}

/** A page, a redirect, or a page that exceeds the size limit. */
export type Rendered = { status: number; html: Buffer } | { status: number; location: string } | { isTooLarge: true }

/** Maximum bytes of a page with its state: enough for the longest texts possible on one page. */
const largestPage = 8 * 1024 * 1024

/** React ends every document with this; the state is inserted before it, in the body. */
const documentEnd = Buffer.from('</body></html>')

/** The router's errors for the browser, without server-side details. */
function plainErrors(errors: Record<string, unknown> | null) {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => {
      const { status = 500, statusText = '' } = (error ?? {}) as { status?: number; statusText?: string }
      return [id, { status, statusText, internal: false, data: null }]
    }),
  )
}

/** What is streamed; `null` once it exceeds this many bytes. */
function streamToBytes(start: (sink: Writable) => void, most: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        length += chunk.length
        if (length > most) {
          resolve(null)
          sink.destroy()
          return
        }
        chunks.push(chunk)
        done()
      },
    })
    sink.on('finish', () => resolve(Buffer.concat(chunks)))
    sink.on('error', reject)
    start(sink)
  })
}

setHtmlOnce(makeHtmlOnce())

let map: RouteObject[] | undefined

/** The address of a page without query parameters that its screen does not read, as the key of the page cache. */
export function understood(address: string): string {
  const [path = '', query = ''] = address.split(/\?(.*)/s)
  if (query === '') return path
  if (!map) {
    // This context is never used for loading.
    const context = createContext(createApi(fetch), '')
    map = makeRoutes(context, lateRoutes(context))
  }
  const handle = matchRoutes(map, path)?.at(-1)?.route.handle as RouteHandle | undefined
  const given = new URLSearchParams(query)
  const read = new URLSearchParams()
  for (const name of handle?.reads ?? []) {
    for (const value of given.getAll(name)) if (value !== '') read.append(name, value)
  }
  return read.size > 0 ? `${path}?${read}` : path
}

/**
 * Whether a route's first segment is this path's or a parameter; the router matches without regard to case. All others
 * are left out of a page's routes: preparing and comparing sixty of them took a tenth of the time of a page.
 */
function mayMatch({ path = '' }: RouteObject, first: string): boolean {
  const [, segment = ''] = path.toLowerCase().split('/')
  return segment === first || segment.startsWith(':')
}

function firstSegment(path: string): string {
  const [, segment = ''] = path.toLowerCase().split(/[/?]/)
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Renders one page as visitors see it, with the state for hydration. */
export async function render({ path, publicUrl, transport, assetsOf }: RenderOptions): Promise<Rendered> {
  const context = createContext(createApi(transport), publicUrl)
  const first = firstSegment(path)
  const late = lateRoutes(context).filter(route => mayMatch(route, first))
  const handler = createStaticHandler(makeRoutes(context, late))
  const result = await handler.query(new Request(publicUrl + path))
  if (result instanceof Response) {
    return { status: result.status, location: result.headers.get('location') ?? '/' }
  }
  const unforeseen = Object.values(result.errors ?? {}).find(error => error instanceof Error)
  if (unforeseen) throw unforeseen
  const handles = result.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? [])
  const assets = assetsOf(handles.map(({ module }) => module))
  // An error page is the same for all routes.
  const isLate = !result.errors && handles.some(handle => handle.isLate)
  const queries = dehydrate(context.queries)
  const errors = plainErrors(result.errors)
  const router = createStaticRouter(handler.dataRoutes, result)
  const boot: Boot = { publicUrl, isLate, assets, router: { loaderData: result.loaderData, errors }, queries }
  const state = JSON.stringify(boot).replaceAll('<', '\\u003c')
  const bootElement = Buffer.from(`<script type="application/json" id="${bootElementId}">${state}</script>`)
  const most = largestPage - bootElement.length
  if (most < 0) return { isTooLarge: true }
  const html = await streamToBytes(sink => {
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
  }, most)
  if (html === null) return { isTooLarge: true }
  const body = html.subarray(0, -documentEnd.length)
  if (!html.subarray(body.length).equals(documentEnd)) throw new Error('the page does not end with its body')
  // In bytes throughout: a page of a hundred kilobytes would be decoded and encoded again only to be sent.
  return { status: result.statusCode, html: Buffer.concat([body, bootElement, documentEnd]) }
}
