import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { ensureBuild } from '#server/test/processes.ts'
import { ask, portOf } from '#server/test/raw-requests.ts'
import { builtPages } from './platform/http/pages.ts'

let server: TestServer
const logged: string[] = []

beforeAll(async () => {
  await ensureBuild()
  const stream = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line))
      done()
    },
  })
  server = await testServer({ pages: await builtPages(), logger: { level: 'error', stream } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
}, 120_000)
afterAll(() => server.close())

const up = ['..', '%2e%2e', '.%2e', '%2E%2E', '%252e%252e', '..%5c..', '..\\..', '%c0%ae%c0%ae', '..;', '....//']

const below = [
  ...up.flatMap(step => [`${step}/${step}/${step}/etc/passwd`, `${step}%2f${step}%2fetc%2fpasswd`]),
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '%00',
  'a%00.png',
  '%5c%5chost%5cshare',
  `${'a'.repeat(300)}/x`,
  'a/'.repeat(1000),
  `${'%D1%8F'.repeat(300)}/x`,
  'a'.repeat(9000),
  '%E2%80%A8',
  '%0D%0ASet-Cookie:%20a=b',
  '%ED%A0%80',
  '%C0%AF',
  '%',
  '%zz',
  '%u0041',
  '__proto__/constructor',
]
const single = [
  '/media/00/../../../secret-key',
  '/media/../incoming/',
  '/assets/../server/entry-server.js',
  '/assets/..%2f..%2fpackage.json',
  '/api',
  '/api/',
  '/.env',
  '/.git/config',
  '//evil.test/x',
  '///evil.test/x',
  '/\\evil.test/x',
  'http://evil.test/x',
  'http://evil.test/api/products/nothing/',
  'https://dendro.test/',
]

const isReadable = (path: string) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** What is wrong with the response to an address that does not exist. */
async function wrongsOf(path: string): Promise<unknown[]> {
  const { status, head, body } = await ask(portOf(server.app), path)
  // A page can be told by a person to be mistyped; of the API it is one of those that there are not.
  const isOfApi = path.startsWith('/api')
  const expected = isOfApi ? [path.length > 8192 ? 431 : 404] : isReadable(path) ? [404] : [400, 404]
  const type = isOfApi ? /^content-type: application\/problem\+json/im : /^content-type: text\/html/im
  const isRight =
    expected.includes(status) &&
    type.test(head) &&
    !/^location:/im.test(head) &&
    !body.includes('root:') &&
    (isOfApi || body.includes('Такой страницы нет')) &&
    head.length + body.length < 100_000 &&
    logged.length === 0
  return isRight ? [] : [path.slice(0, 80), status, /^content-type.*/im.exec(head)?.[0], body.length, logged.splice(0)]
}

describe('a malformed or hostile address', () => {
  it.each(['/media', '/assets', '/api/docs/static', '', '/api', '/products', '/publications'])(
    'below "%s" answers 404 without an error in the log',
    async prefix => {
      const wrong = []
      for (const path of below) wrong.push(...(await wrongsOf(`${prefix}/${path}`)))
      expect(wrong).toEqual([])
    },
  )

  it.each(single)('%s answers 404 without an error in the log', async path => {
    expect(await wrongsOf(path)).toEqual([])
  })
})

const queries = [
  'search=%00',
  'search=%ED%A0%80',
  'search=%',
  `search=${'a'.repeat(7000)}`,
  `search=${'%E2%80%A8'.repeat(300)}`,
  `search=${encodeURIComponent('</script><!--<script>')}`,
  `search=${encodeURIComponent("$`$'$&$$$<x>$1".repeat(20))}`,
  `${'zone=4&'.repeat(900)}`,
  '__proto__[x]=1&constructor=2&__proto__=3',
  'page=99999999999999999999',
  'page=0',
  'page=-1',
  'page=%00',
  'price_from=1e999&price_to=%00',
  'zone=%00',
  'rsp=__proto__',
  'ordering=%27%3Bdrop',
  'section=%00',
  'section=__proto__',
  'token=%00',
  'next=//evil.test',
]
const screens = [
  '/',
  '/products/hvoynye',
  '/products/teamproductslist/1',
  '/publications/x',
  '/login',
  '/activateemail/',
  '/about',
]
const calls = [
  '/api/products/',
  '/api/products/hvoynye/',
  '/api/products/genus/',
  '/api/teams/teams_list/',
  '/api/posts/trends/',
]

describe('a malformed or hostile query', () => {
  it.each(queries.map(query => [query.slice(0, 60), query]))('%s', async (_, query) => {
    for (const path of [...screens, ...calls]) {
      const { status, head, body } = await ask(portOf(server.app), `${path}?${query}`)
      expect([path, status < 500]).toEqual([path, true])
      expect(head).toMatch(
        path.startsWith('/api') ? /content-type: application\/(?:problem\+)?json/i : /content-type: text\/html/i,
      )
      // A response may repeat the query a few times, not many.
      expect([path, body.length < 300_000]).toEqual([path, true])
    }
    expect(logged).toEqual([])
  })

  it('longer than any address answers that it is too long, for pages 404', async () => {
    for (const path of ['/', '/products/hvoynye', '/api/products/']) {
      const { status, head } = await ask(portOf(server.app), `${path}?search=${'a'.repeat(10_000)}`)
      expect([path, status]).toEqual([path, path.startsWith('/api') ? 431 : 404])
      expect(head).toMatch(path.startsWith('/api') ? /problem\+json/ : /text\/html/)
    }
  })
})
