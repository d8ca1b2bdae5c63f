import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeArticle, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { sessionOf } from '#server/test/sessions.ts'
import { sendProblem } from './errors.ts'
import { guardAccess, registerCalls } from './routes.ts'
import { answerSerialiser } from './serialisation.ts'
import type { SignedIn } from './session.ts'

const jane: SignedIn = {
  id: 'jane',
  isStaff: false,
  companyId: null,
  silences: 0,
  sessionId: 'of jane',
  needsSecondFactor: false,
}
const moderator: SignedIn = {
  id: 'moderator',
  isStaff: true,
  companyId: null,
  silences: 0,
  sessionId: 'of a moderator',
  needsSecondFactor: false,
}

/** An app without domains: the guard, the errors and the serialiser of the real one. */
function bareApp() {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(answerSerialiser)
  app.setErrorHandler(sendProblem)
  guardAccess(app, {
    authenticate: async token => {
      if (token === 'jane') return jane
      if (token === 'moderator') return moderator
      throw new Error('the token was looked at')
    },
    authenticateKey: async () => {
      throw new Error('the key was looked at')
    },
    wasModerators: async () => false,
  })
  return app
}

describe('declared access', () => {
  it.each(['/api/secret', '/api/deep/:id/secret', '/api'])(
    'a start without it for %s fails and names the route',
    async url => {
      const app = bareApp()
      app.get(url, async () => 'open to all by mistake')
      await expect(app.ready()).rejects.toThrow(`GET ${url}`)
    },
  )

  it('is required in plugins too, also in those registered later', async () => {
    const app = bareApp()
    app.get('/api/fine', { config: { access: 'public' } }, async () => 'fine')
    app.register(async scope => {
      scope.post('/api/late', async () => 'late')
    })
    await expect(app.ready()).rejects.toThrow('POST /api/late')
  })

  it('is not required outside /api', async () => {
    const app = bareApp()
    app.get('/page', async () => 'page')
    await app.ready()
    expect((await app.inject('/page')).payload).toBe('page')
    await app.close()
  })

  it.each([
    ['open', { visitor: 200, garbage: 200, member: 200, staff: 200 }],
    ['public', { visitor: 200, garbage: 401, member: 200, staff: 200 }],
    ['member', { visitor: 401, garbage: 401, member: 200, staff: 200 }],
    ['staff', { visitor: 404, garbage: 404, member: 404, staff: 200 }],
  ] as const)('%s allows the declared people', async (access, expected) => {
    const app = bareApp()
    let entered = 0
    app.get('/api/thing', { config: { access } }, async request => {
      entered++
      return request.actor?.id ?? 'nobody'
    })
    const headers = {
      visitor: {},
      garbage: { authorization: 'garbage' },
      member: { authorization: 'Bearer jane' },
      staff: { authorization: 'Bearer moderator' },
    }
    for (const [who, status] of Object.entries(expected)) {
      const response = await app.inject({ url: '/api/thing', headers: headers[who as keyof typeof headers] })
      expect([who, response.statusCode]).toEqual([who, status])
      if (access !== 'open' && who === 'member' && status === 200) expect(response.payload).toBe('jane')
    }
    expect(entered).toBe(Object.values(expected).filter(status => status === 200).length)
    await app.close()
  })
})

