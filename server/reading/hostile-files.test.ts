import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceListLimits } from '#contract/price-lists.ts'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import { memoryOf, workedBy } from '#server/test/child-processes.ts'
import { docxOf, pdfStream, rawPdf, zipOf } from '#server/test/list-files.ts'
import { type ReadingProcess, ReadingRefused, startReadingProcess } from './workers/reading-process.ts'
import type { ReadingTask } from './workers/tasks.ts'

const minute = 60_000
const megabyte = 1024 * 1024
const plants = seededPlants()
/** Processor time is measured instead: the machine may be busy. */
const limits = { milliseconds: 10 * minute, bytes: priceListLimits.readingMemory }

const cells = (count: number, cell: string) => cell.repeat(count)
const tags = (count: number, tag: string) => Buffer.from(`<html><body>${tag.repeat(count)}Туя`)
const documentOf = (part: string) => `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>${part}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'
const fonts = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
const pageOf = (more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${fonts} ${more} >> >>`
/** A PDF file with one page that shows this. */
const showing = (content: Buffer | string, more = '', others: (string | Buffer)[] = []) =>
  rawPdf([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', pageOf(more), pdfStream(content), ...others])
const showingText = 'BT /F 9 Tf 40 700 Td (Tuja) Tj ET'
const withPages = (kids: string, count: number, others: string[] = []) =>
  rawPdf([catalogue, `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, pageOf(), pdfStream(showingText), ...others])
/** A form that shows the next ten times, and so on: 10^9 times the last. */
const formsInForms = () => {
  const form = (content: string, next: string) =>
    pdfStream(content, `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << ${fonts} ${next} >>`)
  const levels = Array.from({ length: 9 }, (_, at) => form('/X Do '.repeat(10), `/XObject << /X ${at + 6} 0 R >>`))
  return showing('/X Do', '/XObject << /X 5 0 R >>', [...levels, form(showingText, '')])
}

/** What each file is, how large it is at most, and what its owner is told; `null`: it is read. */
const files: [what: string, make: () => Promise<Buffer> | Buffer, most: number, sentence: RegExp | null][] = [
  [
    'a document that unpacks to 190 MB',
    () => zipOf({ 'word/document.xml': Buffer.alloc(190 * megabyte, '<w:p>') }),
    megabyte,
    /слишком большой объём/,
  ],
  [
    'a document of 110 MB of paragraphs',
    () => docxOf('<w:p><w:r><w:t>Туя</w:t></w:r></w:p>'.repeat(3_000_000)),
    megabyte,
    /20 000 строк/,
  ],
  [
    'a document with 110 MB in a cell',
    () => docxOf(documentOf('Туя западная '.repeat(5_000_000))),
    megabyte,
    /32 767 знаков/,
  ],
  [
    'a document with a million cells',
    () =>
      docxOf(`<w:tbl>${`<w:tr>${cells(150, '<w:tc><w:p><w:r><w:t>5</w:t></w:r></w:p></w:tc>')}</w:tr>`.repeat(7000)}`),
    megabyte,
    /слишком много заполненных ячеек/,
  ],
  ['a document nested ten million times', () => docxOf('<w:p>'.repeat(10_000_000)), megabyte, /вложенных/],
  ['a document with tables in tables', () => docxOf('<w:tbl><w:tr><w:tc>'.repeat(300)), megabyte, /вложенных/],
  [
    'a document whose cells extend over everything',
    () =>
      docxOf(
        `<w:tbl>${`<w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999999"/><w:vMerge/></w:tcPr><w:p/></w:tc>${cells(100, '<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>')}</w:tr>`.repeat(19_000)}</w:tbl><w:p><w:r><w:t>Туя</w:t></w:r></w:p>`,
      ),
    megabyte,
    null,
  ],
  ['a page nested a million times', () => tags(1_900_000, '<div>'), 10 * megabyte, /вложенных/],
  ['a page of tables in tables', () => tags(500_000, '<table><tr><td>'), 10 * megabyte, /вложенных/],
  ['a page that ends what it never began', () => tags(1_600_000, '</div>'), 10 * megabyte, null],
  ['a page of comments that never end', () => tags(2_000_000, '<!--'), 10 * megabyte, /ни одной/],
  ['a page of unfinished tags', () => tags(2_000_000, '<a b='), 11 * megabyte, /ни одной/],
  ['a page of ampersands', () => tags(9_000_000, '&'), 10 * megabyte, /32 767 знаков/],
  [
    'a page with a million cells',
    () => Buffer.from(`<table>${`<tr>${cells(150, '<td>5')}`.repeat(7000)}`),
    10 * megabyte,
    /слишком много заполненных ячеек/,
  ],
  [
    'a page whose cells extend over everything',
    () => Buffer.from(`<table>${`<tr>${cells(199, '<td rowspan=100000 colspan=100000>')}`.repeat(1400)}<tr><td>Туя`),
    10 * megabyte,
    /200 столбцов/,
  ],
  [
    'a page of cells that extend to its end',
    () => Buffer.from(`<table>${`<tr>${cells(15, '<td rowspan=99999>')}<td>5`.repeat(19_000)}`),
    10 * megabyte,
    /200 столбцов/,
  ],
  ['a PDF with 10,000 pages', () => withPages('3 0 R '.repeat(10_000), 10_000), megabyte, /1 000 страниц/],
  ['a PDF with more pages than it says', () => withPages('3 0 R '.repeat(1_000_000), 1), 7 * megabyte, null],
  ['a PDF with fewer pages than it says', () => withPages('3 0 R', 900), megabyte, null],
  [
    'a PDF whose pages stand deep in each other',
    () =>
      withPages(
        '5 0 R',
        1,
        Array.from(
          { length: 50_000 },
          (_, at) => `<< /Type /Pages /Kids [${at === 49_999 ? 3 : at + 6} 0 R] /Count 1 >>`,
        ),
      ),
    7 * megabyte,
    null,
  ],
  ['a PDF whose pages are their own parents', () => withPages('2 0 R', 1), megabyte, /повреждён/],
  ['a PDF whose page unpacks to 900 MB', () => showing(Buffer.alloc(900 * megabyte, ' ')), 2 * megabyte, /\.$/],
  [
    'a PDF that unpacks twice',
    () => {
      const packed = deflateSync(deflateSync(Buffer.alloc(900 * megabyte, ' ')))
      const head = `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`
      const stream = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
      return rawPdf([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', pageOf(), stream])
    },
    megabyte,
    /\.$/,
  ],
  [
    'a PDF with two million texts on a page',
    () =>
      showing(
        `BT /F 1 Tf ${Array.from({ length: 2000 }, (_, at) => `1 0 0 1 ${at % 100} 9 Tm (Tuja) Tj `)
          .join('')
          .repeat(1000)} ET`,
      ),
    megabyte,
    /\.$/,
  ],
  [
    'a PDF with 300,000 texts at places of their own',
    () =>
      showing(
        `BT /F 1 Tf ${Array.from({ length: 300_000 }, (_, at) => `1 0 0 1 ${(at * 7) % 590} ${(at / 400).toFixed(2)} Tm (T) Tj`).join(' ')} ET`,
      ),
    3 * megabyte,
    null,
  ],
  ['a PDF of forms that show forms', formsInForms, megabyte, /\.$/],
  [
    'a PDF with a list of objects without end',
    () =>
      Buffer.from(
        '%PDF-1.7\nxref\n0 999999999\n0000000000 65535 f \ntrailer << /Size 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF',
      ),
    megabyte,
    /повреждён/,
  ],
  ['a PDF of nothing but brackets', () => Buffer.from(`%PDF-1.7\n${'<<['.repeat(3_000_000)}`), 10 * megabyte, /\.$/],
  [
    'a page of a million empty rows',
    () => Buffer.from(`<table>${'<tr><td>'.repeat(1_200_000)}Туя`),
    10 * megabyte,
    /20 000 строк/,
  ],
]

// Memory is read from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('a hostile file', () => {
  let reader: ReadingProcess
  beforeAll(() => {
    reader = startReadingProcess(limits.bytes)
  })
  afterAll(() => reader.end())

  it.each(files)(
    '%s ends within bounds, with a sentence',
    { timeout: 15 * minute },
    async (what, make, most, sentence) => {
      const file = await make()
      expect(file.length).toBeLessThan(most)
      if (!reader.isUsable()) reader = startReadingProcess(limits.bytes)
      const directory = { plants: plants.all, version: '1' }
      // Starts the process and indexes the names.
      await reader.read({ is: 'schedule', text: 'Липа' }, directory, limits)
      const { pid = 0 } = reader
      const before = workedBy(pid)
      let [peak, worked] = [0, 0]
      function look() {
        peak = Math.max(peak, memoryOf(pid).now)
        worked = Math.max(worked, workedBy(pid) - before)
      }
      const watch = setInterval(look, 20)
      const task: ReadingTask = { is: 'price list', file, categories: [], instructions: {} }
      const outcome = await reader.read(task, directory, limits).catch((error: unknown) => error)
      clearInterval(watch)
      look()
      console.log(`${what}: worked ${worked.toFixed(1)} s, ${peak.toFixed()} MB at most`)
      if (sentence === null) expect(outcome).toHaveProperty('rows')
      else {
        expect(outcome).toBeInstanceOf(ReadingRefused)
        expect((outcome as Error).message).toMatch(sentence)
      }
      expect(worked).toBeLessThan(priceListLimits.readingTime / 1000)
      // The memory is watched, not reserved: a process may take more for a moment before it is ended.
      expect(peak).toBeLessThan(limits.bytes / megabyte + 100)
    },
  )
})
