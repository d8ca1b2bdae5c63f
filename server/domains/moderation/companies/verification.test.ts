import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isImpossibleInn } from '#contract/inn.ts'
import { auditLog } from '#server/domains/audit/audit.tables.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'

type Person = Awaited<ReturnType<typeof makePerson>>
type Company = Awaited<ReturnType<typeof makeCompany>>

let server: TestServer
let db: TestServer['database']['db']
let staff: Person
let colleague: Person

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail })
  colleague = await makePerson(db, { email: otherStaffEmail })
})
afterAll(() => server.close())

let serial = 0
/** A valid number that no other test uses. */
function newInn(): string {
  const start = `7798${String(++serial).padStart(5, '0')}`
  const inn = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(it => !isImpossibleInn(it, 'Россия'))
  if (!inn) throw new Error(`no INN begins with ${start}`)
  return inn
}

const newCompany = async (some: Partial<Company> & { employees?: string[] } = {}) =>
  makeCompany(db, { inn: newInn(), ...some })

const find = async (company: Company, query = '') =>
  (await server.get(`/api/staff/companies/?search=${encodeURIComponent(company.name)}${query}`, staff.id)).body.results
const row = async (company: Company) => (await find(company)).find(({ id }: { id: number }) => id === company.id)
const was = ({ name, inn, country }: Company) => ({ company_name: name, team_zipcode: inn, team_country: country })

const verify = (company: Company, body: object = {}, who = staff) =>
  server.send(
    'POST',
    `/api/staff/companies/${company.id}/verify/`,
    { note: 'Выписка ЕГРЮЛ', was: was(company), ...body },
    who.id,
  )
const correct = (company: Company, body: object, who = staff) =>
  server.send(
    'POST',
    `/api/staff/companies/${company.id}/correct/`,
    { ...was(company), reason: 'Просили в письме', was: was(company), ...body },
    who.id,
  )
async function unverify(company: Company, body: object = {}, who = staff) {
  const { verification } = await row(company)
  const path = `/api/staff/companies/${company.id}/unverify/`
  return server.send(
    'POST',
    path,
    { reason: 'Ошиблись', verified_at: verification?.verified_at ?? '', ...body },
    who.id,
  )
}

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

const isVerified = async ({ id }: Company) => (await server.get(`/api/teams/get_current_team/${id}/`)).body.is_verified
const actions = (id: number) =>
  db
    .select({ action: auditLog.action, name: auditLog.subjectName, reason: auditLog.reason, staffId: auditLog.staffId })
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(id)))
    .orderBy(auditLog.id)
const told = async (userId: string) =>
  (await server.get('/api/notifications/', userId)).body.map(
    ({ type_of_notification, body }: Record<string, string>) => [type_of_notification, body],
  )

