import { createConnection } from 'node:net'
import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryOf, workedByMainThread } from './test/child-processes.ts'
import { makeCompany, makePerson } from './test/factories.ts'
import { pdfStream, rawPdf, xlsxFile, zipOf } from './test/list-files.ts'
import { preparedPlace } from './test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers, startWithin } from './test/processes.ts'
import { bearersOf } from './test/sessions.ts'

startsServers('file')

/**
 * Seconds for which one of these requests may keep the thread that answers everybody: nobody waits longer. Of work, not of
 * time, so that it is the same on a busy machine.
 */
const mostWork = 1
/** Megabytes that the process may take for one of them, and keep. */
const mostMemory = 250

let started: Started
let person: string
let grower: string
let personId: string

beforeAll(async () => {
  const { place, made } = await preparedPlace(async db => {
    const { id } = await makePerson(db)
    const { creatorId } = await makeCompany(db)
    return { id, bearers: await bearersOf(db, secret, [id, creatorId]) }
  })
  personId = made.id
  ;[person = '', grower = ''] = made.bearers
  started = await startAndListen({ ...place, RATE_LIMITS: 'off' })
}, startWithin)

const megabyte = 1024 * 1024

const get = (path: string, headers: Record<string, string> = {}) => fetch(started.address + path, { headers })
const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
  fetch(started.address + path, {
    method: 'POST',
    body,
    headers: typeof body === 'string' ? { 'content-type': 'application/json', ...headers } : headers,
  })
const json = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  post(path, JSON.stringify(body), headers)
function file(path: string, name: string, content: Uint8Array | string, headers: Record<string, string> = {}) {
  const form = new FormData()
  form.append('file', new File([content as BlobPart], name))
  return post(path, form, headers)
}
const list = (name: string, content: Uint8Array | string) => file('/api/price-lists/preview/', name, content)
const schedule = (name: string, content: Uint8Array | string) => file('/api/projects/preview/', name, content)

