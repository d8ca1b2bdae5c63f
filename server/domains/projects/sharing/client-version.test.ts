import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import type { Remark, Share } from '#contract/shares.ts'
import { tellings } from '#server/domains/telling/telling.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { makeOffer, makeProject, noWish } from '#server/test/trade.ts'
import { hasPoppler } from '../../../../scripts/find-poppler.ts'
import { projectLines } from '../projects.tables.ts'
import { markedUp } from './client-version.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'dendro-client-'))
let owner: string
let stranger: string
const companies = ['Щефблямская роща', 'Ъйский питомник']

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  owner = (await makePerson(db, { name: 'Вера Ясенева' })).id
  stranger = (await makePerson(db)).id
  const [first, second] = await Promise.all(companies.map(name => makeCompany(db, { name })))
  // Prices that no number on a page happens to be.
  await makeOffer(db, first?.id ?? 0, 'Tilia cordata', { priceKopecks: 31_377_31, sku: 'ЩФ-7731' })
  await makeOffer(db, second?.id ?? 0, 'Tilia cordata', { priceKopecks: 41_979_00, note: 'Ъйская липа' })
  await makeOffer(db, second?.id ?? 0, 'Quercus robur', { priceKopecks: 57_919_49 })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function chosenProject(latinNames = ['Tilia cordata', 'Quercus robur']): Promise<Project> {
  const { id, lines } = await makeProject(server.database.db, owner, latinNames, 13)
  // What was imported may have said who sells it, and for how much.
  await server.database.db
    .update(projectLines)
    .set({ text: 'Липа | Щефблямская роща | 31377,31' })
    .where(eq(projectLines.id, lines[0]?.id ?? ''))
  return (await server.send('POST', `/api/projects/${id}/choose/`, { strategy: 'cheapest' }, owner)).body
}

async function share(project: { id: string }, body?: object): Promise<{ share_url: string; token: string }> {
  const answer = await server.send('POST', `/api/projects/${project.id}/share/`, body, owner)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const opened = (token: string, page = 1) => server.get(`/api/projects/shared/${token}/?page=${page}`)
const file = (token: string) => server.app.inject({ url: `/api/shared/${token}/export.pdf` })

function textOf(pdf: Buffer): string {
  const path = join(folder, 'client.pdf')
  writeFileSync(path, pdf)
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/[ \u00a0\u202f]+/g, ' ')
}

/** Everything by which a supplier or what is paid to them could be told. */
function secretsOf({ id, lines, totals }: Project): string[] {
  const options = lines.flatMap(line => line.options)
  const money = (rubles: number) => [String(rubles), rubles.toFixed(2), rubles.toFixed(2).replace('.', ',')]
  return [
    id,
    ...companies,
    'ЩФ-7731',
    'Ъйская липа',
    ...options.flatMap(({ product, company, unit_price, total }) => [
      product.slug,
      product.get_absolute_url,
      product.get_thumbnail,
      `"id":${company.id},"company_name"`,
      `teams/get_current_team/${company.id}`,
      ...[unit_price, total].flatMap(price => (price === null ? [] : money(price))),
    ]),
    ...totals.companies.flatMap(({ price }) => money(price)),
    ...money(totals.price),
    '"variant"',
    '"chosen"',
    '"options"',
  ]
}

