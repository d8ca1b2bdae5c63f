import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'

let server: TestServer
let staff: { id: string }
beforeAll(async () => {
  server = await testServer()
  staff = await makePerson(server.database.db, { email: staffEmail })
})
afterAll(() => server.close())

it('moderators take off a company’s page what does not belong there, and its people read why', async () => {
  const { id, creatorId } = await makeCompany(server.database.db, { about: 'О нас' })
  const face = { logo: await pictureFile(), cover: await pictureFile(), photos: [await pictureFile()] }
  await server.send('PATCH', `/api/teams/${id}/`, formOf({ ...face, hours: 'Всегда', slug: 'grubost' }), creatorId)
  const clear = (parts: string[], who = staff.id) =>
    server.send('POST', `/api/staff/companies/${id}/clear/`, { parts, reason: 'Грубо', rule: 'insult' }, who)
  const page = async () => (await server.get(`/api/teams/get_current_team/${id}/`)).body
  expect((await clear(['logo'], creatorId)).status).toBe(404)
  expect((await clear([])).status).toBe(400)
  expect((await clear(['name'])).status).toBe(400)

  await page()
  expect((await clear(['photos'])).status).toBe(200)
  expect((await page()).photos).toEqual([])
  expect((await clear(['logo', 'cover', 'slug'])).status).toBe(200)
  expect(await page()).toMatchObject({ logo: '', cover: '', slug: '', hours: 'Всегда', about_team: 'О нас' })
  const { body } = await server.get('/api/decisions/', creatorId)
  expect(body.results[0]).toMatchObject({ action: 'clear', subject: 'company', reason: 'Грубо', rule: 'insult' })
})
