import { eq, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Statistics } from '#contract/statistics.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makePerson, makeProduct, placeId } from '#server/test/factories.ts'
import { textOf } from './searched-text.ts'
import { cleanStatistics } from './statistics.service.ts'
import { notFoundSearchers, notFoundSearches } from './statistics.tables.ts'

let server: TestServer
let tver: number
let omsk: number
/** Of a company in Tver, and of one in Omsk. */
let owner: string
let stranger: string
/** Not offered by anybody, but where a test does. */
let lime: typeof plants.$inferSelect

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  tver = await lookupId(db, 'region', 'TVE')
  omsk = await lookupId(db, 'region', 'OMS')
  const [plant] = await db.select().from(plants).where(eq(plants.latinName, 'Tilia cordata'))
  if (!plant) throw new Error('no lime')
  lime = plant
  owner = (await makePerson(db)).id
  stranger = (await makePerson(db)).id
  await makeCompany(db, { creatorId: owner, regionId: tver })
  await makeCompany(db, { creatorId: stranger, regionId: omsk })
})
afterAll(() => server.close())

beforeEach(async () => {
  await server.database.db.delete(notFoundSearches)
})
afterEach(() => {
  vi.useRealTimers()
})

interface Searcher {
  ip?: string
  browser?: string
  userId?: string
  app?: TestServer['app']
}

async function tell(query: string, { ip = '203.0.113.1', browser = 'Firefox', userId, app }: Searcher = {}) {
  const headers = { 'user-agent': browser, ...(userId ? { authorization: await server.bearer(userId) } : {}) }
  const { statusCode } = await (app ?? server.app).inject({
    method: 'POST',
    url: '/api/offers/not-found/',
    headers,
    payload: { query },
    remoteAddress: ip,
  })
  return statusCode
}

/** As many different visitors search for this. */
async function tellBy(people: number, query: string) {
  for (let n = 0; n < people; n++) expect(await tell(query, { ip: `203.0.113.${n}` })).toBe(204)
}

async function read(userId = owner, query = ''): Promise<Statistics['not_found']> {
  const { status, body } = await server.get(`/api/teams/statistics/${query}`, userId)
  expect(status).toBe(200)
  return body.not_found
}

const kept = async () =>
  server.database.db
    .select({
      regionId: notFoundSearches.regionId,
      plantId: notFoundSearches.plantId,
      text: notFoundSearches.text,
      people: notFoundSearches.people,
    })
    .from(notFoundSearches)
    .orderBy(notFoundSearches.id)

const ofLime = (regionId: number, people = 1) => ({ regionId, plantId: lime.id, text: '', people })

