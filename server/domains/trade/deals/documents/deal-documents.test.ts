import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attachedFileTypes } from '#contract/attached-files.ts'
import { type Deal, dealLimits } from '#contract/deals.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { messageFileAddresses } from '#server/domains/chat/files/file-addresses.ts'
import { tidyPictures } from '#server/jobs.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { filesPerHour } from '#server/platform/media/attached/attached-files.ts'
import { media } from '#server/platform/media/media.tables.ts'
import { closeAfterTest, publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { bare, bytesFile, fetchFile, pdf, pdfText, xlsxBytes } from '#server/test/files.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'
import { type TestStore, testFolder } from '#server/test/stores.ts'
import { makeProject, trading } from '#server/test/trade.ts'
import { dealDocuments } from '../../trade.tables.ts'
import { dealDocumentAddresses } from './document-addresses.ts'

const secret = 'a secret for tests only, long enough'
const day = 24 * 60 * 60 * 1000

let store: TestStore
let server: TestServer
let db: TestServer['database']['db']
let act: ReturnType<typeof trading>
let staff: string
let buyer: { id: string }
let creator: { id: string }
let employee: { id: string }
let competitor: { id: string }
let companyId: number
let deal: Deal

beforeAll(async () => {
  store = await testFolder()
  server = await testServer({ files: store.files })
  db = server.database.db
  act = trading(server)
  staff = (await makePerson(db, { email: staffEmail })).id
})
afterAll(async () => {
  await server.close()
  await store.close()
})
beforeEach(async () => {
  buyer = await makePerson(db, { name: 'Вера' })
  creator = await makePerson(db)
  employee = await makePerson(db)
  competitor = await makePerson(db)
  companyId = (await makeCompany(db, { name: 'Косогор', creatorId: creator.id, employees: [employee.id] })).id
  const other = await makeCompany(db, { creatorId: competitor.id })
  const project = await makeProject(db, buyer.id, ['Tilia cordata'])
  const request = await act.ask(buyer.id, project.id, [companyId, other.id])
  await act.quote(competitor.id, request, { 0: 12 })
  deal = (await act.award(buyer.id, request, [[0, await act.quote(creator.id, request, { 0: 10 })]]))[0]
})

const path = (id = deal.id) => `/api/deals/${id}/documents/`
const attach = (who: { id: string } | undefined, files: File | File[], app = server) =>
  app.send('POST', path(), formOf({ files }), who?.id)
const remove = (who: { id: string } | undefined, document: string, id = deal.id) =>
  server.send('DELETE', `${path(id)}${document}/`, undefined, who?.id)
const read = async (who: { id: string }): Promise<Deal> => (await server.get(`/api/deals/${deal.id}/`, who.id)).body
const status = async (url: string, who?: { id: string }) => (await fetchFile(server, url, who)).statusCode
const only = async (who: { id: string }, name?: string) => {
  const { status: code, body } = await attach(who, pdf(name))
  expect(code).toBe(201)
  const document = (body as Deal).documents.at(-1)
  if (!document) throw new Error('no document')
  return document
}

describe('documents of a deal', () => {
  it('are there for both sides, in order, as what they are', async () => {
    const table = await xlsxBytes()
    const first = await attach(buyer, [await pictureFile('план.png'), pdf()])
    const second = await attach(employee, bytesFile('Счёт 7.xlsx', table))
    expect([first.status, second.status]).toEqual([201, 201])
    for (const [who, mine] of [
      [buyer, 'buyer'],
      [creator, 'company'],
    ] as const) {
      const { documents, can } = await read(who)
      expect(documents.map(({ name, type, side, can: { remove: may } }) => [name, type, side, may])).toEqual([
        ['план.png', attachedFileTypes.picture, 'buyer', mine === 'buyer'],
        ['смета.pdf', attachedFileTypes.pdf, 'buyer', mine === 'buyer'],
        ['Счёт 7.xlsx', attachedFileTypes.xlsx, 'company', mine === 'company'],
      ])
      expect(can.attach).toBe(true)
      for (const [index, { url, size, type }] of documents.entries()) {
        for (const answer of [await fetchFile(server, url), await fetchFile(server, bare(url), who)]) {
          expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, size])
          expect(answer.headers).toMatchObject({
            'content-type': type,
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'; sandbox",
            'content-disposition': expect.stringMatching(index === 0 ? /^inline;/ : /^attachment;/),
            'cache-control': expect.stringMatching(/^private, /),
          })
        }
      }
      const [picture, document, list] = await Promise.all(documents.map(({ url }) => fetchFile(server, url)))
      expect((await sharp(picture?.rawPayload).metadata()).format).toBe('webp')
      expect(document?.payload).toBe(pdfText)
      expect(list?.rawPayload.equals(table)).toBe(true)
    }
  })

  it('are told to the other side alone, without their names', async () => {
    await only(employee, 'тайна.pdf')
    const told = async (who: { id: string }) => {
      const { body } = await server.get('/api/notifications/groups/', who.id)
      return body.groups
        .filter((group: any) => group.type_of_notification === 'deal_documents')
        .map((group: any) => [group.body, group.link])
    }
    const link = `/deals/${deal.id}`
    expect(await told(buyer)).toEqual([['Компания «Косогор» прикладывает документы к сделке «Сквер».', link]])
    for (const who of [creator, employee, competitor]) expect(await told(who)).toEqual([])
    await only(buyer)
    for (const who of [creator, employee])
      expect(await told(who)).toEqual([['Вера прикладывает документы к сделке «Сквер».', link]])
    expect(await told(competitor)).toEqual([])
  })
})