describe('calls of the contract', () => {
  const shapes = {
    'GET /things/:id/': call({
      access: 'public',
      summary: 'A thing',
      params: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
      query: z.object({ size: z.coerce.number().optional() }),
      answer: z.object({
        id: z.int(),
        parts: z.array(z.object({ name: z.string() })),
        owner: z.object({ name: z.string() }).nullable(),
      }),
    }),
    'POST /things/': call({
      access: 'member',
      summary: 'Make one',
      body: z.object({ name: z.string().min(1).max(10) }),
      answer: z.object({ name: z.string() }),
      status: 201,
    }),
  }

  function thingApp() {
    const app = bareApp()
    registerCalls(app, shapes, {
      'GET /things/:id/': async ({ params }) => {
        const secret = { password_hash: 'argon2' }
        return { id: params.id, parts: [{ name: 'leaf', ...secret }], owner: { name: 'Jane', ...secret }, ...secret }
      },
      'POST /things/': async ({ body, actor }) => ({ name: `${body.name} of ${actor.id}` }),
    })
    return app
  }

  it('drops undeclared fields of a response, at every depth', async () => {
    const app = thingApp()
    const response = await app.inject('/api/things/7/')
    expect(response.json()).toStrictEqual({ id: 7, parts: [{ name: 'leaf' }], owner: { name: 'Jane' } })
    await app.close()
  })

  it('answers with the declared status and parses a body', async () => {
    const app = thingApp()
    const headers = { authorization: 'Bearer jane' }
    const made = await app.inject({
      method: 'POST',
      url: '/api/things',
      headers,
      payload: { name: 'oak', is_staff: true },
    })
    expect([made.statusCode, made.json()]).toEqual([201, { name: 'oak of jane' }])
    const empty = await app.inject({ method: 'POST', url: '/api/things/', headers, payload: { name: '' } })
    expect(empty.json()).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      fields: { name: [{ code: 'required' }] },
    })
    const long = await app.inject({ method: 'POST', url: '/api/things/', headers, payload: { name: 'a'.repeat(11) } })
    expect(long.json()).toMatchObject({ status: 400, fields: { name: [{ code: 'too_big' }] } })
    const none = await app.inject({ method: 'POST', url: '/api/things/', headers, payload: {} })
    expect(none.json()).toMatchObject({ status: 400, fields: { name: [{ message: expect.stringMatching(/[а-я]/) }] } })
    await app.close()
  })

  it('authenticates before it validates the input, and answers an ill-formed path with 404', async () => {
    const app = thingApp()
    const stranger = await app.inject({ method: 'POST', url: '/api/things/', payload: {} })
    expect(stranger.statusCode).toBe(401)
    expect((await app.inject('/api/things/x/')).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await app.inject('/api/things/7/?size=big')).json()).toMatchObject({
      status: 400,
      fields: { size: expect.any(Array) },
    })
    await app.close()
  })
})

