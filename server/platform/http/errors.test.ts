import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorCodes, problem } from '#contract/errors.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { AppError, sendProblem } from './errors.ts'

const statuses = {
  INVALID_INPUT: 400,
  UNREADABLE_BODY: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  SECOND_FACTOR_NEEDED: 403,
  NOT_FOUND: 404,
  TOO_SLOW: 408,
  CONFLICT: 409,
  GONE: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  HEADERS_TOO_LARGE: 431,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
}

/** An app that throws what it is given, through the real handler, and shows what it logged. */
function throwing(what: unknown) {
  const log: string[] = []
  const app = Fastify({ bodyLimit: 100, logger: { level: 'error', stream: { write: line => void log.push(line) } } })
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(sendProblem)
  app.all('/throw', async () => {
    throw what
  })
  app.post(
    '/form',
    { schema: { body: z.object({ name: z.string().min(1), sizes: z.array(z.object({ cm: z.number() })) }) } },
    async () => 'ok',
  )
  return { app, log }
}

describe('sendProblem', () => {
  it.each(errorCodes)('%s has its status, a title and a Russian sentence', async code => {
    const { app } = throwing(new AppError(code))
    const response = await app.inject('/throw')
    expect(response.statusCode).toBe(statuses[code])
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(problem.parse(response.json())).toMatchObject({ type: 'about:blank', status: statuses[code], code })
    expect(response.json().detail).toMatch(/^[А-Я].*\.$/)
  })

  it('logs no more of an error than is needed, whatever properties it has', async () => {
    const cause = Object.assign(new Error('defect'), { code: '42601', query: 'select' })
    const failed = Object.assign(new Error('я'.repeat(500_000), { cause }), { params: ['secret'.repeat(200_000)] })
    const { app, log } = throwing(failed)
    expect((await app.inject('/throw')).statusCode).toBe(500)
    expect(log).toHaveLength(1)
    expect(log[0]?.length).toBeLessThan(20_000)
    expect(log[0]).not.toContain('secret')
    expect(JSON.parse(log[0] ?? '').err.reason).toMatchObject({ message: 'defect', code: '42601' })
  })

  it('names only some of very many errors', async () => {
    const app = Fastify({ bodyLimit: 2_000_000 })
    app.setValidatorCompiler(validatorCompiler)
    app.setErrorHandler(sendProblem)
    app.post(
      '/form',
      { schema: { body: z.object({ sizes: z.array(z.object({ cm: z.number() })) }) } },
      async () => 'ok',
    )
    const payload = { sizes: Array.from({ length: 50_000 }, () => ({ cm: 'x' })) }
    const response = await app.inject({ method: 'POST', url: '/form', payload })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toHaveLength(100)
    expect(response.payload.length).toBeLessThan(20_000)
  })

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])('a disk that says %s is 503 for a minute, and logged', async code => {
    const { app, log } = throwing(Object.assign(new Error(`${code}: write '/secret/place'`), { code }))
    const response = await app.inject('/throw')
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '60'])
    expect(response.json()).toMatchObject({ code: 'UNAVAILABLE', detail: expect.stringMatching(/^[А-Я].*\.$/) })
    expect(response.payload).not.toContain('secret')
    expect(log.join()).toContain(code)
  })

  it('carries the detail of a service, and the invalid fields', async () => {
    const fields = { price: [{ message: 'Цена не может быть отрицательной', code: 'too_small' }] }
    const { app, log } = throwing(new AppError('INVALID_INPUT', 'Проверьте цену.', fields))
    expect((await app.inject('/throw')).json()).toStrictEqual({
      type: 'about:blank',
      title: 'Invalid input',
      status: 400,
      code: 'INVALID_INPUT',
      detail: 'Проверьте цену.',
      fields,
    })
    expect(log).toEqual([])
  })

  it.each([
    ['an error', new Error('connection to 10.0.0.7 failed: password "hunter2"')],
    [
      'a database error',
      Object.assign(new Error('duplicate key hunter2'), { code: '23505', detail: 'hunter2', query: 'hunter2' }),
    ],
    ['an error with a status of its own', Object.assign(new Error('hunter2'), { statusCode: 502 })],
    ['an error with fields', Object.assign(new Error('hunter2'), { fields: { secret: 'hunter2' } })],
    ['a string', 'hunter2'],
    ['nothing', undefined],
    ['null', null],
  ])('hides %s behind a 500 that carries the request id and is logged', async (_, thrown) => {
    const { app, log } = throwing(thrown)
    const response = await app.inject('/throw')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toStrictEqual({
      type: 'about:blank',
      title: 'Internal error',
      status: 500,
      code: 'INTERNAL',
      detail: expect.stringMatching(/^[А-Я]/),
      request_id: expect.any(String),
    })
    expect(response.payload).not.toContain('hunter2')
    expect(log).toHaveLength(1)
    expect(log[0]).toContain(response.json().request_id)
  })

  it.each([
    ['{', 'application/json', 400, 'UNREADABLE_BODY'],
    ['', 'application/json', 400, 'UNREADABLE_BODY'],
    ['[]', 'application/json', 400, 'UNREADABLE_BODY'],
    ['null', 'application/json', 400, 'UNREADABLE_BODY'],
    ['"text"', 'application/json', 400, 'UNREADABLE_BODY'],
    ['{"__proto__": {}}', 'application/json', 400, 'UNREADABLE_BODY'],
    [JSON.stringify({ name: 'a'.repeat(200) }), 'application/json', 413, 'TOO_LARGE'],
    ['name=a', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['<name/>', 'text/xml', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('the body %j of type %s is %i', async (payload, type, status, code) => {
    const { app, log } = throwing(null)
    const response = await app.inject({ method: 'POST', url: '/form', payload, headers: { 'content-type': type } })
    expect(response.json()).toMatchObject({ status, code })
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(log).toEqual([])
  })

  it('names every invalid field, a field of a list item by its index', async () => {
    const { app } = throwing(null)
    const response = await app.inject({
      method: 'POST',
      url: '/form',
      payload: { name: '', sizes: [{ cm: 1 }, { cm: 'x' }] },
    })
    expect(response.json()).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(Object.keys(response.json().fields)).toEqual(['name', 'sizes.1.cm'])
  })
})

describe('the real application', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  it('hides the message of a defect and carries the request id of the header', async () => {
    const { db } = server.database
    const select = db.select
    db.select = () => {
      throw new Error('hunter2')
    }
    const response = await server.app.inject('/api/products/latest/')
    db.select = select
    expect(response.statusCode).toBe(500)
    expect(response.payload).not.toContain('hunter2')
    expect(response.json().request_id).toBe(response.headers['x-request-id'])
    expect((await server.app.inject('/api/products/latest/')).statusCode).toBe(200)
  })

  it('healthz is 200 while the database answers and 503 while it does not', async () => {
    expect((await server.get('/healthz')).body).toEqual({ status: 'ok' })
    const { ping } = server.database
    server.database.ping = () => Promise.reject(new Error('hunter2'))
    const { status, body, text } = await server.get('/healthz')
    server.database.ping = ping
    expect(status).toBe(503)
    expect(body).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(text).not.toContain('hunter2')
    expect((await server.get('/healthz')).status).toBe(200)
  })
})
