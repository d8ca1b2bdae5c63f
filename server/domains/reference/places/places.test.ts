import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ZonedPlace } from '#contract/places.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makePerson, placeId } from '#server/test/factories.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function find(search: string): Promise<ZonedPlace[]> {
  const { status, body } = await server.get(`/api/places/?search=${encodeURIComponent(search)}`)
  expect([search, status]).toEqual([search, 200])
  return body
}
const first = async (search: string) => {
  const [found] = await find(search)
  return found && `${found.name}, ${found.region.name}`
}

describe('GET places', () => {
  it('finds by the beginning of the name, the largest first', async () => {
    const found = await find('твер')
    expect(found[0]).toEqual({
      id: await placeId(server.database.db, 'Тверь'),
      name: 'Тверь',
      region: { id: await lookupId(server.database.db, 'region', 'TVE'), name: 'Тверская область' },
      near: '',
      zone: 4,
      zone_half: 'b',
    })
    expect(found.every(({ name }) => /(^|[ -])твер/i.test(name))).toBe(true)
    expect((await find('ново')).map(({ name }) => name).slice(0, 2)).toEqual(['Новосибирск', 'Новокузнецк'])
  })

  it.each([
    ['Тверь', 'Тверь, Тверская область'],
    ['ТВЕРЬ ', 'Тверь, Тверская область'],
    ['г. Тверь', 'Тверь, Тверская область'],
    ['орёл', 'Орёл, Орловская область'],
    ['орел', 'Орёл, Орловская область'],
    ['королев', 'Королёв, Московская область'],
    ['щёлково', 'Щёлково, Московская область'],
    ['ростов на дону', 'Ростов-на-Дону, Ростовская область'],
    ['новгород', 'Нижний Новгород, Нижегородская область'],
    ['новгород великий', 'Великий Новгород, Новгородская область'],
    ['спб', 'Санкт-Петербург, Санкт-Петербург'],
    // The name alone means the largest; the region selects another.
    ['кировск', 'Кировск, Мурманская область'],
    ['кировск ленинград', 'Кировск, Ленинградская область'],
    // Letters wrong, missing, added, swapped.
    ['тверт', 'Тверь, Тверская область'],
    ['екатеренбург', 'Екатеринбург, Свердловская область'],
    ['екатринбург', 'Екатеринбург, Свердловская область'],
    ['нижний новгрод', 'Нижний Новгород, Нижегородская область'],
    ['вологад', 'Вологда, Вологодская область'],
    ['рязянь', 'Рязань, Рязанская область'],
  ])('%s finds %s', async (typed, name) => {
    expect(await first(typed)).toBe(name)
  })

  it('distinguishes places of the same name in one region', async () => {
    const villages = (await find('верея')).filter(
      ({ name, region }) => `${name}/${region.name}` === 'Верея/Московская область',
    )
    expect(villages.map(({ near }) => near).toSorted()).toEqual(['Малаховка', 'Можайск', 'Орехово-Зуево'])
  })

  it('returns at most ten, the largest towns for an empty text, and nothing for an unknown name', async () => {
    for (const search of ['а', 'но', '']) expect(await find(search)).toHaveLength(10)
    expect((await find('')).map(({ name }) => name).slice(0, 2)).toEqual(['Москва', 'Санкт-Петербург'])
    expect(await find('абракадабра')).toEqual([])
    expect(await find("'; drop table places; --%_")).toEqual([])
    expect(await find('область')).toEqual([])
  })

  it.each([
    ['Якутск', 1],
    ['Москва', 4],
    ['Санкт-Петербург', 5],
    ['Сочи', 8],
  ])('%s has its hardiness zone', async (search, zone) => {
    const [found] = await find(search)
    expect(found).toMatchObject({ name: search, zone })
    expect(found?.zone_half).toMatch(/^[ab]$/)
  })

  it('bounds its input', async () => {
    expect((await server.get(`/api/places/?search=${'я'.repeat(101)}`)).status).toBe(400)
    const started = performance.now()
    expect((await find('ы '.repeat(50).trim())).map(({ name }) => name)).toContain('Ыб')
    expect(await find('й'.repeat(100))).toEqual([])
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('a place moves to the region into which its own is merged', async () => {
    const { db } = server.database
    const staff = (await makePerson(db, { email: staffEmail })).id
    const [adygea, krasnodar] = [await lookupId(db, 'region', 'AD'), await lookupId(db, 'region', 'KDA')]
    const body = { into: krasnodar, reason: 'Для проверки' }
    expect((await server.send('POST', `/api/staff/lookups/${adygea}/merge/`, body, staff)).status).toBeLessThan(300)
    expect(await first('майкоп')).toBe('Майкоп, Краснодарский край')
  })
})