/** Sends bytes that no client library would, until the server ends the connection or has been silent for a second. */
function raw(text: string): Promise<Response> {
  const { port } = new URL(started.address)
  return new Promise(resolve => {
    const socket = createConnection(Number(port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    const end = () => {
      socket.destroy()
      resolve(new Response(null, { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 400) }))
    }
    socket.on('data', data => {
      answer += data.toString('latin1')
      if (answer.includes('\r\n\r\n')) end()
    })
    socket.on('error', end).on('close', end)
  })
}

const manyRows = (count: number, cells: (n: number) => string[]) => [
  ['Наименование', 'Высота', 'Цена'],
  ...Array.from({ length: count }, (_, n) => cells(n)),
]
const csv = (rows: string[][]) => rows.map(row => row.join(';')).join('\n')
const sheet = (body: string) =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${body}</worksheet>`,
  })

/** Each tries to keep the process busy, or to make it hold much. */
const attacks: Record<string, () => Promise<Response | Response[]>> = {
  'a list of one line of two megabytes': () => list('a.csv', 'туя;'.repeat(megabyte / 4)),
  'a list of sizes that never end': () =>
    list('a.csv', csv(manyRows(2000, () => ['туя', '1-'.repeat(300), '1,'.repeat(200)]))),
  'a pasted list of a megabyte of brackets': () =>
    json('/api/price-lists/preview/', { text: '('.repeat(megabyte - 100) }),
  'a workbook of four hundred thousand rows': async () =>
    list(
      'a.xlsx',
      await sheet(`<sheetData>${'<row><c t="inlineStr"><is><t>туя</t></is></c></row>'.repeat(400_000)}</sheetData>`),
    ),
  'a workbook with a cell at its far corner': async () =>
    list(
      'a.xlsx',
      await sheet(
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
      ),
    ),
  'a workbook merged over everything': async () =>
    list(
      'a.xlsx',
      await sheet(
        `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)}</mergeCells>`,
      ),
    ),
  'a workbook of nested elements': async () => list('a.xlsx', await sheet('<a>'.repeat(200_000))),
  'a page of nested tables': () => list('a.html', '<table><tr><td>'.repeat(100_000)),
  'a page of spans over all columns': () =>
    list('a.html', `<table>${'<tr><td colspan=1000 rowspan=65534>туя</td></tr>'.repeat(2000)}</table>`),
  'a pdf of one bottomless page tree': () =>
    list('a.pdf', rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'])),
  'a pdf with a bomb in its stream': async () =>
    list(
      'a.pdf',
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
        pdfStream(deflateSync(Buffer.alloc(300 * megabyte, 'q ')), '/Filter /FlateDecode'),
      ]),
    ),
  'a schedule of 5000 lines of unknown words': () =>
    schedule('a.csv', csv(manyRows(5000, n => [`${'жщ'.repeat(20)}${n} ${'ыъ'.repeat(20)}`, '1', '1']))),
  'a pasted schedule of a hundred thousand short lines': () =>
    json('/api/projects/preview/', { text: 'а\n'.repeat(100_000) }),
  'a document of two hundred thousand rows': async () =>
    schedule(
      'a.docx',
      await zipOf({
        'word/document.xml': `<w:document xmlns:w="w"><w:body><w:tbl>${'<w:tr><w:tc><w:p><w:r><w:t>а</w:t></w:r></w:p></w:tc></w:tr>'.repeat(200_000)}</w:tbl></w:body></w:document>`,
      }),
    ),
  'search words of all letters': () =>
    Promise.all(
      [...Array(20).keys()].map(n => get(`/api/products/?search=${encodeURIComponent('аеиоу '.repeat(30) + n)}`)),
    ),
  'suggestions for combining marks': () =>
    get(`/api/offers/suggest/?q=${encodeURIComponent(`а${'\u0301'.repeat(180)}`)}`),
  'places by one letter': () => get('/api/places/?q=%D0%B0'),
  'a body nested a hundred thousand times': () => post('/api/login/', `${'['.repeat(500_000)}${']'.repeat(500_000)}`),
  'a body of fifty thousand keys': () =>
    post('/api/login/', `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":0`).join()}}`),
  'a password that is hard to estimate': () =>
    json('/api/signup/', {
      email: 'new@dendro.test',
      name: 'А',
      password1: 'qwertyuiop'.repeat(9),
      password2: 'qwertyuiop'.repeat(9),
    }),
  'an invitation with a token of a megabyte': () =>
    json('/api/teams/invitations/view/', { token: 'x'.repeat(900_000) }),
  'three thousand entity tags': () => get('/', { 'if-none-match': '"a",'.repeat(3000) }),
  'an endless list of encodings': () => get('/', { 'accept-encoding': 'br;q=0.1,'.repeat(1500) }),
  'a head of two thousand fields': () => raw(`GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(2100)}\r\n`),
  'pages of words that nobody has': () =>
    Promise.all([...Array(8).keys()].map(n => get(`/search?q=${encodeURIComponent(`ъ${n}`.repeat(60))}`))),
  'a post that names one person a hundred times': () =>
    json('/api/posts/create/', { body: `@[А](${personId}) `.repeat(100).slice(0, 4900) }, { authorization: person }),
  'a post of hashtags': () =>
    json(
      '/api/posts/create/',
      { body: Array.from({ length: 900 }, (_, n) => `#т${n}`).join(' ') },
      { authorization: person },
    ),
  'a search of the network for likeness': () =>
    json('/api/search/', { query: 'ащ'.repeat(100) }, { authorization: person }),
  'forty streams of one person': async () => {
    const ends = new AbortController()
    const answers = await Promise.all(
      [...Array(40).keys()].map(() =>
        fetch(`${started.address}/api/events/`, { headers: { authorization: person }, signal: ends.signal }),
      ),
    )
    ends.abort()
    return answers.map(({ status }) => new Response(null, { status }))
  },
  'eight lists of a company at once': () =>
    Promise.all(
      [...Array(8).keys()].map(n =>
        file(
          '/api/price-lists/',
          `${n}.xlsx`,
          xlsxFile(manyRows(3000, row => [`туя западная ${'Смарагд'.repeat(20)} ${row}`, '100', '1'])),
          { authorization: grower },
        ),
      ),
    ),
}

// Work and memory are read from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('answers everybody beside', () => {
  it.each(Object.keys(attacks))('%s', { timeout: 2 * minute }, async name => {
    const pid = started.child.pid ?? 0
    const before = memoryOf(pid).now
    const began = workedByMainThread(pid)
    const all = [await attacks[name]?.()].flat().filter(answer => answer !== undefined)
    await Promise.all(all.map(answer => answer.arrayBuffer()))
    const work = workedByMainThread(pid) - began
    const grown = Math.round(memoryOf(pid).now - before)
    const statuses = [...new Set(all.map(({ status }) => status))]
    expect.soft(statuses.filter(status => status >= 500 && status !== 503)).toEqual([])
    expect.soft(work / all.length).toBeLessThan(mostWork)
    expect.soft(grown).toBeLessThan(mostMemory)
    expect((await get('/healthz')).status).toBe(200)
  })
})
