import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'

// From the contract's list, so that no call can be forgotten.
const memberCalls = Object.entries(calls).filter(([, call]) => call.access === 'member')

const nobody = '0190a5c0-0000-7000-8000-000000000000'

/** A token issued more than a day ago. */
async function expired(token: () => Promise<string>): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 25 * 3_600_000 })
  try {
    return await token()
  } finally {
    vi.useRealTimers()
  }
}

/** A valid value for a path parameter: a malformed one could be refused for its form alone. */
function sampleOf(params: Call['params'], key: string): string {
  const shape = params instanceof z.ZodObject ? params.shape[key] : null
  const sample = ['1', nobody, 'region', 'comment'].find(text => z.safeParse(shape as z.ZodType, text).success)
  if (!sample) throw new Error(`no sample of ${key}`)
  return sample
}

let server: TestServer
let gone: Record<string, string>
let moderator: string
/** People who are not moderators, for various reasons. */
let outsiders: Record<string, string>
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
    'of nobody': await server.bearer(nobody),
  }
  const { creatorId } = await makeCompany(db)
  moderator = await tokenOf({ email: otherStaffEmail.toUpperCase() })
  outsiders = {
    'a visitor': '',
    ...gone,
    'a member': good,
    'a member whose token has run out': await expired(() => tokenOf({})),
    "a company's creator": await server.bearer(creatorId),
    // The address is unconfirmed, so it may belong to somebody else.
    'a member with a moderator’s address unconfirmed': await tokenOf({
      email: staffEmail,
      confirmedEmail: 'other@dendro.test',
    }),
  }
})
afterAll(() => server.close())

describe('calls for members', () => {
  it.each(memberCalls)('%s answers 401 without a valid token, whatever is sent, and changes nothing', async name => {
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

describe('calls for moderators', () => {
  it('answer 401 to a moderator whose token has expired', async () => {
    const { db } = server.database
    const [person] = await db.select().from(users).where(eq(users.email, otherStaffEmail.toUpperCase()))
    const old = await expired(() => server.bearer(person?.id ?? ''))
    const status = async (authorization: string) =>
      (await server.app.inject({ url: '/api/staff/journal/', headers: { authorization } })).statusCode
    expect([await status(old), await status(moderator)]).toEqual([401, 200])
  })

  it.each(Object.entries(calls).filter(([, call]) => call.access === 'staff'))(
    '%s answers 404 to everybody else, whatever is sent, and changes nothing',
    async (name, { params }: Call) => {
      const [method = '', path = ''] = name.split(' ')
      const url = `/api${path.replace(/:(\w+)/g, (_, key: string) => sampleOf(params, key))}`
      const bodies = method === 'GET' ? [undefined] : [{ reason: 'Просто так' }, {}, '{']
      const ask = async (authorization: string, payload: object | string | undefined) => {
        const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
        const response = await server.app.inject({
          method: method as 'GET',
          url,
          ...(payload === undefined ? { headers: authorization ? { authorization } : {} } : { headers, payload }),
        })
        return { status: response.statusCode, body: { ...response.json(), request_id: '' } }
      }
      const nowhere = (await server.app.inject({ method: method as 'GET', url: '/api/staff/nowhere/' })).json()
      const before = await databaseState(server.database.db)
      for (const [who, authorization] of Object.entries(outsiders)) {
        for (const body of bodies) {
          const answer = await ask(authorization, body)
          // The response is the same as for an address that does not exist.
          expect([who, body, answer]).toEqual([who, body, { status: 404, body: { ...nowhere, request_id: '' } }])
        }
      }
      expect(await databaseState(server.database.db)).toEqual(before)
      const there = await ask(moderator, method === 'GET' ? undefined : {})
      expect(there.body).not.toEqual({ ...nowhere, request_id: '' })
    },
  )
})

describe('calls that ignore the token', () => {
  it.each(Object.entries(calls).filter(([, call]) => call.access === 'open'))(
    '%s does not refuse an invalid token',
    async name => {
      const [method = '', path = ''] = name.split(' ')
      const payload = { email: 'a@b.ru', refresh: 'x', token: 'x' }
      const send = async (headers: Record<string, string>) =>
        (await server.app.inject({ method: method as 'POST', url: `/api${path}`, headers, payload })).statusCode
      expect(await send({ authorization: 'Bearer garbage' })).toBe(await send({}))
    },
  )
})
