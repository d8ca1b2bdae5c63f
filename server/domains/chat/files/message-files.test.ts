import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attachedFileTypes } from '#contract/attached-files.ts'
import { personErased } from '#server/domains/accounts/accounts.events.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { tidyPictures } from '#server/jobs.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { liveChannel } from '#server/platform/live/live.queries.ts'
import { readNotice } from '#server/platform/live/live.ts'
import { filesPerHour } from '#server/platform/media/attached/attached-files.ts'
import { cleanFileName } from '#server/platform/media/attached/file-name.ts'
import { media } from '#server/platform/media/media.tables.ts'
import { packStored } from '#server/platform/media/unpack-zip.ts'
import { closeAfterTest, publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { bare, bytesFile, fetchFile as openFile, pdf, pdfText, xlsxBytes } from '#server/test/files.ts'
import { formOf, pictureBytes, pictureFile } from '#server/test/pictures.ts'
import { eachStore, type TestStore, testFolder } from '#server/test/stores.ts'
import { messageFiles, messages } from '../chat.tables.ts'
import { messageFileAddresses } from './file-addresses.ts'

let store: TestStore
let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  store = await testFolder()
  server = await testServer({ files: store.files })
  db = server.database.db
})
afterAll(async () => {
  await server.close()
  await store.close()
})

type Person = Awaited<ReturnType<typeof makePerson>>
interface Sent {
  id: string
  name: string
  size: number
  type: string
  url: string
}

const talk = async (app = server) => {
  const [anna, boris] = [await makePerson(app.database.db), await makePerson(app.database.db)]
  const id: string = (await app.get(`/api/chat/${boris.id}/get-or-create/`, anna.id)).body.id
  return { anna, boris, id }
}
const sendForm = (who: Person, id: string, fields: Record<string, unknown>, app = server) =>
  app.send('POST', `/api/chat/${id}/send/`, formOf(fields), who.id)
const fetchFile = (url: string, who?: Person, app = server) => openFile(app, url, who)
const status = async (url: string, who?: Person) => (await fetchFile(url, who)).statusCode

describe.each(eachStore)('files of a message in %s', (_, openStore) => {
  let kept: TestStore
  let app: TestServer
  beforeAll(async () => {
    kept = await openStore()
    app = await testServer({ files: kept.files })
  })
  afterAll(async () => {
    await app.close()
    await kept.close()
  })

  it('arrive in order on both sides, as what they are, for those who may see them', async () => {
    const { anna, boris, id } = await talk(app)
    const table = await xlsxBytes()
    const sent = await sendForm(
      anna,
      id,
      { body: 'Вот', files: [await pictureFile('липа.png'), pdf(), bytesFile('Прайс 2026.xlsx', table)] },
      app,
    )
    expect([sent.status, sent.body.body]).toEqual([201, 'Вот'])
    const files: Sent[] = sent.body.files
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['липа.png', 'image/webp'],
      ['смета.pdf', 'application/pdf'],
      ['Прайс 2026.xlsx', attachedFileTypes.xlsx],
    ])
    const [row] = (await app.get('/api/chat/', boris.id)).body
    const seen: Sent[] = row.last_message.files
    expect(seen.map(({ id }) => id)).toEqual(files.map(({ id }) => id))
    for (const [index, { url, size, type }] of seen.entries()) {
      for (const answer of [await fetchFile(url, undefined, app), await fetchFile(bare(url), boris, app)]) {
        expect(answer.statusCode).toBe(200)
        expect(answer.rawPayload.length).toBe(size)
        expect(answer.headers).toMatchObject({
          'content-type': type,
          'content-length': String(size),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': expect.stringMatching(/^private, /),
        })
        expect(answer.headers['content-disposition']).toMatch(index === 0 ? /^inline;/ : /^attachment;/)
      }
    }
    const [picture, document, list] = await Promise.all(seen.map(({ url }) => fetchFile(url, undefined, app)))
    expect((await sharp(picture?.rawPayload).metadata()).format).toBe('webp')
    expect(document?.payload).toBe(pdfText)
    expect(list?.rawPayload.equals(table)).toBe(true)
    expect(list?.headers['content-disposition']).toBe(
      `attachment; filename="file.xlsx"; filename*=UTF-8''${encodeURIComponent('Прайс 2026.xlsx')}`,
    )
    const large = await sendForm(anna, id, { files: bytesFile('2.png', await pictureBytes(900, 600)) }, app)
    const narrow = await fetchFile(`${large.body.files[0].url}&width=320`, undefined, app)
    expect((await sharp(narrow.rawPayload).metadata()).width).toBe(320)
  })
})

