import type { AnswerOf } from '#contract/calls.ts'
import { type Asked, type Asking, ask } from './load.ts'
import type { Member } from './protocol.ts'

/** How many times the cost with few products the same request may cost with a hundred times as many. */
export const timesAtMost = 2

/** `timesThatOf`: at most `timesAtMost` times as slow as the target of this name. */
export type Aim = { ratioAtLeast: number } | { timesThatOf: string }

/** A request whose speed is measured. */
export interface Target {
  name: string
  /** The server with many products or the one with few. */
  size: 'large' | 'small'
  /**
   * The same address is answered from the cache until something changes; an unknown parameter with a new number makes
   * each address different, so that it is computed.
   */
  asking: Asking
  connections: number
  aim: Aim | null
}

const keptConnections = 50
/** Enough to keep the server busy; more would only measure the queue. */
const computedConnections = 10

/** Latin, Russian in several forms, parts of words, and words in many descriptions. */
const words = [
  'спиреи',
  'golden',
  'можж',
  'гортензия',
  'сосна горная',
  'клён',
  'роза',
  'betula',
  'туи',
  'яблон',
  'изгороди',
  'песчаная почва',
]
const zones = [3, 4, 5, 6]

async function read<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  return (await fetch(url, { headers })).json() as Promise<T>
}

/** Addresses of category pages with two filters, all different. */
function filteredPages(categories: string[], packagings: number[], withText: boolean): () => Asked {
  let n = 0
  return () => {
    n += 1
    const category = categories[n % categories.length]
    const query = new URLSearchParams({
      zone: String(zones[Math.floor(n / 3) % zones.length]),
      rsp: String(packagings[Math.floor(n / 7) % packagings.length]),
      ...(withText ? { search: words[Math.floor(n / 5) % words.length] } : {}),
      bench: String(n),
    })
    return { path: `/api/products/${category}/?${query}` }
  }
}

/** The targets, for two servers that differ only in their number of products. */
export async function chooseTargets(large: string): Promise<Target[]> {
  const [categories, packagings, latest] = await Promise.all([
    read<AnswerOf<'GET /products/categories/'>>(`${large}/api/products/categories/`),
    read<AnswerOf<'GET /products/rsp/'>>(`${large}/api/products/rsp/`),
    read<AnswerOf<'GET /products/latest/'>>(`${large}/api/products/latest/`),
  ])
  const slugs = categories.map(category => category.slug)
  const ids = packagings.map(packaging => packaging.id)
  const productPath = latest[0]?.get_absolute_url ?? ''
  const kept = { size: 'large', connections: keptConnections } as const
  const filtered = (size: Target['size'], withText: boolean) => ({
    size,
    connections: computedConnections,
    asking: filteredPages(slugs, ids, withText),
  })
  const targets: Target[] = [
    { ...kept, name: 'latest products', asking: { path: '/api/products/latest/' }, aim: { ratioAtLeast: 0.5 } },
    { ...kept, name: 'product data', asking: { path: `/api/products${productPath}` }, aim: { ratioAtLeast: 0.5 } },
    { ...kept, name: 'home page', asking: { path: '/' }, aim: { ratioAtLeast: 0.3 } },
    { ...kept, name: 'product page', asking: { path: productPath }, aim: { ratioAtLeast: 0.3 } },
    { ...filtered('small', false), name: 'category, 2 filters, few', aim: null },
    {
      ...filtered('large', false),
      name: 'category, 2 filters, many',
      aim: { timesThatOf: 'category, 2 filters, few' },
    },
    { ...filtered('small', true), name: 'category, 2 filters + text, few', aim: null },
    {
      ...filtered('large', true),
      name: 'category, 2 filters + text, many',
      aim: { timesThatOf: 'category, 2 filters + text, few' },
    },
  ]
  return targets
}

/** People and posts in words of the generated texts (generate-social.ts), with parts of words and typing errors. */
const sought = ['Анна', 'Шевченко', 'туя', 'гортензия', 'Корол', 'дренаж', 'Светлана Мороз', 'Тотьяна', 'мульча', 'сад']

const bearer = ({ access }: Member) => ({ authorization: `Bearer ${access}` })

/** Members' requests in turn, for a server with people. */
export async function chooseMembersTargets(url: string, members: Member[], isServer: boolean): Promise<Target[]> {
  const [first] = members
  if (!first) throw new Error('nobody is signed in')
  const feed = await read<AnswerOf<'GET /posts/'>>(`${url}/api/posts/?page_size=100`, bearer(first))
  const posts = feed.results
    .filter(post => !post.is_private)
    .sort((one, other) => other.comments_count - one.comments_count)
    .slice(0, 20)
  let n = 0
  const inTurn = (askedBy: (member: Member, turn: number) => Asked) => () => {
    const member = members[n++ % members.length] ?? first
    const asked = askedBy(member, n)
    return { ...asked, headers: bearer(member) }
  }
  const common = { size: 'large', connections: computedConnections, aim: null } as const
  return [
    {
      ...common,
      name: 'feed',
      asking: inTurn(() => ({ path: '/api/posts/' })),
      aim: isServer ? { ratioAtLeast: 0.2 } : null,
    },
    {
      ...common,
      name: 'post with comments',
      asking: inTurn((_, turn) => ({ path: `/api/posts/${posts[turn % posts.length]?.id}/` })),
    },
    {
      ...common,
      name: 'search',
      asking: inTurn((_, turn) => ({ path: '/api/search/', body: { query: sought[turn % sought.length] } })),
    },
    { ...common, name: 'notifications', asking: inTurn(() => ({ path: '/api/notifications/' })) },
    {
      ...common,
      name: 'sending a message',
      asking: inTurn(({ conversation }, turn) => ({
        path: `/api/chat/${conversation}/send/`,
        body: { body: `Сообщение номер ${turn}: привезём в четверг, грунт и ком проверили.` },
      })),
    },
  ]
}

/** Throws if a target does not answer, or if its size differs from its constant's by more than 2 percent. */
export async function checkSame(one: [base: string, asked: Asked], other: [base: string, asked: Asked]): Promise<void> {
  const [answer, constant] = [await ask(...one), await ask(...other)]
  if (Math.abs(answer.body.length - constant.body.length) / constant.body.length > 0.02) {
    throw new Error(`${other[1].path} is not the same as ${one[1].path}`)
  }
}
