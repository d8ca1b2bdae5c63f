import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageAssets } from '#web/app/document.tsx'
import type { Rendered, RenderOptions } from '#web/app/entry-server.tsx'
import type { Transport } from '#web/lib/api.ts'
import { spend } from '../database/database-budget.ts'
import { loggable } from '../observability/log-bounds.ts'
import { semaphore } from '../semaphore.ts'
import type { Scope, Scopes } from './cache/content-changes.ts'
import { scopesShownTo } from './cache/response-cache.ts'
import { AppError, refusalIn } from './errors.ts'

/** The render entry of the web client, built or, in development, loaded by Vite. */
export interface PageRenderer {
  /** The path and query of a page in canonical order, without parameters that its screen does not read. */
  understood(address: string): string
  render(options: RenderOptions): Promise<Rendered>
  assetsOf(modules: string[]): PageAssets
}

interface ManifestChunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

const entry = 'web/app/entry-client.tsx'
const beforePaint = 'web/app/before-paint.ts'
/** The fonts of all Russian text and of plants' Latin names: only those that are there for the first paint are used (web/app/styles.css). */
const firstFonts = /\/(?:golos|lora)-(?:russian|basic)-(?:italic-400|(?!italic))[^/]*\.woff2$/

export const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url))

/** Loads the build of the web client. Throws when it has not been built. */
export async function builtPages(): Promise<PageRenderer> {
  const manifest = JSON.parse(readFileSync(`${clientFolder}/.vite/manifest.json`, 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const serverEntry = pathToFileURL(
    fileURLToPath(new URL('../../../dist/server/entry-server.js', import.meta.url)),
  ).href
  const { render, understood } = (await import(/* @vite-ignore */ serverEntry)) as Pick<
    PageRenderer,
    'render' | 'understood'
  >
  const address = (file: string) => `/${file}`

  function withImports(module: string, into: Map<string, ManifestChunk>): Map<string, ManifestChunk> {
    const chunk = manifest[module]
    if (!chunk || into.has(module)) return into
    into.set(module, chunk)
    for (const imported of chunk.imports ?? []) withImports(imported, into)
    return into
  }

  const fonts = Object.values(manifest)
    .flatMap(chunk => [chunk.file, ...(chunk.assets ?? [])])
    .filter(file => firstFonts.test(`/${file}`))
  const kept = new Map<string, PageAssets>()

  return {
    render,
    understood,
    assetsOf(modules) {
      const key = modules.join(' ')
      const known = kept.get(key)
      if (known) return known
      const chunks = new Map<string, ManifestChunk>()
      for (const module of [entry, ...modules]) withImports(module, chunks)
      const main = manifest[entry]?.file ?? ''
      const assets: PageAssets = {
        blocking: [address(manifest[beforePaint]?.file ?? '')],
        scripts: [address(main)],
        styles: [...new Set([...chunks.values()].flatMap(chunk => chunk.css ?? []))].map(address),
        preloads: [...chunks.values()]
          .map(chunk => chunk.file)
          .filter(file => file !== main)
          .map(address),
        fonts: [...new Set(fonts)].map(address),
      }
      kept.set(key, assets)
      return assets
    },
  }
}

/**
 * Lets a page call the API in process, on behalf of the page's viewer; `onShown` receives what each response is made
 * of.
 */
function inProcess(app: FastifyInstance, remoteAddress: string, onShown: (scopes: Scopes) => void): Transport {
  return async (path, init) => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      remoteAddress,
      ...(typeof init.body === 'string' ? { payload: init.body, headers: { 'content-type': 'application/json' } } : {}),
    })
    onShown(scopesShownTo(response.raw.req))
    const { statusCode: status } = response
    // A `Response` would copy the text twice and read it as a stream.
    return {
      ok: status >= 200 && status < 300,
      status,
      json: async () => response.json(),
      text: async () => response.payload,
    }
  }
}

