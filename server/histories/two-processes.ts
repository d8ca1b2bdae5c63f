import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { openServer } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { testSession } from '#server/test/sessions.ts'

export type Answer = Pick<TestAnswer, 'status' | 'body'>

/** A call of the API by this person through one of the processes. */
export type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  who: Person,
  body?: object,
) => Promise<Answer>

export interface Person {
  id: string
  name: string
  email: string
  authorization: string
  /** Id of the company that the person has created, if any. */
  companyId: number
}

/** Thrown when a process answers that it cannot now: the history says nothing more. */
export class Unavailable extends Error {}

export interface TwoProcesses {
  server: TestServer
  calls: readonly [Call, Call]
  /** New people; those at `withCompany` have created a company. */
  cast(count: number, withCompany?: readonly number[]): Promise<Person[]>
  close(): Promise<void>
}

/** People are made in large numbers at once, because a history needs three of them and takes milliseconds. */
const troupe = 60

/** Two processes on one database; on a server, each with connections of its own. */
export async function twoProcesses(): Promise<TwoProcesses> {
  const server = await testServer()
  const template = inject('template')
  let own: Awaited<ReturnType<typeof openServer>> | null = null
  if (template) {
    const [row] = await server.database.db
      .select({ name: sql<string>`current_database()` })
      .from(sql`(select 1) as one`)
    const url = new URL(template.serverUrl)
    url.pathname = `/${row?.name}`
    own = await openServer(url.href)
  }
  const other = await server.another(() => {}, own ? { database: own } : {})
  const waiting = new Map<string, Person[]>()

  async function makePeople(count: number, withCompany: readonly number[]): Promise<Person[]> {
    const { db } = server.database
    const rows = Array.from({ length: troupe * count }, () => {
      const id = uuidv7()
      return { id, name: `Человек ${id}`, email: `${id}@dendro.test`, confirmedEmail: `${id}@dendro.test` }
    })
    await db.insert(users).values(rows)
    // One statement makes the sessions of all, so that `bearer` finds them.
    await db.execute(sql`
      insert into refresh_tokens (id, token_hash, user_id, has_second_factor)
      select id, ${`${testSession} `}::text || id, id, true from users
      where id in (${sql.join(
        rows.map(({ id }) => sql`${id}::uuid`),
        sql`, `,
      )})`)
    const creators = rows.filter((_, index) => withCompany.includes(index % count))
    const made =
      creators.length === 0
        ? []
        : await db
            .insert(companies)
            .values(
              creators.map(({ id }) => ({
                name: `Питомник ${id}`,
                inn: '7707083893',
                phone: '+7 495 000-00-00',
                address: 'Поле',
                creatorId: id,
              })),
            )
            .returning()
    if (made.length > 0)
      await db
        .insert(companyMembers)
        .values(made.map(({ id, creatorId }) => ({ userId: creatorId, companyId: id, showsEmail: true })))
    const companyOf = new Map(made.map(({ id, creatorId }) => [creatorId, id]))
    return Promise.all(
      rows.map(async ({ id, name, email }) => ({
        id,
        name,
        email,
        authorization: await server.bearer(id),
        companyId: companyOf.get(id) ?? 0,
      })),
    )
  }

  return {
    server,
    calls: [callOf(server.app), callOf(other)],
    async cast(count, withCompany = []) {
      const kind = `${count}: ${withCompany.join(' ')}`
      const people = waiting.get(kind)?.length ? (waiting.get(kind) ?? []) : await makePeople(count, withCompany)
      waiting.set(kind, people.slice(count))
      return people.slice(0, count)
    },
    async close() {
      await other.close()
      await own?.close()
      await server.close()
    },
  }
}

/** A form with a file as the bytes of a request. */
async function encoded(form: FormData) {
  const body = new Response(form)
  const payload = Buffer.from(await body.arrayBuffer())
  return { payload, headers: { 'content-type': body.headers.get('content-type') ?? '' } }
}

const callOf =
  (app: FastifyInstance): Call =>
  async (method, path, who, body) => {
    const { payload, headers } = body instanceof FormData ? await encoded(body) : { payload: body, headers: undefined }
    const response = await app.inject({
      method,
      url: `/api/${path}`,
      headers: { ...headers, authorization: who.authorization },
      ...(payload && { payload }),
    })
    if (response.statusCode === 503) throw new Unavailable(`${method} ${path}`)
    return { status: response.statusCode, body: response.json() }
  }