describe('a search without results', () => {
  it('is shown from five different people on', async () => {
    await tellBy(4, `search=липа мелколистная&region=${tver}`)
    expect(await read()).toEqual([])
    await tellBy(5, `search=липа мелколистная&region=${tver}`)
    const plant = { id: lime.id, slug: lime.slug, name: expect.any(String), latin_name: 'Tilia cordata' }
    expect(await read()).toEqual([{ text: expect.stringContaining('Липа'), plant, people: 5 }])
    expect(await read(stranger)).toEqual([])
  })

  it('of the same person counts once a week', async () => {
    const { id: userId } = await makePerson(server.database.db)
    for (let n = 0; n < 5; n++) {
      await tell(`search=липа мелколистная&region=${tver}`)
      await tell(`plant=${lime.slug}&region=${tver}`, { ip: '::ffff:203.0.113.1' })
      await tell(`plant=${lime.slug}&region=${tver}`, { userId, ip: `203.0.113.${n}`, browser: `${n}` })
    }
    expect(await kept()).toEqual([ofLime(tver, 2)])
  })

  it('counts for each week alone: people of several are not known to be different', async () => {
    const { db } = server.database
    const query = `plant=${lime.slug}&region=${tver}`
    await tellBy(3, query)
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    vi.setSystemTime(start + 7 * 86_400_000)
    await tellBy(4, query)
    expect(await read()).toEqual([])
    vi.setSystemTime(start + 14 * 86_400_000)
    await tellBy(6, query)
    vi.setSystemTime(start + 21 * 86_400_000)
    await tellBy(5, query)
    expect(await read()).toEqual([expect.objectContaining({ people: 11 })])
    expect(await read(owner, '?weeks=1')).toEqual([expect.objectContaining({ people: 5 })])
    expect(await db.select().from(notFoundSearchers)).toHaveLength(18)
  })

  it('is of the chosen place’s region, or of the one in its words', async () => {
    const { db } = server.database
    await tell(`search=липа мелколистная&place=${await placeId(db, 'Омск')}`)
    await tell('search=липа мелколистная Тверская область')
    await tell(`search=липа мелколистная&region=${tver}&place=${await placeId(db, 'Омск')}`, { browser: 'Safari' })
    expect(await kept()).toEqual([ofLime(omsk), ofLime(tver, 2)])
    await tell(`search=липа мелколистная&region=${tver}&region=${omsk}`, { browser: 'Opera' })
    expect(await kept()).toEqual([ofLime(omsk, 2), ofLime(tver, 3)])
  })

  it('is kept by its words if it means no plant, without sizes and region', async () => {
    const query = `search=${encodeURIComponent('Зюзюкалка  «Ёжик» 150-200 Тверская область')}`
    await tellBy(5, query)
    expect(await read()).toEqual([{ text: "зюзюкалка 'ежик'", plant: null, people: 5 }])
  })

  it('is not kept if it has results, or looks for nothing, nowhere, everywhere or at one company', async () => {
    const { db } = server.database
    const company = await makeCompany(db, { regionId: omsk })
    await makeProduct(db, { companyId: company.id, plantId: lime.id, genus: 'Липа', latinName: 'Tilia cordata' })
    const found = `plant=${lime.slug}&region=${omsk}`
    const [notRegion] = await db.select().from(lookups).where(ne(lookups.kind, 'region')).limit(1)
    const regions = await server.get('/api/teams/cities/')
    const all = regions.body.map(({ id }: { id: number }) => `&region=${id}`).join('')
    for (const query of [
      found,
      `${found}&page=7`,
      `region=${tver}`,
      `region=${tver}&height_from=100&category=hvoynye`,
      `plant=${lime.slug}&height_from=99999`,
      'search=зюзюкалка',
      `search=зюзюкалка${all}`,
      `search=зюзюкалка&region=2000000000`,
      `search=зюзюкалка&region=${notRegion?.id}`,
      `plant=${lime.slug}&region=${tver}&company=${company.id}`,
      `plant=no-such-plant&region=${tver}`,
    ])
      expect([query, await tell(query)]).toEqual([query, 204])
    expect(await kept()).toEqual([])
    // In another size it is not found.
    await tell(`${found}&height_from=5000`)
    expect(await kept()).toEqual([ofLime(omsk)])
  })

  it('is not kept of robots and of companies of the region', async () => {
    const query = `plant=${lime.slug}&region=${tver}`
    expect(await tell(query, { userId: owner })).toBe(204)
    expect(await tell(query, { browser: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe(204)
    expect(await kept()).toEqual([])
    await tell(query, { userId: stranger })
    expect(await kept()).toEqual([ofLime(tver)])
  })

  it('with an e-mail, a telephone or an address is not kept', async () => {
    for (const text of [
      'зюзюкалка ivan@mail.example',
      'зюзюкалка telegram @ivan',
      'зюзюкалка https://ivan.example/a',
      'зюзюкалка ivan.example',
      '89161234567',
      '+7 916 123-45-67',
      '1234',
      'зюзюкалка '.repeat(20),
    ])
      expect(await tell(`search=${encodeURIComponent(text)}&as_written=1&region=${tver}`)).toBe(204)
    expect(await kept()).toEqual([])
    expect(textOf('зюзюкалка 8 (916) 123-45-67', '')).toBeNull()
    expect(textOf(' – «Зюзюкалка», низкая!', '')).toBe("'зюзюкалка', низкая")
  })

  it('is refused if it is none, or too long, or has no valid session', async () => {
    expect(await tell('colour=red')).toBe(400)
    expect(await tell(`search=${'я'.repeat(300)}`)).toBe(400)
    expect(await tell(`region=${tver}&`.repeat(1000))).toBe(400)
    expect(await tell('search=липа&place=1')).toBe(400)
    const headers = { authorization: 'Bearer nothing' }
    const payload = { query: `plant=${lime.slug}&region=${tver}` }
    const answer = await server.app.inject({ method: 'POST', url: '/api/offers/not-found/', headers, payload })
    expect(answer.statusCode).toBe(401)
    expect(await kept()).toEqual([])
  })

  it('is limited by address, and in number by region and week', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    try {
      const tries = []
      for (let n = 0; n < 61; n++) tries.push(await tell(`search=липа&region=${tver}`, { app: limited.app }))
      expect(tries.filter(status => status === 204).length).toBeGreaterThan(50)
      expect(tries.at(-1)).toBe(429)
    } finally {
      await limited.close()
    }
    const { db } = server.database
    await db.delete(notFoundSearches)
    await tell(`plant=${lime.slug}&region=${tver}`)
    const [row] = await db.select().from(notFoundSearches)
    if (!row) throw new Error('nothing kept')
    const { id: _id, ...same } = row
    const others = Array.from({ length: 1999 }, (_, n) => ({ ...same, plantId: null, text: `слово ${n}` }))
    await db.insert(notFoundSearches).values(others)
    await tell(`search=зюзюкалка&region=${tver}`)
    await tell(`plant=${lime.slug}&region=${tver}`, { browser: 'Safari' })
    await tell(`search=зюзюкалка&region=${omsk}`)
    const rows = await kept()
    expect(rows).toHaveLength(2001)
    expect(rows[0]).toEqual(ofLime(tver, 2))
    expect(rows.at(-1)).toMatchObject({ regionId: omsk, text: 'зюзюкалка' })
  })

  it('is counted once for each of those who search at the same time', async () => {
    const other = await server.another()
    try {
      const query = `plant=${lime.slug}&region=${tver}`
      await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          tell(query, { ip: `203.0.113.${n % 6}`, app: n % 2 ? other : server.app }),
        ),
      )
      expect(await kept()).toEqual([ofLime(tver, 6)])
    } finally {
      await other.close()
    }
  })
})