/** A page for when nothing can be rendered: no script, no style, nothing else that could fail. */
function barePage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} | Дендро</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">На главную</a></p></main></body>
</html>
`
}

/** Answers with a self-contained page; for some addresses no hook runs, so it sets its own policy header. */
function sendBarePage(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(barePage(title, text))
}

/** Answers an address that cannot be decoded. */
export function sendUnreadableAddress(reply: FastifyReply): FastifyReply {
  return sendBarePage(reply, 400, 'Такой страницы нет', 'Этот адрес нельзя прочитать: в нём опечатка.')
}

/** Answers an address that can never exist. */
export function sendImpossibleAddress(reply: FastifyReply): FastifyReply {
  return sendBarePage(reply, 404, 'Такой страницы нет', 'По этому адресу ничего нет и быть не может.')
}

/** Seconds after which a page that was too large may be requested again: its texts are edited by people. */
const tooLargeRetry = 3600

interface PageOptions {
  publicUrl: string
  /** Whether a rendered page may be cached; not while its sources change. */
  keep: boolean
}

/** Opening it changes something, so it is never cached, and a HEAD request does nothing. */
const actingPage = '/activateemail'

/**
 * Whoever was given the address may read it; neither caches nor search engines were, nor the sites to which its links
 * lead, which would be told the address.
 */
const secretPage = '/shared/:token'
const secretHeaders = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** Pages rendered at the same time, and pages waiting; more would only delay all of them. */
const renders = { atOnce: 8, waiting: 64 }

/** Seconds after which a page that could not be rendered is worth requesting again. */
const retryAfter = 5

function wordsFor(status: number, requestId: string): [title: string, text: string] {
  if (status === 429)
    return ['Слишком много запросов', 'С вашего адреса открывают очень много страниц. Подождите минуту.']
  if (status === 503) {
    return [
      'Ненадолго прервались',
      'Сайт сейчас не может ответить. Ничего не потеряно: обновите страницу через минуту.',
    ]
  }
  return [
    'Что-то пошло не так',
    `Это наша ошибка, не ваша. Обновите страницу через минуту. Номер обращения: ${requestId}`,
  ]
}

/** Answers a page's address with an error page, whatever went wrong. */
function sendPageProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalIn(error)
  const code = refusal?.code ?? 'INTERNAL'
  const status = code === 'UNAVAILABLE' ? 503 : code === 'TOO_MANY_REQUESTS' ? 429 : 500
  if (status >= 500) request.log.error({ err: loggable(error) }, 'page failed')
  if (status !== 500) reply.header('retry-after', refusal?.retryAfter ?? retryAfter)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(barePage(...wordsFor(status, request.id)))
}

/** Every address that is no file and not below `/api` is a page, rendered the same for all visitors. */
export function addPages(app: FastifyInstance, pages: PageRenderer, { publicUrl, keep }: PageOptions): void {
  const rendering = semaphore(renders.atOnce, renders.waiting)

  async function render(request: FastifyRequest): Promise<Rendered> {
    const turn = rendering.enter()
    await spend(turn.entered, () => {
      turn.giveUp()
      return 0
    })
    const shown = new Set<Scope>()
    let isOfEverything = false
    const onShown = (scopes: Scopes) => {
      if (scopes === 'everything') isOfEverything = true
      else for (const scope of scopes) shown.add(scope)
    }
    try {
      const rendered = await pages.render({
        path: pages.understood(request.url),
        publicUrl,
        transport: inProcess(app, request.ip, onShown),
        assetsOf: pages.assetsOf,
      })
      request.shows = isOfEverything ? 'everything' : [...shown]
      return rendered
    } finally {
      rendering.leave()
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const rendered = await render(request)
    if ('isTooLarge' in rendered) {
      request.log.error({ path: request.url.slice(0, 200) }, 'page is too large')
      return sendBarePage(
        reply.header('retry-after', tooLargeRetry),
        503,
        'Страница слишком велика',
        'На ней собралось больше текста, чем можно показать за один раз. Остальной сайт работает.',
      )
    }
    if ('location' in rendered) return reply.redirect(rendered.location, rendered.status)
    if (rendered.status === 503) throw new AppError('UNAVAILABLE')
    return reply.code(rendered.status).type('text/html; charset=utf-8').send(rendered.html)
  }

  const options = { schema: { hide: true }, errorHandler: sendPageProblem }
  app.get(actingPage, { ...options, exposeHeadRoute: false }, answer)
  app.get(secretPage, options, (request, reply) => answer(request, reply.headers(secretHeaders)))
  const config = { sameForAllVisitors: keep, addressOf: ({ url }: FastifyRequest) => pages.understood(url) }
  app.get('/*', { ...options, config }, answer)
}
