import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyPhotosMax } from '#contract/companies.ts'
import { cleanMedia } from '#server/platform/media/media-cleanup.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { formOf, isStored, mediaFiles, pictureFile, upload } from '#server/test/pictures.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

type Company = Awaited<ReturnType<typeof makeCompany>>
const edit = (company: Company, body: unknown, userId = company.creatorId) =>
  server.send('PATCH', `/api/teams/${company.id}/`, body, userId)
const pageOf = async ({ id }: Company) => (await server.get(`/api/teams/get_current_team/${id}/`)).body
const files = (count: number) => Promise.all(Array.from({ length: count }, () => pictureFile()))

describe('pictures of a company', () => {
  it('come as files of one form and are shown to everybody', async () => {
    const company = await makeCompany(db)
    const { status, body } = await edit(
      company,
      formOf({ logo: await pictureFile(), cover: await pictureFile(), photos: await files(2), hours: 'Пн–пт 9–18' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ hours: 'Пн–пт 9–18', photos: [{ id: expect.any(Number) }, {}] })
    for (const address of [body.logo, body.cover, body.photos[0].get_image, body.photos[1].get_thumbnail]) {
      expect(isStored(server.dataDir, address)).toBe(true)
    }
    expect(await pageOf(company)).toEqual(body)
  })

  it('come as uploads in JSON too; each upload once', async () => {
    const company = await makeCompany(db)
    const logo = await upload(server, company.creatorId)
    const photo = await upload(server, company.creatorId)
    const { body } = await edit(company, { logo: logo.toUpperCase(), photos: [photo] })
    expect([isStored(server.dataDir, body.logo), body.photos.length]).toEqual([true, 1])
    expect(body.logo).not.toContain('private')
    const again = await edit(company, { cover: logo })
    expect([again.status, again.body.fields.cover[0].code]).toEqual([400, 'unknown'])
  })

  it('are added after those that there are, and taken away', async () => {
    const company = await makeCompany(db)
    const first = await edit(company, formOf({ logo: await pictureFile(), photos: await files(2) }))
    const second = await edit(company, formOf({ photos: await files(1) }))
    expect(second.body.photos.slice(0, 2)).toEqual(first.body.photos)
    expect(second.body.logo).toBe(first.body.logo)
    const [gone, kept, last] = second.body.photos
    const other = await makeCompany(db)
    const theirs = (await edit(other, formOf({ photos: await files(1) }))).body.photos
    const third = await edit(company, { logo: '', delete_photos: [gone.id, theirs[0].id, gone.id] })
    expect(third.body).toMatchObject({ logo: '', photos: [kept, last] })
    expect((await pageOf(other)).photos).toEqual(theirs)
    // As a form sends them.
    expect((await edit(company, formOf({ delete_photos: [kept.id, last.id] }))).body.photos).toEqual([])
  })

  it(`are at most ${companyPhotosMax} photos, with those deleted at the same time not counted`, async () => {
    const company = await makeCompany(db)
    const { body } = await edit(company, formOf({ photos: await files(companyPhotosMax) }))
    expect(body.photos).toHaveLength(companyPhotosMax)
    const before = await databaseState(db)
    const more = await edit(company, formOf({ photos: await files(1), hours: 'Никогда' }))
    expect([more.status, more.body.fields.photos[0].code]).toEqual([400, 'too_many'])
    expect(await databaseState(db)).toEqual(before)
    const swapped = await edit(company, formOf({ photos: await files(1), delete_photos: body.photos[0].id }))
    expect(swapped.body.photos).toHaveLength(companyPhotosMax)
    const many = await edit(company, formOf({ logo: await files(2) }))
    expect([many.status, many.body.fields.logo[0].code]).toEqual([400, 'too_many'])
  })

  it('lose their metadata, and what is no picture is refused with its field', async () => {
    const company = await makeCompany(db)
    const camera = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'green' } })
      .withExif({ IFD0: { Copyright: 'Место съёмки' } })
      .jpeg()
      .toBuffer()
    const { body } = await edit(company, formOf({ logo: new File([new Uint8Array(camera)], 'logo.jpg') }))
    const stored = await server.app.inject({ url: new URL(body.logo).pathname })
    expect((await sharp(stored.rawPayload).metadata()).exif).toBeUndefined()

    const before = [await databaseState(db), mediaFiles(server.dataDir).length]
    const text = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' })
    const refused = await edit(company, formOf({ cover: text, photos: await files(1) }))
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['cover']])
    expect([await databaseState(db), mediaFiles(server.dataDir).length]).toEqual(before)
  })

  it('are stored for nobody but the creator', async () => {
    const employee = await makePerson(db)
    const company = await makeCompany(db, { employees: [employee.id] })
    const other = await makeCompany(db)
    const before = mediaFiles(server.dataDir).length
    for (const id of [employee.id, other.creatorId, (await makePerson(db)).id]) {
      expect((await edit(company, formOf({ logo: await pictureFile() }), id)).status).toBe(403)
    }
    expect(mediaFiles(server.dataDir)).toHaveLength(before)
  })

  it('are in the company’s part of the personal data, and go with the company', async () => {
    const company = await makeCompany(db)
    const { body } = await edit(company, formOf({ logo: await pictureFile(), photos: await files(1) }))
    const own = await server.get('/api/me/data/', company.creatorId)
    expect(own.text).toContain(body.photos[0].get_image)
    await db.execute(sql`delete from company_members where company_id = ${company.id}`)
    await db.execute(sql`delete from companies where id = ${company.id}`)
    await db.execute(sql`update media set created_at = now() - interval '2 days'`)
    await cleanMedia(db, server.media, true)
    expect([isStored(server.dataDir, body.logo), isStored(server.dataDir, body.photos[0].get_image)]).toEqual([
      false,
      false,
    ])
  })
})

