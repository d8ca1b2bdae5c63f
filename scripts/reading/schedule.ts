import type { Halves } from './halves.ts'
import { decimal, fill, joinFacts, Layout, type Maker, themes } from './layout.ts'
import type { Block, Cell, Column, Format, List, Row } from './model.ts'
import { type Item, type Size, stockItems } from './nursery.ts'
import { Random } from './random.ts'
import {
  looseQuantities,
  otherUnits,
  packedPieces,
  pieces,
  scheduleFeet,
  scheduleHabits,
  scheduleHeads,
  scheduleSections,
  scheduleTitles,
  thousands,
  wordNumbers,
} from './schedule-vocabulary.ts'
import { ages, sheetNames } from './vocabulary.ts'

/** A random plant schedule: what somebody wants, as it is written to a nursery. */

/** How many are wanted, by the kind of plant. */
function wanted(random: Random, { kind }: Item): number {
  if (kind === 'tree' || kind === 'fruit') return random.pick([1, 2, 3, 5, 7, 12, 24])
  if (kind === 'perennial' || kind === 'grass') return random.pick([9, 15, 25, 40, 120, 350, 1200])
  return random.pick([1, 3, 5, 6, 10, 15, 20, 25, 30, 50, 80, 150, 420])
}

class ScheduleLayout {
  readonly layout: Layout
  readonly #packing: (size: Size) => Cell

  constructor(layout: Layout) {
    this.layout = layout
    this.#packing = layout.packingWriter()
  }

  column(concept: keyof typeof scheduleTitles): Column {
    return { concept, title: this.layout.title(scheduleTitles[concept]), answers: [] }
  }

  /** A quantity as this schedule writes quantities. */
  quantityWriter(isTable: boolean, hasPacking: boolean): (item: Item, size: Size) => Cell {
    const { random } = this.layout
    const usual = random.word(pieces)
    const style = this.layout.choose('quantities', {
      plain: isTable ? 5 : 0,
      usual: 4,
      mixed: 2,
      packed: hasPacking ? 0 : 1,
    })
    const packed = random.word(packedPieces)
    const exact = (pattern: string, quantity: number): Cell => {
      const number = pattern.includes('{w}')
        ? random.pick(wordNumbers.filter(([value]) => value >= 5))
        : ([quantity, ''] as const)
      return {
        text: pattern.replace('{n}', String(number[0])).replace('{w}', number[1]),
        facts: { quantity: number[0], unit: /\p{L}/u.test(pattern.replace(/\{.\}/g, '')) ? 'шт' : null },
      }
    }
    return (item, size) => {
      const quantity = wanted(random, item)
      const roll = random.next()
      if (style === 'packed' && roll < 0.8) {
        const packing = this.#packing(size)
        return {
          text: packed.replace('{p}', packing.text).replace('{n}', String(quantity)),
          facts: joinFacts([packing.facts, { quantity, unit: packed.includes('шт') ? 'шт' : null }]),
        }
      }
      if (roll > 0.97) return { text: random.word(looseQuantities), facts: { quantity: null, unit: null } }
      if (quantity >= 1000)
        return { text: fill(random.word(thousands), decimal(quantity / 1000)), facts: { quantity, unit: null } }
      if (style !== 'plain' && roll > 0.93 && item.kind !== 'tree') {
        const { unit, writes } = random.pick(otherUnits)
        return { text: fill(random.word(writes), quantity), facts: { quantity, unit } }
      }
      if (style === 'plain' || (style === 'packed' && isTable))
        return { text: String(quantity), value: quantity, facts: { quantity, unit: null } }
      const pattern = style === 'mixed' ? random.word(pieces) : usual
      const cell = exact(pattern === '{n}' && !isTable ? '{n} шт.' : pattern, quantity)
      return cell.text === String(cell.facts?.quantity) ? { ...cell, value: quantity } : cell
    }
  }

  others(): Maker[] {
    const { random } = this.layout
    const makers: Maker[] = []
    const add = (share: number, concept: keyof typeof scheduleTitles, write: () => string) => {
      if (random.chance(share)) makers.push({ column: this.column(concept), write: () => ({ text: write() }) })
    }
    add(0.15, 'step', () => random.pick(['0,5', '0.3', '1,5', '5', '']))
    add(0.12, 'density', () => random.pick(['9', '5', '16', '']))
    add(0.1, 'area', () => random.pick(['12,5', '3', '40', '']))
    add(0.1, 'age', () => fill(random.word(ages), random.int(2, 8)))
    return makers
  }
}

