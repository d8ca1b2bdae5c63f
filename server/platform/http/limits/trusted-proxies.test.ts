import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { closeAfterTest, publicUrl, testServer } from '#server/test/app.ts'

/** An app that answers with the client address it sees, with this TRUST_PROXY. */
async function appTrusting(TRUST_PROXY?: string): Promise<FastifyInstance> {
  const { trustProxy } = readConfig(TRUST_PROXY === undefined ? {} : { TRUST_PROXY })
  const config = { publicUrl, dataDir: '/nowhere', staffEmails: [], corsOrigins: [], rateLimits: false, trustProxy }
  const server = await testServer({ config })
  closeAfterTest(server)
  const seen = await server.another(app => {
    app.get('/address-of-sender', async ({ ip }) => ip)
  })
  closeAfterTest(seen)
  return seen
}

async function seenAs(app: FastifyInstance, peer: string, forwarded?: string): Promise<string> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/address-of-sender', remoteAddress: peer, headers })).payload
}

describe('X-Forwarded-For', () => {
  it('is trusted by default only from a proxy on this machine', async () => {
    const app = await appTrusting()
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await seenAs(app, peer, '203.0.113.7')).toBe('203.0.113.7')
    }
    for (const peer of ['10.0.0.5', '198.51.100.1', '2001:db8::1', 'fe80::1', '::ffff:10.0.0.5']) {
      expect(await seenAs(app, peer, '203.0.113.7')).toBe(peer)
    }
    expect(await seenAs(app, '127.0.0.1')).toBe('127.0.0.1')
  })

  it('is trusted only as far as a trusted proxy has written it: values from the sender are ignored', async () => {
    const app = await appTrusting()
    expect(await seenAs(app, '127.0.0.1', '1.1.1.1, 2.2.2.2, 203.0.113.7')).toBe('203.0.113.7')
    expect(await seenAs(app, '127.0.0.1', '127.0.0.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(await seenAs(app, '127.0.0.1', `${'9.9.9.9, '.repeat(300)}203.0.113.7`)).toBe('203.0.113.7')
    expect(await seenAs(app, '127.0.0.1', '<script>, unknown, 203.0.113.7')).toBe('203.0.113.7')
  })

  it('is trusted from the configured proxies', async () => {
    const app = await appTrusting(' 10.1.0.0/16 , uniquelocal,2001:db8::/32')
    expect(await seenAs(app, '10.1.2.3', '203.0.113.7')).toBe('203.0.113.7')
    expect(await seenAs(app, '2001:db8::5', '1.1.1.1, 203.0.113.7, 10.1.0.9')).toBe('203.0.113.7')
    expect(await seenAs(app, '192.168.7.7', '203.0.113.7')).toBe('203.0.113.7')
    expect(await seenAs(app, '127.0.0.1', '203.0.113.7')).toBe('127.0.0.1')
  })

  it('is not trusted without configured proxies', async () => {
    const app = await appTrusting('none')
    expect(await seenAs(app, '127.0.0.1', '203.0.113.7')).toBe('127.0.0.1')
  })
})
