import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { openServer } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { secret, type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { bearersOf } from '#server/test/sessions.ts'

export type Answer = Pick<TestAnswer, 'status' | 'body'>

/** A call of the API by this person through one of the processes. */
export type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  who: Pick<Person, 'authorization'>,
  body?: object,
) => Promise<Answer>

export interface Person {
  id: string
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
  close(): Promise<void>
}

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
  return {
    server,
    calls: [callOf(server.app), callOf(other)],
    async close() {
      await other.close()
      await own?.close()
      await server.close()
    },
  }
}

/** For so many histories at once things are made: a history takes milliseconds, and so does each statement. */
const bulk = 60

/** Gives one at a time of what is made in bulk. */
export function inBulk<Made>(make: (count: number) => Promise<Made[]>): () => Promise<Made> {
  let left: Made[] = []
  return async () => {
    if (left.length === 0) left = await make(bulk)
    const one = left.pop()
    if (one === undefined) throw new Error('nothing was made')
    return one
  }
}

/** Groups of so many new people; those at `withCompany` have created a company. */
export async function makeCasts(
  { database: { db } }: TestServer,
  casts: number,
  people: number,
  withCompany: readonly number[],
): Promise<Person[][]> {
  const ids = Array.from({ length: casts * people }, () => uuidv7())
  const each = (some: string[]) => sql`jsonb_array_elements_text(${JSON.stringify(some)}::jsonb) as one(id)`
  const email = sql`id || '@dendro.test'`
  await db.execute(sql`
    insert into users (id, name, email, confirmed_email) select id::uuid, 'Человек', ${email}, ${email} from ${each(ids)}`)
  const creators = ids.filter((_, index) => withCompany.includes(index % people))
  const { rows } = await db.execute<{ company_id: number; user_id: string }>(sql`
    with made as (
      insert into companies (name, inn, phone, address, creator_id)
      select 'Питомник', '7707083893', '+7 495 000-00-00', 'Поле', id::uuid from ${each(creators)}
      returning id, creator_id)
    insert into company_members (company_id, user_id, shows_email)
    select id, creator_id, true from made returning company_id, user_id`)
  const companyOf = new Map(rows.map(row => [row.user_id, row.company_id]))
  const authorizations = await bearersOf(db, secret, ids)
  const all = ids.map((id, index) => ({
    id,
    email: `${id}@dendro.test`,
    authorization: authorizations[index] ?? '',
    companyId: companyOf.get(id) ?? 0,
  }))
  return Array.from({ length: casts }, (_, index) => all.slice(index * people, (index + 1) * people))
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
