import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceListLimits } from '#contract/price-lists.ts'
import { seededPlants } from '#server/domains/price-lists/test-layouts/seeded-plants.ts'
import { memoryOf, workedBy } from '#server/test/child-processes.ts'
import { docxOf, zipOf } from '#server/test/list-files.ts'
import { type ReadingProcess, ReadingRefused, startReadingProcess } from './reading-process.ts'
import type { ReadingTask } from './tasks.ts'

const minute = 60_000
const megabyte = 1024 * 1024
const plants = seededPlants()
/** Processor time is measured instead: the machine may be busy. */
const limits = { milliseconds: 10 * minute, bytes: priceListLimits.readingMemory }

const cells = (count: number, cell: string) => cell.repeat(count)
const tags = (count: number, tag: string) => Buffer.from(`<html><body>${tag.repeat(count)}Туя`)
const documentOf = (part: string) => `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>${part}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`

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
      expect(worked).toBeLessThan(15)
      // The memory is watched, not reserved: a process may take more for a moment before it is ended.
      expect(peak).toBeLessThan(limits.bytes / megabyte + 100)
    },
  )
})
