import { describe, expect, test } from 'vitest'
import type { WritableVariant } from '#contract/variants.ts'
import { emptyVariant } from '#server/reading/lines/read-lines.ts'
import type { ScheduleLine } from '#server/reading/schedules/schedule-line.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { fileOf } from './files.ts'
import { writeGrid, type Written } from './grid.ts'
import { generateList } from './layout.ts'
import type { List, OfferTruth, VariantTruth } from './model.ts'
import { answerOf } from './oracle.ts'
import type { Question, Reading, ReadingRow } from './reader.ts'
import { generateSchedule } from './schedule.ts'
import { scoreSchedule } from './score-schedule.ts'
import { scoreReading, scoredFields } from './score.ts'
import { shrinkList } from './shrink.ts'

const seeds = Array.from({ length: 60 }, (_, at) => at + 1)
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function variantOf({ stated, remarks, ambiguous }: VariantTruth): WritableVariant {
  const known = Object.fromEntries(Object.entries(stated).filter(([field]) => !(ambiguous as string[]).includes(field)))
  return { ...emptyVariant, ...known, note: remarks.join('; ') }
}

/** A reading without a fault; what nobody can know is doubtful. */
function perfectReading({ truth, grids }: Written): Reading {
  const rows = grids.flatMap(({ name, rows: cells }) =>
    cells.flatMap((row, at): ReadingRow[] => {
      const common = {
        sheet: name,
        row: at + 1,
        cells: row.map(({ text }) => text),
        candidates: [],
        category: null,
        problems: [],
        unread: [],
        part: null,
      }
      const offers = truth.filter(offer => offer.sheet === name && offer.row === at + 1)
      if (offers.length === 0) return [{ ...common, kind: 'note', verdict: null, name: '', plant: null, variants: [] }]
      return offers.map(({ plant, variants, probe, part }) => ({
        ...common,
        part,
        kind: 'offer',
        verdict: variants.some(({ ambiguous }) => ambiguous.length > 0) ? 'doubtful' : 'clear',
        name: probe,
        plant: plant === null ? null : { id: plant, confidence: 1 },
        variants: variants.map(variantOf),
      })) as ReadingRow[]
    }),
  )
  return {
    failure: null,
    rows,
    rowsInFile: grids.reduce((sum, { rows: { length } }) => sum + length, 0),
    questions: [],
    milliseconds: 0,
  }
}

const clearOffer = ({ variants, plant, part }: OfferTruth) =>
  plant !== null &&
  part === null &&
  variants.length === 1 &&
  variants.every(({ ambiguous, accepted }) => ambiguous.length === 0 && Object.keys(accepted).length === 0)

describe('the generator', () => {
  test('writes the same list for the same seed', async () => {
    for (const seed of seeds.slice(0, 20)) {
      const [one, two] = [generateList(seed), generateList(seed)]
      expect(one).toEqual(two)
      expect(writeGrid(one).truth).toEqual(writeGrid(two).truth)
      const [first, second] = [await fileOf(one, writeGrid(one).grids), await fileOf(two, writeGrid(two).grids)]
      // Workbooks and PDFs tell when they were written.
      if (!['xlsx', 'ods', 'pdf'].includes(one.format)) expect(first.equals(second)).toBe(true)
    }
    expect(generateList(1)).not.toEqual(generateList(2))
    expect(generateList(1)).not.toEqual(generateList(1, true))
  })

  test('says of rows that are there what stands in them', () => {
    for (const seed of seeds) {
      const { grids, truth } = writeGrid(generateList(seed, seed % 2 === 0))
      expect(truth.length, `seed ${seed}`).toBeGreaterThan(0)
      for (const offer of truth) {
        const row = grids.find(({ name }) => name === offer.sheet)?.rows[offer.row - 1] ?? []
        const text = letters(row.map(cell => cell.text).join(' '))
        expect(text, `seed ${seed} row ${offer.row}`).toContain(letters(offer.probe))
        for (const { remarks } of offer.variants) for (const remark of remarks) expect(text).toContain(letters(remark))
        for (const words of offer.info) expect(text).toContain(letters(words))
      }
      expect(new Set(truth.map(({ sheet, row, part }) => `${sheet} ${row} ${part}`)).size).toBe(truth.length)
    }
  })

  test('writes files in which its rows can be found again', async () => {
    const formats = new Set<string>()
    for (const seed of seeds) {
      const list = generateList(seed)
      formats.add(list.format)
      const { grids, truth } = writeGrid(list)
      const tables = await readTables(await fileOf(list, grids))
      if ('failure' in tables) throw new Error(`seed ${seed}: ${tables.failure}`)
      const text = letters(
        tables.sheets
          .flatMap(({ rows }) => rows.flat().map(cell => (typeof cell === 'object' ? '' : String(cell))))
          .join(' '),
      )
      for (const { probe } of truth) {
        for (const line of probe.split('\n')) expect(text, `seed ${seed} ${list.format}`).toContain(letters(line))
      }
    }
    expect(formats.size).toBeGreaterThan(8)
  })
})

