import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '#server/domains/accounts/passwords/passwords.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { loggable } from './log-bounds.ts'
import { loggerSettings } from './request-log.ts'

const password = 'tri-lipy-u-kalitki'
const email = 'pyotr@dendro.test'

let server: TestServer
let person: { id: string }
let staff: { id: string }
let written = ''

beforeAll(async () => {
  server = await testServer({
    logger: loggerSettings('info', text => {
      written += text
    }),
  })
  const { db } = server.database
  person = await makePerson(db, { email, name: 'Пётр Приметный', passwordHash: await hashPassword(password) })
  staff = await makePerson(db, { email: staffEmail })
})
afterAll(() => server.close())
beforeEach(() => {
  written = ''
})

interface Line {
  msg: string
  level: string
  id: string
  [key: string]: unknown
}

/** The lines written so far, when there are this many. */
async function linesOf(count: number): Promise<Line[]> {
  const lines = () => written.split('\n').filter(Boolean)
  await vi.waitUntil(() => lines().length >= count, { timeout: 5000 })
  return lines().map(line => JSON.parse(line) as Line)
}

describe('the log', () => {
  it('has one JSON line per request, with the route but not the address', async () => {
    const answer = await server.get('/api/products/tuya-zapadnaya-77/?search=секрет', person.id)
    expect(answer.status).toBe(404)
    expect(await linesOf(1)).toEqual([
      {
        level: 'info',
        time: expect.any(Number),
        pid: process.pid,
        id: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/products/:category_slug/',
        status: 404,
        ms: expect.any(Number),
        who: person.id,
        bytes: Buffer.byteLength(answer.text),
        msg: 'request',
      },
    ])
  })

  it('logs refusals and sign-ins, without an e-mail, password, token or address', async () => {
    const wrong = await server.send('POST', '/api/login/', { email, password: 'не тот пароль' })
    expect(wrong.status).toBe(401)
    const right = await server.send('POST', '/api/login/', { email, password })
    expect(Object.keys(right.body)).toEqual(['access', 'refresh'])
    expect((await server.get('/api/posts/trends/?key=сокровенное')).status).toBe(401)
    const lines = await linesOf(4)
    expect(lines[2]).toMatchObject({ hasSecondFactor: false })
    expect(lines.map(({ level, msg, route, status, who }) => ({ level, msg, route, status, who }))).toEqual([
      { level: 'warn', msg: 'refused', route: '/api/login/', status: 401, who: null },
      { level: 'info', msg: 'request', route: '/api/login/', status: 200, who: null },
      { level: 'info', msg: 'signed in', route: undefined, status: undefined, who: person.id },
      expect.objectContaining({ level: 'warn', msg: 'refused', status: 401, who: null }),
    ])
    for (const secret of [email, 'пароль', password, right.body.access, right.body.refresh, 'сокровенное', '127.0.0.1'])
      expect(written).not.toContain(secret)
  })

  it('says which moderator did what to what, but not why', async () => {
    const other = await makePerson(server.database.db, { name: 'Озорник' })
    const path = `/api/staff/people/${other.id}/block/`
    expect((await server.send('POST', path, { reason: 'Обманывал покупателей' }, staff.id)).status).toBe(200)
    const lines = await linesOf(2)
    expect(lines[1]).toMatchObject({
      msg: 'moderation',
      who: staff.id,
      action: 'block',
      subject: 'person',
      subjectId: other.id,
      id: lines[0]?.id,
    })
    expect(written).not.toMatch(/Озорник|Обманывал/)
    // A refused action was not done.
    written = ''
    expect((await server.send('POST', path, { reason: 'x' }, staff.id)).status).toBe(409)
    expect((await linesOf(1)).map(({ msg }) => msg)).toEqual(['request'])
  })
})

it('of a failed query neither its values nor e-mails in the database’s message are logged', () => {
  const cause = Object.assign(new Error('duplicate key: (email)=(pyotr@dendro.test)'), { code: '23505' })
  const error = Object.assign(
    new Error('Failed query: insert into users values ($1)\nparams: pyotr@dendro.test', { cause }),
    {
      query: 'insert into users values ($1)',
      params: ['pyotr@dendro.test'],
    },
  )
  const described = JSON.stringify(loggable(error))
  expect(described).not.toContain('pyotr@')
  expect(described).toContain('insert into users values ($1)')
  expect(described).toContain('23505')
  expect(described).toContain('request-log.test.ts')
})
