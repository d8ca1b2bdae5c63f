import * as xlsx from '@e965/xlsx'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { priceListJobs } from '#server/jobs.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { rateLimits } from '#server/platform/http/limits/limits.tables.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import type { MailServer } from '#server/platform/mail/receiving/mail-server.ts'
import { mailDomain, publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import {
  bring,
  type Envelope,
  type Signature,
  signed,
  signingKey,
  talk,
  testZones,
  type WrittenLetter,
  writeLetter,
} from '#server/test/letters.ts'
import { letterAnswering, listApplying, listReading } from '../price-lists.jobs.ts'
import { priceLists } from '../price-lists.tables.ts'
import { letterAnswerer } from './answer-letter.service.ts'
import { exchangersOf, receiveLetters } from './receive-letters.ts'

const key = signingKey()
const otherKey = signingKey()
const weakKey = signingKey(512)
/** From where the nursery's domain sends, and where nobody knows it. */
const own = '198.51.100.7'
const foreign = '203.0.113.9'

const fails = new Set<string>()
const zones = testZones(fails)
const domains = ['pitomnik.test', 'evil.test', 'mail.pitomnik.test', 'pitomnik.test.evil.test', 'xn--pitomnk-9of.test']
for (const domain of domains) {
  const isOwn = domain === 'pitomnik.test'
  zones.text(domain, `v=spf1 ip4:${isOwn ? own : foreign} -all`)
  zones.text(`s1._domainkey.${domain}`, (isOwn ? key : otherKey).record)
}
zones.text('s2._domainkey.pitomnik.test', key.record.replace('v=DKIM1;', 'v=DKIM1; t=y;'))
zones.text('s3._domainkey.pitomnik.test', weakKey.record)
zones.text('s4._domainkey.pitomnik.test', 'v=DKIM1; k=rsa; p=')
zones.text('anybody.test', 'v=spf1 +all')
zones.text('wide.test', 'v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all')
zones.text('soft.test', `v=spf1 ip4:${own} ~all`)
zones.text('unsure.test', `v=spf1 ip4:${own} ?all`)
zones.text('twice.test', `v=spf1 ip4:${foreign} include:twice.test -all`)
fails.add('silent.test').add('s1._domainkey.silent.test')

const csv = 'Наименование;Размер;Цена;Наличие\nТуя западная Смарагд;80-100;900;12\nЕль обыкновенная;100-120;1500;4\n'
const anna = 'anna@pitomnik.test'

let server: TestServer
let receiver: MailServer
let names: ReturnType<typeof namedPlants>
let annaId: string
let companyId: number
let address: string
let errors: unknown[]

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  names = namedPlants({ db, changes: contentChanges(db) })
  receiver = await receiveLetters({
    config: { host: '127.0.0.1', dataDir: server.dataDir, rateLimits: true, trustProxy: ['loopback'] },
    mailIn: { port: 0, domain: mailDomain },
    ...{ db, names, resolver: () => zones.resolve, logError: error => void errors.push(error) },
  })
})
afterAll(async () => {
  await receiver.close()
  await server.close()
})

const addressOf = async (userId: string) =>
  (await server.get('/api/price-lists/address/', userId)).body.address as string
const countLists = () => server.database.db.$count(priceLists)

beforeEach(async () => {
  errors = []
  const { db } = server.database
  await db.delete(rateLimits)
  annaId = (await makePerson(db, { email: anna })).id
  companyId = (await makeCompany(db, { creatorId: annaId })).id
  address = await addressOf(annaId)
})
afterEach(async () => {
  const { db } = server.database
  expect(errors).toEqual([])
  await db.delete(emails)
  await db.delete(companies)
  await db.update(users).set({ email: sql`id || '@gone.test'`, confirmedEmail: null })
})

const letterOf = (written: Partial<WrittenLetter> = {}) =>
  writeLetter({
    from: `Анна Полевая <${anna}>`,
    to: address,
    attachments: [{ filename: 'Прайс весна.csv', content: csv }],
    ...written,
  })