describe('the client’s version', () => {
  it('says nothing of who sells, and for how much, in its answer or its file', async () => {
    const project = await chosenProject()
    expect(project.totals.priced_lines).toBe(2)
    const secrets = secretsOf(project)
    // They are all there for the owner, so that looking for them means something.
    const { text } = await server.get(`/api/projects/${project.id}/`, owner)
    for (const secret of [...companies, 'ЩФ-7731', '31377.31', String(project.totals.price)])
      expect(text).toContain(secret)
    for (const more of [{}, { hide_companies: false }, { hide_prices: true }, { title: 'Сад у пруда' }]) {
      const { token, share_url } = await share(project, { kind: 'client', markup_percent: 17, ...more })
      const answer = await opened(token)
      expect(answer.status).toBe(200)
      const pdf = await file(token)
      expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
      const said = [
        answer.text,
        share_url,
        JSON.stringify(answer.headers),
        JSON.stringify(pdf.headers),
        pdf.rawPayload.toString('latin1'),
        ...(hasPoppler() ? [textOf(pdf.rawPayload)] : []),
      ]
      for (const text_ of said) expect(secrets.filter(secret => secret !== '' && text_.includes(secret))).toEqual([])
    }
  })

  it('has marked-up prices in whole rubles a unit, and totals from them', async () => {
    const project = await chosenProject()
    const { body } = await opened((await share(project, { kind: 'client', markup_percent: '17,5' })).token)
    const [note, lime, oak] = body.lines
    expect(note).toMatchObject({ is_note: true, name: 'Деревья', unit_price: null })
    // 31 377,31 × 1,175 = 36 868,34; 57 919,49 × 1,175 = 68 055,40
    expect(lime).toMatchObject({ unit_price: 36_868, total: 36_868 * 13, company_name: null, quantity: 13 })
    expect(oak).toMatchObject({ unit_price: 68_055, total: 68_055 * 13 })
    expect(body.totals).toEqual({ price: (36_868 + 68_055) * 13, priced_lines: 2, lines: 2 })
    const without = await opened((await share(project, { kind: 'client', hide_prices: true })).token)
    expect(without.body.totals.price).toBeNull()
    expect(without.body.lines.every((line: { unit_price: null }) => line.unit_price === null)).toBe(true)
  })

  it('leaves out remarks and names that were imported and may tell who sells, or for how much', async () => {
    const project = await chosenProject()
    const { db } = server.database
    const told = ['Цены Щефблямской рощи', 'щефблямская РОЩА', 'Берём в «Ъйский»', 'по 1500', 'Всё от ъйский питомник']
    const notes = ['Живые изгороди', ...told, 'Ъйска']
    await db.insert(projectLines).values(
      notes.map((text, at) => ({
        ...{ id: uuidv7(), projectId: project.id, position: 10 + at, text, name: '' },
        ...{ isNote: true, wish: noWish },
      })),
    )
    await db
      .update(projectLines)
      .set({ name: 'Липа из питомника Щефблямская роща' })
      .where(eq(projectLines.id, project.lines[1]?.id ?? ''))
    const { token } = await share(project, { kind: 'client' })
    const { body, text } = await opened(token)
    expect(
      body.lines.filter(({ is_note }: { is_note: boolean }) => is_note).map((line: any) => [line.position, line.name]),
    ).toEqual([
      [1, 'Деревья'],
      [10, 'Живые изгороди'],
      // Only half a name, and of an inflected one only a part: it names nobody here.
      [11, 'Цены Щефблямской рощи'],
      [16, 'Ъйска'],
    ])
    expect(body.count).toBe(6)
    expect(text).not.toMatch(/Щефблямская|Ъйский|1500/i)
    expect(body.lines.map(({ name }: { name: string }) => name)).toContain('Липа мелколистная')
    if (hasPoppler()) expect(textOf((await file(token)).rawPayload)).not.toMatch(/Щефблямская|Ъйский|1500/i)
    const { body: full } = await opened((await share(project, { kind: 'full', title: 'Всё' })).token)
    expect(full.lines).toHaveLength(10)
  })

  it('answers the kind of its address, whatever is hidden', async () => {
    const project = await chosenProject()
    for (const hidden of [{ markup_percent: 10 }, { hide_companies: true }, { hide_prices: true }]) {
      const { body } = await opened((await share(project, { kind: 'full', ...hidden })).token)
      expect([body.kind, Object.keys(body)]).toEqual(['full', expect.not.arrayContaining(['id', 'chosen_count'])])
    }
    expect((await opened((await share(project, { kind: 'client' })).token)).body.kind).toBe('client')
  })

  it('rounds each unit to the nearest ruble, half a ruble upwards', () => {
    expect([markedUp(100_49, 0), markedUp(100_50, 0), markedUp(1000_00, 1250)]).toEqual([100_00, 101_00, 1125_00])
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.integer({ min: 0, max: 30_000 }), (kopecks, markup) => {
        const price = markedUp(kopecks, markup)
        expect(price % 100).toBe(0)
        expect(Math.abs(price - (kopecks * (10_000 + markup)) / 10_000)).toBeLessThanOrEqual(50.0001)
      }),
    )
  })

  it('comes in parts, which are kept until the project changes', async () => {
    const project = await chosenProject(Array.from({ length: 120 }, () => 'Tilia cordata'))
    const { token } = await share(project, { kind: 'client', markup_percent: 10 })
    const [first, second] = [await opened(token), await opened(token, 2)]
    expect([first.body.lines.length, second.body.lines.length, first.body.count]).toEqual([100, 21, 121])
    expect(second.body.lines_before).toBe(99)
    expect(second.body.totals).toEqual(first.body.totals)
    expect((await opened(token, 3)).status).toBe(404)
    expect((await opened(token)).text).toBe(first.text)
    const line = project.lines[1]?.id
    await server.send('PATCH', `/api/projects/${project.id}/lines/${line}/`, { quantity: 14 }, owner)
    expect((await opened(token)).body.totals.price).toBeGreaterThan(first.body.totals.price)
  })
})