describe('everybody else', () => {
  it('gets 404 for attaching, reading and removing, as for a deal that does not exist', async () => {
    const { id, url } = await only(creator)
    await server.send('POST', '/api/teams/leave/', undefined, employee.id)
    const outsiders = { former: employee, otherBuyer: await makePerson(db), competitor, staff: { id: staff } }
    for (const [name, who] of Object.entries(outsiders)) {
      const attached = await attach(who, pdf())
      const removed = await remove(who, id)
      expect([name, attached.status, removed.status, await status(bare(url), who)]).toEqual([name, 404, 404, 404])
      const nowhere = await server.send('POST', path(uuidv7()), formOf({ files: pdf() }), who.id)
      expect({ ...attached.body, request_id: '' }).toEqual({ ...nowhere.body, request_id: '' })
      const unknown = await fetchFile(server, bare(url).replace(id, uuidv7()), who)
      const foreign = await fetchFile(server, bare(url), who)
      expect({ ...foreign.json(), request_id: '' }).toEqual({ ...unknown.json(), request_id: '' })
    }
    expect([(await attach(undefined, pdf())).status, (await remove(undefined, id)).status]).toEqual([401, 401])
    expect(await status(bare(url))).toBe(404)
    expect((await read(buyer)).documents).toHaveLength(1)
  })

  it('has nothing of an address: it is one document’s and one person’s, and runs out', async () => {
    const [one, other] = [await only(buyer), await only(buyer)]
    const addresses = dealDocumentAddresses(secret, publicUrl)
    expect([await status(one.url), await status(addresses.urlOf(one.id, employee.id))]).toEqual([200, 200])
    const ofMessages = messageFileAddresses(secret, publicUrl).urlOf(one.id, buyer.id)
    for (const url of [
      bare(one.url),
      bare(one.url) + new URL(other.url).search,
      bare(one.url) + new URL(ofMessages).search,
      ofMessages,
      dealDocumentAddresses('another secret', publicUrl).urlOf(one.id, buyer.id),
      addresses.urlOf(one.id, buyer.id, Date.now() - day),
      addresses.urlOf(one.id, competitor.id),
      one.url.replace(buyer.id, creator.id),
      one.url.replace(/until=\w+/, `until=${(Date.now() + 9 * day).toString(36)}`),
      `${one.url}&width=640`,
    ])
      expect([url, await status(url)]).toEqual([url, 404])
  })

  it('loses it with the membership, the account or a block, also with an address from before', async () => {
    await only(buyer)
    const urlOf = async (who: { id: string }) => (await read(who)).documents[0]?.url ?? ''
    const [ofEmployee, ofCreator, ofBuyer] = [await urlOf(employee), await urlOf(creator), await urlOf(buyer)]
    await server.send('POST', '/api/teams/leave/', undefined, employee.id)
    expect([await status(ofEmployee), await status(ofCreator), await status(ofBuyer)]).toEqual([404, 200, 200])
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, creator.id))
    expect([await status(ofCreator), await status(ofBuyer)]).toEqual([404, 200])
  })
})

describe('what is refused', () => {
  it('other types, eleven files, one that is too large, none: nothing is attached', async () => {
    const wrong = await attach(buyer, [pdf(), bytesFile('счёт.pdf', '<html><script>alert(1)</script></html>')])
    expect([wrong.status, wrong.body.fields['files.1'][0].code]).toEqual([400, 'wrong_type'])
    expect(wrong.body.fields.files[0].message).toContain('«счёт.pdf»')
    const eleven = await attach(
      buyer,
      Array.from({ length: 11 }, () => pdf()),
    )
    expect([eleven.status, eleven.body.fields.files[0].code]).toEqual([400, 'too_many'])
    const large = await attach(buyer, bytesFile('а.pdf', Buffer.alloc(10 * 1024 * 1024 + 1, pdfText)))
    expect([large.status, large.body.fields.files[0].code]).toEqual([413, 'too_large'])
    const none = await server.send('POST', path(), undefined, buyer.id)
    expect([none.status, none.body.fields.files[0].code]).toEqual([400, 'required'])
    expect((await read(buyer)).documents).toEqual([])
  })

  it('the fifty-first document', async () => {
    const ten = (count = 10) => Array.from({ length: count }, () => pdf())
    for (let at = 0; at < dealLimits.documents - 1; at += 10) {
      expect((await attach(at % 20 ? creator : buyer, ten(at === 40 ? 9 : 10))).status).toBe(201)
    }
    const two = await attach(buyer, ten(2))
    expect([two.status, two.body.fields.files[0].code]).toEqual([400, 'too_many'])
    // Only one of two that come at the same time.
    const both = await Promise.all([attach(buyer, pdf()), attach(creator, pdf())])
    expect(new Set(both.map(answer => answer.status))).toEqual(new Set([201, 400]))
    expect((await read(buyer)).documents).toHaveLength(dealLimits.documents)
  })

  it('too many in an hour, and too much in all', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    closeAfterTest(limited)
    const { id } = await only(buyer)
    const copies = Array.from({ length: 10 }, () => pdf())
    for (let sent = 0; sent < filesPerHour; sent += 10) {
      expect((await attach(buyer, copies, limited)).status).toBe(201)
      await db.delete(dealDocuments).where(sql`${dealDocuments.id} <> ${id}`)
    }
    const refused = await attach(buyer, pdf(), limited)
    expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true])
    await db.update(dealDocuments).set({ size: 2 ** 31 - 10 })
    const full = await attach(buyer, pdf())
    expect([full.status, full.body.fields.files[0].code]).toEqual([400, 'no_room'])
  })
})

