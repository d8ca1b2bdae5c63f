import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'

/** One action of a visitor; throws on an unexpected response. */
export interface Visit {
  who: 'visitor' | 'member' | 'stranger'
  what: string
  go(): Promise<void>
}

interface Session {
  access: string
  refresh: string
}

/** People of the demonstration set who can sign in (README.md). */
const people = ['anna@demo.dendro.example', 'malakhov@verey-kosogor.example', 'kurbatova@verey-kosogor.example']
const password = 'tri-lipy-u-kalitki'

const words = ['липа', 'туя смарагд', 'сосна', 'клён остролистный', 'спирея', 'газон', 'живая изгородь', 'куплю']
const any = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value
const numberTo = (count: number) => Math.floor(Math.random() * count)

/** Actions of people, and attempts of strangers, on the demonstration set. */
export async function visits(base: string): Promise<Visit[]> {
  async function call(path: string, init: RequestInit = {}, expected: number[] = [200, 201]): Promise<Response> {
    const response = await fetch(base + path, { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...init })
    // Must be read completely to free the connection.
    const body = await response.arrayBuffer()
    if (!expected.includes(response.status)) throw new Error(`${path.slice(0, 100)} answered ${response.status}`)
    return new Response(response.status === 304 ? null : body, response)
  }
  const get = (path: string, expected?: number[]) => call(path, {}, expected)
  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const signIn = async (email: string) =>
    (await (await call('/api/login/', json({ email, password }))).json()) as Session

  const sessions = await Promise.all(people.map(signIn))
  const anybody = () => any(sessions)
  const as = (session: Session, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${session.access}` },
  })
  const me = (await (await call('/api/me/', as(sessions[0] as Session))).json()) as { id: string }
  const categories = (await (await get('/api/products/categories/')).json()) as { slug: string }[]
  const listed = (await (await get('/api/products/?page_size=100')).json()) as {
    results: { get_absolute_url: string; get_image: string; team: { id: number } }[]
  }
  const articles = (await (await get('/api/publications/')).json()) as { slug: string }[]
  const product = () => any(listed.results)
  const query = () =>
    new URLSearchParams({
      search: any(words),
      zone: String(1 + numberTo(8)),
      price_from: String(numberTo(5000)),
      page_size: '20',
    })

  const photo = async () => {
    const pixels = { create: { width: 800, height: 600, channels: 3 as const, background: '#4a7a3c' } }
    const noise = { input: randomBytes(3 * 64 * 64), raw: { width: 64, height: 64, channels: 3 as const } }
    const content = await sharp(pixels).composite([noise]).jpeg().toBuffer()
    return new File([new Uint8Array(content)], 'снимок.jpg', { type: 'image/jpeg' })
  }
  const form = (fields: Record<string, string | File>): RequestInit => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return { method: 'POST', body }
  }

  /** Sends the start of a body and disconnects. */
  const breakOff = (path: string, contentType: string, start: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': contentType, 'content-length': 5_000_000 }
      const outgoing = request(base + path, { method: 'POST', headers }, response => response.resume())
      outgoing.on('error', () => resolve())
      outgoing.on('close', () => resolve())
      outgoing.write(start, error => {
        if (error) reject(error)
        setTimeout(() => outgoing.destroy(), 50)
      })
    })

  const visitor: Record<string, () => Promise<unknown>> = {
    home: () => get('/'),
    category: () => get(`/products/${any(categories).slug}?${query()}`),
    'category data': () => get(`/api/products/${any(categories).slug}/?${query()}`),
    product: () => get(product().get_absolute_url),
    picture: () => get(new URL(product().get_image).pathname),
    company: () => get(`/teams/get_current_team/${product().team.id}`),
    search: () => get(`/?${query()}`),
    article: () => get(`/publications/${any(articles).slug}`),
    pdf: () => get(`/api/publications/${any(articles).slug}/pdf/`),
    drawing: () =>
      get(
        `/api/products/plant/?${new URLSearchParams({ genus: 'Липа', species: `невиданная ${numberTo(50)}` })}`,
        [200, 400, 404],
      ),
    'advertised home': () => get(`/?utm_source=${randomUUID()}`),
  }

  const member: Record<string, () => Promise<unknown>> = {
    feed: () => call(`/api/posts/?page=${1 + numberTo(3)}`, as(anybody())),
    'feed search': () => call(`/api/posts/?search=${encodeURIComponent(any(words))}`, as(anybody())),
    people: () => call('/api/search/', as(anybody(), json({ query: 'Ан' }))),
    notifications: () => call('/api/notifications/', as(anybody())),
    'my products': () => call('/api/products/my_products/', as(sessions[1] as Session)),
    'post with a picture': async () => {
      const author = anybody()
      const fields = { body: `Посадили ${any(words)} #сад`, image: await photo() }
      const post = (await (await call('/api/posts/create/', as(author, form(fields)))).json()) as { id: string }
      await call(`/api/posts/${post.id}/like/`, as(anybody(), { method: 'POST' }))
      await call(`/api/posts/${post.id}/comment/`, as(anybody(), json({ body: 'Хорошо растёт?' })))
      await call(`/api/posts/${post.id}/`, as(anybody()))
      await call(`/api/posts/${post.id}/delete/`, as(author, { method: 'DELETE' }))
    },
    chat: async () => {
      const writer = sessions[1] as Session
      const talk = (await (await call(`/api/chat/${me.id}/get-or-create/`, as(writer))).json()) as { id: string }
      await call(`/api/chat/${talk.id}/send/`, as(writer, json({ body: `Есть ${any(words)}?` })))
    },
    'product from entry to deletion': async () => {
      const seller = as(sessions[1] as Session)
      const [category] = (await (await get('/api/products/short_list_categories/')).json()) as { id: number }[]
      const fields = { category: String(category?.id), genus: 'Липа', species: `пробная ${randomUUID()}` }
      const init = form({ ...fields, images: await photo() })
      const made = (await (await call('/api/products/create/', { ...init, ...seller })).json()) as {
        category: { slug: string }
        slug: string
      }
      const address = `/api/products/${made.category.slug}/${made.slug}`
      await call(`${address}/edit/`, { ...form({ price: String(numberTo(9000)) }), ...seller })
      await call(`${address}/delete/`, { ...seller, method: 'DELETE' })
    },
    'signing in and out': async () => {
      const { refresh } = await signIn(any(people))
      await call('/api/logout/', json({ refresh }))
    },
    'event stream': async () => {
      const leave = new AbortController()
      const stream = await fetch(`${base}/api/events/`, { ...as(anybody()), signal: leave.signal })
      if (stream.status !== 200) throw new Error(`the event stream answered ${stream.status}`)
      await sleep(numberTo(3000))
      leave.abort()
    },
  }

  const refused = [400, 401, 404, 405, 413, 415, 429]
  const stranger: Record<string, () => Promise<unknown>> = {
    'no such page': () => get(`/net/${randomUUID()}`, [404]),
    'wrong password': () => call('/api/login/', json({ email: any(people), password: randomUUID() }), refused),
    'forged token': () => call('/api/me/', { headers: { authorization: `Bearer ${randomUUID()}` } }, refused),
    'form that is too large': () =>
      call('/api/login/', form({ email: 'a'.repeat(2 * 1024 * 1024), password: 'b' }), refused).catch(error => {
        // The server closes the connection during the upload.
        if (error instanceof TypeError) return
        throw error
      }),
    'no picture': () =>
      call('/api/uploads/', as(anybody(), form({ image: new File([randomBytes(5000)], 'a.jpg') })), refused),
    'form that breaks off': () =>
      breakOff(
        '/api/signup/',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
      ),
    'text that breaks off': () => breakOff('/api/signup/', 'application/json', '{"email": "'),
    'replacement patterns': () => get(`/?search=${encodeURIComponent("$`$'$&$$".repeat(20))}`),
  }

  const all = { visitor, member, stranger }
  return Object.entries(all).flatMap(([who, deeds]) =>
    Object.entries(deeds).map(([what, go]) => ({
      who: who as Visit['who'],
      what,
      go: async () => void (await go()),
    })),
  )
}