const send = (letter: string, envelope: Partial<Envelope> = {}) =>
  bring(receiver.port, letter, { from: anna, to: address, ip: own, ...envelope })
const sign = (letter: string, options: Partial<Signature> = {}) =>
  signed(letter, { domain: 'pitomnik.test', pem: key.pem, ...options })

async function work(): Promise<void> {
  const { db, jobs } = server.database
  const wanted = new Set([listReading.name, listApplying.name, letterAnswering.name])
  const handlers = [
    ...priceListJobs({ db, slowly: jobs, media: server.media, names }).filter(({ queue }) => wanted.has(queue.name)),
    letterAnswerer({ db, publicUrl }),
  ]
  await workOff(server.database, handlers)
}
const listsOf = async () => (await server.get('/api/price-lists/', annaId)).body.results
const answers = () => server.database.db.select().from(emails)
const own0 = async () => (await server.get('/api/products/own/?page_size=100', annaId)).body.results

describe('an address for price lists', () => {
  it('is the company’s own, the same for all its members, and hard to guess', async () => {
    const { db } = server.database
    const employee = (await makePerson(db)).id
    await db.insert(companyMembers).values({ companyId, userId: employee })
    expect(address).toMatch(/^price-[a-z2-9]{18}@prices\.dendro\.test$/)
    expect(await addressOf(employee)).toBe(address)
    const other = (await makeCompany(db)).creatorId
    expect(await addressOf(other)).not.toBe(address)
    expect((await server.get('/api/price-lists/address/', (await makePerson(db)).id)).status).toBe(403)
    expect((await server.get('/api/price-lists/address/')).status).toBe(401)
  })

  it('is another one when a member wants it', async () => {
    const { status, body } = await server.send('POST', '/api/price-lists/address/', undefined, annaId)
    expect(status).toBe(200)
    expect(body.address).not.toBe(address)
    expect(await addressOf(annaId)).toBe(body.address)
  })

  it('is null, and cannot be changed, where no letters come in', async () => {
    const elsewhere = await server.withSettings({ mailIn: null })
    expect((await elsewhere.get('/api/price-lists/address/', annaId)).body).toEqual({ address: null, applies: null })
    expect((await elsewhere.send('POST', '/api/price-lists/address/', undefined, annaId)).status).toBe(409)
    await elsewhere.close()
  })
})

