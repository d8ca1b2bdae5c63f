import type { Root } from '#contract/variants.ts'
import type { Halves } from './halves.ts'
import type { Block, Cell, Column, Facts, Format, List, ListSheet, Panel, Row, Stated, StatedField } from './model.ts'
import {
  type Item,
  type Kind,
  type NameStyle,
  nameStyle,
  type Range,
  type Size,
  stockItems,
  writeName,
} from './nursery.ts'
import { Random } from './random.ts'
import { titles } from './title-vocabulary.ts'
import {
  ages,
  barePackings,
  colours,
  countries,
  descriptions,
  descriptionTitles,
  emptySheetLines,
  footers,
  foreignPrices,
  forms,
  leads,
  letterheads,
  loosePrices,
  onOrderRemarks,
  onRequest,
  packings,
  packingSections,
  places,
  priceForRemarks,
  priceStyles,
  remarks,
  sectionMarks,
  sections,
  sheetNames,
  sizeWords,
  slashTitles,
  soldOutRemarks,
  stemRemarks,
  stock,
  totals,
  transplants,
  trunks,
  unclearStock,
  units,
  withoutBall,
} from './vocabulary.ts'

/** A random list: a tree of choices, each of which a nursery somewhere has made. */

export interface Maker {
  column: Column
  write: (item: Item, size: Size, at: number) => Cell
}

export const empty = (): Cell => ({ text: '' })
export const fill = (pattern: string, n: number | string) => pattern.replaceAll('{n}', String(n))
export const decimal = (value: number) => String(value).replace('.', ',')

/** Adds up what several cells say. */
export function joinFacts(all: (Facts | undefined)[]): Facts {
  const joined: Facts = {}
  for (const facts of all) {
    if (!facts) continue
    if (facts.plant !== undefined) joined.plant = facts.plant
    if (facts.quantity !== undefined) joined.quantity = facts.quantity
    if (facts.unit !== undefined) joined.unit = facts.unit
    const tiers = [...(joined.stated?.price_tiers ?? []), ...(facts.stated?.price_tiers ?? [])]
    joined.stated = { ...joined.stated, ...facts.stated }
    if (tiers.length > 0) joined.stated.price_tiers = tiers
    joined.accepted = { ...joined.accepted, ...facts.accepted }
    joined.ambiguous = [...(joined.ambiguous ?? []), ...(facts.ambiguous ?? [])]
    joined.remarks = [...(joined.remarks ?? []), ...(facts.remarks ?? [])]
  }
  return joined
}

const measures: StatedField[] = ['height_from', 'height_to', 'girth_from', 'girth_to', 'spread_from', 'spread_to']

export const themes: Record<string, Kind[]> = {
  all: ['conifer', 'tree', 'shrub', 'evergreen', 'perennial', 'grass', 'climber', 'rose', 'fruit'],
  woody: ['conifer', 'tree', 'shrub'],
  trees: ['tree'],
  conifers: ['conifer'],
  shrubs: ['shrub', 'climber', 'evergreen'],
  perennials: ['perennial', 'grass'],
  garden: ['rose', 'fruit', 'climber', 'shrub'],
  forest: ['conifer', 'tree', 'shrub'],
}

export class Layout {
  readonly random: Random
  readonly choices: Record<string, string> = {}
  readonly name: NameStyle
  readonly format: Format
  readonly theme: string
  readonly dash: string
  /** Rubles for a euro. */
  readonly rate: number
  readonly #case: string

  constructor(random: Random, format: Format) {
    this.random = random
    this.format = format
    this.choices.format = format
    this.name = nameStyle(random)
    this.rate = random.int(95, 110)
    this.theme = this.choose('theme', {
      all: 4,
      woody: 4,
      trees: 2,
      conifers: 2,
      shrubs: 2,
      perennials: 2,
      garden: 2,
      forest: 1,
    })
    this.dash = this.choose('range', { '-': 6, '–': 2, '/': 2, ' - ': 2, '—': 1, '...': 0.4, '÷': 0.4, '..': 0.2 })
    this.#case = this.choose('case', { written: 8, upper: 1.5, lower: 1, colon: 0.4, spaced: 0.4 })
  }

  choose<Name extends string>(what: string, weights: Partial<Record<Name, number>>): Name {
    const chosen = this.random.weighted(weights)
    this.choices[what] = chosen
    return chosen
  }

