import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { closeAfterTest, publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, makeCompany } from '#server/test/factories.ts'

let server: TestServer
let conifers: number

beforeAll(async () => {
  server = await testServer()
  conifers = await categoryId(server.database.db, 'hvoynye')
})
afterAll(() => server.close())

const ask = (genus: string, species: string, category: number | string = conifers) =>
  server.get(`/api/products/plant/?${new URLSearchParams({ category: String(category), genus, species })}`)

describe('a plant of the directory', () => {
  it('is found with its facts, in the terms of the form', async () => {
    const { status, body } = await ask(' ТУЯ', 'Западная «smaragd»')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      genus: 'Туя',
      species: "западная 'Smaragd'",
      latin_name: "Thuja occidentalis 'Smaragd'",
      winter_hardiness: {
        id: expect.any(Number),
        name: expect.stringMatching(/^Зона \d$/),
        description: expect.any(String),
      },
      crown_shape: { id: expect.any(Number), name: 'Коническая' },
      annual_growth: expect.stringMatching(/^до \d+ см в год$/),
      height_at_maturity: expect.any(Number),
    })
    expect(body.landscape_use).not.toBe('')
    expect(body.get_thumbnail).toBe(body.get_image)
    const drawing = await server.get(body.get_image.slice(publicUrl.length))
    expect([drawing.status, drawing.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(drawing.text).toMatch(/^<svg[^>]*>/)
    expect(
      (
        await server.get(body.get_image.slice(publicUrl.length), undefined, {
          'if-none-match': String(drawing.headers.etag),
        })
      ).status,
    ).toBe(304)
  })

  it('has a drawing as AVIF, which is the SVG until it is made', { timeout: 60_000 }, async () => {
    const { body } = await ask('Туя', "западная 'Smaragd'")
    const svg = body.get_image.slice(publicUrl.length)
    const address = svg.replace('.svg', '-320.avif')
    const open = async (headers = {}) => {
      const { statusCode: status, headers: sent, rawPayload } = await server.app.inject({ url: address, headers })
      return { status, type: sent['content-type'], caching: sent['cache-control'], etag: sent.etag, rawPayload }
    }
    const first = await open()
    expect(first).toMatchObject({ status: 200, type: 'image/svg+xml; charset=utf-8', caching: 'no-store' })
    expect(first.rawPayload.toString()).toBe((await server.get(svg)).text)
    await vi.waitFor(async () => expect(await open()).toMatchObject({ type: 'image/avif' }), { timeout: 60_000 })
    const made = await open()
    expect(made).toMatchObject({ status: 200, caching: 'public, max-age=0, must-revalidate' })
    expect((await open({ 'if-none-match': made.etag })).status).toBe(304)
    const { width, height, compression } = await sharp(made.rawPayload).metadata()
    expect({ width, height, compression }).toEqual({ width: 320, height: 240, compression: 'av1' })
    // The same in every process, and no other file was made.
    const names = readdirSync(join(server.dataDir, 'media/drawn'))
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}-320\.avif$/)])
  })

  it('keeps the SVG as AVIF where that is not smaller', async () => {
    const { body } = await ask('Туя', "западная 'Brabant'")
    const address = body.get_image.slice(publicUrl.length).replace('.svg', '-160.avif')
    expect((await server.get(address)).headers['cache-control']).toBe('no-store')
    const folder = join(server.dataDir, 'media/drawn')
    const made = () => readdirSync(folder).filter(name => name.endsWith('-160.avif'))
    await vi.waitFor(() => expect(made()).toHaveLength(1), { timeout: 60_000 })
    truncateSync(join(folder, made()[0] ?? ''))
    // This one may have the AVIF in its memory.
    const other = await server.another()
    closeAfterTest(other)
    const { headers } = await other.inject({ url: address })
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  })

  it('returns 404 for pictures at ill-formed and unknown addresses', async () => {
    const svgs = ['0.svg', '99999999.svg', '9999999999.svg', 'x.svg', '1', '1.webp', '-1.svg', '1.svg.svg']
    const avifs = ['1.avif', '1-161.avif', '1-320.svg', '0-320.avif', '99999999-320.avif', '1-320.avif.avif', '1-.avif']
    for (const name of [...svgs, ...avifs])
      expect([name, (await server.get(`/drawings/plants/${name}`)).status]).toEqual([name, 404])
  })

  it('can be used in a product’s form unchanged, and the product is published', async () => {
    const { body: plant } = await ask('Туя', "западная 'Smaragd'")
    const { creatorId } = await makeCompany(server.database.db)
    const { body } = await server.send(
      'POST',
      '/api/products/create/',
      {
        ...plant,
        category: conifers,
        winter_hardiness: plant.winter_hardiness.id,
        growth_pattern: plant.growth_pattern.id,
        crown_shape: plant.crown_shape.id,
      },
      creatorId,
    )
    const { id: _plant, synonyms: _synonyms, get_image: _image, get_thumbnail: _thumbnail, ...known } = plant
    expect(body).toMatchObject({ ...known, is_active: true })
  })

  it('is null if the directory has no such plant, or only in another category', async () => {
    expect(await ask('Туя', 'западная').then(answer => answer.status)).toBe(200)
    for (const [genus, species, category] of [
      ['Туя', 'выдуманная', conifers],
      ['', '', conifers],
      ['Туя', "западная 'Smaragd'", await categoryId(server.database.db, 'rozy')],
      ['Туя', "западная 'Smaragd'", 99_999],
    ] as const) {
      const { status, text } = await ask(genus, species, category)
      expect([status, text]).toEqual([200, 'null'])
    }
  })

  it('rejects invalid input', async () => {
    for (const category of ['', 'x', '0', '99999999999']) {
      expect((await ask('Туя', 'x', category)).body.fields).toHaveProperty('category')
    }
    expect((await ask('x'.repeat(256), 'x')).status).toBe(400)
  })
})

it.each([
  ["западная 'Smaragd'", 'ЗАПАДНАЯ „SMARAGD“', true],
  ['тёрн', 'терн', true],
  ['чёрная  \t сосна ', 'черная\u00a0сосна', true],
  ['кий\u0306', 'кий', false],
  ['и\u0306', 'й', true],
  ["западная 'Smaragd'", "западная 'Brabant'", false],
  ["западная 'Smaragd'", 'западная Smaragd', false],
])('%j and %j are the same name: %s', (one, other, same) => {
  expect(normalizeName(one) === normalizeName(other)).toBe(same)
})

it('varieties are those of the genus and of the category', async () => {
  const names = async (query: string) =>
    (await server.get(`/api/products/varieties/?${query}`)).body.map(({ name }: { name: string }) => name)
  const all = await names('genus__name=Ель')
  const conifersOnly = await names('genus__name=Ель&category__name=Хвойные растения')
  expect(conifersOnly.length).toBeGreaterThan(0)
  expect(all).toEqual(expect.arrayContaining(conifersOnly))
  expect(await names('genus__name=Ель&category__name=Розы')).toEqual([])
  const hedges = await names('category__name=Для живых изгородей')
  expect(hedges.length).toBeGreaterThan(0)
  expect(hedges.length).toBeLessThan((await names('')).length)
  expect(await names('genus__name=&category__name=')).toEqual(await names(''))
})
