import { describe, expect, it } from 'vitest'
import { closeAfterTest, testServer } from '#server/test/app.ts'
import type { PageRenderer } from './pages.ts'

const assetsOf = () => ({ blocking: [], scripts: [], styles: [], preloads: [], fonts: [] })

async function serve(render: PageRenderer['render']) {
  const server = await testServer({ pages: { render, assetsOf, understood: address => address } })
  closeAfterTest(server)
  return server
}

describe('pages', () => {
  it('answers a failing render with HTML that shows only the request id', async () => {
    const server = await serve(async () => {
      throw new Error('secret reason')
    })
    const { status, headers, text } = await server.get('/about')
    expect(status).toBe(500)
    expect(headers['content-type']).toContain('text/html')
    expect(text).not.toContain('secret')
    expect(text).toContain(String(headers['x-request-id']))
  })

  it('passes on status and address of the rendered page, and caches only successful pages', async () => {
    let renders = 0
    const server = await serve(async ({ path }) => {
      renders++
      if (path === '/moved') return { status: 301, location: '/here' }
      return { status: path === '/here' ? 200 : 404, html: Buffer.from(`<p>${path}</p>`) }
    })
    expect((await server.get('/moved')).headers.location).toBe('/here')
    expect((await server.get('/nowhere')).status).toBe(404)
    expect((await server.get('/here')).text).toBe('<p>/here</p>')
    expect((await server.get('/here')).status).toBe(200)
    expect((await server.get('/nowhere')).status).toBe(404)
    expect(renders).toBe(4)
  })

  it('reports a page that is too large, and caches nothing of it', async () => {
    let renders = 0
    const server = await serve(async () => {
      renders++
      return { isTooLarge: true }
    })
    for (let i = 0; i < 2; i++) {
      const { status, headers, text } = await server.get('/')
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        503,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(text).toContain('Страница слишком велика')
    }
    expect(renders).toBe(2)
  })

  it('answers an address that cannot be decoded with a page, below /api with a problem document', async () => {
    const server = await serve(async () => ({ status: 200, html: Buffer.from('page') }))
    const page = await server.app.inject({ url: '/%E0%A4%A' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(page.payload).toContain('Такой страницы нет')
    for (const url of ['/api/products/%E0%A4%A', '/api/posts/%zz/', '/api/products/%ff%fe/']) {
      const problem = await server.app.inject({ url })
      expect([url, problem.statusCode, problem.json().code]).toEqual([url, 404, 'NOT_FOUND'])
    }
  })

  it('renders no page for addresses of the API', async () => {
    const server = await serve(async () => ({ status: 200, html: Buffer.from('page') }))
    expect((await server.get('/api/nowhere')).body.code).toBe('NOT_FOUND')
  })
})
