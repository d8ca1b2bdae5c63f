import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correspondentAccountError, settlementAccountError } from '#contract/bank-account.ts'
import { ogrnError } from '#contract/requisites.ts'
import { newMember, password } from '#server/test/accounts.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { firm, person } from '#server/test/trade.ts'
import { requisites } from './requisites.tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const trader = { ...firm, inn: '500100732259', kpp: '', ogrn: '304500116000157', vat: 'none' }

async function ownCompany() {
  const { db } = server.database
  const employee = await makePerson(db)
  return { company: await makeCompany(db, { employees: [employee.id] }), employee: employee.id }
}

describe('a company', () => {
  it('states its requisites, which its people read', async () => {
    const { company, employee } = await ownCompany()
    const path = `/api/teams/${company.id}/requisites/`
    expect(await server.get(path, employee)).toMatchObject({ status: 200, body: null })
    for (const stated of [firm, trader]) {
      expect(await server.send('PUT', path, stated, company.creatorId)).toMatchObject({ status: 200, body: stated })
      expect((await server.get(path, employee)).body).toEqual(stated)
    }
  })

  it('is known to nobody else, and changed by its creator alone', async () => {
    const { company, employee } = await ownCompany()
    const path = `/api/teams/${company.id}/requisites/`
    await server.send('PUT', path, firm, company.creatorId)
    const stranger = await makePerson(server.database.db)
    const { company: other } = await ownCompany()
    for (const who of [stranger.id, other.creatorId]) expect((await server.get(path, who)).status).toBe(403)
    for (const who of [stranger.id, employee]) expect((await server.send('PUT', path, firm, who)).status).toBe(403)
    expect((await server.get(path)).status).toBe(401)
    expect((await server.get('/api/teams/99999999/requisites/', stranger.id)).status).toBe(404)
    expect((await server.get(`/api/teams/get_current_team/${company.id}/`)).text).not.toContain(firm.account)
  })

  it.each([
    ['inn', '7707083894', 'invalid'],
    ['inn', '', 'required'],
    ['kpp', '', 'required'],
    ['kpp', '77360100', 'invalid'],
    ['ogrn', '1027700132196', 'invalid'],
    ['ogrn', '304500116000157', 'invalid'],
    ['ogrn', '', 'required'],
    ['bic', '04452522', 'invalid'],
    ['bic', 'БИК', 'invalid'],
    ['account', '40702810138050013199', 'invalid'],
    ['account', '4070281013805001319', 'invalid'],
    ['account', '', 'required'],
    ['correspondent_account', '30101810500000000225', 'invalid'],
    ['correspondent_account', '', 'required'],
    ['vat', 18, 'invalid_value'],
    ['full_name', ' ', 'required'],
    ['legal_address', 'я'.repeat(501), 'too_big'],
    ['signatory', 'Пих\nтов', 'line_break'],
  ])('is told beside %s that %j is wrong', async (field, value, code) => {
    const { company } = await ownCompany()
    const path = `/api/teams/${company.id}/requisites/`
    const answer = await server.send('PUT', path, { ...firm, [field]: value }, company.creatorId)
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
    expect(answer.body.fields[field][0].code).toBe(code)
  })

  it('is told of all that is wrong at once', async () => {
    const { company } = await ownCompany()
    const wrong = { ...firm, inn: '1', ogrn: '2', bic: '3', account: '4', correspondent_account: '5' }
    const answer = await server.send('PUT', `/api/teams/${company.id}/requisites/`, wrong, company.creatorId)
    expect(Object.keys(answer.body.fields).toSorted()).toEqual([
      'account',
      'bic',
      'correspondent_account',
      'inn',
      'ogrn',
    ])
  })

  it('may copy numbers in groups, and leave out a KPP that there is none of', async () => {
    const { company } = await ownCompany()
    const path = `/api/teams/${company.id}/requisites/`
    const account = firm.account.replace(/(.{5})/g, '$1 ')
    const { kpp: _, ...rest } = trader
    const answer = await server.send('PUT', path, { ...rest, account, vat: '22' }, company.creatorId)
    expect(answer).toMatchObject({ status: 200, body: { account: firm.account, kpp: '', vat: 22 } })
    const named = await server.send('PUT', path, { ...trader, kpp: firm.kpp }, company.creatorId)
    expect(Object.keys(named.body.fields)).toEqual(['kpp'])
  })
})