describe('the verified mark', () => {
  it('is shown and removed wherever the company is named, at once and in every process', async () => {
    const [reader, employee] = [await makePerson(db), await makePerson(db)]
    const company = await newCompany({ name: 'Зоркий питомник', employees: [employee.id] })
    const { id: productId, slug } = await makeProduct(db, { companyId: company.id })
    const other = await server.another()
    const places = async () => {
      const pick = (list: { id: number }[], id: number) => list.find(one => one.id === id)
      const answers = async (get: (path: string) => Promise<any>) => {
        const lists = await Promise.all([
          get('/api/products/latest/'),
          get('/api/products/hvoynye/?page_size=100').then(body => body.products),
          get(`/api/products/get_all_products/${company.id}/`),
        ])
        return [
          ...lists.map(list => (pick(list, productId) as any).team),
          (await get(`/api/products/hvoynye/${slug}/`)).team,
          await get(`/api/teams/get_current_team/${company.id}/`),
          pick(await get('/api/teams/teams_list/'), company.id),
        ].map(team => [team.company_name, team.is_verified])
      }
      const people = await server.get(`/api/staff/people/?search=${encodeURIComponent(employee.email)}`, staff.id)
      return [
        ...(await answers(async path => (await server.get(path)).body)),
        ...(await answers(async path => (await other.inject({ url: path })).json())),
        [company.name, (await server.get('/api/teams/get_my_team/', employee.id)).body.is_verified],
        [company.name, (await server.get('/api/products/my_products/', employee.id)).body[0].team.is_verified],
        [company.name, people.body.results[0].team.is_verified],
        [company.name, (await row(company)).is_verified],
      ]
    }
    const all = (expected: boolean) => Array(16).fill(['Зоркий питомник', expected])
    expect(await places()).toEqual(all(false))
    expect(await verify(company)).toMatchObject({ status: 200, body: { message: 'company verified' } })
    expect(await places()).toEqual(all(true))
    expect((await row(company)).verification).toEqual({
      verified_at: expect.stringMatching(/Z$/),
      note: 'Выписка ЕГРЮЛ',
    })
    expect(await unverify(company)).toMatchObject({ status: 200, body: { message: 'company unverified' } })
    expect(await places()).toEqual(all(false))
    expect((await row(company)).verification).toBeNull()

    const name = `Зоркий питомник, ИНН ${company.inn}`
    expect(await actions(company.id)).toEqual([
      { action: 'verify', name, reason: 'Выписка ЕГРЮЛ', staffId: staff.id },
      { action: 'unverify', name, reason: 'Ошиблись', staffId: staff.id },
    ])
    for (const who of [company.creatorId, employee.id]) {
      expect(await told(who)).toEqual([
        ['company_unverified', 'Модератор снял отметку «Проверено» с компании «Зоркий питомник». Причина: Ошиблись'],
        [
          'company_verified',
          'Модератор проверил компанию «Зоркий питомник»: рядом с её названием теперь стоит отметка «Проверено».',
        ],
      ])
    }
    expect(await told(reader.id)).toEqual([])
    await other.close()
  })

  it('is shown on the product of a post in the feed', async () => {
    const company = await newCompany()
    const { body: product } = await server.send(
      'POST',
      '/api/products/create/',
      { category: (await makeProduct(db)).categoryId, genus: 'Туя', species: "западная 'Smaragd'" },
      company.creatorId,
    )
    const shown = async () => {
      const { results } = (await server.get('/api/posts/?page_size=100', staff.id)).body
      return results.find((post: any) => post.product?.id === product.id).product.team.is_verified
    }
    expect(await shown()).toBe(false)
    await verify(company)
    expect(await shown()).toBe(true)
  })

  it.each([
    ['7707083894', 'Россия'],
    ['0000000000', 'Россия'],
    ['1', ''],
    ['123456789012', 'рф'],
  ])('is refused for %s in «%s»', async (inn, country) => {
    const company = await newCompany({ inn, country })
    expect(await row(company)).toMatchObject({ is_inn_impossible: true, can: { verify: false } })
    expect(await verify(company)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('не бывает') } })
    expect(await isVerified(company)).toBe(false)
  })

  it('can be given if the number cannot be checked, and is removed when the country changes', async () => {
    const company = await newCompany({ inn: 'УНП 19', country: 'Беларусь' })
    expect(await row(company)).toMatchObject({ is_inn_impossible: false, can: { verify: true } })
    expect((await verify(company)).status).toBe(200)
    const move = (team_country: string) =>
      server.send('PATCH', `/api/teams/${company.id}/`, { team_country }, company.creatorId)
    expect((await move('беларусь')).body.is_verified).toBe(true)
    expect((await move('Россия')).body.is_verified).toBe(false)
    expect(await isVerified(company)).toBe(false)
    expect(await row(company)).toMatchObject({ is_inn_impossible: true, verification: null, can: { verify: false } })
  })

  it('stays when the company changes other fields, and cannot be set in a request', async () => {
    const company = await newCompany()
    await verify(company)
    const edit = (body: object) => server.send('PATCH', `/api/teams/${company.id}/`, body, company.creatorId)
    expect((await edit({ team_country: 'РФ', team_phone: '+7', about_team: 'Растим' })).body.is_verified).toBe(true)
    const other = await newCompany()
    const forged = { is_verified: true, verified_at: '2026-01-01T00:00:00.000Z', verification: { note: 'x' } }
    const { body } = await server.send('PATCH', `/api/teams/${other.id}/`, forged, other.creatorId)
    expect(body.is_verified).toBe(false)
  })

  it('is given to only one of the companies with the same INN, and only once', async () => {
    const one = await newCompany({ name: 'Первый двойник' })
    const two = await newCompany({ name: 'Второй двойник', inn: one.inn })
    expect((await verify(one)).status).toBe(200)
    expect(await verify(one)).toMatchObject({ status: 409, body: { detail: 'Эта компания уже проверена.' } })
    expect(await row(two)).toMatchObject({
      same_inn: { companies: [{ id: one.id, company_name: 'Первый двойник', is_verified: true }], count: 1 },
      can: { verify: false },
    })
    expect(await verify(two)).toMatchObject({ status: 409, body: { detail: 'Компания с таким ИНН уже проверена.' } })
    expect([await isVerified(one), await isVerified(two)]).toEqual([true, false])
    expect([await told(two.creatorId), await actions(two.id)]).toEqual([[], []])
    await unverify(one)
    expect((await verify(two)).status).toBe(200)
  })

  it('is given to only one when two moderators verify two companies with one INN at once', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await newCompany()
      const two = await newCompany({ inn: one.inn })
      const answers = await Promise.all([verify(one), verify(two, {}, colleague)])
      expect(statusesOf(answers)).toEqual([200, 409])
      expect((await isVerified(one)) !== (await isVerified(two))).toBe(true)
      expect([...(await actions(one.id)), ...(await actions(two.id))]).toHaveLength(1)
    }
  })

  it('is given once when two moderators give it to one company at once', async () => {
    const company = await newCompany()
    const answers = await Promise.all([verify(company), verify(company, {}, colleague)])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect([await actions(company.id), await told(company.creatorId)].map(list => list.length)).toEqual([1, 1])
  })

  it('is not removed by a moderator who has seen another mark, or none', async () => {
    const company = await newCompany()
    expect((await unverify(company)).status).toBe(409)
    await verify(company)
    const { verification } = await row(company)
    await unverify(company)
    await verify(company, { note: 'Сверено заново' })
    expect(await unverify(company, verification)).toMatchObject({ status: 409 })
    expect(await isVerified(company)).toBe(true)
    const answers = await Promise.all([unverify(company), unverify(company, {}, colleague)])
    expect(statusesOf(answers)).toEqual([200, 409])
  })

  it('requires a note and a reason', async () => {
    const company = await newCompany()
    for (const note of ['', ' \n', 'я'.repeat(1001), undefined])
      expect(await verify(company, { note })).toMatchObject({ status: 400, body: { fields: { note: [{}] } } })
    await verify(company)
    expect(await unverify(company, { reason: ' ' })).toMatchObject({ status: 400, body: { fields: { reason: [{}] } } })
    expect(await isVerified(company)).toBe(true)
  })
})