  title(entries: Halves<string>, n?: number): string {
    const text = fill(this.random.word(entries), n ?? '')
    if (this.#case === 'upper') return text.toUpperCase()
    if (this.#case === 'lower') return text.toLowerCase()
    if (this.#case === 'colon') return `${text}:`
    return this.#case === 'spaced' ? ` ${text.replaceAll(' ', '  ')} ` : text
  }

  // Sizes

  /** The ends of a range in metres or centimetres as this list writes them. */
  range(
    range: Range,
    inMetres: boolean,
    unit = '',
  ): { text: string; from: number | null; to: number | null; value?: number } {
    const [from, to] = range
    const bare = (length: number) => decimal(inMetres ? length / 100 : length)
    const write = (length: number) => `${bare(length)}${unit}`
    const rare = this.random.next()
    if (rare < 0.02) return { text: `${bare(from)}+${unit}`, from, to: null }
    if (rare < 0.03) return { text: `от ${write(from)}`, from, to: null }
    if (rare < 0.035) return { text: `${write(from)} и выше`, from, to: null }
    if (rare < 0.04) return { text: `>${write(from)}`, from, to: null }
    if (rare < 0.045) return { text: `до ${write(to)}`, from: null, to }
    if (rare < 0.09) return { text: write(from), from, to: from, value: inMetres ? from / 100 : from }
    return { text: `${bare(from)}${this.dash}${write(to)}`, from, to }
  }

  spanCell(span: 'height' | 'girth' | 'spread', range: Range | null, inMetres: boolean, unit: string): Cell {
    if (!range) return empty()
    const { text, from, to, value } = this.range(range, inMetres, unit)
    const facts = { stated: { [`${span}_from`]: from, [`${span}_to`]: to } }
    return unit ? { text, facts } : { text, facts, ...(value !== undefined && { value }) }
  }

  /** Metres are for what is taller than a person's knee. */
  sizeMakers(scheme: string, items: Item[]): Maker[] {
    const has = (test: (size: Size) => unknown) => items.some(({ sizes }) => sizes.some(test))
    const makers: Maker[] = []
    const single = (concept: 'stem' | 'transplants' | 'form') => ({
      concept,
      title: this.title(titles[concept]),
      answers: [concept === 'stem' ? 'stem_height' : concept],
    })
    if (scheme === 'one') {
      const isPart = this.composite(items)
      return [
        {
          column: { concept: 'size', title: this.title(titles.size), answers: ['size'] },
          write: (item, size) => isPart(item, size),
        },
      ]
    }
    const above = this.random.chance(0.35) ? this.title(titles.aboveSizes) : undefined
    if (has(({ height }) => height)) {
      const unit = this.choose('heightUnit', {
        cm: 5,
        plain: 3,
        m: this.theme === 'perennials' || this.theme === 'forest' ? 0 : 2,
        inCell: 2,
        mInCell: 1,
      })
      const inMetres = unit === 'm' || unit === 'mInCell'
      const written =
        unit === 'inCell'
          ? this.random.pick([' см', 'см', ' cm', ' см.'])
          : unit === 'mInCell'
            ? this.random.pick([' м', 'м', ' m'])
            : ''
      if (scheme === 'minmax') {
        const end = (entries: Halves<string>, concept: 'heightMin' | 'heightMax', at: 0 | 1): Maker => ({
          column: {
            concept,
            title: this.title(entries),
            answers: ['height', 'size'],
            measure: 'cm',
            ...(above !== undefined && { above: this.title(titles.height) }),
          },
          write: (_, { height }) =>
            height
              ? {
                  text: String(height[at]),
                  value: height[at],
                  facts: { stated: { [at === 0 ? 'height_from' : 'height_to']: height[at] } },
                }
              : empty(),
        })
        makers.push(end(titles.heightMin, 'heightMin', 0), end(titles.heightMax, 'heightMax', 1))
        // «от» and «до» alone need something above them.
        for (const { column } of makers) column.above ??= this.title(titles.height)
      } else {
        const entries = unit === 'cm' ? titles.heightCm : unit === 'm' ? titles.heightM : titles.height
        makers.push({
          column: {
            concept: 'height',
            title: this.title(entries),
            ...(above !== undefined && { above }),
            unit: inMetres ? 'м' : 'см',
            answers: ['height', 'size'],
            measure: inMetres ? 'm' : 'cm',
          },
          write: (_, { height }) => this.spanCell('height', height, inMetres, written),
        })
      }
    }
    for (const span of ['girth', 'spread'] as const) {
      if (!has(size => size[span])) continue
      makers.push({
        column: {
          concept: span,
          title: this.title(titles[span]),
          ...(above !== undefined && { above }),
          unit: 'см',
          answers: [span, 'size'],
          measure: 'cm',
        },
        write: (_, size) => this.spanCell(span, size[span], false, ''),
      })
    }
    if (has(({ stem }) => stem)) {
      makers.push({
        column: { ...single('stem'), unit: 'см' },
        write: (_, { stem }) =>
          stem
            ? { text: String(stem), value: stem, facts: { stated: { stem_height: stem } } }
            : this.random.chance(0.3)
              ? { text: '-' }
              : empty(),
      })
    }
    if (has(({ girth }) => girth) && this.random.chance(0.06)) {
      makers.push({
        column: { concept: 'trunk', title: this.title(trunks), unit: 'см', answers: ['note', 'ignore'] },
        write: (_, { girth }) =>
          girth ? { text: `${Math.round(girth[0] / 3.14)}-${Math.round(girth[1] / 3.14)}`, isInfo: true } : empty(),
      })
    }
    if (has(({ transplants: times }) => times)) {
      makers.push({
        column: single('transplants'),
        write: (_, { transplants: times }) =>
          times ? { text: String(times), value: times, facts: { stated: { transplants: times } } } : empty(),
      })
    }
    if (has(({ form }) => form && form !== 'standard')) {
      makers.push({ column: single('form'), write: (_, { form }) => this.formCell(form) })
    }
    return makers
  }

  formCell(form: Size['form']): Cell {
    if (!form || !(form in forms)) return empty()
    return { text: this.random.word(forms[form as keyof typeof forms]), facts: { stated: { form } } }
  }

  /** A cell with all measures of a size. */
  composite(items: Item[]): (item: Item, size: Size) => Cell {
    const random = this.random
    const isTall = items.some(({ sizes }) => sizes.some(({ height }) => (height?.[0] ?? 0) >= 100))
    const inMetres = isTall && random.chance(0.15)
    const unit = this.choose('compositeUnit', { none: 4, cm: 3 })
    const label = this.choose('compositeWords', { bare: 5, words: 4 })
    const order = random.chance(0.5)
    const glue = random.pick([', ', ' ', '; ', ' / ', '\n'])
    const word = {
      height: random.word(sizeWords.height),
      girth: random.word(sizeWords.girth),
      spread: random.word(sizeWords.spread),
      stem: random.word(sizeWords.stem),
    }
    const times = random.word(transplants)
    const cross = random.pick([' x ', 'х', '×', ' х ', 'x'])
    return (item, size) => {
      const parts: { text: string; facts: Facts }[] = []
      const add = (span: 'height' | 'girth' | 'spread', range: Range, named: boolean) => {
        const metres = inMetres && span === 'height'
        const suffix = metres ? ' м' : unit === 'cm' ? ' см' : ''
        const { text, from, to } = this.range(range, metres, suffix)
        const isOpen = from !== to && (from === null || to === null)
        const [fromField, toField] = [`${span}_from`, `${span}_to`] as const
        parts.push({
          text: named ? `${word[span]}${/[=-]$/.test(word[span]) ? '' : ' '}${text}` : text,
          facts: {
            stated: { [fromField]: from, [toField]: to },
            // One number, which may be anything on a tree.
            ...(!named && span === 'girth' && !isOpen && from === to && { ambiguous: measures }),
          },
        })
      }
      const isNamed = label === 'words'
      if (size.height && size.spread && !isNamed && !size.girth) {
        const [one, two] = [this.range(size.height, false), this.range(size.spread, false)]
        parts.push({
          text: `${one.text}${cross}${two.text}${unit === 'cm' ? ' см' : ''}`,
          facts: { stated: { height_from: one.from, height_to: one.to, spread_from: two.from, spread_to: two.to } },
        })
      } else {
        const both = Boolean(size.height && size.girth)
        if (size.girth) add('girth', size.girth, isNamed || both)
        if (size.height) {
          add('height', size.height, isNamed || both || Boolean(size.spread))
          const isLone = !isNamed && !both && !size.spread
          const [from, to] = size.height
          const last = parts.at(-1)
          // A tree of 30–40 may be a girth, a creeping juniper's 40–60 its spread.
          if (isLone && last && ((item.kind === 'tree' && to <= 60) || (item.isSpreading && from < 100))) {
            last.facts.ambiguous = measures
          }
        }
        if (size.spread) add('spread', size.spread, true)
      }
      if (order) parts.reverse()
      if (size.stem) parts.push({ text: `${word.stem} ${size.stem}`, facts: { stated: { stem_height: size.stem } } })
      if (size.transplants) {
        parts.push({ text: fill(times, size.transplants), facts: { stated: { transplants: size.transplants } } })
      }
      if (size.form && size.form !== 'standard') {
        const { text, facts = {} } = this.formCell(size.form)
        parts.push({ text, facts })
      }
      return { text: parts.map(({ text }) => text).join(glue), facts: joinFacts(parts.map(({ facts }) => facts)) }
    }
  }

  // Packing

  packingWriter(): (size: Size) => Cell {
    const random = this.random
    const code = Object.fromEntries(Object.entries(packings).map(([root, list]) => [root, random.word(list)]))
    const bare = Object.fromEntries(Object.entries(barePackings).map(([root, list]) => [root, random.word(list)]))
    const isMixed = random.chance(0.25)
    const bareShare = random.pick([0, 0, 0.05, 0.3])
    return ({ root, rootSize }) => {
      if (rootSize === null || random.chance(bareShare)) {
        const text = isMixed ? random.word(barePackings[root]) : (bare[root] ?? '')
        return { text, facts: { stated: { root } } }
      }
      const pattern = isMixed && root !== 'bare_root' ? random.word(packings[root]) : (code[root] ?? '{n}')
      return { text: fill(pattern, decimal(rootSize)), facts: { stated: { root, root_size: rootSize } } }
    }
  }

  packingMakers(scheme: string, items: Item[]): Maker[] {
    const has = (...roots: Root[]) => items.some(({ sizes }) => sizes.some(({ root }) => roots.includes(root)))
    const write = this.packingWriter()
    if (scheme === 'column') {
      return [
        {
          column: { concept: 'packing', title: this.title(titles.packing), answers: ['root', 'root_size', 'size'] },
          write: (_, size) => write(size),
        },
      ]
    }
    const makers: Maker[] = []
    const bare = Object.fromEntries(Object.entries(barePackings).map(([root, list]) => [root, this.random.word(list)]))
    const isSplit = scheme === 'rootAndSize'
    if (isSplit) {
      makers.push({
        column: { concept: 'packing', title: this.title(titles.packing), answers: ['root', 'size'] },
        write: (_, { root }) => ({ text: bare[root] ?? '', facts: { stated: { root } } }),
      })
    }
    const numbers = (concept: 'litres' | 'ballSize', roots: Root[], unit: string): Maker => ({
      column: { concept, title: this.title(titles[concept]), unit, answers: ['root_size', 'root', 'size'] },
      write: (_, { root, rootSize }) =>
        rootSize !== null && roots.includes(root)
          ? {
              text: decimal(rootSize),
              value: rootSize,
              // The title says what it is; of a ball it does not say whether there is wire.
              facts: {
                stated: isSplit ? { root_size: rootSize } : { root, root_size: rootSize },
                ...(!isSplit && root === 'wire_ball' && { accepted: { root: ['ball'] } }),
              },
            }
          : empty(),
    })
    if (has('container')) makers.push(numbers('litres', ['container'], 'л'))
    if (has('ball', 'wire_ball')) makers.push(numbers('ballSize', ['ball', 'wire_ball'], 'см'))
    return makers
  }

  // Prices

  priceText(price: number): Pick<Cell, 'text' | 'value'> {
    return { text: decimal(price), value: price }
  }

  priceMakers(scheme: string): Maker[] {
    const random = this.random
    const style = this.choose('priceStyle', { number: 6, grouped: 2, words: this.format === 'lines' ? 100 : 3 })
    const pattern = random.word(priceStyles)
    const group = random.pick([' ', '\u00a0', "'"])
    const request = random.word(onRequest)
    const askedShare = random.pick([0, 0, 0.04, 0.1])
    const said = (price: number): Pick<Cell, 'text' | 'value'> => {
      const grouped = String(price).replace(/\B(?=(?:\d{3})+(?!\d))/g, Number.isInteger(price) ? group : '')
      if (style === 'number') return { text: decimal(price), value: price }
      if (style === 'grouped') return { text: grouped.replace('.', ',') }
      const own = pattern === '{p}' ? '{p} р.' : pattern
      return { text: Number.isInteger(price) ? own.replace('{p}', grouped) : `${decimal(price)} руб.` }
    }
    const looseShare = random.pick([0, 0, 0, 0.04])
    const loose = random.word(loosePrices)
    const asked = (size: Size) => (size.price * 7) % 100 < askedShare * 100
    const one = (entries: Halves<string>, concept: string, factor = 1, n?: number): Maker => ({
      column: { concept, title: this.title(entries, n), unit: 'руб.', answers: ['price'] },
      write: (_, size) =>
        factor === 1 && random.chance(looseShare)
          ? {
              text: loose.replace('{n}', String(size.price)).replace('{m}', String(roundUp(size.price * 1.25))),
              facts: { ambiguous: ['price'] },
            }
          : asked(size)
            ? { text: random.chance(0.7) ? request : '', facts: { stated: { price: null } } }
            : { ...said(Math.round(size.price * factor * 1000) / 1000), facts: { stated: { price: size.price } } },
    })
    const reduced = (price: number, share: number) =>
      Math.max(1, Math.round((price * share) / (price < 300 ? 1 : 10)) * (price < 300 ? 1 : 10))
    const tier = (column: Column, share: number, quantity: number | null): Maker => ({
      column,
      write: (_, size) => {
        if (asked(size)) return empty()
        const price = reduced(size.price, share)
        return { ...said(price), facts: { stated: { price_tiers: [{ quantity_from: quantity, price }] } } }
      },
    })
    if (scheme === 'one') return [one(titles.price, 'price')]
    if (scheme === 'thousand') {
      const maker = one(titles.priceThousand, 'priceThousand', 1000)
      maker.column.measure = 'thousand'
      return [maker]
    }
    if (scheme === 'ten') {
      const maker = one(titles.priceTen, 'priceTen', 10)
      maker.column.measure = 'ten'
      return [maker]
    }
    if (scheme === 'pack') {
      const pieces = random.pick([5, 10, 12, 20, 24, 50])
      const maker = one(titles.pricePack, 'pricePack', pieces, pieces)
      maker.column.measure = `pack:${pieces}`
      return [maker]
    }
    if (scheme === 'inThousands') {
      const maker = one(titles.priceInThousands, 'priceInThousands', 1 / 1000)
      return [maker]
    }
    if (scheme === 'foreign') {
      const isInCell = random.chance(0.35)
      const sign = random.word(foreignPrices)
      const title = isInCell ? this.title(titles.price) : this.title(titles.priceForeign)
      return [
        {
          column: { concept: 'priceForeign', title, answers: ['price', 'note'], measure: 'other' },
          write: (_, size) => {
            const price = Math.max(1, Math.round(size.price / 100))
            const facts: Facts = { stated: { price: null }, remarks: [String(price)] }
            return isInCell
              ? { text: sign.replace('{p}', String(price)), facts }
              : { text: String(price), value: price, facts }
          },
        },
      ]
    }
    if (scheme === 'leadThousand') return [one(titles.price, 'price', 1000)]
    if (scheme === 'leadInThousands') return [one(titles.price, 'price', 1 / 1000)]
    if (scheme === 'leadForeign' || scheme === 'leadRate') {
      return [
        {
          column: {
            concept: 'priceForeign',
            title: this.title(titles.price),
            answers: ['price', 'note'],
            measure: 'other',
          },
          write: (_, size) => {
            const price = Math.max(1, Math.round(size.price / 100))
            const facts: Facts =
              scheme === 'leadForeign'
                ? { stated: { price: null }, remarks: [String(price)] }
                : { stated: { price: null }, accepted: { price: [price * this.rate] }, ambiguous: ['price'] }
            return { text: String(price), value: price, facts }
          },
        },
      ]
    }
    if (scheme === 'slash') {
      const sign = random.pick(['/', ' / ', '\n'])
      return [
        {
          column: { concept: 'priceSlash', title: this.title(slashTitles), unit: 'руб.', answers: ['price'] },
          write: (_, size) => {
            const trade = reduced(size.price, 0.8)
            return {
              text: `${said(size.price).text}${sign}${said(trade).text}`,
              facts: { stated: { price: size.price, price_tiers: [{ quantity_from: null, price: trade }] } },
            }
          },
        },
      ]
    }
    const above = random.chance(0.45) ? this.title(titles.abovePrices) : undefined
    const base = one(titles.price, 'price')
    if (above !== undefined) base.column.above = above
    if (scheme === 'wholesale') {
      const trade = tier(
        {
          concept: 'wholesale',
          title: this.title(titles.wholesale),
          unit: 'руб.',
          answers: ['price_wholesale'],
          ...(above !== undefined && { above }),
        },
        0.8,
        null,
      )
      return random.chance(0.5) ? [base, trade] : [trade, base]
    }
    if (scheme === 'tiers') {
      const quantities = random.pick([[10], [10, 50], [10, 100], [5, 20, 100], [100], [50, 500]])
      return [
        base,
        ...quantities.map((quantity, at) =>
          tier(
            {
              concept: 'priceFrom',
              title: this.title(titles.priceFrom, quantity),
              unit: 'руб.',
              answers: [`price_from:${quantity}`, 'price_wholesale'],
              ...(above !== undefined && { above }),
            },
            0.92 - at * 0.07,
            quantity,
          ),
        ),
      ]
    }
    if (scheme === 'old') {
      const old: Maker = {
        column: { concept: 'oldPrice', title: this.title(titles.oldPrice), answers: ['ignore', 'note'] },
        write: (_, size) => (asked(size) ? empty() : { ...said(roundUp(size.price * 1.2)), isInfo: true }),
      }
      return random.chance(0.5) ? [old, base] : [base, old]
    }
    // A discount beside the price.
    const discount: Maker = {
      column: { concept: 'discount', title: this.title(titles.discount), answers: ['note', 'ignore'] },
      write: (_, size) =>
        size.quantity % 3 === 0 ? { text: random.pick(['5%', '-50%', '10 %', '15%']), isInfo: true } : empty(),
    }
    return [base, discount]
  }

  // Stock

  stockMakers(scheme: string): Maker[] {
    const random = this.random
    const column = { concept: 'stock', title: this.title(titles.stock), unit: 'шт.', answers: ['stock'] }
    if (scheme === 'thousand') {
      return [
        {
          column: { ...column, title: this.title(titles.stockThousand), measure: 'thousand' },
          write: (_, { quantity }) => ({
            text: decimal(quantity / 10),
            value: quantity / 10,
            facts: { stated: { stock: 'in_stock', stock_quantity: quantity * 100 } },
          }),
        },
      ]
    }
    const marks = {
      yes: random.word(stock.in_stock),
      no: random.word(stock.sold_out),
      ask: random.word(stock.on_order),
      soon: random.word(stock.soon),
    }
    const exact = this.format === 'lines' ? '{n} шт.' : random.word(stock.exact)
    const unclear = random.word(unclearStock)
    const unclearShare = random.pick([0, 0, 0.04])
    const blankShare = scheme === 'words' ? random.pick([0, 0.1]) : 0
    return [
      {
        column,
        write: (_, size) => {
          const say = (text: string, facts: Facts): Cell => ({ text, facts })
          const roll = random.next()
          // Is it sold out, or did nobody look?
          if (random.chance(blankShare)) return say('', { ambiguous: ['stock'] })
          if (random.chance(unclearShare)) return say(unclear, { ambiguous: ['stock'] })
          if (roll < 0.06)
            return say(marks.no, { stated: { stock: 'sold_out' }, accepted: { stock_quantity: [0, null] } })
          if (roll < 0.1) {
            return say(marks.ask, { stated: { stock: 'on_order' } })
          }
          if (roll < 0.13)
            return say(marks.soon, {
              stated: { stock: 'on_order' },
              accepted: { stock: ['expected'] },
              remarks: [marks.soon],
            })
          if (scheme === 'words' || (scheme === 'mixed' && roll < 0.4)) {
            return say(scheme === 'mixed' ? random.word(stock.in_stock) : marks.yes, { stated: { stock: 'in_stock' } })
          }
          if (roll < 0.2) {
            return say(fill(random.word(stock.minimum), size.quantity), {
              stated: { stock: 'in_stock', stock_quantity: size.quantity, stock_is_minimum: true },
            })
          }
          if (roll < 0.23 && exact === '{n}') {
            return {
              text: '0',
              value: 0,
              facts: { stated: { stock: 'sold_out' }, accepted: { stock_quantity: [0, null] } },
            }
          }
          if (roll < 0.25 && size.quantity >= 1000) {
            return say(`${decimal(size.quantity / 1000)} тыс.`, {
              stated: { stock: 'in_stock', stock_quantity: size.quantity },
            })
          }
          const cell = say(fill(exact, size.quantity), { stated: { stock: 'in_stock', stock_quantity: size.quantity } })
          return exact === '{n}' ? { ...cell, value: size.quantity } : cell
        },
      },
    ]
  }

  dateMaker(): Maker {
    return {
      column: { concept: 'date', title: this.title(titles.date), answers: ['available_from', 'note'] },
      write: () => {
        if (this.random.chance(0.7)) return empty()
        const [day, month] = [this.random.int(1, 28), this.random.int(3, 5)]
        const two = (value: number) => String(value).padStart(2, '0')
        const full = `2027-${two(month)}-${two(day)}`
        const names = ['марта', 'апреля', 'мая']
        const text = this.random.pick([
          `${two(day)}.${two(month)}.2027`,
          `с ${two(day)}.${two(month)}.2027`,
          `${day} ${names[month - 3]} 2027`,
          `${two(day)}.${two(month)}.27`,
        ])
        return { text, facts: { stated: { available_from: full, stock: 'expected' } } }
      },
    }
  }

  // Names

  nameMakers(scheme: string): Maker[] {
    const written = (name: string) => writeName(name, this.name)
    const plant = (item: Item, text: string): Cell => ({ text: written(text), facts: { plant: item.plant } })
    const column = (concept: keyof typeof titles, ...answers: string[]): Column => ({
      concept,
      title: this.title(titles[concept] as Halves<string>),
      answers,
    })
    if (scheme === 'russian')
      return [{ column: column('name', 'name'), write: item => plant(item, item.names.russian) }]
    if (scheme === 'latin') {
      const asName = this.random.chance(0.5)
      return [
        {
          column: asName ? column('name', 'name', 'latin_name') : column('latinName', 'latin_name', 'name'),
          write: item => plant(item, item.names.latin),
        },
      ]
    }
    if (scheme === 'both') {
      const glue = this.choose('namesGlue', { ' / ': 3, ' (': 3, '\n': 3, ', ': 1, ' - ': 1, ' | ': 0.3, '  ': 0.5 })
      const latinFirst = this.random.chance(0.35)
      return [
        {
          column: column('name', 'name'),
          write: item => {
            const [one, two] = latinFirst
              ? [item.names.latin, item.names.russian]
              : [item.names.russian, item.names.latin]
            return {
              text: `${written(one)}${glue}${written(two)}${glue === ' (' ? ')' : ''}`,
              facts: { plant: item.plant },
            }
          },
        },
      ]
    }
    if (scheme === 'twoColumns') {
      const makers: Maker[] = [
        {
          column: column(this.random.chance(0.5) ? 'name' : 'russianName', 'name'),
          write: item => plant(item, item.names.russian),
        },
        { column: column('latinName', 'latin_name'), write: item => plant(item, item.names.latin) },
      ]
      return this.random.chance(0.3) ? makers.reverse() : makers
    }
    const isLatin = scheme === 'latinParts'
    const parts = ({ names }: Item) => {
      const rest = isLatin ? names.latinRest : names.rest
      const [, species = rest, cultivar = ''] = /^(.*?)\s*'(.+)'$/.exec(rest) ?? []
      return { genus: isLatin ? names.latinGenus : names.genus, species, cultivar }
    }
    return [
      { column: column('genus', 'genus'), write: item => plant(item, parts(item).genus) },
      { column: column('species', 'species'), write: item => ({ text: written(parts(item).species) }) },
      { column: column('cultivar', 'cultivar'), write: item => ({ text: written(parts(item).cultivar) }) },
    ]
  }

  // Columns of no field

  otherMakers(prices: Maker[]): Maker[] {
    const { random } = this
    const makers: Maker[] = []
    const add = (share: number, concept: keyof typeof titles, answers: string[], write: Maker['write']) => {
      if (random.chance(share))
        makers.push({ column: { concept, title: this.title(titles[concept] as Halves<string>), answers }, write })
    }
    let article = random.int(100, 9000)
    const prefix = random.pick(['', '00-0000', 'Т', 'ART', 'НФ-'])
    add(0.22, 'sku', ['sku', 'ignore'], () => {
      article += random.int(1, 40)
      const sku = `${prefix}${String(article).padStart(5, '0')}`
      return { text: sku, facts: { stated: { sku } } }
    })
    const unitWord = random.word(units)
    const groups = new Map<string, string>()
    for (const [category, list] of Object.entries(sections)) groups.set(category, random.word(list))
    add(0.1, 'category', ['category', 'note', 'ignore'], item => ({ text: groups.get(item.category) ?? '' }))
    add(0.06, 'zone', ['note', 'ignore'], () => ({ text: random.pick(['4', '3', '5a', '4b', 'зона 4']), isInfo: true }))
    add(0.05, 'colour', ['note', 'ignore'], () => ({ text: random.word(colours), isInfo: true }))
    add(0.05, 'grownHeight', ['note', 'ignore'], () => ({
      text: random.pick(['1,5', '2-3', '10', '0,5-0,8', '4', '15']),
      isInfo: true,
    }))
    add(0.06, 'age', ['note', 'ignore'], () => ({ text: fill(random.word(ages), random.int(2, 4)), isInfo: true }))
    add(0.06, 'country', ['note', 'ignore'], () => ({ text: random.word(countries), isInfo: true }))
    add(0.12, 'unit', ['ignore', 'note'], () => ({ text: unitWord }))
    add(0.04, 'place', ['note', 'ignore'], () => ({ text: random.word(places), isInfo: true }))
    add(0.08, 'least', ['note', 'ignore'], () => ({ text: String(random.pick([1, 5, 10, 25])), isInfo: true }))
    add(0.03, 'photo', ['note', 'ignore'], () => ({
      text: random.pick(['фото', 'https://sad.example/p/1', 'смотреть']),
      isInfo: true,
    }))
    if (random.chance(0.06)) {
      makers.push({
        column: { concept: 'description', title: this.title(descriptionTitles), answers: ['note', 'ignore'] },
        write: () => (random.chance(0.7) ? { text: random.word(descriptions), isInfo: true } : empty()),
      })
    }
    if (random.chance(0.22) && prices.length > 0) {
      makers.push({ column: { concept: 'order', title: this.title(titles.order), answers: ['ignore'] }, write: empty })
      const zero = random.chance(0.5)
      if (random.chance(0.7)) {
        makers.push({
          column: { concept: 'sum', title: this.title(titles.sum), answers: ['ignore'] },
          write: () => (zero ? { text: '0', value: 0 } : empty()),
        })
      }
    }
    return makers
  }

  /** A remark that fits to what the row states already. */
  remark(stated: Stated, item: Item): Cell {
    const { random } = this
    const kind = random.weighted({
      plain: 6,
      onOrder: stated.stock === undefined ? 2 : 0,
      soldOut: stated.stock === undefined ? 1 : 0,
      priceFor: stated.price && this.theme !== 'forest' ? 0.6 : 0,
      stem:
        stated.stem_height === undefined && stated.height_from === undefined && ['tree', 'rose'].includes(item.kind)
          ? 1
          : 0,
      noBall: stated.root === undefined && ['tree', 'conifer'].includes(item.kind) ? 1 : 0,
    })
    if (kind === 'onOrder') {
      const text = random.word(onOrderRemarks)
      return { text, facts: { stated: { stock: 'on_order' } } }
    }
    if (kind === 'soldOut') {
      return {
        text: random.word(soldOutRemarks),
        facts: { stated: { stock: 'sold_out' }, accepted: { stock_quantity: [0, null] } },
      }
    }
    if (kind === 'priceFor') {
      const pieces = random.pick([10, 5])
      const price = Math.round(((stated.price ?? 0) / pieces) * 100) / 100
      return { text: fill(random.word(priceForRemarks), pieces), facts: { stated: { price } } }
    }
    if (kind === 'stem') {
      const stem = random.pick([60, 80, 90, 110, 120, 180, 200])
      return { text: fill(random.word(stemRemarks), stem), facts: { stated: { stem_height: stem } } }
    }
    const text = random.word(kind === 'noBall' ? withoutBall : remarks)
    return kind === 'noBall'
      ? { text, facts: { stated: { root: 'bare_root' }, accepted: { root: [null] } } }
      : { text, facts: { remarks: [text] } }
  }
}

const roundUp = (price: number) => Math.ceil(price / 10) * 10

/** Moves columns as people do: mostly what belongs together stays so. */
function ordered(
  layout: Layout,
  parts: Record<'first' | 'name' | 'size' | 'packing' | 'price' | 'stock' | 'other', Maker[]>,
): Maker[] {
  const order = layout.choose('order', {
    usual: 5,
    packingFirst: 1,
    priceLast: 3,
    stockFirst: 1,
    shuffled: 2,
    split: 1,
  })
  const { first, name, size, packing, price, stock: stocks, other } = parts
  const { random } = layout
  const [left, right] = [other.filter((_, at) => at % 3 === 0), other.filter((_, at) => at % 3 !== 0)]
  if (order === 'usual') return [...first, ...name, ...size, ...packing, ...price, ...stocks, ...other]
  if (order === 'packingFirst') return [...first, ...left, ...name, ...packing, ...size, ...stocks, ...price, ...right]
  if (order === 'priceLast') return [...first, ...left, ...name, ...packing, ...size, ...stocks, ...right, ...price]
  if (order === 'stockFirst') return [...first, ...stocks, ...name, ...size, ...packing, ...left, ...price, ...right]
  const pieces = random.shuffle([name, size, packing, price, stocks, ...other.map(one => [one])])
  return [...first, ...(order === 'split' ? random.shuffle(pieces.flat()) : pieces.flat())]
}

/** What the blocks of a list stand for. */
function divide(
  layout: Layout,
  items: Item[],
  style: string,
): { title: string; facts?: Facts; isPlain: boolean; items: Item[] }[] {
  const { random } = layout
  if (style === 'none') return [{ title: '', isPlain: true, items }]
  if (style === 'packing') {
    const write = layout.packingWriter()
    const pattern = random.word(packingSections)
    const found = new Map<string, { facts: Facts; text: string; items: Item[] }>()
    for (const item of items) {
      for (const size of item.sizes) {
        const key = `${size.root} ${size.rootSize}`
        const entry = found.get(key) ?? { ...write(size), facts: {}, items: [] }
        // Only the first way of writing it stands above.
        if (entry.items.length === 0) Object.assign(entry, write(size))
        entry.items.push({ ...item, sizes: [size] })
        found.set(key, entry)
      }
    }
    return [...found.values()].map(({ facts, text, items: own }) => ({
      title: pattern.replace('{s}', text),
      facts,
      isPlain: false,
      items: own,
    }))
  }
  const keyOf = (item: Item) => (style === 'genus' || style === 'genusCarried' ? item.names.genus : item.category)
  const keys = [...new Set(items.map(keyOf))]
  const mark = random.word(sectionMarks)
  const isUpper = random.chance(0.3)
  return keys.map(key => {
    const own = items.filter(item => keyOf(item) === key)
    const [some] = own
    const genus = some && random.chance(0.4) ? `${some.names.genus} (${some.names.latinGenus})` : key
    const list = sections[key]
    const words = list ? random.word(list) : genus
    const isPacked = words.includes('ЗКС')
    return {
      title: mark.replace('{s}', isUpper ? words.toUpperCase() : words),
      ...(isPacked && { facts: { stated: { root: 'container' as const } } }),
      isPlain: style !== 'genusCarried' && !isPacked,
      items: own,
    }
  })
}

function makePanel(layout: Layout, items: Item[]): Panel {
  const { random, format } = layout
  const isLines = format === 'lines'
  const isForest = layout.theme === 'forest'
  const nameScheme = layout.choose('names', {
    russian: 6,
    latin: 2,
    both: 4,
    twoColumns: isLines ? 0 : 3,
    parts: isLines ? 0 : 1,
    latinParts: isLines ? 0 : 1,
  })
  const rowScheme = layout.choose('rows', {
    repeated: 6,
    blankName: isLines ? 0 : 2,
    plantHeading:
      isLines || nameScheme === 'parts' || nameScheme === 'latinParts' || nameScheme === 'twoColumns' ? 0 : 1.5,
    wide: isLines ? 0 : 1.5,
  })
  const sectionScheme =
    rowScheme === 'plantHeading'
      ? 'none'
      : layout.choose('sections', {
          none: 4,
          category: 4,
          genus: 2,
          genusCarried: nameScheme === 'russian' ? 1.5 : 0,
          packing: rowScheme === 'repeated' ? 1.2 : 0,
        })
  const isInline =
    rowScheme !== 'wide' &&
    rowScheme !== 'blankName' &&
    rowScheme !== 'plantHeading' &&
    nameScheme !== 'parts' &&
    nameScheme !== 'latinParts' &&
    nameScheme !== 'twoColumns'
  const sizeScheme = layout.choose('sizes', {
    one: 5,
    split: isLines ? 0 : 4,
    minmax: isLines ? 0 : 1,
    inName: isInline ? 2 : 0,
    none: rowScheme === 'wide' ? 3 : 0.5,
  })
  const packingScheme =
    rowScheme === 'wide' || sectionScheme === 'packing'
      ? 'none'
      : layout.choose('packings', {
          column: 6,
          rootAndSize: isLines ? 0 : 1.5,
          numbers: isLines ? 0 : 1.5,
          inName: isInline ? 2 : 0,
          inSize: sizeScheme === 'one' ? 1.5 : 0,
          none: 0.7,
        })
  const priceScheme =
    rowScheme === 'wide' || isLines
      ? 'one'
      : layout.choose('prices', {
          one: 8,
          wholesale: 3,
          tiers: 2,
          thousand: isForest ? 8 : 0,
          ten: layout.theme === 'perennials' || isForest ? 1 : 0,
          pack: layout.theme === 'perennials' ? 1.5 : 0,
          inThousands: layout.theme === 'trees' ? 1.5 : 0,
          foreign: 1,
          old: 0.5,
          discount: 0.5,
          slash: 0.4,
          leadThousand: isForest ? 3 : 0,
          leadInThousands: layout.theme === 'trees' ? 0.7 : 0,
          leadForeign: 0.4,
          leadRate: 0.3,
        })
  const stockScheme = layout.choose('stocks', {
    none: 4,
    exact: 5,
    words: 2,
    mixed: 2,
    thousand: isForest && !isLines ? 3 : 0,
  })

  const names = layout.nameMakers(nameScheme)
  const sizes =
    sizeScheme === 'one' || sizeScheme === 'split' || sizeScheme === 'minmax'
      ? layout.sizeMakers(sizeScheme, items)
      : []
  const packs = ['column', 'rootAndSize', 'numbers'].includes(packingScheme)
    ? layout.packingMakers(packingScheme, items)
    : []
  const prices = layout.priceMakers(priceScheme)
  const stocks = stockScheme === 'none' || rowScheme === 'wide' ? [] : layout.stockMakers(stockScheme)
  if (stockScheme === 'none' && !isLines && rowScheme !== 'wide' && random.chance(0.08)) stocks.push(layout.dateMaker())
  const others = isLines ? [] : layout.otherMakers(prices)

  // Sizes and packings that stand in the name or beside the size.
  const [inName, packing] = [layout.composite(items), layout.packingWriter()]
  const glue = random.pick([' ', ', ', ' - ', '; '])
  const [lastName] = names
  if (lastName && (sizeScheme === 'inName' || packingScheme === 'inName')) {
    const { write } = lastName
    const packingFirst = random.chance(0.5)
    lastName.write = (item, size, at) => {
      const parts = [
        sizeScheme === 'inName' ? inName(item, size) : null,
        packingScheme === 'inName' ? packing(size) : null,
      ]
      if (packingFirst) parts.reverse()
      const cells = [write(item, size, at), ...parts].filter(cell => cell !== null && cell.text !== '') as Cell[]
      return { text: cells.map(({ text }) => text).join(glue), facts: joinFacts(cells.map(({ facts }) => facts)) }
    }
  }
  const [oneSize] = sizes
  if (packingScheme === 'inSize' && oneSize) {
    const { write } = oneSize
    oneSize.write = (item, size, at) => {
      const cells = [write(item, size, at), packing(size)].filter(({ text }) => text !== '')
      return { text: cells.map(({ text }) => text).join(glue), facts: joinFacts(cells.map(({ facts }) => facts)) }
    }
  }
  const number: Maker = {
    column: { concept: 'number', title: layout.title(titles.number), answers: ['ignore'] },
    write: (_, __, at) => ({ text: String(at), value: at }),
  }
  const first = !isLines && random.chance(0.35) ? [number] : []

  // A wide list: packings as columns, prices in the cells.
  const wide: Column[] = []
  if (rowScheme === 'wide') {
    const kind = layout.choose('wide', { packing: 3, height: 2 })
    const above = layout.title(kind === 'packing' ? titles.abovePackings : titles.aboveHeights)
    const hasAbove = random.chance(0.7)
    if (kind === 'packing') {
      const code = random.word(packings.container)
      for (const volume of random
        .some([1, 2, 3, 5, 7.5, 10, 15, 20], random.int(2, 4))
        .toSorted((one, two) => one - two)) {
        wide.push({
          concept: 'wide',
          title: fill(code, decimal(volume)),
          answers: ['price'],
          facts: { stated: { root: 'container', root_size: volume } },
          ...(hasAbove && { above }),
        })
      }
    } else {
      const start = random.int(0, 4)
      const ladder: Range[] = [
        [20, 30],
        [30, 40],
        [40, 60],
        [60, 80],
        [80, 100],
        [100, 125],
        [125, 150],
        [150, 175],
      ]
      // Without a word above it the range may be another measure.
      for (const [from, to] of ladder.slice(start, start + random.int(2, 4))) {
        wide.push({
          concept: 'wide',
          title: `${from}${layout.dash}${to}${hasAbove ? '' : ' см'}`,
          answers: ['price'],
          above: hasAbove ? above : layout.title(titles.height),
          facts: { stated: { height_from: from, height_to: to } },
        })
      }
    }
  }

  const remarkWay = layout.choose('remarks', {
    none: 5,
    column: isLines ? 0 : 3,
    inName: nameScheme === 'russian' || nameScheme === 'latin' ? 1 : 0,
    untitled: isLines ? 0 : 0.7,
  })
  const remarkColumn: Maker = {
    column: {
      concept: 'remark',
      title: remarkWay === 'untitled' ? '' : layout.title(titles.remark),
      answers: ['note'],
    },
    write: empty,
  }
  if (remarkWay === 'column' || remarkWay === 'untitled') others.push(remarkColumn)
  const makers = isLines
    ? [...names, ...sizes, ...packs, ...prices, ...stocks]
    : ordered(layout, {
        first,
        name: names,
        size: rowScheme === 'wide' ? [] : sizes,
        packing: packs,
        price: rowScheme === 'wide' ? wide.map(column => ({ column, write: empty })) : prices,
        stock: stocks,
        other: others,
      })

  const nameMakers = new Set(names)
  const remarkAt = makers.indexOf(remarkColumn)
  let counter = 0
  const rowOf = (item: Item, size: Size, isFirst: boolean, above?: Facts): Row => {
    counter += 1
    const cells = makers.map(({ write, column }) => {
      if (column.concept === 'wide') return empty()
      return write(item, size, counter)
    })
    if (!isFirst) {
      // The name stands in the first row of the plant, or in the heading above.
      makers.forEach((maker, at) => {
        const cell = cells[at]
        if (cell && nameMakers.has(maker)) cells[at] = { text: '', facts: { plant: item.plant } }
      })
    }
    const stated = joinFacts([above, ...cells.map(({ facts }) => facts)]).stated ?? {}
    if (remarkWay !== 'none' && random.chance(0.22)) {
      const remark = layout.remark(rowScheme === 'wide' ? { height_from: null, price: null, ...stated } : stated, item)
      const nameAt = makers.findIndex(maker => nameMakers.has(maker))
      const name = cells[nameAt]
      if (remarkAt >= 0) cells[remarkAt] = remark
      else if (remarkWay === 'inName' && name && isFirst) {
        cells[nameAt] = {
          ...name,
          text: `${name.text} ${random.pick(['', '- ', '('])}${remark.text}`,
          facts: joinFacts([name.facts, remark.facts]),
        }
        const changed = cells[nameAt]
        if (changed && /\([^)]*$/.test(changed.text)) changed.text += ')'
      }
    }
    return { kind: 'offer', cells }
  }
  const wideRow = (item: Item): Row => {
    const [size] = item.sizes
    const row = rowOf(item, size as Size, true)
    const start = Math.min((size as Size).price, 2500)
    let steps = 0
    makers.forEach(({ column }, at) => {
      if (column.concept !== 'wide') return
      steps += 1
      if (random.chance(0.25) && steps > 1) return
      const price = Math.max(10, Math.round((start * (0.5 + steps * 0.45)) / 10) * 10)
      row.cells[at] = { text: String(price), value: price, facts: { stated: { price } } }
    })
    return row
  }

  const hasTitles = !isLines && (rowScheme === 'wide' || random.chance(0.93))
  layout.choices.titles = String(hasTitles)
  if (!hasTitles && !isLines) markUntitled(makers, layout.choices.priceStyle === 'words')
  const [onlyPrice] = prices
  if (
    hasTitles &&
    prices.length === 1 &&
    onlyPrice &&
    stocks.length === 0 &&
    others.length === 0 &&
    random.chance(0.15)
  ) {
    onlyPrice.column.title = ''
    layout.choices.untitledPrice = 'true'
  }
  const lead = {
    leadThousand: leads.thousand,
    leadInThousands: leads.inThousands,
    leadForeign: leads.foreign,
    leadRate: leads.rate,
  }[priceScheme as 'leadRate'] as Halves<string> | undefined
  const repeats = hasTitles && random.chance(0.08)
  const nameAt = Math.max(
    0,
    makers.findIndex(maker => nameMakers.has(maker)),
  )
  const headingAt = random.chance(0.6) ? nameAt : 0
  const hasTotals = !isLines && random.chance(0.12)
  const totalWord = random.word(totals)
  const blanks = random.chance(0.3)
  const blankRow = (): Row => ({ kind: 'blank', cells: makers.map(empty) })
  const blocks: Block[] = []
  const isHeadless = (item: Item) => sectionScheme === 'genusCarried' && item.plant !== null
  for (const section of divide(layout, items, sectionScheme)) {
    const groups: Row[][] = []
    const block: Block = {
      heading: section.title ? { text: section.title } : null,
      headingAt,
      isPlain: section.isPlain,
      ...(section.facts && { facts: section.facts }),
      repeatsTitles: repeats && blocks.length > 0,
      groups,
    }
    if (rowScheme !== 'plantHeading') blocks.push(block)
    for (const item of section.items) {
      const named = isHeadless(item) ? { ...item, names: { ...item.names, russian: item.names.rest } } : item
      if (rowScheme === 'wide') groups.push([wideRow(named)])
      else if (rowScheme === 'plantHeading') {
        const [name] = names
        const heading = name?.write(item, item.sizes[0] as Size, 0)
        blocks.push({
          heading: { text: heading?.text ?? '' },
          headingAt: nameAt,
          isPlain: false,
          repeatsTitles: false,
          groups: item.sizes.map(size => [rowOf(item, size, false)]),
        })
      } else
        groups.push(
          item.sizes.map((size, at) => rowOf(named, size, rowScheme !== 'blankName' || at === 0, section.facts)),
        )
      if (blanks && random.chance(0.05)) groups.push([blankRow()])
    }
    if (hasTotals && section.title) {
      const cells = makers.map(empty)
      cells[nameAt] = { text: totalWord }
      const stockAt = makers.findIndex(({ column }) => column.concept === 'stock' || column.concept === 'sum')
      if (stockAt >= 0) cells[stockAt] = { text: '1284', value: 1284 }
      groups.push([{ kind: 'note', cells }])
    }
  }
  return {
    columns: makers.map(({ column }) => column),
    hasTitles,
    lead: lead ? fill(random.word(lead), layout.rate) : null,
    hasNumbers: hasTitles && random.chance(0.06),
    blocks,
  }
}

/** Without titles some columns mean nothing that a stranger could know. */
function markUntitled(makers: Maker[], saysRubles: boolean): void {
  const prices = makers.filter(({ column }) => /^(?:price|wholesale|oldPrice)/.test(column.concept))
  const loose = new Set(['age', 'least', 'zone', 'grownHeight', 'discount'])
  const numbers = makers.filter(({ column }) => column.concept === 'stock' || loose.has(column.concept))
  for (const maker of makers) {
    const { concept } = maker.column
    maker.column.title = ''
    delete maker.column.above
    const ambiguous: Facts['ambiguous'] =
      /^(?:price|wholesale)/.test(concept) && (prices.length > 1 || concept !== 'price')
        ? ['price', 'price_tiers']
        : /^(?:price|wholesale)/.test(concept) && numbers.length > 0 && !saysRubles
          ? ['price', 'stock', 'stock_quantity']
          : concept === 'stock'
            ? ['stock', 'stock_quantity']
            : concept === 'litres' || concept === 'ballSize'
              ? ['root', 'root_size']
              : ['height', 'heightMin', 'heightMax', 'girth', 'spread', 'stem', 'transplants'].includes(concept)
                ? [
                    'height_from',
                    'height_to',
                    'girth_from',
                    'girth_to',
                    'spread_from',
                    'spread_to',
                    'stem_height',
                    'transplants',
                  ]
                : []
    if (ambiguous.length === 0) continue
    const { write } = maker
    maker.write = (item, size, at) => {
      const cell = write(item, size, at)
      // Without its title nothing says from how many a price is.
      const tiers = cell.facts?.stated?.price_tiers
      if (tiers)
        cell.facts = {
          ...cell.facts,
          stated: { ...cell.facts?.stated, price_tiers: tiers.map(tier => ({ ...tier, quantity_from: null })) },
        }
      const isSaid = concept === 'stock' && /\p{L}/u.test(cell.text)
      return cell.text === '' || isSaid
        ? cell
        : { ...cell, facts: { ...cell.facts, ambiguous: [...(cell.facts?.ambiguous ?? []), ...ambiguous] } }
    }
  }
}

/** Letters that windows-1251 does not have, as programs replace them. */
const oldLetters: Record<string, string> = {
  '×': 'x',
  '✓': '+',
  ø: 'd',
  Ø: 'D',
  '÷': '-',
  ß: 'ss',
  '₽': 'р.',
  '²': '2',
  '≥': '>=',
  '≈': '~',
  қ: 'к',
  Қ: 'К',
  ң: 'н',
  ө: 'о',
  Ө: 'О',
  ғ: 'г',
}

function inOldLetters(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replace(/[×✓øØ÷ß₽²≥≈қҚңөӨғ]/g, letter => oldLetters[letter] ?? letter)
      .normalize('NFD')
      .replace(/(?<=[a-z])\p{M}/giu, '')
      .normalize('NFC')
  }
  if (Array.isArray(value)) return value.map(inOldLetters)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inOldLetters(each)]))
}