export function generateSchedule(seed: number, isClosed = false): List {
  const random = new Random(seed + 7_000_000, isClosed)
  const format: Format = random.weighted({ xlsx: 5, csv: 1, tsv: 1, lines: 5, docx: 1.5, pdf: 1, ods: 0.5, html: 0.3 })
  const layout = new Layout(random, format)
  layout.choose('headings', { first: 3, merged: 1 })
  layout.choose('lineGlue', { ' - ': 3, ', ': 3, ' — ': 2, ' ': 2, '; ': 0.5 })
  layout.choose('bullet', { '': 4, '- ': 1.5, '• ': 1, '#. ': 2, '#) ': 1 })
  layout.choices.unitsRow = '0'
  const schedule = new ScheduleLayout(layout)
  const isTable = format !== 'lines'
  const items = stockItems(random, themes[layout.theme] ?? [], random.int(5, 30), 1)
  const nameScheme = layout.choose('names', { russian: 6, latin: 2, both: 3, twoColumns: isTable ? 2 : 0 })
  const sizeScheme = layout.choose('sizes', {
    none: 2,
    one: 3,
    split: isTable ? 2 : 0,
    inName: 2,
    remark: isTable ? 3 : 0,
  })
  const packingScheme = layout.choose('packings', {
    none: 3,
    column: isTable ? 3 : 1,
    inSize: sizeScheme === 'one' ? 1 : 0,
    remark: sizeScheme === 'remark' ? 4 : 0,
    inName: 1,
  })
  const names = layout.nameMakers(nameScheme)
  const [firstName] = names
  if (firstName && nameScheme !== 'twoColumns') firstName.column.title = layout.title(scheduleTitles.name)
  const sizes = sizeScheme === 'one' || sizeScheme === 'split' ? layout.sizeMakers(sizeScheme, items) : []
  const packings = packingScheme === 'column' ? layout.packingMakers('column', items) : []
  const [composite, packing] = [layout.composite(items), layout.packingWriter()]
  const glue = random.pick([', ', ' ', '; '])
  const joined = (cells: Cell[]): Cell => {
    const filled = cells.filter(({ text }) => text !== '')
    return { text: filled.map(({ text }) => text).join(glue), facts: joinFacts(filled.map(({ facts }) => facts)) }
  }
  const lastName = names.at(-1)
  if (lastName && (sizeScheme === 'inName' || packingScheme === 'inName')) {
    const { write } = lastName
    lastName.write = (item, size, at) =>
      joined([
        write(item, size, at),
        ...(sizeScheme === 'inName' ? [composite(item, size)] : []),
        ...(packingScheme === 'inName' ? [packing(size)] : []),
      ])
  }
  const [oneSize] = sizes
  if (oneSize && packingScheme === 'inSize') {
    const { write } = oneSize
    oneSize.write = (item, size, at) => joined([write(item, size, at), packing(size)])
  }
  const remarks: Maker[] =
    sizeScheme === 'remark'
      ? [
          {
            column: schedule.column('remark'),
            write: (item, size) =>
              joined([composite(item, size), ...(packingScheme === 'remark' ? [packing(size)] : [])]),
          },
        ]
      : []
  const hasPacking = packingScheme !== 'none'
  const write = schedule.quantityWriter(isTable, hasPacking)
  const quantity: Maker = { column: schedule.column('quantity'), write }
  const unit: Maker[] =
    isTable && layout.choices.quantities === 'plain' && random.chance(0.4)
      ? [{ column: schedule.column('unit'), write: () => ({ text: 'шт.', facts: { unit: 'шт' } }) }]
      : []
  const position: Maker[] =
    isTable && random.chance(0.6)
      ? [{ column: schedule.column('position'), write: (_, __, at) => ({ text: String(at), value: at }) }]
      : []
  const order = layout.choose('order', { last: 4, quantityFirst: 1.5, middle: 2 })
  const rest = isTable ? schedule.others() : []
  const makers =
    order === 'quantityFirst'
      ? [...position, quantity, ...unit, ...names, ...sizes, ...packings, ...remarks, ...rest]
      : order === 'middle'
        ? [...position, ...names, ...unit, quantity, ...sizes, ...packings, ...rest, ...remarks]
        : [...position, ...names, ...sizes, ...packings, ...rest, ...unit, quantity, ...remarks]

  let counter = 0
  const rowOf = (item: Item): Row => {
    counter += 1
    return { kind: 'offer', cells: makers.map(maker => maker.write(item, item.sizes[0] as Size, counter)) }
  }
  const nameAt = makers.indexOf(firstName as Maker)
  const sectionScheme = layout.choose('sections', { none: 4, some: 3 })
  const blocks: Block[] = []
  const parts = sectionScheme === 'some' ? random.int(2, 4) : 1
  const share = Math.ceil(items.length / parts)
  for (let part = 0; part < parts; part += 1) {
    const own = items.slice(part * share, (part + 1) * share)
    if (own.length === 0) continue
    blocks.push({
      heading: sectionScheme === 'some' ? { text: random.word(scheduleSections) } : null,
      headingAt: nameAt,
      isPlain: true,
      repeatsTitles: false,
      groups: own.map(item => [rowOf(item)]),
    })
  }
  const lines = (count: number, list: Halves<string>) =>
    Array.from({ length: count }, () => [fill(random.word(list), items.length)])
  const hasTitles = isTable && random.chance(0.9)
  layout.choices.titles = String(hasTitles)
  const columns = makers.map(({ column }) => column)
  if (!hasTitles) for (const column of columns) Object.assign(column, { title: '', above: undefined })
  const habits = random.chance(0.15) ? lines(1, scheduleHabits) : []
  return {
    seed,
    isClosed,
    format,
    separator: random.pick([';', ',']),
    mergesNames: false,
    choices: layout.choices,
    sheets: [
      {
        name: format === 'xlsx' || format === 'ods' ? random.word(sheetNames) : 'Лист1',
        top: [...lines(random.int(0, 3), scheduleHeads), ...habits],
        panels: [{ columns, hasTitles, hasNumbers: hasTitles && random.chance(0.1), lead: null, blocks }],
        below: [],
        bottom: lines(random.int(0, 2), scheduleFeet),
      },
    ],
  }
}