describe('a real letter', () => {
  it('becomes a list, which is read, and its sender is told what is in it', async () => {
    expect(await send(await letterOf())).toMatch(/^250/)
    await work()
    const [list] = await listsOf()
    expect(list).toMatchObject({ file_name: 'Прайс весна.csv', status: 'ready', created_by: { id: annaId } })
    expect(list.counts.offers).toBe(2)
    expect(await own0()).toEqual([])
    const [answer, ...others] = await answers()
    expect(others).toEqual([])
    expect(answer).toMatchObject({ recipient: anna, link: `${publicUrl}/price-list/${list.id}` })
    expect(answer?.subject).toBe('Прочитали «Прайс весна.csv»')
    expect(answer?.text).toContain('с растениями 2: новых 2')
    expect(answer?.text).toContain('ещё ничего не изменилось')
  })

  it('tells the questions', async () => {
    const content =
      'Наименование;Размер;Цена, тыс. или шт.;?\nТуя западная Смарагд;80-100;900;7\nЕль обыкновенная;100-120;1500;8\n'
    expect(await send(await letterOf({ attachments: [{ filename: 'a.csv', content }] }))).toMatch(/^250/)
    await work()
    const [list] = await listsOf()
    expect(list.questions.length).toBeGreaterThan(0)
    for (const { text } of list.questions) expect((await answers())[0]?.text).toContain(text)
  })

  const workbook = () => {
    const rows = csv
      .trim()
      .split('\n')
      .map(line => line.split(';'))
    return new Uint8Array(
      xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows)), { type: 'array', bookType: 'xlsx' }),
    )
  }
  const picture = { filename: 'logo.png', content: new Uint8Array([137, 80, 78, 71]), cid: 'logo' }
  it.each<[what: string, letter: () => Promise<string>, envelope?: Partial<Envelope>]>([
    ['by SPF alone', () => letterOf()],
    ['by SPF alone, through Postfix', () => letterOf(), { by: 'XFORWARD' }],
    [
      'by a signature alone, from anywhere',
      async () => sign(await letterOf()),
      { ip: foreign, from: 'bounce@relay.test' },
    ],
    ['with the address in capitals', () => letterOf({ from: 'ANNA@Pitomnik.TEST' }), { from: 'Anna@PITOMNIK.test' }],
    [
      'with a workbook and pictures of a signature',
      () => letterOf({ attachments: [{ filename: 'п.xlsx', content: workbook() }, picture] }),
    ],
    [
      'with small print beside the table',
      () =>
        letterOf({
          attachments: [
            { filename: 'п.xlsx', content: workbook() },
            { filename: 'disclaimer.txt', content: 'Секрет' },
          ],
        }),
    ],
    [
      'as a copy',
      async () => sign(await letterOf({ to: 'Покупатель <buyer@evil.test>', cc: `Дендро <${address}>` })),
      { ip: foreign },
    ],
    ['of several days ago', () => letterOf({ date: new Date(Date.now() - 5 * 86_400_000) })],
  ])('comes in %s', async (_, letter, envelope) => {
    expect(await send(await letter(), envelope)).toMatch(/^250/)
    expect(await countLists()).toBe(1)
  })

  it('of a program is read and not answered', async () => {
    expect(await send(await letterOf({ headers: { 'Auto-Submitted': 'auto-generated' } }))).toMatch(/^250/)
    await work()
    expect(await listsOf()).toMatchObject([{ status: 'ready' }])
    expect(await answers()).toEqual([])
  })

  it('that cannot be read is answered with the reason', async () => {
    const attachments = [
      { filename: 'прайс.zip', content: new Uint8Array([0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0, 1, 2, 3]) },
    ]
    expect(await send(await letterOf({ attachments }))).toMatch(/^250/)
    await work()
    const [list] = await listsOf()
    expect(list.status).toBe('failed')
    expect((await answers())[0]?.text).toContain(list.error)
  })

  it('is answered to members alone', async () => {
    expect(await send(await letterOf())).toMatch(/^250/)
    const { db } = server.database
    await db.delete(companyMembers).where(eq(companyMembers.userId, annaId))
    await work()
    expect(await answers()).toEqual([])
  })

  it('counts once, however often it comes', async () => {
    const letter = await sign(await letterOf())
    for (let time = 0; time < 3; time++) expect(await send(letter)).toMatch(/^250/)
    expect(await countLists()).toBe(1)
  })
})

