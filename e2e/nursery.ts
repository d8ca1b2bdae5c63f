import type { Browser } from '@playwright/test'
import type { Api } from '#web/lib/api.ts'
import type { Page } from './fixtures.ts'
import { apiAs, type Member, makeCompany, newMember, signIn } from './member.ts'

export interface Nursery {
  member: Member
  own: Api
  teamId: number
  name: string
  /** The address of its limes. */
  limes: { category_slug: string; product_slug: string }
}

/** Two plants of the directory, each in one size. */
const offered = [
  {
    category: 'listvennye-derevya',
    genus: 'Липа',
    species: "мелколистная 'Greenspire'",
    size: { girth_from: 18, girth_to: 20, root: 'wire_ball', root_size: 60, stock_quantity: 30 },
  },
  {
    category: 'hvoynye',
    genus: 'Туя',
    species: "западная 'Smaragd'",
    size: { height_from: 80, height_to: 100, root: 'container', root_size: 5, stock_quantity: 5000 },
  },
] as const

/** A member of a new company that sells both, the limes in smaller numbers than are asked for. */
export async function nursery(api: Api, title: string, prices: readonly [number, number]): Promise<Nursery> {
  // A test that is repeated finds the companies of the time before.
  const name = `${title} ${crypto.randomUUID().slice(0, 4)}`
  const member = await newMember(api, { name: `Садовник ${name}` })
  const own = apiAs(member)
  const team = await makeCompany(own, name)
  const categories = await own.call('GET /products/short_list_categories/')
  const addresses: string[] = []
  for (const [at, { category, genus, species, size }] of offered.entries()) {
    const { get_absolute_url: address } = await own.call('POST /products/create/', {
      body: {
        category: String(categories.find(({ slug }) => slug === category)?.id),
        genus,
        species,
        variants: [{ ...size, price: prices[at] ?? null, stock: 'in_stock' }],
      },
    })
    addresses.push(address)
  }
  const [category_slug = '', product_slug = ''] = addresses[0]?.split('/').filter(Boolean) ?? []
  return { member, own, teamId: team.id, name, limes: { category_slug, product_slug } }
}

/** A page in a browser of its own, signed in. */
export async function browserOf(browser: Browser, member: Member, options = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU', ...options })
  const page = await context.newPage()
  await signIn(page, member)
  return page
}