describe('the scorer', () => {
  test('finds no fault in a reading that has none', () => {
    for (const seed of seeds) {
      const written = writeGrid(generateList(seed))
      const score = scoreReading(written, perfectReading(written))
      expect(
        score.faults.filter(({ isConfident }) => isConfident),
        `seed ${seed}`,
      ).toEqual([])
      expect([score.wrong, score.guessed, score.accounted]).toEqual([0, 0, score.rows])
      expect(score.right).toBe(score.named)
    }
  })

  test('finds an error planted in any field', () => {
    const wrong: Partial<Record<(typeof scoredFields)[number], unknown>> = {
      form: 'topiary',
      root: 'tray',
      stock: 'sold_out',
      stock_is_minimum: true,
      available_from: '2020-01-01',
      sku: 'another',
      price_tiers: [{ quantity_from: 7, price: 1 }],
    }
    const written = seeds
      .map(seed => writeGrid(generateList(seed)))
      .find(one => one.hasOwnRows && one.truth.some(clearOffer)) as Written
    const offer = written.truth.find(clearOffer) as OfferTruth
    const plant = (change: (row: ReadingRow) => ReadingRow) => {
      const reading = perfectReading(written)
      const index = reading.rows.findIndex(({ sheet, row }) => sheet === offer.sheet && row === offer.row)
      return { ...reading, rows: reading.rows.with(index, change(reading.rows[index] as ReadingRow)) }
    }
    for (const field of scoredFields) {
      const right = offer.variants[0]?.stated[field]
      const others: Partial<Record<typeof field, unknown>> = {
        stock_is_minimum: false,
        root: 'wire_ball',
        stock: 'on_order',
      }
      const planted = wrong[field] ?? 7777
      const value = planted === right ? others[field] : planted
      const reading = plant(row => ({
        ...row,
        variants: [{ ...(row.variants[0] as WritableVariant), [field]: value }],
      }))
      const score = scoreReading(written, reading)
      expect(
        score.faults.map(({ cause }) => cause),
        field,
      ).toEqual([field])
      expect(score.wrong, field).toBe(1)
      // The same in a doubtful row is no confident fault.
      const doubtful = {
        ...reading,
        rows: reading.rows.map(row => ({ ...row, verdict: row.verdict && ('doubtful' as const) })),
      }
      expect(scoreReading(written, doubtful).wrong).toBe(0)
    }
    expect(
      scoreReading(
        written,
        plant(row => ({ ...row, plant: { id: 1_000_000, confidence: 1 } as ReadingRow['plant'] })),
      ).faults[0]?.cause,
    ).toBe('plant')
    expect(
      scoreReading(
        written,
        plant(row => ({ ...row, plant: null })),
      ).faults[0]?.cause,
    ).toBe('plant missing')
    expect(
      scoreReading(
        written,
        plant(row => ({ ...row, kind: 'note', verdict: null })),
      ).faults[0]?.cause,
    ).toBe('lost')
    expect(
      scoreReading(
        written,
        plant(row => ({ ...row, variants: [...row.variants, emptyVariant] })),
      ).faults[0]?.cause,
    ).toBe('more sizes')
  })

  test('counts an answer to what nobody can know, and remarks that are lost', () => {
    const found = { guessed: 0, notes: 0, invented: 0 }
    for (const seed of seeds) {
      const written = writeGrid(generateList(seed))
      const reading = perfectReading(written)
      const silent = {
        ...reading,
        rows: reading.rows.map(row => ({
          ...row,
          verdict: row.verdict && ('clear' as const),
          variants: row.variants.map(variant => ({ ...variant, note: '' })),
        })),
      }
      // Truth itself as an answer, where nobody can know.
      for (const offer of written.truth) {
        const row = silent.rows.find(one => one.sheet === offer.sheet && one.row === offer.row)
        if (row && offer.part === null)
          row.variants = offer.variants.map(({ stated }) => ({ ...emptyVariant, ...stated }))
      }
      const { faults } = scoreReading(written, silent)
      found.guessed += faults.filter(({ cause }) => cause.startsWith('guessed:')).length
      found.notes += faults.filter(({ cause }) => cause === 'note').length
      const first = reading.rows.findIndex(({ kind }) => kind === 'note')
      if (first < 0) continue
      const invented = reading.rows.with(first, {
        ...(reading.rows[first] as ReadingRow),
        kind: 'offer',
        verdict: 'clear',
        variants: [emptyVariant],
      })
      found.invented += scoreReading(written, { ...reading, rows: invented }).faults.filter(
        ({ cause }) => cause === 'invented',
      ).length
    }
    expect(found.guessed).toBeGreaterThan(0)
    expect(found.notes).toBeGreaterThan(0)
    expect(found.invented).toBeGreaterThan(20)
  })
})

