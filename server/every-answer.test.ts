import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { ensureBuild } from '#server/test/processes.ts'
import { answerOn, ask, dial, portOf } from '#server/test/raw-requests.ts'
import { builtPages, clientFolder } from './platform/http/pages.ts'

let server: TestServer
let secure: TestServer
beforeAll(async () => {
  await ensureBuild()
  server = await testServer({ pages: await builtPages() })
  secure = await server.withSettings({ publicUrl: 'https://dendro.test' })
  await secure.app.listen({ port: 0, host: '127.0.0.1' })
}, 120_000)
afterAll(async () => {
  await secure.close()
  await server.close()
})

const asset = (ending: string) => `/assets/${readdirSync(`${clientFolder}/assets`).find(name => name.endsWith(ending))}`

/** One address for each of the ways in which the server answers. */
const addresses: Record<string, () => string> = {
  'a page': () => '/',
  'a page that is not there': () => '/nothing/here',
  'an address that cannot be decoded': () => '/%ff',
  'a call': () => '/api/products/latest/',
  'a call that is refused': () => '/api/me/',
  'a call that is not there': () => '/api/nothing/',
  'a call that cannot be decoded': () => '/api/%ff',
  'the description of the API': () => '/api/openapi.json',
  'the reader of the description': () => '/api/docs/',
  'the sign of life': () => '/healthz',
  'a script': () => asset('.js'),
  'a style': () => asset('.css'),
  'a font': () => asset('.woff2'),
  'a file at a fixed address': () => '/service-worker.js',
  'robots.txt': () => '/robots.txt',
  'the site map': () => '/sitemap.xml',
  'a picture that is not there': () => '/media/nothing',
}

describe.each(Object.entries(addresses))('%s', (_, address) => {
  it('has the headers that protect its reader', async () => {
    const { headers } = await secure.app.inject({ url: address() })
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy']).split(/; ?/)
    expect(policy).toContain("frame-ancestors 'none'")
    // Without a base-uri of its own a page that may load nothing has no use for a base.
    expect(policy.includes("default-src 'none'") || policy.includes("base-uri 'none'")).toBe(true)
    expect(policy.includes("default-src 'none'") || policy.includes("object-src 'none'")).toBe(true)
  })

  it('says what it is, and in which encoding if it is text', async () => {
    const type = String((await secure.app.inject({ url: address() })).headers['content-type'])
    expect(type).toMatch(/^(?:text|application)\/[\w+-]+; charset=utf-8$|^font\/woff2$/)
  })
})

describe('a request whose end is ambiguous', () => {
  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 40'],
    ['a length and chunks', 'Content-Length: 40\r\nTransfer-Encoding: chunked'],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity'],
  ])('(%s) is refused, and nothing after it is read as another one', async (_, lengths) => {
    const socket = await dial(portOf(secure.app))
    const inside = 'GET /healthz HTTP/1.1\r\nHost: dendro.test\r\n\r\n'
    socket.write(
      `POST /api/login/ HTTP/1.1\r\nHost: dendro.test\r\nContent-Type: application/json\r\n${lengths}\r\n\r\n0\r\n\r\n${inside}`,
    )
    const { status, body } = await answerOn(socket)
    expect(status).toBe(400)
    expect(body).not.toContain('HTTP/1.1')
  })
})

it.each(['TRACE', 'TRACK', 'DEBUG'])('%s tells nothing', async method => {
  const { status, body } = await ask(portOf(secure.app), '/api/products/latest/', method)
  expect([400, 404, 405]).toContain(status)
  expect(body).not.toContain('Host: dendro.test')
})
