import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'

const friend = 'https://partner.example'

describe('CORS_ORIGINS', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({
      config: { publicUrl, dataDir: tmpdir(), rateLimits: false, staffEmails: [], corsOrigins: [friend] },
    })
  })
  afterAll(() => server.close())

  it('lets a named site read answers, kept ones too, and nobody else', async () => {
    for (const [origin, allowed] of [
      [friend, friend],
      ['https://stranger.example', undefined],
      [friend, friend],
    ] as const) {
      const { status, headers } = await server.get('/api/products/latest/', undefined, { origin })
      expect(status).toBe(200)
      expect(headers['access-control-allow-origin']).toBe(allowed)
      expect(headers.vary).toContain('Origin')
    }
  })

  it('answers a preflight for the Authorization header', async () => {
    const { statusCode, headers } = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/products/latest/',
      headers: {
        origin: friend,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-headers']).toContain('authorization')
  })
})
