import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshTokens, users } from '#server/domains/accounts/accounts.tables.ts'
import { login, newMember, password } from '#server/test/accounts.ts'
import { closeAfterTest, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeProduct } from '#server/test/factories.ts'

const key = (text: string) => new TextEncoder().encode(text)
const ours = key('a secret for tests only, long enough')

let server: TestServer
/** The address of a product that only moderators see. */
let hidden: string
beforeAll(async () => {
  server = await testServer()
  const { slug } = await makeProduct(server.database.db, { isApproved: false })
  hidden = `/api/products/hvoynye/${slug}/`
  await newMember(server, staffEmail)
})
afterAll(() => server.close())

/** Signs this person in; returns the tokens of the new session and the claims of its access token. */
async function session(email: string) {
  const { access, refresh } = (await login(server, email)).body
  const claims = JSON.parse(Buffer.from(access.split('.')[1], 'base64url').toString())
  // Moderators need a second factor, which is not tested here.
  await server.database.db.update(refreshTokens).set({ hasSecondFactor: true }).where(eq(refreshTokens.id, claims.sid))
  return { access, refresh, claims }
}

/** A token with these claims that expires in so many seconds. */
const signed = (claims: object, seconds: number, secret = ours) =>
  new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(secret)

/** Authorization headers, each for a new session of the person with this e-mail. */
const headers: Record<string, (email: string) => Promise<string | undefined>> = {
  none: async () => undefined,
  empty: async () => '',
  blank: async () => '  ',
  'without a token': async () => 'Bearer',
  'of another scheme': async email => `Basic ${(await session(email)).access}`,
  malformed: async () => 'Bearer a.b.c',
  forged: async email =>
    `Bearer ${await signed((await session(email)).claims, 600, key('another secret, just as long'))}`,
  'of another person’s session': async email => {
    const [{ claims }, other] = [await session(email), await newMember(server)]
    return `Bearer ${await signed({ ...claims, sub: other.id }, 600)}`
  },
  'of no session': async email => {
    const { sid: _, ...claims } = (await session(email)).claims
    return `Bearer ${await signed(claims, 600)}`
  },
  'run out': async email => `Bearer ${await signed((await session(email)).claims, -1)}`,
  'forged and run out': async email =>
    `Bearer ${await signed((await session(email)).claims, -1, key('another secret, just as long'))}`,
  'of a session that has ended': async email => {
    const { access, refresh } = await session(email)
    await server.send('POST', '/api/logout/', { refresh })
    return `Bearer ${access}`
  },
  'of a session that nobody used for a month': async email => {
    const { access, claims } = await session(email)
    const old = new Date(Date.now() - 31 * 86_400_000)
    await server.database.db.update(refreshTokens).set({ lastUsedAt: old }).where(eq(refreshTokens.id, claims.sid))
    return `Bearer ${access}`
  },
  'of a session that is too old': async email => {
    const { access, claims } = await session(email)
    const old = new Date(Date.now() - 181 * 86_400_000)
    await server.database.db.update(refreshTokens).set({ createdAt: old }).where(eq(refreshTokens.id, claims.sid))
    return `Bearer ${access}`
  },
  valid: async email => `Bearer ${(await session(email)).access}`,
  'valid, the scheme in small letters': async email => `bearer ${(await session(email)).access}`,
}

const visitor = ['none', 'empty', 'blank']
const valid = ['valid', 'valid, the scheme in small letters']

async function ask(url: string, authorization: string | undefined, body?: object) {
  const response = await server.app.inject({
    url,
    headers: authorization === undefined ? {} : { authorization },
    ...(body ? { method: 'POST', payload: body } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}

describe.each(Object.keys(headers))('an Authorization header: %s', what => {
  const header = (email: string) => headers[what]?.(email)

  it('is ignored by open calls', async () => {
    const { email } = await newMember(server)
    const authorization = await header(email)
    expect((await ask('/api/login/', authorization, { email, password })).status).toBe(200)
    expect((await ask('/api/logout/', authorization, { refresh: 'x' })).status).toBe(200)
    expect((await ask('/api/password-reset/', authorization, { email })).status).toBe(200)
    expect((await ask('/api/refresh/', authorization, { refresh: 'x' })).status).toBe(401)
  })

  it('on a public call: 401 unless it is missing, valid or expired', async () => {
    const { email } = await newMember(server)
    const isTaken = [...visitor, ...valid, 'run out'].includes(what)
    // Twice: the second response may come from the cache.
    for (const authorization of [await header(email), await header(email)]) {
      expect((await ask('/api/products/latest/', authorization)).status).toBe(isTaken ? 200 : 401)
    }
    // Only a valid token shows what moderators see.
    const asModerator = (await ask(hidden, await header(staffEmail))).status
    expect(asModerator).toBe(valid.includes(what) ? 200 : isTaken ? 404 : 401)
  })

  it('on a call for members: 401 unless it is valid', async () => {
    const { email } = await newMember(server)
    const { status, body } = await ask('/api/me/', await header(email))
    if (valid.includes(what)) expect([status, body.email]).toEqual([200, email])
    else expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('on a call for moderators: 404 for others, and 401 for a moderator whose token has expired', async () => {
    const { email } = await newMember(server)
    expect((await ask('/api/staff/journal/', await header(email))).status).toBe(404)
    // A moderator gets 401, which tells the client to refresh the token.
    const expected = valid.includes(what) ? 200 : what === 'run out' ? 401 : 404
    expect((await ask('/api/staff/journal/', await header(staffEmail))).status).toBe(expected)
  })

  it('does not sign in a blocked person', async () => {
    const { email, id } = await newMember(server)
    const authorization = await header(email)
    const { db } = server.database
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, id))
    expect((await ask('/api/me/', authorization)).status).toBe(401)
    const isVisitor = [...visitor, 'run out'].includes(what)
    expect((await ask('/api/products/latest/', authorization)).status).toBe(isVisitor ? 200 : 401)
  })
})

it('an access token lasts a day', async () => {
  const { email } = await newMember(server)
  const { iat, exp } = (await session(email)).claims
  expect(exp - iat).toBe(24 * 60 * 60)
})

it('a sign-out ends access at once in every process', async () => {
  const other = await server.another()
  closeAfterTest(other)
  const { access, refresh } = await newMember(server)
  const ofOther = async () =>
    (await other.inject({ url: '/api/me/', headers: { authorization: `Bearer ${access}` } })).statusCode
  expect(await ofOther()).toBe(200)
  await server.send('POST', '/api/logout/', { refresh })
  expect(await ofOther()).toBe(401)
})