describe('the sender on the file', () => {
  it.runIf(hasPoppler())('is reached where they have confirmed, by strangers where the company says so', async () => {
    const { db } = server.database
    const [person, creator] = await Promise.all([
      makePerson(db, { name: 'Инна Липова', email: 'new@dendro.test', confirmedEmail: 'old@dendro.test' }),
      makePerson(db, { name: 'Павел Кленов', email: 'own@dendro.test', confirmedEmail: 'own@dendro.test' }),
    ])
    await makeCompany(db, { name: 'Бюро «Аллея»', creatorId: creator.id, phone: '+7 495 111-22-33' })
    const printed = async (who: string, body: object) => {
      const { id } = await makeProject(db, who, ['Tilia cordata'])
      const { token } = (await server.send('POST', `/api/projects/${id}/share/`, body, who)).body
      return textOf((await file(token)).rawPayload)
    }
    const full = await printed(person.id, { kind: 'full', title: 'Сад' })
    expect(full).toContain('old@dendro.test')
    expect(full).not.toContain('new@dendro.test')
    const client = await printed(person.id, { kind: 'client' })
    expect(client).toContain('Инна Липова')
    expect(client).not.toContain('@')
    const ofCompany = await printed(creator.id, { kind: 'client' })
    expect(ofCompany).toContain('Бюро «Аллея»')
    expect(ofCompany).toContain('+7 495 111-22-33')
    expect(ofCompany).not.toContain('own@dendro.test')
  })
})

describe('addresses', () => {
  it('of several kinds live side by side, each taken back on its own', async () => {
    const project = await chosenProject()
    const path = `/api/projects/${project.id}/share/`
    const plain = await share(project)
    const client = await share(project, { kind: 'client', markup_percent: 20, title: 'Сад' })
    const full = await share(project, { kind: 'full', title: 'Наш сад' })
    expect(client.share_url.endsWith(`/shared/${client.token}`)).toBe(true)
    expect((await opened(plain.token)).body).toMatchObject({ kind: 'full', name: 'Сквер' })
    expect((await opened(full.token)).body).toMatchObject({ kind: 'full', name: 'Наш сад' })
    expect((await opened(client.token)).body).toMatchObject({ kind: 'client', name: 'Сад' })
    const listed: Share[] = (await server.get(path, owner)).body
    expect(listed.map(({ token }) => token).toSorted()).toEqual([plain, client, full].map(one => one.token).toSorted())
    expect((await server.get(`${path}${client.token}/`, owner)).body).toMatchObject({
      ...client,
      ...{ kind: 'client', markup_percent: 20, hide_companies: true, hide_prices: false, title: 'Сад' },
    })
    expect((await server.send('DELETE', `${path}${client.token}/`, undefined, owner)).status).toBe(200)
    expect([(await opened(client.token)).status, (await file(client.token)).statusCode]).toEqual([404, 404])
    expect((await server.get(`${path}${client.token}/`, owner)).status).toBe(404)
    // The one without settings is replaced by the next, as before; the others stay.
    const next = await share(project)
    expect([(await opened(plain.token)).status, (await opened(next.token)).status]).toEqual([404, 200])
    expect((await server.send('DELETE', path, undefined, owner)).status).toBe(200)
    expect([(await opened(next.token)).status, (await opened(full.token)).status]).toEqual([404, 200])
    expect((await server.get(`/api/projects/${project.id}/`, owner)).body.share_url).toBeNull()
  })

  it('are its owner’s alone, and bounded', async () => {
    const project = await chosenProject()
    const path = `/api/projects/${project.id}/share/`
    const { token } = await share(project, { kind: 'client' })
    for (const [method, to] of [
      ['GET', path],
      ['GET', `${path}${token}/`],
      ['DELETE', `${path}${token}/`],
      ['GET', `/api/projects/${project.id}/remarks/`],
    ] as const)
      expect(
        (await (method === 'GET' ? server.get(to, stranger) : server.send(method, to, undefined, stranger))).status,
      ).toBe(404)
    for (const wrong of [
      { kind: 'secret' },
      { kind: 'client', markup_percent: 301 },
      { kind: 'client', markup_percent: -1 },
      { kind: 'client', title: 'я'.repeat(256) },
    ])
      expect((await server.send('POST', path, wrong, owner)).status).toBe(400)
    for (const wrong of [`${token}x`, `${token}.x`, `${token}.`, token.replace('.', '..')])
      expect([(await opened(wrong)).status, (await file(wrong)).statusCode]).toEqual([404, 404])
    for (let at = 1; at < 20; at++) await share(project, { kind: 'client' })
    expect((await server.send('POST', path, { kind: 'client' }, owner)).status).toBe(409)
  })
})

