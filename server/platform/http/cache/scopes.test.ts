// After any change, cached responses equal freshly computed ones, and unaffected responses are not recomputed.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import {
  lookupId,
  makeArticle,
  makeCompany,
  makeMedia,
  makePerson,
  makeProduct,
  placeId,
} from '#server/test/factories.ts'
import type { PageRenderer } from '../pages.ts'

let server: TestServer
/** A person without a company: they see what visitors see, computed each time. */
let stranger: string
let rendered: string[]
let lime: Awaited<ReturnType<typeof makeProduct>>
/** Public calls, with addresses for them. */
let addresses: Record<string, string[]>

/** Pages that show what the API answers at the same address, and for `/` the latest products. */
const pages: PageRenderer = {
  understood: address => new URL(address, publicUrl).pathname,
  assetsOf: () => ({ blocking: [], scripts: [], styles: [], preloads: [], fonts: [] }),
  async render({ path, transport }) {
    rendered.push(path)
    const answer = await transport(path === '/' ? '/api/products/latest/' : `/api${path}`, {})
    return { status: answer.status, html: Buffer.from(await answer.text()) }
  },
}

beforeAll(async () => {
  server = await testServer({ pages })
  rendered = []
  const { db } = server.database
  stranger = await server.bearer((await makePerson(db)).id)
  const assignee = await makePerson(db, { name: 'Ответственная' })
  const company = await makeCompany(db, {
    name: 'Липовая аллея',
    employees: [assignee.id],
    regionId: await lookupId(db, 'region', 'MOS'),
  })
  for (const slug of ['roshcha', 'lipy'])
    await server.send('PATCH', `/api/teams/${company.id}/`, { slug }, company.creatorId)
  const other = await makeCompany(db, { name: 'Розарий', regionId: await lookupId(db, 'region', 'TVE') })
  const pot = await lookupId(db, 'root_packaging', 'pot')
  lime = await makeProduct(db, {
    companyId: company.id,
    genus: 'Липа',
    priceKopecks: 1_750_000,
    rootPackagingId: pot,
    assignedToId: assignee.id,
    images: 2,
  })
  await makeProduct(db, { companyId: other.id, genus: 'Липа', priceKopecks: 3_200_000, zone: 4 })
  await makeProduct(db, { companyId: other.id, genus: 'Роза', category: 'rozy', priceKopecks: 90_000 })
  for (let n = 0; n < 3; n++) await makeProduct(db, { companyId: company.id, genus: 'Туя', heightToMm: 1000 * n })
  const article = await makeArticle(db)
  const tver = await placeId(db, 'Тверь')
  const ofLime = `/api/products/hvoynye/${lime.slug}/`
  const only = (path: string) => [path]
  addresses = {
    'GET /showcase/': only('/api/showcase/'),
    'GET /products/': [
      '/api/products/',
      '/api/products/?search=липа',
      '/api/products/?ordering=-price',
      '/api/products/?height_to=50',
    ],
    'GET /products/latest/': only('/api/products/latest/'),
    'GET /products/categories/': only('/api/products/categories/'),
    'GET /products/:category_slug/': [
      '/api/products/hvoynye/',
      '/api/products/hvoynye/?page_size=2&page=2',
      '/api/products/hvoynye/?price_to=20000',
      '/api/products/hvoynye/?zone=4',
      '/api/products/rozy/?ordering=price',
    ],
    'GET /products/:category_slug/:product_slug/related/': [`${ofLime}related/`],
    'GET /products/winter_hardiness/': only('/api/products/winter_hardiness/'),
    'GET /products/growth_pattern/': only('/api/products/growth_pattern/'),
    'GET /products/place_of_cultivation/': only('/api/products/place_of_cultivation/'),
    'GET /products/crown_shape/': only('/api/products/crown_shape/'),
    'GET /products/сrown_shape/': only(encodeURI('/api/products/сrown_shape/')),
    'GET /products/age_group/': only('/api/products/age_group/'),
    'GET /products/rsp/': only('/api/products/rsp/'),
    'GET /publications/': only('/api/publications/'),
    'GET /publications/:article_slug/': only(`/api/publications/${article.slug}/`),
    'GET /publications/:article_slug/:section_slug/': only(`/api/publications/${article.slug}/nachalo/`),
    'GET /teams/:id/price-list/': [`/api/teams/${company.id}/price-list/`, `/api/teams/${other.id}/price-list/`],
    'GET /teams/:id/delivery_terms/': only(`/api/teams/${company.id}/delivery_terms/`),
    'GET /teams/:id/record/': only(`/api/teams/${company.id}/record/`),
    'GET /teams/:id/reviews/': only(`/api/teams/${company.id}/reviews/`),
    'GET /teams/teams_list/': only('/api/teams/teams_list/'),
    'GET /teams/get_current_team/:id/': only(`/api/teams/get_current_team/${company.id}/`),
    'GET /teams/at/:slug/': ['/api/teams/at/lipy/', '/api/teams/at/roshcha/', '/api/teams/at/nobody/'],
    'GET /teams/:id/on_map/': only(`/api/teams/${company.id}/on_map/`),
    'GET /teams/specifics/': only('/api/teams/specifics/'),
    'GET /teams/cities/': only('/api/teams/cities/'),
    'GET /teams/deliveries/': only('/api/teams/deliveries/'),
    'GET /products/short_list_categories/': only('/api/products/short_list_categories/'),
    'GET /products/genus/': only('/api/products/genus/'),
    'GET /products/varieties/': only('/api/products/varieties/?genus__name=Туя'),
    'GET /products/plant/': only(
      `/api/products/plant/?category=${lime.categoryId}&genus=Туя&species=западная 'Смарагд'`,
    ),
    'GET /products/get_all_products/:teamId/': only(`/api/products/get_all_products/${company.id}/`),
    'GET /products/address/:product_slug/': only(`/api/products/address/${lime.slug}/`),
    'GET /products/:category_slug/:product_slug/': [ofLime],
    'GET /compare/': only('/api/compare/?offer=1&offer=2&plant=tilia-cordata'),
    'GET /offers/': [
      '/api/offers/',
      '/api/offers/?category=hvoynye&ordering=price',
      `/api/offers/?company=${company.id}`,
      `/api/offers/?place=${tver}&within=300&ordering=distance`,
      '/api/offers/?verified=1',
      '/api/offers/?has_photos=1',
      '/api/offers/?fresh=1&zone=5',
      '/api/offers/?price_to=20000&height_from=20',
      '/api/offers/?plant=tilia-cordata',
      `/api/offers/?region=${await lookupId(db, 'region', 'MOS')}`,
      `/api/offers/?search=${encodeURIComponent('липа мелколистная')}`,
      `/api/offers/?search=${encodeURIComponent('розарий')}`,
    ],
    'GET /offers/suggest/': ['липа', 'роз', 'хвойные'].map(
      typed => `/api/offers/suggest/?q=${encodeURIComponent(typed)}`,
    ),
    'GET /places/': [`/api/places/?search=${encodeURIComponent('твер')}`, '/api/places/'],
    'GET /plants/': [
      '/api/plants/?category=zlaki&page_size=3',
      '/api/plants/?genus=tilia',
      '/api/plants/?with_offers=1',
    ],
    'GET /plants/:slug/': ['/api/plants/tilia-cordata/', '/api/plants/tilia-platyphyllos/'],
    'GET /plants/:slug/offers/': only('/api/plants/tilia-cordata/offers/'),
    'GET /products/:product_slug/images/': only(`/api/products/${lime.slug}/images/`),
  }
})
afterAll(() => server.close())