describe('lists applied by themselves', () => {
  const wish = (applies: string | null) => server.send('PATCH', '/api/price-lists/address/', { applies }, annaId)
  const sendList = async (content: string) => {
    expect(await send(await letterOf({ attachments: [{ filename: 'п.csv', content }] }))).toMatch(/^250/)
    await work()
    return (await listsOf())[0]
  }
  const rows = (from: number, to: number, stock = '5') =>
    Array.from(
      { length: to - from },
      (_, at) => `Туя западная Смарагд;${(from + at) * 20 + 40}-${(from + at) * 20 + 60};${900 + at};${stock}\n`,
    ).join('')
  const head = 'Наименование;Размер;Цена;Наличие\n'

  it('only if the company wants it', async () => {
    expect(await sendList(csv)).toMatchObject({ status: 'ready' })
    expect((await wish('sold_out')).body).toEqual({ address, applies: 'sold_out' })
    expect(await sendList(`${csv}Липа мелколистная;200-250;5000;3\n`)).toMatchObject({
      status: 'applied',
      missing: 'sold_out',
    })
    expect((await own0()).length).toBe(3)
    const answer = (await answers()).find(({ subject }) => subject.startsWith('Применили'))
    expect(answer?.text).toContain('новых 3')
    expect((await wish(null)).body.applies).toBeNull()
    expect(await sendList(csv.replace('900', '950'))).toMatchObject({ status: 'ready' })
  })

  it('only without a question, a doubtful and a rejected row', async () => {
    await wish('keep')
    expect(await sendList(`${csv}Что-то непонятное;60-80;700;5\n`)).toMatchObject({ status: 'ready' })
    expect(await sendList(csv.replace('1500', '-1500'))).toMatchObject({ status: 'ready' })
    expect(await sendList('Привет\n')).not.toMatchObject({ status: 'applied' })
    expect(await own0()).toEqual([])
    expect((await answers()).every(({ subject }) => !subject.startsWith('Применили'))).toBe(true)
  })

  it('only if no more than three of ten offers go, missing or sold out', async () => {
    await wish('sold_out')
    expect(await sendList(head + rows(0, 10))).toMatchObject({ status: 'applied' })
    expect(await sendList(head + rows(0, 6))).toMatchObject({ status: 'ready' })
    expect(await sendList(head + rows(0, 6) + rows(6, 10, 'нет'))).toMatchObject({ status: 'ready' })
    expect(await sendList(head + rows(0, 7))).toMatchObject({ status: 'applied' })
  })
})

