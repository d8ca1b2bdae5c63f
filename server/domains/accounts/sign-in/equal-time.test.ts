import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailsTo, keyTo, newEmail, newMember, signUp } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Runs while the tables of accounts are locked: every query of them waits until the end. */
async function whileDatabaseWaits(work: () => Promise<void>): Promise<void> {
  await server.database.db.transaction(async tx => {
    await tx.execute(
      sql`lock table users, confirmations, password_resets, emails, rate_limits in access exclusive mode`,
    )
    await work()
  })
}

it('a request for a password email is answered before the address is looked up', async () => {
  const { email } = await newMember(server)
  const unconfirmed = newEmail()
  await signUp(server, { email: unconfirmed })
  const unknown = newEmail()
  const before = await emailsTo(server, email)
  await whileDatabaseWaits(async () => {
    for (const address of [email, unconfirmed, unknown]) {
      const answer = await server.send('POST', '/api/password-reset/', { email: address })
      expect([answer.status, answer.body]).toEqual([200, { message: 'success' }])
    }
  })
  // After the lock is released, each request gets its result; closing an app waits for this work too.
  expect(await emailsTo(server, email)).toHaveLength(before.length + 1)
  expect(await emailsTo(server, unconfirmed)).toHaveLength(2)
  expect(await emailsTo(server, unknown)).toEqual([])
})

it('a request for another email instead of an expired link is answered before the lookup too', async () => {
  const email = newEmail()
  await signUp(server, { email })
  const key = await keyTo(server, email)
  await whileDatabaseWaits(async () => {
    for (const token of [key, 'never sent']) {
      expect((await server.send('POST', '/api/activation/renew/', { token })).body).toEqual({ message: 'success' })
    }
  })
  expect(await emailsTo(server, email)).toHaveLength(2)
})

it('answered requests are completed before the app closes', async () => {
  const { email } = await newMember(server)
  const before = await emailsTo(server, email)
  const other = await server.another()
  await other.inject({ method: 'POST', url: '/api/password-reset/', payload: { email } })
  await other.close()
  expect(await emailsTo(server, email)).toHaveLength(before.length + 1)
})

it('requests beyond the queue are refused, whatever the address', async () => {
  await whileDatabaseWaits(async () => {
    const ask = async () => (await server.send('POST', '/api/password-reset/', { email: newEmail() })).status
    let accepted = 0
    let status = await ask()
    // On a slow machine some give up their place meanwhile: they wait for the database for a limited time.
    for (; status === 200 && accepted < 1500; accepted++) status = await ask()
    expect(status).toBe(503)
    expect(accepted).toBeGreaterThanOrEqual(1000)
  })
  await server.app.background.settle()
}, 120_000)