describe('who may have a file', () => {
  it('only the two sides; a signature is one file’s and one person’s, and runs out', async () => {
    const { anna, boris, id } = await talk()
    const [one, other]: Sent[] = (await sendForm(anna, id, { files: [pdf('а.pdf'), pdf('б.pdf')] })).body.files
    if (!one || !other) throw new Error('no files')
    expect([await status(one.url), await status(bare(one.url), boris)]).toEqual([200, 200])
    const stranger = await makePerson(db)
    const signature = (url: string) => new URL(url).search
    const forged = messageFileAddresses('another secret', publicUrl).urlOf(one.id, anna.id)
    const addresses = messageFileAddresses('a secret for tests only, long enough', publicUrl)
    const day = 24 * 60 * 60 * 1000
    expect(await status(addresses.urlOf(one.id, anna.id))).toBe(200)
    for (const url of [
      bare(one.url),
      bare(one.url) + signature(other.url),
      forged,
      addresses.urlOf(one.id, anna.id, Date.now() - day),
      addresses.urlOf(one.id, stranger.id),
      one.url.replace(anna.id, boris.id),
      one.url.replace(/until=\w+/, `until=${(Date.now() + 9 * day).toString(36)}`),
      one.url.replace(/signature=[\w-]+/, 'signature='),
      one.url.replace(one.id, uuidv7()),
      one.url.replace(one.id, 'secret-key'),
      one.url.replace(one.id, '..%2f..%2fsecret-key'),
      `${one.url}&width=640`,
    ])
      expect([url, await status(url)]).toEqual([url, 404])
    expect(await status(bare(one.url), stranger)).toBe(404)
    // The signature of somebody who may is enough, whoever sends it.
    expect(await status(one.url, stranger)).toBe(200)
    const unknown = await fetchFile(bare(one.url).replace(one.id, uuidv7()), stranger)
    const foreign = await fetchFile(bare(one.url), stranger)
    expect({ ...foreign.json(), request_id: '' }).toEqual({ ...unknown.json(), request_id: '' })
  })

  it('nobody who has left the company, is blocked or deleted, with the address that they have', async () => {
    const [creator, employee, buyer] = await Promise.all([1, 2, 3].map(() => makePerson(db)))
    if (!creator || !employee || !buyer) throw new Error('no people')
    const { id: companyId } = await makeCompany(db, { creatorId: creator.id, employees: [employee.id] })
    const product = await makeProduct(db, { companyId })
    const about = { kind: 'product', id: product.id }
    const { id } = (await server.send('POST', '/api/chat/about/', about, buyer.id)).body
    await sendForm(buyer, id, { files: pdf() })
    const url: string = (await server.get(`/api/chat/${id}/`, employee.id)).body.messages[0].files[0].url
    expect([await status(url), await status(bare(url), employee)]).toEqual([200, 200])
    await server.send('POST', '/api/teams/leave/', undefined, employee.id)
    expect([await status(url), await status(bare(url), employee)]).toEqual([404, 404])
    const creators = messageFileAddresses('a secret for tests only, long enough', publicUrl)
    const { id: fileId } = (await server.get(`/api/chat/${id}/`, creator.id)).body.messages[0].files[0]
    const theirs = creators.urlOf(fileId, creator.id)
    expect(await status(theirs)).toBe(200)
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, creator.id))
    expect(await status(theirs)).toBe(404)
  })

  it('has addresses of its own in every answer, and none in events', async () => {
    const { anna, boris, id } = await talk()
    const heard: string[] = []
    const stop = await server.database.listen(
      liveChannel,
      text => {
        heard.push(readNotice(text).event)
      },
      () => {},
    )
    closeAfterTest({ close: stop })
    const { body } = await sendForm(anna, id, { body: 'с файлом', files: pdf() })
    await server.send('POST', `/api/chat/${id}/send/`, { body: 'без файла' }, anna.id)
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(JSON.parse(heard[0] ?? '')).toEqual({ type: 'message', conversation_id: id, message: null })
    expect(JSON.parse(heard[1] ?? '').message.files).toEqual([])
    expect(body.files[0].url).toContain(anna.id)
    const theirs = (await server.get(`/api/chat/${id}/`, boris.id)).body.messages[0].files[0].url
    expect(theirs).toContain(boris.id)
    expect(theirs).not.toContain(anna.id)
  })
})