describe('removing', () => {
  it('is for the side that attached it, whoever of it asks; then it is nowhere', async () => {
    const [mine, theirs] = [await only(buyer), await only(employee)]
    expect([(await remove(buyer, theirs.id)).status, (await remove(creator, mine.id)).status]).toEqual([403, 403])
    expect((await remove(buyer, uuidv7())).status).toBe(404)
    const removed = await remove(creator, theirs.id)
    expect([removed.status, removed.body.documents.map(({ id }: any) => id)]).toEqual([200, [mine.id]])
    expect([await status(theirs.url), await status(mine.url)]).toEqual([404, 200])
    expect((await remove(creator, theirs.id)).status).toBe(404)
  })

  it('of another deal’s document is 404', async () => {
    const { id } = await only(buyer)
    const project = await makeProject(db, buyer.id, ['Tilia cordata'])
    const request = await act.ask(buyer.id, project.id, [companyId])
    const [second] = await act.award(buyer.id, request, [[0, await act.quote(creator.id, request, { 0: 10 })]])
    expect((await remove(buyer, id, second.id)).status).toBe(404)
    expect((await read(buyer)).documents).toHaveLength(1)
  })

  it('ends when the deal is closed; a received one still takes documents, a cancelled one does not', async () => {
    const { id, url } = await only(creator)
    await act.act(creator.id, deal, 'confirm')
    await act.act(creator.id, deal, 'hand_over')
    await act.act(buyer.id, deal, 'receive')
    expect([(await remove(creator, id)).status, (await attach(creator, pdf())).status]).toEqual([409, 201])
    const { documents, can } = await read(creator)
    expect([documents.map(document => document.can.remove), can.attach]).toEqual([[false, false], true])
    expect(await status(url)).toBe(200)
  })

  it('and attaching end when it is cancelled', async () => {
    const { id, url } = await only(buyer)
    await act.act(creator.id, deal, 'cancel', { reason: 'Вымерзло' })
    expect([(await remove(buyer, id)).status, (await attach(buyer, pdf())).status]).toEqual([409, 409])
    expect([(await read(buyer)).can.attach, await status(url)]).toEqual([false, 200])
  })

  it('deletes what was stored, which is otherwise kept', async () => {
    const [kept, gone] = [await only(buyer), await only(buyer)]
    const keyOf = async (id: string) =>
      (await db.select().from(dealDocuments).where(eq(dealDocuments.id, id)))[0]?.mediaKey ?? ''
    const [keptKey, goneKey] = [await keyOf(kept.id), await keyOf(gone.id)]
    await remove(buyer, gone.id)
    const old = new Date(Date.now() - 2 * day)
    await db.update(media).set({ createdAt: old })
    for (const name of store.names()) store.age(name, old)
    await tidyPictures({ db, media: server.media, logError: () => {} }, false)
    expect(store.names()).toContain(keptKey)
    expect(store.names()).not.toContain(goneKey)
    expect(await status(kept.url)).toBe(200)
  })
})

describe('when somebody leaves', () => {
  it('what they attached is in their data while they are on the deal’s side', async () => {
    const [mine, theirs] = [await only(buyer), await only(employee)]
    const own = async (who: { id: string }) =>
      JSON.parse((await server.get('/api/me/data/', who.id)).text).dealDocuments as any[]
    expect(await own(buyer)).toEqual([
      {
        ...{ id: mine.id, dealId: deal.id, name: 'смета.pdf', size: pdfText.length, type: 'application/pdf' },
        createdAt: mine.created_at,
        url: expect.any(String),
      },
    ])
    expect(await status((await own(buyer))[0].url)).toBe(200)
    expect((await own(employee)).map(({ id }) => id)).toEqual([theirs.id])
    expect([await own(creator), await own(competitor)]).toEqual([[], []])
    await server.send('POST', '/api/teams/leave/', undefined, employee.id)
    expect(await own(employee)).toEqual([])
    expect((await read(creator)).documents).toHaveLength(2)
  })
})