test('the shrinker keeps what fails and nothing else', async () => {
  const list = generateList(5)
  const offersOf = (smaller: List) => writeGrid(smaller).truth
  const wanted = offersOf(list).at(-1)?.plant
  const smallest = await shrinkList(list, smaller =>
    Promise.resolve(offersOf(smaller).some(({ plant }) => plant === wanted)),
  )
  expect(offersOf(smallest).map(({ plant }) => plant)).toEqual([wanted])
  expect(smallest.sheets.map(({ top, bottom }) => top.length + bottom.length)).toEqual([0])
  expect(smallest.sheets[0]?.panels[0]?.columns.length ?? 0).toBeLessThan(
    list.sheets[0]?.panels[0]?.columns.length ?? 0,
  )
})

describe('answers of the nursery', () => {
  const ask = (question: Partial<Question>): Question => ({
    id: '1',
    kind: 'column',
    sheet: 'Лист1',
    column: 0,
    text: '',
    options: [],
    rows: 1,
    answer: null,
    ...question,
  })
  const options = (...values: string[]) => values.map(value => ({ value, label: value }))
  const never = () => Promise.reject(new Error('It knows'))

  test('are what the list says', async () => {
    const asked = { column: 0, unit: 0 }
    // Prices of a thousand are rare.
    const many = Array.from({ length: 320 }, (_, at) => at + 1)
    for (const seed of many) {
      const written = writeGrid(generateList(seed))
      for (const [key, { concept, measure }] of written.columns) {
        const [sheet = '', index] = key.split('\n')
        if (concept === 'stock') {
          asked.column += 1
          const answer = await answerOf(
            ask({ sheet, column: Number(index), options: options('price', 'stock', 'ignore') }),
            written,
            never,
          )
          expect(answer?.value, `seed ${seed}`).toBe('stock')
        }
        if (concept === 'priceThousand' && measure === 'thousand') {
          asked.unit += 1
          const answer = await answerOf(
            ask({ kind: 'unit', sheet, column: Number(index), options: options('each', 'thousand') }),
            written,
            never,
          )
          expect(answer?.value).toBe('thousand')
        }
      }
    }
    expect(asked.column).toBeGreaterThan(10)
    expect(asked.unit).toBeGreaterThan(0)
  })

  test('are tried where only the rows tell', async () => {
    const written = writeGrid(generateList(1))
    const right = new Map([
      ['one', 3],
      ['two', 9],
      ['three', 5],
    ])
    const answer = await answerOf(ask({ kind: 'names', options: options('one', 'two', 'three') }), written, value =>
      Promise.resolve(right.get(value) ?? 0),
    )
    expect(answer).toEqual({ question: '1', value: 'two' })
  })
})