describe('a correction', () => {
  it('shows a new name everywhere at once, and keeps the mark', async () => {
    const company = await newCompany({ name: 'Питомник Ряпинка' })
    const { id: productId, slug } = await makeProduct(db, { companyId: company.id })
    await verify(company)
    const names = async () => {
      const latest = (await server.get('/api/products/latest/')).body
      const products = await server.get(
        `/api/staff/listings/?tab=all&search=${encodeURIComponent('Рябинка')}`,
        staff.id,
      )
      return [
        latest.find(({ id }: { id: number }) => id === productId).team.company_name,
        (await server.get(`/api/products/hvoynye/${slug}/`)).body.team.company_name,
        (await server.get(`/api/teams/get_current_team/${company.id}/`)).body.company_name,
        (await server.get('/api/teams/teams_list/')).body.find(({ id }: { id: number }) => id === company.id)
          ?.company_name,
        (await server.get('/api/teams/get_my_team/', company.creatorId)).body.company_name,
        products.body.results[0]?.team.company_name,
        (await find({ ...company, name: 'Рябинка' }))[0]?.company_name,
      ]
    }
    expect(await names()).toEqual([...Array(5).fill('Питомник Ряпинка'), undefined, undefined])
    expect(await correct(company, { company_name: ' Питомник Рябинка ' })).toMatchObject({
      status: 200,
      body: { message: 'company corrected' },
    })
    expect(await names()).toEqual(Array(7).fill('Питомник Рябинка'))
    expect(await isVerified(company)).toBe(true)
    expect((await actions(company.id)).at(-1)).toEqual({
      action: 'correct',
      name: 'Питомник Ряпинка → Питомник Рябинка',
      reason: 'Просили в письме',
      staffId: staff.id,
    })
    // Earlier notifications show the new name too.
    expect(await told(company.creatorId)).toEqual([
      [
        'company_renamed',
        'Модератор изменил название вашей компании, теперь это «Питомник Рябинка». Причина: Просили в письме',
      ],
      ['company_verified', expect.stringContaining('«Питомник Рябинка»')],
    ])
    expect(await find({ ...company, name: 'Ряпинка' })).toEqual([])
  })

  it('removes the mark with a new INN, and frees the old number', async () => {
    const employee = await makePerson(db)
    const company = await newCompany({ name: 'Верба', employees: [employee.id] })
    const twin = await newCompany({ inn: company.inn })
    await verify(company)
    const inn = newInn()
    expect((await correct(company, { team_zipcode: inn })).status).toBe(200)
    const { body } = await server.get(`/api/teams/get_current_team/${company.id}/`)
    expect(body).toMatchObject({ company_name: 'Верба', team_zipcode: inn, is_verified: false })
    expect(await row(company)).toMatchObject({ verification: null, same_inn: { count: 0 } })
    expect((await actions(company.id)).at(-1)).toMatchObject({
      action: 'correct',
      name: `Верба, ИНН ${company.inn} → ${inn}`,
    })
    expect((await told(employee.id))[0]).toEqual([
      'company_inn_changed',
      'Модератор изменил ИНН компании «Верба». Отметки «Проверено» до новой проверки нет. Причина: Просили в письме',
    ])
    expect((await verify(twin)).status).toBe(200)
    expect((await correct(company, { was: { ...was(company), team_zipcode: inn } })).status).toBe(200)
    expect((await verify(company)).status).toBe(409)
  })

  it('is one entry of the log when name and INN change', async () => {
    const company = await newCompany({ name: 'Ива' })
    const inn = newInn()
    await correct(company, { company_name: 'Ивушка', team_zipcode: inn })
    expect(await actions(company.id)).toMatchObject([{ name: `Ива → Ивушка, ИНН ${company.inn} → ${inn}` }])
    expect((await told(company.creatorId)).map(([type]: string[]) => type)).toEqual([
      'company_inn_changed',
      'company_renamed',
    ])
  })

  it('is refused for an invalid new INN, but not for an invalid old one', async () => {
    const company = await newCompany({ name: 'Старая', inn: '1' })
    expect(await correct(company, { team_zipcode: '7707083894' })).toMatchObject({
      status: 400,
      body: { fields: { team_zipcode: [{ message: expect.stringContaining('не бывает'), code: 'impossible' }] } },
    })
    expect((await correct(company, { company_name: 'Новая' })).status).toBe(200)
    const foreign = await newCompany({ country: 'Армения' })
    expect((await correct(foreign, { team_zipcode: '7707083894' })).status).toBe(200)
  })

  it('is refused if it changes nothing or is incomplete', async () => {
    const company = await newCompany()
    expect((await correct(company, {})).status).toBe(400)
    for (const field of ['company_name', 'team_zipcode', 'reason'])
      expect(await correct(company, { company_name: 'Иначе', [field]: ' ' })).toMatchObject({
        status: 400,
        body: { fields: { [field]: [{}] } },
      })
    expect(await actions(company.id)).toEqual([])
  })

  it('is made once by two moderators at once', async () => {
    const company = await newCompany()
    const answers = await Promise.all([
      correct(company, { company_name: 'Одно' }),
      correct(company, { company_name: 'Другое' }, colleague),
    ])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(await actions(company.id)).toHaveLength(1)
  })

  it('leaves no mark on a number that the moderator has not seen, when it is concurrent with a verification', async () => {
    for (let round = 0; round < 5; round++) {
      const company = await newCompany()
      const [verified, corrected] = await Promise.all([
        verify(company),
        correct(company, { team_zipcode: newInn() }, colleague),
      ])
      expect([corrected.status, await isVerified(company)]).toEqual([200, false])
      expect([200, 409]).toContain(verified.status)
    }
  })
})