describe('a buyer', () => {
  it('is a person with a name and an address, or a firm', async () => {
    const { id } = await makePerson(server.database.db)
    const path = '/api/me/requisites/'
    expect(await server.get(path, id)).toMatchObject({ status: 200, body: null })
    const blank = { inn: '', kpp: '', ogrn: '', bank_name: '', bic: '', account: '', correspondent_account: '' }
    const whole = { ...person, ...blank, signatory: '', vat: 'none' }
    expect(await server.send('PUT', path, person, id)).toMatchObject({ status: 200, body: whole })
    // What is left out may be said to be nothing, too.
    const nulls = Object.fromEntries([...Object.keys(blank), 'signatory', 'vat'].map(name => [name, null]))
    expect(await server.send('PUT', path, { ...person, ...nulls }, id)).toMatchObject({ status: 200, body: whole })
    expect(await server.send('PUT', path, firm, id)).toMatchObject({ status: 200, body: firm })
    expect((await server.get(path, id)).body).toEqual(firm)
  })

  it.each([
    [{}, ['full_name', 'legal_address']],
    [{ ...person, inn: '500100732250' }, ['inn']],
    [{ ...person, inn: '7707083893' }, ['kpp', 'ogrn']],
    [{ ...person, bic: '044525225' }, ['bank_name', 'account', 'correspondent_account']],
  ])('is told what is wrong of %j', async (form, fields) => {
    const { id } = await makePerson(server.database.db)
    const answer = await server.send('PUT', '/api/me/requisites/', form, id)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, fields])
  })

  it('takes the requisites along when the account is deleted, and has them in the own data', async () => {
    const leaver = await newMember(server, 'requisites@dendro.test', 'Уходящий')
    await server.send('PUT', '/api/me/requisites/', { ...person, full_name: 'Щефблямов Ъ. Ы.' }, leaver.id)
    expect((await server.get('/api/me/data/', leaver.id)).text).toContain('Щефблямов')
    const left = await server.send('POST', '/api/me/delete/', { password }, leaver.id)
    expect(left.status).toBe(200)
    const rows = await server.database.db.select().from(requisites)
    expect(rows.filter(({ fullName }) => fullName.includes('Щефблямов'))).toEqual([])
  })
})

describe('numbers', () => {
  it('an account of a bank is counted with the end of its BIC, of the Bank of Russia with the middle', () => {
    expect(settlementAccountError(firm.account, firm.bic)).toBeNull()
    expect(settlementAccountError(firm.account, '044525226')).toContain('БИК')
    expect(correspondentAccountError(firm.correspondent_account, firm.bic)).toBeNull()
    // A division of the Bank of Russia: BIC ends with 001.
    const keys = Array.from({ length: 10 }, (_, key) => `40501810${key}00002000001`)
    const ofDivision = keys.filter(account => settlementAccountError(account, '044583001') === null)
    expect(ofDivision).toEqual(keys.filter(account => correspondentAccountError(account, '044583001') === null))
    expect(ofDivision).toHaveLength(1)
  })

  it('every other key of an account is refused', () => {
    for (const at of [8, 0, 19]) {
      const others = Array.from(
        { length: 10 },
        (_, digit) => firm.account.slice(0, at) + digit + firm.account.slice(at + 1),
      )
      expect(others.filter(account => settlementAccountError(account, firm.bic) === null)).toEqual([firm.account])
    }
  })

  it.each(['1027700132195', '304500116000157', '1037739010891'])('%s is an ОГРН', ogrn => {
    expect(ogrnError(ogrn)).toBeNull()
  })
  it.each(['1027700132194', '304500116000158', '0000000000000', '102770013219', 'ОГРН'])('%s is none', ogrn => {
    expect(ogrnError(ogrn)).not.toBeNull()
  })
})