describe('the address of a company', () => {
  const at = (slug: string, userId?: string) => server.get(`/api/teams/at/${slug}/`, userId)

  it('is taken once, leads to the company, and is proposed from the name', async () => {
    const company = await makeCompany(db, { name: 'Питомник «Щучье поле»' })
    const own = async () => (await server.get('/api/teams/get_my_team/', company.creatorId)).body
    expect(await own()).toMatchObject({ slug: '', proposed_slug: 'pitomnik-schuche-pole' })
    const { body } = await edit(company, { slug: 'pitomnik-schuche-pole' })
    expect(body.slug).toBe('pitomnik-schuche-pole')
    expect((await at('pitomnik-schuche-pole')).body).toEqual(body)
    expect(await own()).toMatchObject({ proposed_slug: '' })
    const namesake = await makeCompany(db, { name: 'Питомник «Щучье поле»' })
    const proposed = (await server.get('/api/teams/get_my_team/', namesake.creatorId)).body.proposed_slug
    expect(proposed).toBe('pitomnik-schuche-pole-2')
    const taken = await edit(namesake, { slug: 'pitomnik-schuche-pole', hours: 'Да' })
    expect([taken.status, taken.body.fields.slug[0].code]).toEqual([400, 'taken'])
    expect((await pageOf(namesake)).hours).toBe('')
    expect((await edit(company, { slug: 'pitomnik-schuche-pole' })).status).toBe(200)
  })

  it.each([
    ['Верхний', 'invalid_slug'],
    ['Upper', 'invalid_slug'],
    ['-a', 'invalid_slug'],
    ['a--b', 'invalid_slug'],
    ['a_b', 'invalid_slug'],
    ['a/b', 'invalid_slug'],
    ['a', 'too_small'],
    ['a'.repeat(61), 'too_big'],
    ['teams', 'reserved'],
    ['admin', 'reserved'],
  ])('is not %s', async (slug, code) => {
    const { status, body } = await edit(await makeCompany(db), { slug })
    expect(status).toBe(400)
    expect(body.fields.slug.map((error: { code: string }) => error.code)).toContain(
      code === 'too_small' ? 'custom' : code,
    )
  })

  it('leads on from its former ones, the latest five of them, and from none once it has none', async () => {
    const company = await makeCompany(db)
    for (let number = 1; number <= 8; number++) await edit(company, { slug: `pole-nomer-${number}` })
    expect((await at('pole-nomer-3')).body.slug).toBe('pole-nomer-8')
    expect((await at('pole-nomer-2')).status).toBe(404)
    const other = await makeCompany(db)
    expect((await edit(other, { slug: 'pole-nomer-3' })).status).toBe(400)
    expect((await edit(other, { slug: 'pole-nomer-2' })).status).toBe(200)
    // Back to a former one.
    expect((await edit(company, { slug: 'pole-nomer-4' })).body.slug).toBe('pole-nomer-4')
    expect((await edit(company, { slug: '' })).body.slug).toBe('')
    expect((await at('pole-nomer-4')).body).toMatchObject({ id: company.id, slug: '' })
  })

  it('is given to one of those who ask at once', async () => {
    const companies = await Promise.all(Array.from({ length: 5 }, () => makeCompany(db)))
    const answers = await Promise.all(companies.map(company => edit(company, { slug: 'odin-na-vseh' })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400, 400, 400])
  })

  it('does not show a blocked company', async () => {
    const company = await makeCompany(db, { blockedAt: new Date(), blockReason: 'Обман' })
    await edit(company, { slug: 'zakryto' })
    expect([(await at('zakryto')).status, (await at('zakryto', company.creatorId)).status]).toEqual([404, 200])
  })
})