describe('a remark', () => {
  it('is one of sixty a day of an address, from wherever they come', async () => {
    const project = await chosenProject()
    const [first, second] = [await share(project, { kind: 'client' }), await share(project, { kind: 'client' })]
    const limited = await server.withSettings({ rateLimits: true })
    const remark = async ({ token }: { token: string }, from: number) =>
      (
        await limited.app.inject({
          method: 'POST',
          url: `/api/shared/${token}/remarks/`,
          remoteAddress: `203.0.113.${from}`,
          payload: { line: project.lines[1]?.id, text: 'Хорошо', name: 'Анна' },
        })
      ).statusCode
    const answers = []
    for (let at = 0; at < 61; at++) answers.push(await remark(first, 1 + (at % 3)))
    expect(answers).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    expect(await remark(second, 4)).toBe(200)
    await limited.close()
  })

  it('is left on a line by whoever has the address, and told to the owner', async () => {
    const project = await chosenProject()
    const { token } = await share(project, { kind: 'client', markup_percent: 20 })
    const path = `/api/shared/${token}/remarks/`
    const body = { line: project.lines[1]?.id, text: 'Можно повыше?', name: 'Анна' }
    const byEmail = { kinds: { comments: { email: true } } }
    expect((await server.send('PATCH', '/api/notification-settings/', byEmail, owner)).status).toBe(200)
    expect(await server.send('POST', path, body)).toMatchObject({ status: 200, body: { message: 'remark sent' } })
    const remarks: Remark[] = (await server.get(`/api/projects/${project.id}/remarks/`, owner)).body
    expect(remarks).toMatchObject([body])
    const { groups } = (await server.get('/api/notifications/groups/', owner)).body
    expect(groups[0]).toMatchObject({
      type_of_notification: 'project_remark',
      body: 'Гость по ссылке (Анна) оставляет замечание к проекту «Сквер».',
      link: `/projects/${project.id}`,
    })
    // Read on the site, it is told nowhere else.
    const waiting = () => server.database.db.select().from(tellings).where(eq(tellings.userId, owner))
    expect(await waiting()).not.toEqual([])
    await server.send('POST', `/api/notifications/read_group/${groups[0].id}/`, undefined, owner)
    expect(await waiting()).toEqual([])
    expect((await opened(token)).text).not.toContain('Можно повыше?')
    const gone = await server.send('DELETE', `/api/projects/${project.id}/remarks/${remarks[0]?.id}/`, undefined, owner)
    expect(gone.status).toBe(200)
    expect((await server.get(`/api/projects/${project.id}/remarks/`, owner)).body).toEqual([])
  })

  it('is refused where it is too long, about nothing, or the address is taken back; and there are so many an hour', async () => {
    const project = await chosenProject()
    const other = await chosenProject()
    const { token } = await share(project, { kind: 'client' })
    const path = `/api/shared/${token}/remarks/`
    const good = { line: project.lines[1]?.id, text: 'Хорошо', name: 'Анна' }
    for (const [field, value] of [
      ['text', ''],
      ['text', 'я'.repeat(1001)],
      ['name', ''],
      ['line', other.lines[1]?.id],
      ['line', '1'],
    ]) {
      const answer = await server.send('POST', path, { ...good, [field as string]: value })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    }
    const limited = await server.withSettings({ rateLimits: true })
    const answers = []
    for (let at = 0; at < 31; at++) answers.push((await limited.send('POST', path, good)).status)
    await limited.close()
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    await server.send('DELETE', `/api/projects/${project.id}/share/${token}/`, undefined, owner)
    expect((await server.send('POST', path, good)).status).toBe(404)
  })
})
