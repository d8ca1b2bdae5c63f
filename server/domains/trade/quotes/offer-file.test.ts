import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read as readWorkbook } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { makeProject, plantOf, trading } from '#server/test/trade.ts'
import { hasPoppler } from '../../../../scripts/find-poppler.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'dendro-offer-'))
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const canRead = hasPoppler()

it('a quote is printed with who offers it, to whom, and what it comes to', async () => {
  const { db } = server.database
  const act = trading(server)
  const buyer = await makePerson(db, { name: 'Вера Ясенева' })
  const company = await makeCompany(db, { name: 'Косогор', inn: '7707083893', address: 'Верея, Полевая, 1' })
  const project = await makeProject(db, buyer.id, [
    'Tilia cordata',
    'Quercus robur',
    ...Array.from({ length: 60 }, () => null),
  ])
  const request = await act.ask(buyer.id, project.id, [company.id], { substitutes_allowed: true })
  const birch = await plantOf(db, 'Betula pendula')
  const lines = request.lines.map(({ id }) => ({ line: id, price: 1234.5 }))
  const quote = await act.quote(
    company.creatorId,
    request,
    {},
    {
      lines: [
        { ...lines[0], label: 'Обхват 18–20', note: 'с комом' },
        { ...lines[1], plant: birch.id },
        ...lines.slice(2),
      ],
      delivery_price: 5000,
      note: 'Погрузка наша',
    },
  )
  const path = `/api/requests/${request.id}/quotes/${quote.id}/offer.pdf`
  for (const who of [buyer.id, company.creatorId]) {
    const answer = await server.app.inject({ url: path, headers: { authorization: await server.bearer(who) } })
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    if (!canRead) continue
    const file = join(folder, 'offer.pdf')
    writeFileSync(file, answer.rawPayload)
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replace(
      /[ \u00a0\u202f]+/g,
      ' ',
    )
    for (const part of [
      'Коммерческое предложение',
      'Косогор',
      'ИНН 7707083893 · Верея, Полевая, 1',
      'Для: Вера Ясенева. Сквер',
      'Липа мелколистная',
      'Обхват 18–20',
      'с комом',
      'замена',
      '1 234,50',
      '12 345,00',
      'Растения: 765 390,00 ₽',
      'Доставка: 5 000,00 ₽',
      'Итого: 770 390,00 ₽',
      'Погрузка наша',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/От \d+ \S+ \d{4} г\. Действует до/)
    expect(text).not.toContain('..')
  }
})

it('a quote is a workbook too: with numbers, formulas for its sums, bold headings, and its sender', async () => {
  const { db } = server.database
  const act = trading(server)
  const buyer = await makePerson(db)
  const company = await makeCompany(db, { name: 'Косогор & Ко', phone: '+7 495 111-22-33' })
  const project = await makeProject(db, buyer.id, ['Tilia cordata', 'Quercus robur'])
  const request = await act.ask(buyer.id, project.id, [company.id])
  const quote = await act.quote(company.creatorId, request, { 0: 52_000, 1: 10.5 }, { delivery_price: 5000 })
  const url = `/api/requests/${request.id}/quotes/${quote.id}/offer.xlsx`
  const answer = await server.app.inject({ url, headers: { authorization: await server.bearer(buyer.id) } })
  expect(answer.statusCode).toBe(200)
  const book = readWorkbook(answer.rawPayload, { cellNF: true, cellStyles: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  expect(sheet.G2).toMatchObject({ v: 52_000, z: '#,##0.00' })
  expect(sheet.E2).toMatchObject({ v: 10, z: '#,##0' })
  expect(sheet.H2).toMatchObject({ f: 'ROUND(E2*G2,2)', v: 520_000 })
  expect(sheet.H4).toMatchObject({ f: 'SUM(H2:H3)', v: 520_105 })
  expect(sheet.H6).toMatchObject({ f: 'SUM(H4:H5)', v: 525_105, z: '#,##0.00' })
  const others = Object.values(book.Sheets[book.SheetNames[1] ?? ''] ?? {}).map((cell: { v?: unknown }) => cell.v)
  expect(others).toEqual(expect.arrayContaining(['Косогор & Ко', '+7\u00a0495\u00a0111-22-33']))
})

it('no number is broken, however long it is', async () => {
  if (!canRead) return
  const { db } = server.database
  const act = trading(server)
  const buyer = await makePerson(db)
  const company = await makeCompany(db)
  const project = await makeProject(db, buyer.id, ['Tilia cordata'], 9_999)
  const request = await act.ask(buyer.id, project.id, [company.id])
  const quote = await act.quote(company.creatorId, request, { 0: 9_999_999.99 })
  const url = `/api/requests/${request.id}/quotes/${quote.id}/offer.pdf`
  const answer = await server.app.inject({ url, headers: { authorization: await server.bearer(buyer.id) } })
  const file = join(folder, 'long.pdf')
  writeFileSync(file, answer.rawPayload)
  const lines = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\n')
  const row = lines.find(line => line.includes('Липа'))?.replace(/[\u00a0\u202f]/g, ' ')
  expect(row).toContain('9 999 999,99')
  expect(row).toContain('99 989 999 900,01')
})
