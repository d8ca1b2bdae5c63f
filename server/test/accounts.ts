import { desc, eq, sql } from 'drizzle-orm'
import { emails } from '#server/platform/mail/mail.tables.ts'
import type { TestAnswer, TestServer } from './app.ts'

export const password = 'kedr sibirskiy 7'

/** Emails queued for this address, the latest first. */
export async function emailsTo({ app, database }: TestServer, email: string) {
  await app.background.settle()
  return database.db
    .select()
    .from(emails)
    .where(eq(sql`lower(${emails.recipient})`, email.toLowerCase()))
    .orderBy(desc(emails.id))
}

/** The token in the latest email to this address that has one. */
export async function keyTo(server: TestServer, email: string): Promise<string> {
  for (const { link } of await emailsTo(server, email)) {
    const key = link && new URL(link).searchParams.get('token')
    if (key) return key
  }
  throw new Error(`no email with a key to ${email}`)
}

let number = 0
export const newEmail = () => `someone${++number}@mail.test`

export async function signUp(server: TestServer, overrides: Record<string, unknown> = {}): Promise<TestAnswer> {
  const form = { email: newEmail(), name: 'Анна Лесная', password1: password, password2: password, ...overrides }
  return server.send('POST', '/api/signup/', form)
}

export interface Member {
  email: string
  id: string
  access: string
  refresh: string
}

export async function login(server: TestServer, email: string, secret = password): Promise<TestAnswer> {
  return server.send('POST', '/api/login/', { email, password: secret })
}

/** A person who has signed up, confirmed the e-mail and signed in. */
export async function newMember(server: TestServer, email = newEmail(), name = 'Анна Лесная'): Promise<Member> {
  await signUp(server, { email, name })
  await server.send('POST', '/api/activation/', { token: await keyTo(server, email) })
  const { access, refresh } = (await login(server, email)).body
  const { body } = await as(server, access, 'GET', '/api/me/')
  return { email, id: body.id, access, refresh }
}

/** A call with this access token. */
export async function as(
  { app }: TestServer,
  access: string,
  method: 'GET' | 'POST',
  url: string,
  payload?: unknown,
): Promise<TestAnswer> {
  const headers = { authorization: `Bearer ${access}` }
  const response = await app.inject({ method, url, headers, ...(payload ? { payload: payload as object } : {}) })
  const isJson = String(response.headers['content-type']).includes('json')
  const { statusCode: status, payload: text } = response
  return { status, headers: response.headers, text, body: isJson ? response.json() : null }
}