/** What all addresses answer: to visitors from the cache, to somebody signed in freshly computed. */
async function everywhere(headers: Record<string, string>): Promise<object> {
  const answers: Record<string, unknown> = {}
  // One after the other: on a busy machine all at once may take longer than a request may.
  for (const url of Object.values(addresses).flat()) {
    const { statusCode, payload } = await server.app.inject({ url, headers })
    answers[url] = statusCode === 200 ? JSON.parse(payload) : statusCode
  }
  return answers
}

it('every cached call is covered here', () => {
  const kept = Object.entries(calls).filter(([name, call]) => name.startsWith('GET ') && call.access === 'public')
  expect(Object.keys(addresses).toSorted()).toEqual(kept.map(([name]) => name).toSorted())
})

describe('cached responses equal computed ones after', () => {
  beforeAll(() => everywhere({}))

  const product = (change: string) => () => sql.raw(`update products set ${change} where id = ${lime.id}`)
  const limesCompany = () => `id = ${lime.companyId}`

  it.each<[string, () => ReturnType<typeof sql>]>([
    ['nothing', () => sql`select 1`],
    ['a price', product('price_kopecks = 1234500')],
    ['a price so low that the order changes', product('price_kopecks = 100')],
    ['a size', product('height_from_mm = 300, height_to_mm = 400')],
    ['its plant', product(`plant_id = (select id from plants where slug = 'tilia-cordata')`)],
    ['a variant’s price', () => sql.raw(`update variants set price_kopecks = 700 where product_id = ${lime.id}`)],
    ['a variant’s size', () => sql.raw(`update variants set height_to_mm = 9000 where product_id = ${lime.id}`)],
    [
      'one more variant',
      () =>
        sql.raw(
          `insert into variants (product_id, company_id, position, root) values (${lime.id}, ${lime.companyId}, 7, 'ball')`,
        ),
    ],
    ['a variant less', () => sql.raw(`delete from variants where product_id = ${lime.id} and position = 7`)],
    [
      'a variant confirmed long ago',
      () => sql.raw(`update variants set confirmed_at = '2020-01-01' where product_id = ${lime.id}`),
    ],
    ['a variant sold out', () => sql.raw(`update variants set stock = 'sold_out' where product_id = ${lime.id}`)],
    [
      'a variant confirmed',
      () => sql.raw(`update variants set confirmed_at = now(), stock = 'in_stock' where product_id = ${lime.id}`),
    ],
    ['no plant', product('plant_id = null')],
    ['its plant again', product(`plant_id = (select id from plants where slug = 'tilia-cordata')`)],
    ['a name', product(`name = 'Липа безымянная'`)],
    ['a description', product(`description = 'Для аллей'`)],
    ['another genus', product(`genus = 'Тилия'`)],
    ['a packaging', product('root_packaging_id = null')],
    ['a zone', product('zone = 3')],
    ['a lookup of its own', product(`zone_id = (select id from lookups where kind = 'winter_hardiness' limit 1)`)],
    ['nobody answering for it', product('assigned_to_id = null')],
    ['taking off sale', product('is_approved = false')],
    ['putting on sale', product(`is_approved = true, published_at = now()`)],
    ['another category', product(`category_id = ${"(select id from categories where slug = 'rozy')"}`)],
    ['its own category again', product(`category_id = (select id from categories where slug = 'hvoynye')`)],
    ['a photo less', () => sql.raw(`delete from product_images where product_id = ${lime.id} and position = 0`)],
    ['another slug', product(`slug = 'lipa-inache'`)],
    ['a product less', () => sql`delete from products where genus = 'Роза'`],
    ['a company’s name', () => sql.raw(`update companies set name = 'Аллея' where ${limesCompany()}`)],
    [
      'so many deals that the company has a record, and their reviews',
      () => sql`with buyer as (select id from users limit 1),
        asked as (insert into requests (id, buyer_id, project_name, deadline, note, substitutes_allowed)
          select gen_random_uuid(), id, '', now(), '', false from buyer, generate_series(1, 5) returning id, buyer_id),
        agreed as (insert into deals (id, request_id, buyer_id, company_id, company_name, state, lines_count, lines_kopecks,
            total_kopecks, note, confirm_by)
          select gen_random_uuid(), asked.id, buyer_id, companies.id, '', 'received', 0, 0, 0, '', now()
          from asked, companies where companies.${sql.raw(limesCompany())} returning id, company_id)
        insert into reviews (deal_id, company_id, rating, text) select id, company_id, 5, 'Хорошо' from agreed`,
    ],
    [
      'a deal cancelled because nobody confirmed it',
      () => sql`with late as (update deals set state = 'cancelled' where id = (select max(id::text)::uuid from deals)
          returning id)
        insert into deal_history (deal_id, state, side, at) select id, 'cancelled', null, now() + interval '1 day' from late`,
    ],
    ['replies to them', () => sql`update reviews set reply = 'Спасибо', replied_at = now()`],
    ['a rating', () => sql.raw(`update companies set reviews_count = 3, ratings_sum = 13 where ${limesCompany()}`)],
    [
      'how a company delivers',
      () =>
        sql.raw(
          `update companies set delivery_terms = '{"vehicles": [], "radius_km": 50, "free_from": null, "pickup": true, "loading_days": []}' where ${limesCompany()}`,
        ),
    ],
    ['a company verified', () => sql.raw(`update companies set verified_at = now() where ${limesCompany()}`)],
    [
      'a company’s region',
      () =>
        sql.raw(
          `update companies set region_id = (select id from lookups where seed_key = 'TVE') where ${limesCompany()}`,
        ),
    ],
    [
      'a company’s place',
      () =>
        sql.raw(`update companies set place_id = (select id from places where name = 'Клин') where ${limesCompany()}`),
    ],
    ['a company’s point', () => sql.raw(`update companies set latitude = 56, longitude = 36 where ${limesCompany()}`)],
    ['a place’s name', () => sql`update places set name = name || ' Новая' where name in ('Клин', 'Тверь')`],
    [
      'a company’s face',
      () => sql.raw(`update companies set hours = 'Всегда', slug = 'roshcha' where ${limesCompany()}`),
    ],
    [
      'a company’s photo',
      () => sql.raw(`insert into company_photos (company_id, media_key) select ${lime.companyId}, min(key) from media`),
    ],
    ['a company’s photo less', () => sql`delete from company_photos`],
    ['what a company says of itself', () => sql.raw(`update companies set about = 'Липы' where ${limesCompany()}`)],
    ['an address shown no more', () => sql`update company_members set shows_email = false`],
    [
      'somebody leaving',
      () => sql`delete from company_members where user_id in (select id from users where name = 'Ответственная')`,
    ],
    ['a person’s name', () => sql`update users set name = name || ' мл.'`],
    ['a lookup’s name', () => sql`update lookups set name = name || '.' where kind in ('region', 'root_packaging')`],
    ['a category’s name', () => sql`update categories set name = name || '.'`],
    ['a plant’s synonyms', () => sql`update plants set latin_name = latin_name || '.'`],
    ['a hidden plant', () => sql`update plants set is_hidden = true where id % 2 = 0`],
    ['an article’s name', () => sql`update articles set name = 'Статья иначе'`],
    ['a section’s text', () => sql`update article_sections set body = 'Иначе.'`],
  ])('%s', async (_, change) => {
    // Everything is cached: by the case before, or by `beforeAll`.
    await server.database.db.execute(change())
    // A change of the directory makes it read its names again, longer on a busy machine than a request may take.
    await vi.waitFor(async () => expect((await server.get('/api/plants/?search=x')).status).toBe(200), 60_000)
    const kept = await everywhere({})
    expect(kept).toEqual(await everywhere({ authorization: stranger }))
  })
})

