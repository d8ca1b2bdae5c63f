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

/** A token as it was given more than a day ago. */
async function expired(token: () => Promise<string>): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 25 * 3_600_000 })
  try {
    return await token()
  } finally {
    vi.useRealTimers()
  }
}

/** A part of an address that the call takes: of any other its form alone would be the reason for a refusal. */
function sampleOf(params: Call['params'], key: string): string {
  const shape = params instanceof z.ZodObject ? params.shape[key] : null
  const sample = ['1', nobody, 'region'].find(text => z.safeParse(shape as z.ZodType, text).success)
  if (!sample) throw new Error(`no sample of ${key}`)
  return sample
}

let server: TestServer
let gone: Record<string, string>
let moderator: string
/** People who are no moderators, each in their own way. */
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
    // Whoever has typed a moderator's address has not shown that it is theirs.
    'a member with a moderator’s address unconfirmed': await tokenOf({
      email: staffEmail,
      confirmedEmail: 'other@dendro.test',
    }),
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

describe('calls for moderators', () => {
  it('let a moderator know that the token has run out', async () => {
    const { db } = server.database
    const [person] = await db.select().from(users).where(eq(users.email, otherStaffEmail.toUpperCase()))
    const old = await expired(() => server.bearer(person?.id ?? ''))
    const status = async (authorization: string) =>
      (await server.app.inject({ url: '/api/staff/journal/', headers: { authorization } })).statusCode
    expect([await status(old), await status(moderator)]).toEqual([401, 200])
  })

  it.each(Object.entries(calls).filter(([, call]) => call.access === 'staff'))(
    '%s does not exist for anybody else, whatever is sent, and changes nothing',
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
          // Nor does the refusal tell it from an address that does not exist.
          expect([who, body, answer]).toEqual([who, body, { status: 404, body: { ...nowhere, request_id: '' } }])
        }
      }
      expect(await databaseState(server.database.db)).toEqual(before)
      const there = await ask(moderator, method === 'GET' ? undefined : {})
      expect(there.body).not.toEqual({ ...nowhere, request_id: '' })
    },
  )
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