describe('schedules', () => {
  const { wish: noWish } = parseNotation('')
  const perfectLines = ({ truth, grids }: Written): ScheduleLine[] =>
    grids.flatMap(({ rows }) =>
      rows.flatMap((row, at): ScheduleLine[] => {
        const text = row
          .map(cell => cell.text)
          .filter(Boolean)
          .join(' | ')
        const item = truth.find(one => one.row === at + 1)
        if (!item)
          return [
            { text, isNote: true, name: '', quantity: null, unit: null, wish: noWish, plant: null, candidates: [] },
          ]
        const { root_size: size = null, ...stated } = item.variants[0]?.stated ?? {}
        const wish = { ...noWish, ...stated, root_size_from: size, root_size_to: size }
        return [
          {
            text,
            isNote: false,
            name: text,
            quantity: item.quantity,
            unit: item.unit as ScheduleLine['unit'],
            wish,
            plant: item.plant,
            candidates: [],
          },
        ]
      }),
    )

  test('are the same for the same seed, and say what stands in them', () => {
    for (const seed of seeds) {
      expect(generateSchedule(seed)).toEqual(generateSchedule(seed))
      const { truth, grids } = writeGrid(generateSchedule(seed, seed % 2 === 0))
      expect(truth.length).toBeGreaterThan(0)
      for (const item of truth) {
        const text = letters((grids[0]?.rows[item.row - 1] ?? []).map(cell => cell.text).join(' '))
        expect(text).toContain(letters(item.probe))
      }
    }
  })

  test('are scored line by line', () => {
    for (const seed of seeds) {
      const written = writeGrid(generateSchedule(seed))
      const score = scoreSchedule(written, perfectLines(written), 0)
      expect(score.faults, `seed ${seed}`).toEqual([])
      expect([score.wrong, score.found, score.lines]).toEqual([0, score.items, score.rows])
    }
    const written = writeGrid(generateSchedule(1))
    const lines = perfectLines(written)
    const at = lines.findIndex(({ isNote, plant }) => !isNote && plant !== null)
    const line = lines[at] as ScheduleLine
    const causes = (changed: Partial<ScheduleLine>) =>
      scoreSchedule(written, lines.with(at, { ...line, ...changed }), 0).faults.map(({ cause }) => cause)
    expect(causes({ quantity: 7777 })).toEqual(['quantity'])
    expect(causes({ unit: 'кг' })).toEqual(['unit'])
    expect(causes({ plant: 1_000_000 })).toEqual(['plant'])
    expect(causes({ plant: null })).toEqual(['missing: plant'])
    expect(causes({ isNote: true })).toEqual(['lost'])
    expect(causes({ wish: { ...line.wish, spread_from: 7777 } })).toEqual(['spread_from'])
    const extra = [...lines, { ...line, text: 'Итого: 12 шт.' }]
    expect(scoreSchedule(written, extra, 0).faults.map(({ cause }) => cause)).toEqual(['invented'])
  })
})