describe('what has not changed is not recomputed', () => {
  /** The pages that are rendered when all of these are requested after a change. */
  async function renderedAfter(change: () => Promise<unknown>, paths: string[]): Promise<string[]> {
    for (const path of paths) await server.app.inject({ url: path })
    await change()
    rendered = []
    const responses = await Promise.all(paths.map(url => server.app.inject({ url })))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 200))
    return rendered.toSorted()
  }

  it('an edit of one product does not invalidate pages that do not show it', async () => {
    const { db } = server.database
    const company = await makeCompany(db)
    const [one, other] = [
      await makeProduct(db, { companyId: company.id, category: 'zlaki', genus: 'Мискантус' }),
      await makeProduct(db, { category: 'liany', genus: 'Клематис' }),
    ]
    const paths = [
      `/products/zlaki/${one.slug}/`,
      `/products/liany/${other.slug}/`,
      '/products/zlaki/',
      '/products/liany/',
      '/products/categories/',
      `/products/get_all_products/${company.id}/`,
      '/publications/',
    ]
    const edit = (change: string) => () => db.execute(sql.raw(`update products set ${change} where id = ${one.id}`))
    const showing = [`/products/get_all_products/${company.id}/`, '/products/zlaki/', `/products/zlaki/${one.slug}/`]
    expect(await renderedAfter(edit('price_kopecks = 5'), paths)).toEqual(showing)
    expect(await renderedAfter(edit('zone = 5'), paths)).toEqual([...showing, '/products/categories/'].toSorted())
    expect(await renderedAfter(() => db.execute(sql`update lookups set position = position`), paths)).toEqual(
      ['/products/liany/', '/products/zlaki/', ...paths.slice(0, 2)].toSorted(),
    )
    expect(await renderedAfter(async () => undefined, paths)).toEqual([])
    await db.execute(sql`delete from products where id in (${one.id}, ${other.id})`)
  })

  it('an edit of one offer leaves what shows other plants and companies', async () => {
    const { db } = server.database
    const plantId = async (slug: string) => {
      const [plant] = await db.select({ id: plants.id }).from(plants).where(eq(plants.slug, slug))
      return plant?.id ?? 0
    }
    const own = await makeProduct(db, { plantId: await plantId('tilia-cordata') })
    const others = await makeProduct(db, { plantId: await plantId('thuja-occidentalis') })
    const everything = ['/offers/', '/plants/tilia-tomentosa/']
    const ofOwn = ['/plants/tilia-cordata/', '/plants/tilia-cordata/offers/']
    const ofOthers = ['/plants/thuja-occidentalis/', '/plants/thuja-occidentalis/offers/']
    const paths = [...everything, ...ofOwn, ...ofOthers, '/publications/']
    const cheaper = (price: number) => () =>
      db.execute(sql`update variants set price_kopecks = ${price} where product_id = ${own.id}`)
    expect(await renderedAfter(cheaper(500), paths)).toEqual([...everything, ...ofOwn].toSorted())
    expect(
      await renderedAfter(() => db.execute(sql`insert into content_changes (scope) values ('clock')`), paths),
    ).toEqual(paths.filter(path => path.includes('offers/')).toSorted())
    // What an unpublished product says, nobody is shown.
    await db.execute(sql`update products set is_approved = false where id = ${own.id}`)
    expect(await renderedAfter(cheaper(600), paths)).toEqual([])
    await db.execute(sql`delete from products where id in (${own.id}, ${others.id})`)
  })

  it('a write that is shown nowhere invalidates no page', async () => {
    const { db } = server.database
    const paths = ['/', '/products/hvoynye/', '/teams/teams_list/']
    const change = async () => {
      await makePerson(db)
      await makeMedia(db)
      await db.execute(sql`update users set password_hash = null`)
      await makeProduct(db, { companyId: lime.companyId, isApproved: false })
    }
    expect(await renderedAfter(change, paths)).toEqual([])
  })
})
