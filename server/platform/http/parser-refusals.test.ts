import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { dial, portOf } from '#server/test/raw-requests.ts'

let server: TestServer
let app: FastifyInstance
/** The paths of requests that reached a handler. */
const handled: string[] = []
/** Lets the request to `/slow` be answered. */
let answerSlow: () => void

beforeAll(async () => {
  server = await testServer()
  app = await server.another(made => {
    made.get('/handled/:name', async request => {
      handled.push(request.url)
      return 'answered'
    })
    made.post('/handled/:name', async request => {
      handled.push(request.url)
      return 'answered'
    })
    // A page, which says of every error that the site is at fault.
    made.get(
      '/page',
      { errorHandler: (_error, _request, reply) => void reply.code(500).send('a page') },
      async () => 'a page',
    )
    made.get('/slow', async () => {
      await new Promise<void>(resolve => {
        answerSlow = resolve
      })
      return 'the slow answer'
    })
  })
  app.server.headersTimeout = 1000
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

/** Sends this text and returns everything that comes back until the server closes the connection. */
async function send(text: string | Buffer) {
  const socket = await dial(portOf(app))
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  const received = () => Buffer.concat(chunks).toString()
  const closed = new Promise<string>(resolve => socket.once('close', () => resolve(received())))
  socket.write(text)
  return { socket, received, closed }
}

/** The last answer in the text, and how many answers there are. */
function answersIn(text: string) {
  const starts = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)]
  const last = text.slice(starts.at(-1)?.index)
  const [head = '', body = ''] = last.split('\r\n\r\n')
  return { statuses: starts.map(([, status]) => Number(status)), head: head.toLowerCase(), body }
}

function expectProblem({ head, body }: ReturnType<typeof answersIn>, status: number): void {
  expect(head).toContain('content-type: application/problem+json; charset=utf-8')
  expect(head).toMatch(/^connection: close$/m)
  expect(head).toMatch(/^x-request-id: [\da-f-]{36}$/m)
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    code: expect.stringMatching(/^[A-Z_]+$/),
    detail: expect.stringMatching(/^[А-Я].*\.$/),
  })
}

const host = 'Host: dendro.test\r\n'
const second = `POST /handled/second HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`
const post = (headers: string, body = '') => `POST /handled/first HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}`

it.each<[what: string, status: number, text: string | Buffer]>([
  ['a line that is none', 400, 'this is no request\r\n\r\n'],
  ['the greeting of TLS', 400, Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
  ['the preface of HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 400, 'GET /handled/first\r\n\r\n'],
  ['a version that does not exist', 400, `GET /handled/first HTTP/1.7\r\n${host}\r\n`],
  ['a space in the address', 400, `GET /handled/a b HTTP/1.1\r\n${host}\r\n`],
  ['a method that does not exist', 400, `PLANT /handled/first HTTP/1.1\r\n${host}\r\n`],
  ['CONNECT', 404, `CONNECT dendro.test:443 HTTP/1.1\r\n${host}\r\n`],
  ['no host', 400, 'GET /handled/first HTTP/1.1\r\nAccept: */*\r\n\r\n'],
  ['two hosts', 400, `GET /handled/first HTTP/1.1\r\n${host}hOST: evil.test\r\n\r\n`],
  ['no host for a page', 400, 'GET /page HTTP/1.1\r\nAccept: */*\r\n\r\n'],
  ['two hosts for a page', 400, `GET /page HTTP/1.1\r\n${host}hOST: evil.test\r\n\r\n`],
  ['headers that are too large', 431, `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an address that is too large', 431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ['a folded header', 400, `GET /handled/first HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
  ['NUL in a header', 400, `GET /handled/first HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ['line feeds alone', 400, 'GET /handled/first HTTP/1.1\nHost: dendro.test\n\n'],
  ['a negative length', 400, post('Content-Length: -5')],
  ['a length that is no number', 400, post('Content-Length: 5x', 'hello')],
  ['two lengths', 400, post('Content-Length: 5\r\nContent-Length: 6', 'hello')],
  ['a length and chunks', 400, post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
  ['a chunk of no size', 400, post('Content-Type: application/json\r\nTransfer-Encoding: chunked', 'zz\r\n')],
  ['another encoding than chunks', 400, post('Content-Type: application/json\r\nTransfer-Encoding: gzip')],
  ['an expectation', 417, post('Expect: 200-ok\r\nContent-Length: 2', 'ab')],
])('%s is refused with %i, and nothing after it is executed', async (_, status, text) => {
  handled.length = 0
  const { closed } = await send(Buffer.concat([Buffer.from(text), Buffer.from(second)]))
  const answers = answersIn(await closed)
  expect(answers.statuses).toEqual([status])
  expectProblem(answers, status)
  expect(handled).toEqual([])
})

it('headers that do not come are refused with 408', async () => {
  const { closed } = await send('GET /handled/first HTTP/1.1\r\nHost:')
  const answers = answersIn(await closed)
  expect(answers.statuses).toEqual([408])
  expectProblem(answers, 408)
})

it('a request before the unreadable one on the same connection gets its own answer first', async () => {
  handled.length = 0
  const { received, closed } = await send(`GET /slow HTTP/1.1\r\n${host}\r\nrubbish\r\n\r\n${second}`)
  await vi.waitFor(() => expect(answerSlow).toBeTypeOf('function'))
  // What comes after the rubbish changes nothing.
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(received()).toBe('')
  answerSlow()
  const text = await closed
  const answers = answersIn(text)
  expect(answers.statuses).toEqual([200, 400])
  expect(text.indexOf('the slow answer')).toBeLessThan(text.lastIndexOf('HTTP/1.1'))
  expectProblem(answers, 400)
  expect(handled).toEqual([])
})

it('an offer to change the protocol is answered as if it were not there, on a connection that ends', async () => {
  const { closed } = await send(`GET /handled/first HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`)
  const answers = answersIn(await closed)
  expect(answers).toMatchObject({ statuses: [200], body: 'answered' })
  expect(answers.head).toMatch(/^connection: close$/m)
})