/** The same table in two halves side by side, as it fits on a page. */
function divided(panel: Panel): Panel[] {
  const [left, right]: [Block[], Block[]] = [[], []]
  const all = panel.blocks.reduce((sum, { groups }) => sum + groups.length, 0)
  let done = 0
  for (const block of panel.blocks) {
    const room = Math.max(0, Math.ceil(all / 2) - done)
    done += block.groups.length
    if (room > 0) left.push({ ...block, groups: block.groups.slice(0, room) })
    // A section that goes on at the right repeats its heading.
    if (room < block.groups.length) right.push({ ...block, groups: block.groups.slice(room) })
  }
  return right.length > 0
    ? [
        { ...panel, blocks: left },
        { ...panel, blocks: right },
      ]
    : [panel]
}

const formats: Partial<Record<Format, number>> = {
  xlsx: 6,
  csv: 1.5,
  csv1251: 1,
  tsv: 1,
  pasted: 1,
  lines: 1.3,
  html: 0.7,
  html_xls: 0.7,
  docx: 0.8,
  ods: 0.8,
  pdf: 1,
}

export function generateList(seed: number, isClosed = false): List {
  const random = new Random(seed, isClosed)
  const format = random.weighted(formats)
  const layout = new Layout(random, format)
  const isWorkbook = format === 'xlsx' || format === 'ods'
  layout.choose('headings', { first: 3, merged: 1 })
  layout.choose('unitsRow', { '0': 14, '1': 1 })
  layout.choose('lineGlue', { ' - ': 3, ', ': 2, ' — ': 2, ' ': 1, '; ': 0.5 })
  layout.choose('bullet', { '': 4, '- ': 1, '• ': 1, '* ': 0.5 })
  const isLong = random.chance(0.1)
  const wanted = themes[layout.theme] ?? []
  const sheetsWanted = isWorkbook && random.chance(0.12) ? 2 : 1
  layout.choices.sheets = String(sheetsWanted)
  const sheets: ListSheet[] = []
  const names = random.isClosed ? sheetNames.closed : sheetNames.open
  const named = random.some(names, sheetsWanted)
  for (let at = 0; at < sheetsWanted; at += 1) {
    const items = stockItems(
      random,
      wanted,
      isLong ? random.int(60, 150) : random.int(6, 26),
      random.pick([1, 2, 3, 5]),
    )
    const panel = makePanel(layout, items)
    const canDivide = !['lines', 'pasted', 'pdf'].includes(format) && panel.columns.length <= 7 && panel.lead === null
    const isDivided = canDivide && random.chance(0.12)
    layout.choices.sideBySide = String(isDivided)
    const panels = isDivided ? divided(panel) : [panel]
    const isFollowed = !isDivided && format !== 'lines' && format !== 'pdf' && random.chance(0.06)
    layout.choices.below = String(isFollowed)
    const below = isFollowed ? [makePanel(layout, stockItems(random, wanted, random.int(4, 10), 2))] : []
    const tops = random.chance(format === 'lines' || format === 'pasted' ? 0.4 : 0.55) ? random.int(1, 5) : 0
    const bottoms = random.chance(0.35) ? random.int(1, 3) : 0
    const lines = (count: number, list: Halves<string>) =>
      Array.from({ length: count }, () => {
        const text = fill(random.word(list), items.length)
        return random.chance(0.12) ? [] : [text]
      })
    sheets.push({
      name: isWorkbook ? (named[at] ?? `Лист${at + 1}`) : 'Лист1',
      top: lines(tops, letterheads),
      panels,
      below,
      bottom: lines(bottoms, footers),
    })
  }
  if (isWorkbook && random.chance(0.08)) {
    sheets.push({
      name: 'Условия',
      top: [[random.word(emptySheetLines)], [random.word(letterheads)]],
      panels: [],
      below: [],
      bottom: [],
    })
  }
  const list: List = {
    seed,
    isClosed,
    format,
    separator: random.pick([';', ';', ',']),
    mergesNames: random.chance(0.5),
    choices: layout.choices,
    sheets,
  }
  // Words of remarks are compared with the file, so they lose their letters here.
  return format === 'csv1251' ? (inOldLetters(list) as List) : list
}
