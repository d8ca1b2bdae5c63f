import type { AnswerOf } from '#contract/calls.ts'
import { get, type Path } from './load.ts'

export type Aim = { ratioAtLeast: number } | { timeAtMost: number; timesThatOf: string }

/** Something whose speed is measured. */
export interface Target {
  name: string
  /** Which server: the one with many listings or the one with few. */
  size: 'large' | 'small'
  /**
   * The same address again and again is answered from memory, as long as nothing changes; a number that the server
   * knows nothing of behind the address makes it another one, which is computed.
   */
  path: Path
  connections: number
  aim: Aim | null
}

const keptConnections = 50
/** Enough to keep the server busy; more would only measure the queue. */
const computedConnections = 10

/** Latin, Russian in several forms, parts of words, and words that stand in many descriptions. */
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

async function ask<T>(url: string): Promise<T> {
  return (await fetch(url)).json() as Promise<T>
}

/** Addresses of category pages with two filters, never the same one twice. */
function filteredPages(categories: string[], packagings: number[], withText: boolean): () => string {
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
    return `/api/products/${category}/?${query}`
  }
}

/** What is measured, on two servers that differ in nothing but the number of listings. */
export async function chooseTargets(large: string): Promise<Target[]> {
  const [categories, packagings, latest] = await Promise.all([
    ask<AnswerOf<'GET /products/categories/'>>(`${large}/api/products/categories/`),
    ask<AnswerOf<'GET /products/rsp/'>>(`${large}/api/products/rsp/`),
    ask<AnswerOf<'GET /products/latest/'>>(`${large}/api/products/latest/`),
  ])
  const slugs = categories.map(category => category.slug)
  const ids = packagings.map(packaging => packaging.id)
  const productPath = latest[0]?.get_absolute_url ?? ''
  const kept = { size: 'large', connections: keptConnections } as const
  const filtered = (size: Target['size'], withText: boolean) => ({
    size,
    connections: computedConnections,
    path: filteredPages(slugs, ids, withText),
  })
  const targets: Target[] = [
    { ...kept, name: 'latest products', path: '/api/products/latest/', aim: { ratioAtLeast: 0.5 } },
    { ...kept, name: 'product data', path: `/api/products${productPath}`, aim: { ratioAtLeast: 0.5 } },
    { ...kept, name: 'home page', path: '/', aim: { ratioAtLeast: 0.3 } },
    { ...kept, name: 'product page', path: productPath, aim: { ratioAtLeast: 0.3 } },
    { ...filtered('small', false), name: 'category, 2 filters, few', aim: null },
    {
      ...filtered('large', false),
      name: 'category, 2 filters, many',
      aim: { timeAtMost: 3, timesThatOf: 'category, 2 filters, few' },
    },
    { ...filtered('small', true), name: 'category, 2 filters + text, few', aim: null },
    {
      ...filtered('large', true),
      name: 'category, 2 filters + text, many',
      aim: { timeAtMost: 3, timesThatOf: 'category, 2 filters + text, few' },
    },
  ]
  return targets
}

/** Refuses to measure what does not answer, or differs from its constant in more than its name. */
export async function checkSame(url: string, constantUrl: string): Promise<void> {
  const [answer, constant] = await Promise.all([get(url), get(constantUrl)])
  const names = (headers: object) => Object.keys(headers).sort().join(' ')
  if (!answer.body.equals(constant.body) || names(answer.headers) !== names(constant.headers)) {
    throw new Error(`${constantUrl} is not the same as ${url}: ${names(constant.headers)}; ${names(answer.headers)}`)
  }
}