describe('a decision about a company that has changed since it was read', () => {
  it.each(['company_name', 'team_zipcode', 'team_country'])('is refused: %s', async field => {
    const company = await newCompany()
    const stale = { was: { ...was(company), [field]: 'Другое' } }
    for (const { status, body } of [
      await verify(company, stale),
      await correct(company, { company_name: 'Новое', ...stale }),
    ])
      expect([status, body.detail]).toEqual([409, expect.stringContaining('Прочитайте их ещё раз')])
    expect([await isVerified(company), await actions(company.id)]).toEqual([false, []])
  })

  it('returns 404 for an unknown company', async () => {
    const company = { ...(await newCompany()), id: 2_000_000_000 }
    const path = `/api/staff/companies/${company.id}/unverify/`
    const unmarked = await server.send('POST', path, { reason: 'Нет', verified_at: '' }, staff.id)
    const statuses = [await verify(company), await correct(company, { company_name: 'Новое' }), unmarked]
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('who may verify', () => {
  it('only moderators; for other people, including those of the company, the calls are 404', async () => {
    const employee = await makePerson(db)
    const company = await newCompany({ employees: [employee.id] })
    const claimed = await makePerson(db, { email: `x${staffEmail}`, confirmedEmail: null })
    for (const who of [employee, { id: company.creatorId }, await makePerson(db), claimed] as Person[]) {
      const answers = [
        await verify(company, {}, who),
        await correct(company, { company_name: 'Новое' }, who),
        await unverify(company, {}, who),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect([await isVerified(company), await actions(company.id)]).toEqual([false, []])
  })
})

describe('companies to check', () => {
  it('are found by an invalid INN, exactly as in contract/inn.ts', async () => {
    const inns = ['7707083893', '500100732259', '7707083894', '123456789012', '0000000000', '000000000000']
    inns.push('500100732269', '500100732258', '770708389', '7707083893x', '7707 083893', '٧٧٠٧٠٨٣٨٩٣', ' ')
    // Where 11 gives the remainder 10, the check digit is 0; the sums of SQL and TypeScript could differ there.
    for (let n = 0; n < 60; n++) inns.push(String(7_700_000_000 + n * 7), String(500_100_732_200 + n))
    for (const inn of inns) await newCompany({ name: 'Проба ИНН', inn })
    for (const country of ['Беларусь', 'РФ', ' россия', '']) await newCompany({ name: 'Проба ИНН', inn: '1', country })
    const ask = async (query: string) =>
      (
        await server.get(
          `/api/staff/companies/?search=${encodeURIComponent('Проба ИНН')}&page_size=100${query}`,
          staff.id,
        )
      ).body
    const pages = [await ask(''), await ask('&page=2')].flatMap(({ results }) => results)
    const impossible = pages.filter(company => isImpossibleInn(company.team_zipcode, company.team_country))
    expect(impossible.length).toBeGreaterThan(100)
    expect(impossible.length).toBeLessThan(pages.length - 10)
    const found = [await ask('&only=impossible_inn'), await ask('&only=impossible_inn&page=2')]
    expect(found.flatMap(({ results }) => results.map(({ id }: { id: number }) => id))).toEqual(
      impossible.map(({ id }) => id),
    )
    expect(found[0]?.count).toBe(impossible.length)
    expect(
      pages.every(({ id, is_inn_impossible }) => is_inn_impossible === impossible.some(one => one.id === id)),
    ).toBe(true)
  })

  it('are found by an INN that others have: some of these are named, verified ones first, and all are counted', async () => {
    const [inn, alone] = [newInn(), await newCompany({ name: 'Двойник один' })]
    const twins: Company[] = []
    for (let n = 1; n <= 7; n++) twins.push(await newCompany({ name: `Двойник ${n} из семи`, inn }))
    const last = twins[6] as Company
    await verify(last)
    const found = await find({ ...last, name: 'Двойник' }, '&only=same_inn')
    expect(found.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(twins.map(({ id }) => id)))
    expect(found.map(({ id }: { id: number }) => id)).not.toContain(alone.id)
    const { same_inn } = await row(twins[0] as Company)
    expect(same_inn.count).toBe(6)
    expect(same_inn.companies.map(({ id, is_verified }: any) => [id, is_verified])).toEqual([
      [last.id, true],
      ...twins.slice(1, 5).map(({ id }) => [id, false]),
    ])
  })

  it('are those without a mark; an unknown filter has no effect', async () => {
    const [one, two] = [await newCompany({ name: 'Метка А' }), await newCompany({ name: 'Метка Б' })]
    await verify(one)
    expect(await find({ ...one, name: 'Метка' }, '&only=unverified')).toMatchObject([{ id: two.id }])
    expect((await server.get('/api/staff/companies/?only=all', staff.id)).status).toBe(400)
    expect((await server.get('/api/staff/companies/?only=', staff.id)).status).toBe(200)
  })
})