describe('what is kept of people', () => {
  it('is a hash until the week is over, then only the count of five or more', async () => {
    const { db } = server.database
    await tellBy(5, `plant=${lime.slug}&region=${tver}`)
    await tellBy(4, `search=зюзюкалка&region=${tver}`)
    const people = await db.select().from(notFoundSearchers)
    expect(people).toHaveLength(9)
    for (const { person } of people) expect(person).toMatch(/^[\w-]{43}$/)
    await cleanStatistics(db)
    expect(await db.select().from(notFoundSearchers)).toHaveLength(9)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 7 * 86_400_000)
    await cleanStatistics(db)
    expect(await db.select().from(notFoundSearchers)).toEqual([])
    expect(await kept()).toEqual([ofLime(tver, 5)])
    expect(await read()).toEqual([expect.objectContaining({ people: 5 })])
    vi.setSystemTime(Date.now() + 400 * 86_400_000)
    await cleanStatistics(db)
    expect(await kept()).toEqual([])
  })

  it('has nothing of a person who erases the account; the count stays', async () => {
    const { db } = server.database
    const person = await newMember(server, 'searcher@not-found.test', 'Искатель')
    await tell(`search=липа мелколистная&region=${tver}`, { userId: person.id })
    const rows = await db.select().from(notFoundSearchers)
    expect(JSON.stringify(rows)).not.toContain(person.id)
    const left = await server.send('POST', '/api/me/delete/', { password }, person.id)
    expect(left.status).toBeLessThan(300)
    expect(await kept()).toEqual([ofLime(tver)])
  })
})

it('the table is for people with a company; without a region it is empty', async () => {
  const { db } = server.database
  await tellBy(5, `plant=${lime.slug}&region=${tver}`)
  expect((await server.get('/api/teams/statistics/')).status).toBe(401)
  const { id: single } = await makePerson(db)
  expect((await server.get('/api/teams/statistics/', single)).status).toBe(403)
  const { id: nowhere } = await makePerson(db)
  const company = await makeCompany(db, { creatorId: nowhere })
  expect(await read(nowhere)).toEqual([])
  await db.update(companies).set({ regionId: tver }).where(eq(companies.id, company.id))
  expect(await read(nowhere)).toHaveLength(1)
})
