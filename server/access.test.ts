import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makePerson } from '#server/test/factories.ts'

// From the contract's list, so that no call can be forgotten.
const memberCalls = Object.entries(calls).filter(([, call]) => call.access === 'member')

let server: TestServer
let gone: Record<string, string>
beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const tokenOf = async (overrides: object) => server.bearer((await makePerson(db, overrides)).id)
  const good = await tokenOf({})
  gone = {
    'no token': '',
    'no bearer': good.replace('Bearer ', 'Basic '),
    garbage: 'Bearer garbage',
    'a cut token': good.slice(0, -3),
    'of a blocked person': await tokenOf({ blockedAt: new Date() }),
    'of a deleted person': await tokenOf({ deletedAt: new Date() }),
    'of nobody': await server.bearer('0190a5c0-0000-7000-8000-000000000000'),
  }
})
afterAll(() => server.close())

describe('calls for members', () => {
  it.each(memberCalls)('%s is 401 without a valid token, whatever is sent, and changes nothing', async name => {
    const [method = '', path = ''] = name.split(' ')
    const url = `/api${path.replace(/:(\w*id)\b/gi, '1').replace(/:\w+/g, 'x')}`
    const before = await databaseState(server.database.db)
    for (const [what, authorization] of Object.entries(gone)) {
      const response = await server.app.inject({
        method: method as 'GET',
        url,
        headers: authorization ? { authorization } : {},
        ...(method === 'GET' ? {} : { payload: { email: 'a@b.ru' } }),
      })
      expect([what, response.statusCode, response.json().code]).toEqual([what, 401, 'UNAUTHENTICATED'])
    }
    expect(await databaseState(server.database.db)).toEqual(before)
  })
})

describe('calls that look at no token', () => {
  it.each(Object.entries(calls).filter(([, call]) => call.access === 'open'))(
    '%s does not refuse an invalid one',
    async name => {
      const [method = '', path = ''] = name.split(' ')
      const payload = { email: 'a@b.ru', refresh: 'x', token: 'x' }
      const send = async (headers: Record<string, string>) =>
        (await server.app.inject({ method: method as 'POST', url: `/api${path}`, headers, payload })).statusCode
      expect(await send({ authorization: 'Bearer garbage' })).toBe(await send({}))
    },
  )
})
