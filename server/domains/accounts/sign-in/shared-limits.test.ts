import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailsTo, newEmail, newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'

/** Two apps on one database, like two processes. */
let server: TestServer
let unlimited: TestServer
let apps: FastifyInstance[]
beforeAll(async () => {
  unlimited = await testServer()
  server = await unlimited.withSettings({ rateLimits: true })
  apps = [server.app, await server.another()]
})
afterAll(async () => {
  await apps[1]?.close()
  await server.close()
  await unlimited.close()
})

/** Makes the same call `times` times, alternating between the apps; counts the statuses. */
async function take(times: number, call: (app: FastifyInstance, n: number) => Promise<number>) {
  const statuses: Record<number, number> = {}
  for (let n = 0; n < times; n++) {
    const status = await call(apps[n % 2] as FastifyInstance, n)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

async function post(app: FastifyInstance, path: string, payload: object, from: string): Promise<number> {
  const headers = { 'x-forwarded-for': from }
  return (await app.inject({ method: 'POST', url: `/api/${path}/`, payload, headers })).statusCode
}

it('wrong passwords are counted across processes, for an e-mail and for the addresses of one IPv6 network', async () => {
  const { email } = await newMember(server)
  const wrong = { email, password: 'wrong' }
  expect(await take(14, (app, n) => post(app, 'login', wrong, `10.0.0.${n}`))).toEqual({ 401: 10, 429: 4 })
  expect(await take(2, app => post(app, 'login', { email, password }, '10.0.1.1'))).toEqual({ 429: 2 })

  const { email: other } = await newMember(server)
  const nobody = () => ({ email: newEmail(), password: 'wrong' })
  expect(await take(102, (app, n) => post(app, 'login', nobody(), `2001:db8:1:2:${n}::7`))).toEqual({
    401: 100,
    429: 2,
  })
  expect(await take(2, app => post(app, 'login', { email: other, password }, '2001:db8:1:3::7'))).toEqual({ 200: 2 })
}, 120_000)

it('sign-ups are counted across processes', async () => {
  expect(await take(303, app => post(app, 'signup', { email: 'x' }, '10.0.2.1'))).toEqual({ 200: 300, 429: 3 })
}, 120_000)

it('emails are counted across processes', async () => {
  const { email } = await newMember(server)
  await take(8, app => post(app, 'password-reset', { email }, '10.0.3.1'))
  await Promise.all(apps.map(app => app.background.settle()))
  // The email of the sign-up counts among the five.
  expect(await emailsTo(server, email)).toHaveLength(5)
})

it('uploads are counted across processes', async () => {
  const { id } = await newMember(server)
  const authorization = await server.bearer(id)
  const upload = async (app: FastifyInstance) => {
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' }
    const payload =
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nx\r\n--x--\r\n'
    return (await app.inject({ method: 'POST', url: '/api/uploads/', headers, payload })).statusCode
  }
  expect(await take(602, upload)).toEqual({ 400: 600, 429: 2 })
}, 120_000)