describe('a letter that is not taken changes nothing', () => {
  const evil = 'evil@evil.test'
  const fromEvil = { from: evil, ip: foreign }
  const replaceHeader = async (from: string, to: string) => (await letterOf()).replace(from, to)
  /** A letter in which another `From` stands where a program puts it. */
  const withFrom = async (from: string) => (await letterOf()).replace(/^From: .*\r\n/m, () => `${from}\r\n`)
  const aged = (days: number) => new Date(Date.now() - days * 86_400_000)

  const forged: [what: string, letter: () => Promise<string>, envelope?: Partial<Envelope>][] = [
    ['of a stranger', () => letterOf({ from: evil }), fromEvil],
    [
      'of a stranger, signed',
      async () => signed(await letterOf({ from: evil }), { domain: 'evil.test', pem: otherKey.pem }),
      fromEvil,
    ],
    [
      'from a lookalike in another domain',
      () => letterOf({ from: 'anna@pitomnik.test.evil.test' }),
      { from: 'anna@pitomnik.test.evil.test', ip: foreign },
    ],
    [
      'from a subdomain',
      () => letterOf({ from: 'anna@mail.pitomnik.test' }),
      { from: 'anna@mail.pitomnik.test', ip: foreign },
    ],
    [
      'from a domain in punycode that looks alike',
      () => letterOf({ from: 'anna@xn--pitomnk-9of.test' }),
      { from: 'anna@xn--pitomnk-9of.test', ip: foreign },
    ],
    [
      'from a domain with Cyrillic letters',
      () => withFrom('From: anna@pitоmnik.test'.replace('о', '\xd0\xbe')),
      fromEvil,
    ],
    ['from a machine that may not send', () => letterOf(), { ip: foreign }],
    ['from a machine that may not send, through Postfix', () => letterOf(), { ip: foreign, by: 'XFORWARD' }],
    ['from a machine that may not send, by IPv6', () => letterOf(), { ip: '2001:db8::9' }],
    ['from the member by another’s return path', () => letterOf(), fromEvil],
    ['by another’s return path of the same domain', () => letterOf(), { from: 'boris@pitomnik.test' }],
    ['without a return path', () => letterOf(), { from: '' }],
    ['with the member’s address as a name', () => withFrom(`From: "${anna}" <${evil}>`), fromEvil],
    ['with the member’s address as a remark', () => withFrom(`From: ${evil} (${anna})`), fromEvil],
    ['with two addresses in brackets', () => withFrom(`From: <${anna}> <${evil}>`), fromEvil],
    ['from two people', () => withFrom(`From: ${anna}, ${evil}`), fromEvil],
    ['from two people, the other first', () => withFrom(`From: ${evil}, ${anna}`)],
    ['from a group', () => withFrom(`From: us: ${anna};`)],
    ['with two From, ours first', () => withFrom(`From: ${anna}\r\nFrom: ${evil}`), fromEvil],
    ['with two From, ours last', () => withFrom(`From: ${evil}\r\nFrom: ${anna}`), fromEvil],
    ['with two From and our machine', () => withFrom(`From: ${evil}\r\nFrom: ${anna}`)],
    ['with a From before its colon', () => withFrom(`From : ${anna}\r\nFrom: ${evil}`), fromEvil],
    ['without a From', () => withFrom(`X-From: ${anna}`)],
    ['from Sender and Reply-To', () => withFrom(`From: ${evil}\r\nSender: ${anna}\r\nReply-To: ${anna}`), fromEvil],
    ['with a From hidden behind a bare line break', () => withFrom(`X: y\nFrom: ${anna}\r\nFrom: ${evil}`), fromEvil],
    ['with a zero in the address', () => withFrom(`From: ${anna}\0@evil.test`), fromEvil],
    ['with a quoted local part', () => withFrom('From: "anna@pitomnik.test"@evil.test'), fromEvil],
    ['with an address through another', () => withFrom('From: <@pitomnik.test:evil@evil.test>'), fromEvil],
    [
      'signed by another domain',
      async () => signed(await letterOf(), { domain: 'evil.test', pem: otherKey.pem }),
      fromEvil,
    ],
    [
      'signed by a subdomain',
      async () => signed(await letterOf(), { domain: 'mail.pitomnik.test', pem: otherKey.pem }),
      fromEvil,
    ],
    [
      'signed with another’s key',
      async () => signed(await letterOf(), { domain: 'pitomnik.test', pem: otherKey.pem }),
      fromEvil,
    ],
    [
      'whose text was changed',
      async () => (await sign(await letterOf())).replace(/(\r\n\r\n[A-Za-z0-9+/]{8})[A-Za-z0-9+/]/, '$1A'),
      fromEvil,
    ],
    [
      'whose date was changed',
      async () =>
        (await sign(await letterOf({ date: aged(20) }))).replace(/^Date: .*$/m, `Date: ${new Date().toUTCString()}`),
      fromEvil,
    ],
    [
      'signed to a part of its text',
      async () => `${await sign(await letterOf(), { maxBodyLength: 40 })}\r\nmore`,
      fromEvil,
    ],
    ['signed to all of its text, by length', async () => sign(await letterOf(), { maxBodyLength: 100_000 }), fromEvil],
    [
      'signed for the time that is over',
      async () => sign(await letterOf(), { signTime: aged(3), expires: aged(2) }),
      fromEvil,
    ],
    [
      'signed without its recipients',
      async () => sign(await letterOf(), { headerList: 'from:date:subject' }),
      fromEvil,
    ],
    ['signed without its date', async () => sign(await letterOf(), { headerList: 'from:to:subject' }), fromEvil],
    ['signed for somebody else and sent on', async () => sign(await letterOf({ to: 'buyer@evil.test' })), fromEvil],
    [
      'signed for somebody else, with us added',
      async () => (await sign(await letterOf({ to: 'buyer@evil.test' }))).replace(/^To: /m, `Cc: ${address}\r\nTo: `),
      fromEvil,
    ],
    ['signed for an address that ends like ours', async () => sign(await letterOf({ to: `x${address}` })), fromEvil],
    ['signed by a domain that only tries', () => signedBy('s2', key.pem), fromEvil],
    ['signed with a short key', () => signedBy('s3', weakKey.pem), fromEvil],
    ['signed with a key that was taken back', () => signedBy('s4', key.pem), fromEvil],
    ['with two To', async () => (await sign(await letterOf())).replace(/^To: /m, `To: ${evil}\r\nTo: `), fromEvil],
    ['of a month ago', () => letterOf({ date: aged(30) })],
    ['from tomorrow’s tomorrow', () => letterOf({ date: aged(-3) })],
    ['without a date', async () => (await letterOf()).replace(/^Date: .*\r\n/m, '')],
    ['that answers by itself', () => letterOf({ headers: { 'Auto-Submitted': 'auto-replied' } })],
    ['that is a bounce', () => replaceHeader('multipart/mixed', 'multipart/report')],
    ['with a line that is no field', () => withFrom(`From: ${anna}\r\nwhat is this`)],
  ]
  async function signedBy(selector: string, pem: string) {
    return signed(await letterOf(), { domain: 'pitomnik.test', pem, selector })
  }

  it(`of ${forged.length} forged ones none, and all are told the same`, { timeout: 120_000 }, async () => {
    const outcomes: [string, string][] = []
    for (const [what, letter, envelope] of forged) outcomes.push([what, await send(await letter(), envelope)])
    const told = new Set(outcomes.map(([, reply]) => reply))
    expect(outcomes.filter(([, reply]) => !reply.startsWith('550'))).toEqual([])
    expect([...told]).toHaveLength(1)
    expect(forged.length).toBeGreaterThanOrEqual(50)
    expect(await countLists()).toBe(0)
    await work()
    expect(await answers()).toEqual([])
  })

  it.each(['anybody.test', 'wide.test', 'soft.test', 'unsure.test', 'twice.test', 'nothing.test'])(
    'of a member whose domain %s lets others send',
    async domain => {
      const email = `anna@${domain}`
      await server.database.db.update(users).set({ email, confirmedEmail: email }).where(eq(users.id, annaId))
      expect(await send(await letterOf({ from: email }), { from: email, ip: '192.0.2.200' })).toMatch(/^550/)
      expect(await countLists()).toBe(0)
    },
  )

  it('of a member whose name servers do not answer, for now', async () => {
    const email = 'anna@silent.test'
    await server.database.db.update(users).set({ email, confirmedEmail: email }).where(eq(users.id, annaId))
    expect(await send(await letterOf({ from: email }), { from: email })).toMatch(/^451/)
    const stranger = 'somebody@silent.test'
    expect(await send(await letterOf({ from: stranger }), { from: stranger })).toMatch(/^550/)
    expect(await countLists()).toBe(0)
  })

  it('to an address that nobody has, that was changed, or that is another company’s', async () => {
    const { db } = server.database
    const before = address
    await server.send('POST', '/api/price-lists/address/', undefined, annaId)
    const others = await addressOf((await makeCompany(db)).creatorId)
    for (const to of [before, others, `price-aaaaaaaaaaaaaaaaaa@${mailDomain}`]) {
      expect(await send(await letterOf({ to }), { to })).toMatch(/^550 5\.7\.1 Not accepted/)
    }
    expect(await countLists()).toBe(0)
  })

  it('to what is no address of a price list', async () => {
    for (const to of [
      `postmaster@${mailDomain}`,
      `price-@${mailDomain}`,
      address.replace('prices.', ''),
      'buyer@evil.test',
    ]) {
      expect(await send(await letterOf(), { to })).toMatch(/^550 5\.1\.1/)
    }
  })

  it.each<[string, () => Promise<unknown>]>([
    ['who has left', () => server.database.db.delete(companyMembers).where(eq(companyMembers.userId, annaId))],
    [
      'who is blocked',
      () => server.database.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, annaId)),
    ],
    [
      'who has not confirmed the address',
      () => server.database.db.update(users).set({ confirmedEmail: null }).where(eq(users.id, annaId)),
    ],
    [
      'who has confirmed another since',
      () => server.database.db.update(users).set({ confirmedEmail: 'anna@evil.test' }).where(eq(users.id, annaId)),
    ],
    [
      'of a blocked company',
      () => server.database.db.update(companies).set({ blockedAt: new Date() }).where(eq(companies.id, companyId)),
    ],
  ])('of somebody %s', async (_, change) => {
    await change()
    expect(await send(await sign(await letterOf()))).toMatch(/^550 5\.7\.1 Not accepted/)
    expect(await countLists()).toBe(0)
  })

  it('that was taken, when somebody else brings it again', async () => {
    const letter = await sign(await letterOf(), { headerList: 'from:to:date:subject' })
    expect(await send(letter, fromEvil)).toMatch(/^250/)
    const changed = letter.replace(/^Message-ID: .*$/im, 'Message-ID: <other@evil.test>')
    expect(changed).not.toBe(letter)
    await send(changed, fromEvil)
    await send(changed.replace(/ b=/, ' b= '), fromEvil)
    await send(letter.replace(/^Subject: /m, 'X-Other: 1\r\nSubject: '), fromEvil)
    expect(await countLists()).toBe(1)
    const { db } = server.database
    const other = (await makeCompany(db, { employees: [] })).creatorId
    expect(await send(letter, { ...fromEvil, to: await addressOf(other) })).toMatch(/^550/)
    expect(await countLists()).toBe(1)
  })

  it('that smuggles another one behind its end', async () => {
    const inner = `MAIL FROM:<${anna}>\r\nRCPT TO:<${address}>\r\nDATA\r\n${await letterOf()}`
    const outer = await letterOf({ from: evil })
    for (const end of ['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\n']) {
      await send(`${outer}${end}${inner}`, fromEvil)
      expect(await countLists()).toBe(0)
    }
  })

  it('without one list', async () => {
    const list = { filename: 'п.csv', content: csv }
    expect(await send(await letterOf({ attachments: [] }))).toMatch(/^550 5\.6\.0 No price list/)
    expect(await send(await letterOf({ attachments: [{ filename: 'a.png', content: new Uint8Array([1]) }] }))).toMatch(
      /^550 5\.6\.0 No/,
    )
    expect(await send(await letterOf({ attachments: [list, { ...list, filename: 'р.csv' }] }))).toMatch(
      /^550 5\.6\.0 Several/,
    )
    const large = { filename: 'п.csv', content: new Uint8Array(10 * 1024 * 1024 + 1).fill(32) }
    expect(await send(await letterOf({ attachments: [large] }))).toMatch(/^550 5\.3\.4/)
    expect(await countLists()).toBe(0)
  })
})