describe('the real application', () => {
  let server: TestServer
  let companyId: number
  let article: Awaited<ReturnType<typeof makeArticle>>

  beforeAll(async () => {
    server = await testServer()
    const { db } = server.database
    const company = await makeCompany(db)
    companyId = company.id
    await server.send('PATCH', `/api/teams/${companyId}/`, { slug: 'lipki' }, company.creatorId)
    article = await makeArticle(db)
    await makeProduct(db, { companyId, genus: 'Туя', species: 'западная', images: 1 })
  })
  afterAll(() => server.close())

  const filled = (path: string) =>
    path
      .replace('at/:slug', 'at/lipki')
      .replace(':teamId', String(companyId))
      .replace(':id', String(companyId))
      .replace(':category_slug', 'hvoynye')
      .replace(':product_slug', 'tuya-zapadnaya')
      .replace(':article_slug', article.slug)
      .replace(':section_slug', article.section.slug)
      .replace(':slug', 'thuja-occidentalis')

  const gets = Object.entries(calls).filter(([name, { access }]) => name.startsWith('GET ') && access === 'public')

  /** What a call cannot be made without. */
  const needed: Record<string, string> = {
    'GET /products/plant/': 'category=1&genus=Туя&species=западная',
  }

  it.each(gets.map(([name]) => name))('%s answers with and without its slash, without a redirect', async name => {
    const path = `/api${filled(name.slice(4))}`
    const query = needed[name] ? `?${needed[name]}` : ''
    expect(path).not.toContain(':')
    const [withSlash, without] = [
      await server.get(`${path}${query}`),
      await server.get(`${path.replace(/\/$/, '')}${query}`),
    ]
    expect([withSlash.status, without.status]).toEqual([200, 200])
    expect(without.text).toBe(withSlash.text)
    expect(withSlash.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(without.headers['x-request-id']).not.toBe(withSlash.headers['x-request-id'])
    // Responses match the contract: nothing missing, nothing extra.
    const { answer } = calls[name as keyof typeof calls]
    expect(answer.parse(withSlash.body)).toEqual(withSlash.body)
    const more = await server.get(`${path.replace(/\/$/, '')}?unknown=1&${needed[name] ?? ''}`)
    expect(more.body).toEqual(withSlash.body)
  })

  it('every call of the contract has a route and is in the OpenAPI description', async () => {
    const { body, status, headers } = await server.get('/api/openapi.json')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('application/json')
    expect(body.openapi).toMatch(/^3\.1/)
    for (const [name, call] of Object.entries<Call>(calls)) {
      const { summary, status: success = 200 } = call
      const [method = '', path = ''] = name.split(' ')
      expect(server.app.hasRoute({ method: method as 'GET', url: `/api${path.replace(/\/$/, '')}` }), name).toBe(true)
      const described = body.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
      expect(described?.summary, name).toBe(summary)
      expect(Object.keys(described.responses).toSorted(), name).toEqual([String(success), '4XX', '5XX'])
      for (const [, parameter] of path.matchAll(/:(\w+)/g)) {
        expect(described.parameters).toContainEqual(
          expect.objectContaining({ name: parameter, in: 'path', required: true }),
        )
      }
    }
    // Every reference resolves.
    for (const [, schema = ''] of JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(body.components.schemas, schema).toHaveProperty(schema)
    }
    expect(Object.keys(body.components.schemas)).toEqual(
      expect.arrayContaining(['Product', 'ProductCard', 'Team', 'Problem']),
    )
  })

  it('has a page for reading the description that loads nothing from other hosts', async () => {
    const page = await server.get('/api/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1] ?? '')
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      expect(link).not.toMatch(/^(?:https?:)?\/\//)
      expect((await server.app.inject(new URL(link, 'http://x/api/docs').pathname)).statusCode, link).toBe(200)
    }
  })

  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nope'],
    ['GET', '/api/nope/'],
    ['GET', '/api/products/a/b/c/d'],
    ['GET', '/api//products/latest/'],
    ['GET', '/api/products//'],
    ['GET', '/api/teams/'],
    ['POST', '/api/products/latest/'],
    ['PUT', '/api/products/latest/'],
    ['PATCH', '/api/products/latest/'],
    ['DELETE', '/api/products/hvoynye/tuya-zapadnaya/'],
    ['OPTIONS', '/api/products/latest/'],
    ['PROPFIND', '/api/products/latest/'],
    ['GET', '/api/docs/nope'],
  ])('%s %s is 404, a problem document', async (method, url) => {
    const response = await server.app.inject({ method: method as 'GET', url })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.json()).toStrictEqual({
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      code: 'NOT_FOUND',
      detail: expect.stringMatching(/^[А-Я].*\.$/),
    })
  })

  it('an ill-formed id is 401 without a token, and 404 with one', async () => {
    const { id } = await makePerson(server.database.db)
    expect((await server.send('PATCH', '/api/teams/teams_list/', {})).status).toBe(401)
    const { status, body } = await server.send('PATCH', '/api/teams/teams_list/', {}, id)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })

  it.each([
    ['application/json', '{'],
    ['application/json', ''],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['text/xml', '<a/>'],
    ['multipart/form-data; boundary=x', '--x'],
    ['application/json', JSON.stringify('a'.repeat(1024 * 1024 + 1))],
  ])('an unknown path is 404 whatever the body is (%s)', async (type, payload) => {
    for (const url of ['/api/nope/', '/api/products/latest/']) {
      const response = await server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
      expect(response.statusCode).toBe(404)
    }
  })

  it.each(['%', '%E0%A4%A', '%zz', 'a%', '%C0%AF', '..%2f..%2fetc', '%2e%2e/%2e%2e/', '%FF'])(
    'an address that cannot be decoded is never an error (%s)',
    async path => {
      for (const url of [
        `/api/products/${path}`,
        `/api/products/hvoynye/${path}/`,
        `/api/teams/get_current_team/${path}`,
        `/${path}`,
        `/media/${path}`,
      ]) {
        const response = await server.app.inject({ url })
        expect([400, 404], url).toContain(response.statusCode)
        // Outside the API an address that can be decoded is 404 here: this server has no pages.
        const types = url.startsWith('/api/') ? ['application/problem+json'] : ['text/html', 'application/problem+json']
        expect(types.map(type => `${type}; charset=utf-8`)).toContain(response.headers['content-type'])
        expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      }
    },
  )

  it('a request id chosen by the client is not used', async () => {
    const response = await server.get('/api/products/latest/', undefined, { 'x-request-id': 'mine' })
    expect(response.headers['x-request-id']).not.toBe('mine')
  })

  describe('a token on a public call', () => {
    const path = '/api/products/latest/'
    const secret = new TextEncoder().encode('a secret for tests only, long enough')
    const sign = async (
      subject: string,
      {
        expires = '10m',
        audience = 'access',
        key = secret,
      }: { expires?: string; audience?: string; key?: Uint8Array } = {},
    ) =>
      new SignJWT({ sid: await sessionOf(server.database.db, subject) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(key)

    async function statusWith(authorization: string): Promise<number> {
      const response = await server.get(path, undefined, { authorization })
      if (response.status !== 200) {
        expect(response.body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
        expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      }
      return response.status
    }

    it('of a person who may sign in is used', async () => {
      const person = await makePerson(server.database.db)
      expect(await statusWith(`Bearer ${await sign(person.id)}`)).toBe(200)
      expect(await statusWith(`bearer ${await sign(person.id)}`)).toBe(200)
    })

    it.each([
      'Bearer',
      'Bearer ',
      'Bearer  ',
      'garbage',
      'Basic dXNlcjpwYXNz',
      'Bearer a b',
      'Bearer garbage',
      'Bearer a.b.c',
      `Bearer ${'a'.repeat(5000)}`,
      'Bearer null',
      'Bearer undefined',
    ])('of the form %j is 401', async header => {
      expect(await statusWith(header)).toBe(401)
    })

    it('with another secret, for another use, unsigned or without a session is 401, an expired one is ignored', async () => {
      const { id } = await makePerson(server.database.db)
      expect(await statusWith(`Bearer ${await sign(id, { expires: '-1s' })}`)).toBe(200)
      expect(
        await statusWith(`Bearer ${await sign(id, { key: new TextEncoder().encode('another secret, just as long') })}`),
      ).toBe(401)
      expect(await statusWith(`Bearer ${await sign(id, { audience: 'refresh' })}`)).toBe(401)
      const [, payload] = (await sign(id)).split('.')
      const none = Buffer.from('{"alg":"none"}').toString('base64url')
      expect(await statusWith(`Bearer ${none}.${payload}.`)).toBe(401)
      const old = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(id).setAudience('access')
      expect(await statusWith(`Bearer ${await old.setExpirationTime('10m').sign(secret)}`)).toBe(401)
    })

    it('of a deleted and of a blocked person is 401, at once', async () => {
      const { db } = server.database
      const deleted = await makePerson(db)
      const blocked = await makePerson(db)
      for (const { id } of [deleted, blocked]) expect(await statusWith(`Bearer ${await sign(id)}`)).toBe(200)
      await db.delete(users).where(eq(users.id, deleted.id))
      await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.id))
      for (const { id } of [deleted, blocked]) expect(await statusWith(`Bearer ${await sign(id)}`)).toBe(401)
    })

    it('is refused before anything else is checked, and ignored where no access is declared', async () => {
      const headers = { authorization: 'Bearer garbage' }
      expect((await server.get('/api/products/hvoynye/nope/', undefined, headers)).status).toBe(401)
      expect((await server.get('/api/products/?page=0', undefined, headers)).status).toBe(401)
      for (const open of ['/api/openapi.json', '/api/docs', '/healthz', '/robots.txt']) {
        expect((await server.get(open, undefined, headers)).status, open).toBe(200)
      }
      expect((await server.get('/api/nope/', undefined, headers)).status).toBe(404)
    })

    it('makes the person with a listed address a moderator, in any letter case', async () => {
      const { db } = server.database
      const hidden = await makeProduct(db, { isApproved: false })
      const staff = await makePerson(db, { email: staffEmail.replace('staff', 'Staff') })
      const member = await makePerson(db, { email: `not-${staffEmail}` })
      expect((await server.get(`/api/products/hvoynye/${hidden.slug}/`, staff.id)).status).toBe(200)
      expect((await server.get(`/api/products/hvoynye/${hidden.slug}/`, member.id)).status).toBe(404)
    })
  })
})

it('the serialiser is the real one: zod’s own would reject extra fields, not drop them', () => {
  // Guards the bare app above against being set up with another compiler than server/app.ts.
  expect(answerSerialiser).not.toBe(serializerCompiler)
})
