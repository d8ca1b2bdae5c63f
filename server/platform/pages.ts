import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageAssets } from '#web/app/document.tsx'
import type { Rendered, RenderOptions } from '#web/app/entry-server.tsx'
import type { Transport } from '#web/lib/api.ts'

/** The render entry of the web client, built or, in development, loaded by Vite. */
export interface PageRenderer {
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
/** The one font file that every page shows first: Cyrillic body text; the heading's follows with the style sheet. */
const firstFonts = /\/(?:golos-text|lora)-cyrillic-wght-normal[^/]*\.woff2$/

export const clientFolder = fileURLToPath(new URL('../../dist/client', import.meta.url))

/** Loads the build of the web client. Throws when it has not been made. */
export async function builtPages(): Promise<PageRenderer> {
  const manifest = JSON.parse(readFileSync(`${clientFolder}/.vite/manifest.json`, 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const serverEntry = pathToFileURL(fileURLToPath(new URL('../../dist/server/entry-server.js', import.meta.url))).href
  const { render } = (await import(serverEntry)) as Pick<PageRenderer, 'render'>
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
    assetsOf(modules) {
      const key = modules.join(' ')
      const known = kept.get(key)
      if (known) return known
      const chunks = new Map<string, ManifestChunk>()
      for (const module of [entry, ...modules]) withImports(module, chunks)
      const main = manifest[entry]?.file ?? ''
      const assets: PageAssets = {
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

/** Lets a page call the API without leaving the process, on behalf of whoever asked for the page. */
function inProcess(app: FastifyInstance, remoteAddress: string): Transport {
  return async (path, init) => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      remoteAddress,
      ...(typeof init.body === 'string' ? { payload: init.body, headers: { 'content-type': 'application/json' } } : {}),
    })
    return new Response(response.payload, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']) },
    })
  }
}

/** A page for when nothing can be rendered: no script, no style, nothing that could fail too. */
function barePage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} | Дендро</title></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">На главную</a></p></main></body>
</html>
`
}

/** Answers an address that cannot be decoded; no hook runs for it, so it brings its own policy. */
export function sendUnreadableAddress(reply: FastifyReply): FastifyReply {
  return reply
    .code(400)
    .headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(barePage('Такой страницы нет', 'Этот адрес нельзя прочитать: в нём опечатка.'))
}

interface PageOptions {
  publicUrl: string
  /** Whether a rendered page may be sent again; not while its sources change. */
  keep: boolean
}

/** Opening it changes something, so each opening is answered anew, and looking at its head alone does nothing. */
const actingPage = '/activateemail'

/** Every address that is no file and not below `/api` is a page, rendered the same for all visitors. */
export function addPages(app: FastifyInstance, pages: PageRenderer, { publicUrl, keep }: PageOptions): void {
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const transport = inProcess(app, request.ip)
      const rendered = await pages.render({ path: request.url, publicUrl, transport, assetsOf: pages.assetsOf })
      if ('location' in rendered) return reply.redirect(rendered.location, rendered.status)
      return reply.code(rendered.status).type('text/html; charset=utf-8').send(rendered.html)
    } catch (error) {
      request.log.error({ err: error }, 'page failed')
      return reply
        .code(500)
        .type('text/html; charset=utf-8')
        .send(
          barePage(
            'Что-то пошло не так',
            `Это наша ошибка, не ваша. Обновите страницу через минуту. Номер обращения: ${request.id}`,
          ),
        )
    }
  }
  app.get(actingPage, { exposeHeadRoute: false, schema: { hide: true } }, answer)
  app.get('/*', { config: { sameForAllVisitors: keep }, schema: { hide: true } }, answer)
}