describe('the bounds of letters', () => {
  it('twenty an hour of a company, and others’ do not count', { timeout: 120_000 }, async () => {
    const { db } = server.database
    for (let time = 0; time < 5; time++)
      await send(await letterOf({ from: 'evil@evil.test' }), { from: 'evil@evil.test', ip: foreign })
    for (let time = 0; time < 20; time++) {
      expect(await send(await letterOf())).toMatch(/^250/)
      await db.update(priceLists).set({ status: 'ready' })
    }
    expect(await send(await letterOf())).toMatch(/^550 5\.7\.1 Too many/)
    expect(await countLists()).toBe(20)
  })

  it('two lists of a company are read at once, the next is to come later', async () => {
    expect(await send(await letterOf())).toMatch(/^250/)
    expect(await send(await letterOf())).toMatch(/^250/)
    expect(await send(await letterOf())).toMatch(/^451/)
    expect(await countLists()).toBe(2)
  })

  it('a letter of 20 MB, said or not', { timeout: 60_000 }, async () => {
    const said = await talk(receiver.port, ['EHLO x\r\n', `MAIL FROM:<${anna}> SIZE=${21 * 1024 * 1024}\r\n`])
    expect(said.at(-1)).toMatch(/^552/)
    expect(await send(`${await letterOf()}${'a'.repeat(70).concat('\r\n').repeat(300_000)}`)).toMatch(/^55[02]/)
    expect(await countLists()).toBe(0)
  })

  it('a header', async () => {
    const long = (await letterOf()).replace(/^Subject: /m, `X-Long: ${'a'.repeat(140_000)}\r\nSubject: `)
    expect(await send(long)).toMatch(/^550/)
    const many = (await letterOf()).replace(/^Subject: /m, `${'X-Many: a\r\n'.repeat(600)}Subject: `)
    expect(await send(many)).toMatch(/^550/)
    const signatures = (await letterOf()).replace(
      /^Subject: /m,
      `${'DKIM-Signature: v=1; a=rsa-sha256; d=pitomnik.test; s=s1; h=from; bh=; b=\r\n'.repeat(11)}Subject: `,
    )
    expect(await send(signatures)).toMatch(/^550/)
  })

  it('one recipient, and no commands without end', async () => {
    expect(await send(await letterOf(), { to: [address, address.replace(/.@/, 'a@')] })).toMatch(/^452/)
    const replies = await talk(receiver.port, ['EHLO x\r\n', ...Array.from({ length: 500 }, () => 'NOOP\r\n')])
    expect(replies.length).toBeLessThan(450)
    expect(replies.at(-1)).toMatch(/^421/)
  })

  it('says nothing of whom it knows, and speaks for nobody without a mail exchanger', async () => {
    const replies = await talk(receiver.port, [
      'EHLO x\r\n',
      `VRFY ${address}\r\n`,
      `EXPN ${address}\r\n`,
      'MAIL FROM:<a@evil.test>\r\n',
      `RCPT TO:<${address}>\r\n`,
      `RCPT TO:<price-aaaaaaaaaaaaaaaaaa@${mailDomain}>\r\n`,
    ])
    expect(replies.slice(1, 3).every(reply => !reply.startsWith('250'))).toBe(true)
    expect(replies[4]).toBe('250 Accepted')
    expect(exchangersOf(['10.0.0.0/8', 'uniquelocal'])).toEqual([])
    expect(exchangersOf(['loopback', '10.0.0.5'])).toEqual(['127.0.0.1', '::1', '10.0.0.5'])
  })

  it.each<[string, () => string]>([
    [
      'parts in parts',
      () =>
        Array.from(
          { length: 2000 },
          (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
        ).join(''),
    ],
    [
      'a hundred thousand parts',
      () =>
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: application/x\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\na\r\n'.repeat(100_000)}--b--`,
    ],
    ['letters in letters', () => `${'Content-Type: message/rfc822\r\n\r\n'.repeat(5000)}`],
    ['one line of 15 MB', () => `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${'='.repeat(15_000_000)}`],
  ])('a member’s letter of %s', { timeout: 120_000 }, async (_, body) => {
    const head = `From: ${anna}\r\nTo: ${address}\r\nDate: ${new Date().toUTCString()}\r\nMIME-Version: 1.0\r\n`
    expect(await send(head + body())).toMatch(/^550/)
    expect(await countLists()).toBe(0)
  })

  it('names without end', async () => {
    const parts = Array.from({ length: 5000 }, (_, at) => `filename*${at}*=%D0%B0`).join('; ')
    const head = `From: ${anna}\r\nTo: ${address}\r\nDate: ${new Date().toUTCString()}\r\nMIME-Version: 1.0\r\n`
    const body = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment; ${parts}\r\n\r\na\r\n--b--`
    expect(await send(head + body)).toMatch(/^250/)
    expect((await listsOf())[0].file_name).toMatch(/^а{1,255}$/)
  })

  it('a list that explodes when it is unpacked', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 20_500 }, () => ['Туя'])
    const content = new Uint8Array(
      xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows)), {
        type: 'array',
        bookType: 'xlsx',
        compression: true,
      }),
    )
    expect(await send(await letterOf({ attachments: [{ filename: 'п.xlsx', content }] }))).toMatch(/^250/)
    await work()
    expect((await listsOf())[0]).toMatchObject({ status: 'failed' })
  })
})
