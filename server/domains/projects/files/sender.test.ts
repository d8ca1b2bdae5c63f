import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'
import { readPublicSender, readSender } from './sender.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('papers carry the logo of the sender’s company, as a picture that PDFs take', async () => {
  const { db } = server.database
  const reads = { db, media: server.media }
  const { id: companyId, creatorId: id, name } = await makeCompany(db)
  expect((await readSender(reads, { id, companyId })).logo).toBeNull()
  await server.send('PATCH', `/api/teams/${companyId}/`, formOf({ logo: await pictureFile() }), id)
  for (const sender of [await readSender(reads, { id, companyId }), await readPublicSender(reads, { id, companyId })]) {
    expect(sender.name).toBe(name)
    expect((await sharp(sender.logo ?? Buffer.alloc(0)).metadata()).format).toBe('png')
  }
  const person = await makePerson(db)
  expect((await readSender(reads, { id: person.id, companyId: null })).logo).toBeNull()
})