/** An archive whose parts are packed; `said` is the size that it claims. */
function packed(parts: { name: string; content: Buffer; said?: number }[]): Buffer {
  const stored = packStored(parts.map(({ name, content }) => ({ name, content: deflateRawSync(content) })))
  // The method and the sizes stand at fixed places of each header.
  let at = 0
  const marks = { local: 0x04034b50, directory: 0x02014b50 }
  for (const { content, said, name } of parts) {
    stored.writeUInt16LE(8, at + 8)
    stored.writeUInt32LE(said ?? content.length, at + 22)
    at += 30 + Buffer.byteLength(name) + deflateRawSync(content).length
  }
  for (const { content, said, name } of parts) {
    if (stored.readUInt32LE(at) !== marks.directory) throw new Error('no directory here')
    stored.writeUInt16LE(8, at + 10)
    stored.writeUInt32LE(said ?? content.length, at + 24)
    at += 46 + Buffer.byteLength(name)
  }
  return stored
}

const types = (content: string) => ({ name: '[Content_Types].xml', content: Buffer.from(content) })
const workbook = types(
  '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
)
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)

describe('what is refused, whole and by name', () => {
  const bad: [string, () => Promise<File> | File, string][] = [
    ['a page called PDF', () => bytesFile('смета.pdf', '<html><script>alert(1)</script></html>'), 'wrong_type'],
    ['a drawing called PNG', () => bytesFile('a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'wrong_type'],
    ['a program called XLSX', () => bytesFile('прайс.xlsx', Buffer.from('MZ\x90\x00program')), 'wrong_type'],
    ['a text', () => bytesFile('readme.txt', 'Здравствуйте'), 'wrong_type'],
    ['no bytes', () => bytesFile('пусто.pdf', ''), 'empty'],
    ['half a picture', async () => bytesFile('a.png', (await pictureBytes(600, 400)).subarray(0, 400)), 'damaged'],
    [
      'a zip called XLSX',
      () => bytesFile('a.xlsx', packStored([{ name: 'a.txt', content: Buffer.from('a') }])),
      'damaged',
    ],
    [
      'a document of another kind',
      () => bytesFile('a.xlsx', packed([types('<Types>wordprocessingml</Types>')])),
      'damaged',
    ],
    [
      'a table with macros',
      () =>
        bytesFile(
          'a.xlsx',
          packed([
            types(`${workbook.content.toString()} application/vnd.ms-excel.sheet.macroEnabled.main+xml vbaProject`),
          ]),
        ),
      'damaged',
    ],
    [
      'a bomb that says so',
      () => bytesFile('a.xlsx', packed([workbook, { name: 'xl/a', content: zeros(130) }])),
      'damaged',
    ],
    [
      'a bomb that lies',
      () => bytesFile('a.xlsx', packed([workbook, { name: 'xl/a', content: zeros(130), said: 1000 }])),
      'damaged',
    ],
    [
      'a bomb in the list of types',
      () => bytesFile('a.xlsx', packed([{ ...types('x'), content: zeros(130), said: 1000 }])),
      'damaged',
    ],
    ['a table that is cut off', async () => bytesFile('a.xlsx', (await xlsxBytes()).subarray(0, -40)), 'damaged'],
    ['a damaged table', async () => bytesFile('a.xlsx', spoilt(await xlsxBytes())), 'damaged'],
  ]
  function spoilt(bytes: Buffer): Buffer {
    bytes.fill(0xff, 60, 90)
    return bytes
  }

  it.each(bad)('%s', async (_, make, code) => {
    const { anna, id } = await talk()
    const file = await make()
    const answer = await sendForm(anna, id, { body: 'смотрите', files: [pdf(), file] })
    expect([answer.status, Object.keys(answer.body.fields), answer.body.fields['files.1']?.[0].code]).toEqual([
      400,
      ['files', 'files.1'],
      code,
    ])
    expect(answer.body.fields.files[0].message).toContain(`«${file.name}»`)
    expect((await server.get(`/api/chat/${id}/`, anna.id)).body.messages).toEqual([])
  })

  it('a picture of too many pixels', async () => {
    const { anna, id } = await talk()
    const huge = await sharp({ create: { width: 9000, height: 5000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const answer = await sendForm(anna, id, { files: bytesFile('большой.png', huge) })
    expect([answer.status, answer.body.fields['files.0'][0].code]).toEqual([400, 'too_many_pixels'])
  })

  it('eleven files, one of more than ten megabytes, and a message of nothing', async () => {
    const { anna, id } = await talk()
    const eleven = await sendForm(anna, id, { files: Array.from({ length: 11 }, () => pdf()) })
    expect([eleven.status, eleven.body.fields.files[0].code]).toEqual([400, 'too_many'])
    const large = bytesFile('а.pdf', Buffer.concat([Buffer.from(pdfText), zeros(10)]))
    const tooLarge = await sendForm(anna, id, { files: large })
    expect([tooLarge.status, tooLarge.body.fields.files[0].code]).toEqual([413, 'too_large'])
    const nothing = await sendForm(anna, id, { body: ' ' })
    expect([nothing.status, Object.keys(nothing.body.fields)]).toEqual([400, ['body']])
    expect((await sendForm(anna, id, { files: Array.from({ length: 10 }, () => pdf()) })).body.files).toHaveLength(10)
    expect(store.names().filter(name => name.includes('.tmp'))).toEqual([])
  })

  it('files in a conversation that is not one’s own are not even looked at', async () => {
    const { id } = await talk()
    const before = store.names().length
    expect((await sendForm(await makePerson(db), id, { files: await pictureFile() })).status).toBe(404)
    expect(store.names()).toHaveLength(before)
  })

  it('too many in an hour, and too much in all', { timeout: 60_000 }, async () => {
    const limited = await server.withSettings({ rateLimits: true })
    closeAfterTest(limited)
    const { anna, id } = await talk(limited)
    const ten = () => ({ files: Array.from({ length: 10 }, () => pdf()) })
    for (let time = 0; time < filesPerHour / 10; time++) {
      expect((await sendForm(anna, id, ten(), limited)).status).toBe(201)
    }
    const refused = await sendForm(anna, id, { files: pdf() }, limited)
    expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true])
    expect((await limited.send('POST', `/api/chat/${id}/send/`, { body: 'словами' }, anna.id)).status).toBe(201)

    const { anna: vera, id: other } = await talk()
    const { body } = await sendForm(vera, other, { files: pdf() })
    await db
      .update(messageFiles)
      .set({ size: 2 ** 31 - 10 })
      .where(eq(messageFiles.messageId, body.id))
    const full = await sendForm(vera, other, { files: pdf() })
    expect([full.status, full.body.fields.files[0].code]).toEqual([400, 'no_room'])
  })
})

describe('a message with files', () => {
  it('sent again with the same id is the same message with the same files', async () => {
    const { anna, boris, id } = await talk()
    const letter = { id: uuidv7(), files: [pdf()] }
    const first = await sendForm(anna, id, letter)
    const again = await sendForm(anna, id, letter)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect((await sendForm(boris, id, letter)).status).toBe(409)
    expect((await server.get(`/api/chat/${id}/`, boris.id)).body.messages).toHaveLength(1)
  })

  it('goes with its row: the clean-up deletes what was stored, but not what is shown', async () => {
    const { anna, id } = await talk()
    const kept = await sendForm(anna, id, { files: [pdf(), await pictureFile()] })
    const gone = await sendForm(anna, id, { files: [pdf(), await pictureFile()] })
    const keysOf = async (messageId: string) =>
      (await db.select().from(messageFiles).where(eq(messageFiles.messageId, messageId))).map(row => row.mediaKey)
    const [keptKeys, goneKeys] = [await keysOf(kept.body.id), await keysOf(gone.body.id)]
    await db.delete(messages).where(eq(messages.id, gone.body.id))
    const old = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
    await db.update(media).set({ createdAt: sql`now() - interval '2 days'` })
    for (const name of store.names()) store.age(name, old)
    await tidyPictures({ db, media: server.media, logError: () => {} }, false)
    const left = store.names().join()
    for (const key of keptKeys) expect(left).toContain(key)
    for (const key of goneKeys) expect(left).not.toContain(key)
    for (const { url } of kept.body.files) expect(await status(url)).toBe(200)
    for (const { url } of gone.body.files) expect(await status(url)).toBe(404)
  })

  it('loses them when its author deletes the account; they are in the author’s data until then', async () => {
    const { anna, boris, id } = await talk()
    const { body } = await sendForm(anna, id, { body: 'смета', files: [pdf()] })
    const own = JSON.parse((await server.get('/api/me/data/', anna.id)).text)
    expect(own.messageFiles).toEqual([
      {
        id: body.files[0].id,
        messageId: body.id,
        name: 'смета.pdf',
        size: pdfText.length,
        type: 'application/pdf',
        url: expect.any(String),
      },
    ])
    expect(await status(own.messageFiles[0].url)).toBe(200)
    expect(JSON.parse((await server.get('/api/me/data/', boris.id)).text).messageFiles).toEqual([])
    await db.transaction(tx => personErased.emit(tx, { userId: anna.id }))
    expect(await status(bare(body.files[0].url), boris)).toBe(404)
    expect((await server.get(`/api/chat/${id}/`, boris.id)).body.messages).toMatchObject([{ body: 'смета', files: [] }])
  })
})

describe('a file’s name', () => {
  const shown = async (name: string) => {
    const { anna, id } = await talk()
    return (await sendForm(anna, id, { files: pdf(name) })).body.files[0]
  }

  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['..\\..\\secret-key.pdf', 'secret-key.pdf'],
    ['счёт\u202Efdp.exe', 'счётfdp.exe.pdf'],
    ['a\u200Bb\u2066c.pdf', 'abc.pdf'],
    ['<img onerror=x>.pdf', '_img onerror=x_.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['смета.PDF', 'смета.PDF'],
    ['virus.html', 'virus.html.pdf'],
    ['\u202E', 'Документ.pdf'],
    ['  два   слова .pdf', 'два слова.pdf'],
    [`${'я'.repeat(300)}.pdf`, `${'я'.repeat(120)}.pdf`],
  ])('%s is shown as %s', (name, expected) => {
    expect(cleanFileName(name, attachedFileTypes.pdf)).toBe(expected)
  })

  it('is Cyrillic as sent, and harmless in the header', async () => {
    expect((await shown('Смета на липы.pdf')).name).toBe('Смета на липы.pdf')
    const file = await shown('a"; filename="x.html')
    const { headers } = await fetchFile(file.url)
    expect(String(headers['content-disposition'])).toMatch(
      /^attachment; filename="file\.pdf"; filename\*=UTF-8''[\w%.-]+$/,
    )
    expect(cleanFileName('photo.svg', attachedFileTypes.picture)).toBe('photo.svg.webp')
    expect(cleanFileName('IMG_1.JPG', attachedFileTypes.picture)).toBe('IMG_1.JPG')
  })
})

it('large files are not held in memory together', { timeout: 60_000 }, async () => {
  const { anna, id } = await talk()
  const ten = Buffer.concat([Buffer.from(pdfText), randomBytes(9 * 1024 * 1024)])
  const { status, body } = await sendForm(anna, id, {
    files: Array.from({ length: 6 }, (_, n) => bytesFile(`${n}.pdf`, ten)),
  })
  expect([status, body.files?.length]).toEqual([201, 6])
  const answer = await fetchFile(body.files[5].url)
  expect(answer.rawPayload.equals(ten)).toBe(true)
})
