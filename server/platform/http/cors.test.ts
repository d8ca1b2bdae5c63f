import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'

const friend = 'https://partner.example'
const stranger = 'https://stranger.example'

describe('CORS_ORIGINS', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({
      config: { publicUrl, dataDir: tmpdir(), rateLimits: false, staffEmails: [], corsOrigins: [friend] },
    })
  })
  afterAll(() => server.close())

  const options = (url: string, headers: Record<string, string>) =>
    server.app.inject({ method: 'OPTIONS', url, headers })
  const namesIn = (header: unknown) => String(header).toLowerCase().split(/,\s*/)

  it('lets a named site read responses, cached ones too, and no other site', async () => {
    for (const [origin, allowed] of [
      [friend, friend],
      [stranger, undefined],
      [friend, friend],
    ] as const) {
      const { status, headers } = await server.get('/api/products/latest/', undefined, { origin })
      expect(status).toBe(200)
      expect(headers['access-control-allow-origin']).toBe(allowed)
      expect(headers.vary).toContain('Origin')
    }
  })

  it('exposes the useful headers, also on refusals', async () => {
    for (const url of ['/api/products/latest/', '/api/me/', '/api/nowhere/']) {
      const { headers } = await server.get(url, undefined, { origin: friend })
      expect(headers['access-control-allow-origin']).toBe(friend)
      expect(namesIn(headers['access-control-expose-headers'])).toEqual(
        expect.arrayContaining(['content-disposition', 'retry-after', 'etag', 'x-request-id']),
      )
    }
  })

  it.each(Object.keys(calls))('answers the preflight of %s', async name => {
    const [method = '', path = ''] = name.split(' ')
    const url = `/api${path.replace(/:\w+/g, '1')}`
    const asked = {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, content-type',
    }
    const { statusCode, headers } = await options(url, { origin: friend, ...asked })
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-origin']).toBe(friend)
    expect(namesIn(headers['access-control-allow-methods'])).toContain(method.toLowerCase())
    expect(namesIn(headers['access-control-allow-headers'])).toEqual(
      expect.arrayContaining(['authorization', 'content-type']),
    )
    // Cookies do not travel between sites.
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect((await options(url, { origin: stranger, ...asked })).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('treats an OPTIONS request that is no preflight as an unknown call', async () => {
    for (const headers of [{}, { origin: friend }, { 'access-control-request-method': 'GET' }]) {
      const response = await options('/api/products/latest/', headers as Record<string, string>)
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})
