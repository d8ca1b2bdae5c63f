import type { WritableVariant } from '#contract/variants.ts'
import { answeredFields } from './answered-fields.ts'
import type { Written } from './grid.ts'
import type { OfferTruth, Stated, StatedField, VariantTruth } from './model.ts'
import type { Reading, ReadingRow } from './reader.ts'

/** Compares a reading with what the list says. */

export interface Fault {
  /** The field, or what happened to the row: `lost`, `invented`, `note`, `guessed:<field>`, … */
  cause: string
  sheet: string
  row: number
  expected: string
  got: string
  isConfident: boolean
}

export interface Score {
  failure: string | null
  rows: number
  accounted: number
  /** Sizes offered: a row of a wide list has several. */
  offers: number
  wrong: number
  /** Answered without a word although nobody can know, and nobody has been asked; the answer happens to be right. */
  guessed: number
  doubtful: number
  words: number
  keptWords: number
  named: number
  answered: number
  right: number
  sizes: number
  packings: number
  prices: number
  stocks: number
  questions: number
  milliseconds: number
  faults: Fault[]
}

export const noScore = (): Score => ({
  failure: null,
  rows: 0,
  accounted: 0,
  offers: 0,
  wrong: 0,
  guessed: 0,
  doubtful: 0,
  words: 0,
  keptWords: 0,
  named: 0,
  answered: 0,
  right: 0,
  sizes: 0,
  packings: 0,
  prices: 0,
  stocks: 0,
  questions: 0,
  milliseconds: 0,
  faults: [],
})

const sizeFields = [
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
  'transplants',
  'form',
] as const
const packingFields = ['root', 'root_size'] as const
const priceFields = ['price', 'price_tiers'] as const
const stockFields = ['stock', 'stock_quantity', 'stock_is_minimum', 'available_from'] as const
export const scoredFields = [...sizeFields, ...packingFields, ...priceFields, ...stockFields, 'sku'] as const

const unstated: Stated = { price_tiers: [], stock: 'in_stock', stock_is_minimum: false }

const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '')
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? []

function equal(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < 0.051
  if (Array.isArray(one) && Array.isArray(other)) {
    const written = (list: unknown[]) =>
      list
        .map(each => {
          const { quantity_from: from, price } = each as { quantity_from: number | null; price: number }
          return `${from ?? 'opt'}:${price.toFixed(2)}`
        })
        .toSorted()
        .join(' ')
    return written(one) === written(other)
  }
  return (one ?? null) === (other ?? null)
}

const isUnset = (field: StatedField, value: unknown) =>
  value === null || value === undefined || (field === 'price_tiers' && (value as unknown[]).length === 0)

/** Answers that follow from something else in the list, or that nobody minds. */
function isFollowing(field: StatedField, value: unknown, { stated }: VariantTruth, note: string): boolean {
  if (field === 'sku') return value === null && stated.sku !== undefined && bare(note).includes(bare(stated.sku ?? ''))
  if (stated[field] !== undefined) return false
  if (field === 'form') {
    const isTrunk = stated.stem_height !== undefined || stated.girth_from !== undefined || stated.girth_to !== undefined
    return (
      (isTrunk && (value === 'standard' || value === 'half_standard')) || (stated.root === 'tray' && value === 'young')
    )
  }
  // A price on request is on order too; nobody says how many there are.
  return field === 'stock' && value === 'on_order' && (stated.price ?? null) === null
}

export interface FieldFault {
  field: StatedField
  expected: unknown
  got: unknown
  kind: 'wrong' | 'guessed'
}

export function compareVariant(truth: VariantTruth, got: WritableVariant): FieldFault[] {
  const faults: FieldFault[] = []
  for (const field of scoredFields) {
    const value = got[field]
    const expected = truth.stated[field] ?? unstated[field] ?? null
    const isRight =
      equal(expected, value) ||
      (truth.accepted[field] ?? []).some(each => equal(each, value)) ||
      isFollowing(field, value, truth, got.note)
    if (truth.ambiguous.includes(field)) {
      const isSilent =
        !isUnset(field, value) && !(field === 'stock' && value === 'in_stock' && got.stock_quantity === null)
      if (isSilent) faults.push({ field, expected, got: value, kind: isRight ? 'guessed' : 'wrong' })
    } else if (!isRight) faults.push({ field, expected, got: value, kind: 'wrong' })
  }
  return faults
}

/** The parts of a line may stand in other cells than their order says. */
const holds = (row: ReadingRow, probe: string) => {
  const text = row.cells.join(' ')
  return bare(text).includes(bare(probe)) || wordsOf(text).toSorted().join(' ') === wordsOf(probe).toSorted().join(' ')
}

/** Finds the rows of a reading that stand for the rows of the list. */
function pairRows(truth: OfferTruth[], reading: Reading, hasOwnRows: boolean): Map<OfferTruth, ReadingRow> {
  const pairs = new Map<OfferTruth, ReadingRow>()
  const taken = new Set<ReadingRow>()
  const byPlace = new Map<string, ReadingRow[]>()
  for (const row of reading.rows) byPlace.set(`${row.row}`, [...(byPlace.get(`${row.row}`) ?? []), row])
  // A row of the file with one plant alone has no part.
  const isPart = (row: ReadingRow, { sheet, part }: OfferTruth) =>
    row.sheet === sheet && (row.part === null || row.part === undefined || row.part === (part ?? 1))
  const pair = (offer: OfferTruth, row: ReadingRow) => {
    pairs.set(offer, row)
    taken.add(row)
  }
  const holdsAll = (row: ReadingRow, { texts }: OfferTruth) => texts.every(text => holds(row, text))
  // By all that the rows hold, then by their names: not every format has rows of its own.
  if (hasOwnRows) {
    for (const offer of truth) {
      const there = byPlace
        .get(`${offer.row}`)
        ?.find(row => !taken.has(row) && isPart(row, offer) && holds(row, offer.probe))
      if (there) pair(offer, there)
    }
  }
  for (const isSame of [holdsAll, (row: ReadingRow, { probe }: OfferTruth) => holds(row, probe)]) {
    // How far the rows of the file are from those of the list here.
    let shift = 0
    for (const offer of truth) {
      const known = pairs.get(offer)
      if (known) shift = known.row - offer.row
      if (known) continue
      let nearest: ReadingRow | null = null
      const distance = ({ row }: ReadingRow) => Math.abs(row - offer.row - shift)
      for (const row of reading.rows) {
        if (taken.has(row) || (nearest && distance(row) >= distance(nearest))) continue
        if ((offer.part === null || isPart(row, offer)) && isSame(row, offer)) nearest = row
      }
      if (!nearest) continue
      pair(offer, nearest)
      shift = nearest.row - offer.row
    }
  }
  return pairs
}

/** The sizes of a row beside the sizes that were read, the most similar first. */
function pairVariants(truth: VariantTruth[], got: WritableVariant[]): [VariantTruth, WritableVariant | null][] {
  const left = [...got]
  return truth.map(one => {
    const costs = left.map(variant => compareVariant(one, variant).length)
    const at = costs.indexOf(Math.min(...costs))
    const [variant = null] = at < 0 ? [] : left.splice(at, 1)
    return [one, variant]
  })
}

const show = (value: unknown) => (value === undefined ? '—' : JSON.stringify(value))

export function scoreReading({ truth, grids, hasOwnRows }: Written, reading: Reading): Score {
  const score: Score = {
    ...noScore(),
    failure: reading.failure,
    milliseconds: reading.milliseconds,
    questions: reading.questions.length,
    faults: [],
  }
  score.rows = reading.rowsInFile || grids.reduce((sum, { rows }) => sum + rows.length, 0)
  const seen = new Set(reading.rows.map(row => `${row.sheet.replace(/ · .*$/, '')}\n${row.row}`))
  score.accounted = Math.min(seen.size, score.rows)
  const pairs = pairRows(truth, reading, hasOwnRows)
  const told = answeredFields(reading.questions)
  for (const offer of truth) {
    const row = pairs.get(offer)
    const { sheet, row: number } = offer
    const isOffer = row?.kind === 'offer'
    const isConfident = !isOffer || row.verdict === 'clear'
    const fault = (cause: string, expected: unknown, got: unknown) =>
      score.faults.push({ cause, sheet, row: number, expected: show(expected), got: show(got), isConfident })
    score.offers += offer.variants.length
    if (offer.plant !== null) score.named += 1
    if (!row || !isOffer) {
      // A name with nothing beside it may be a heading too.
      if (
        row &&
        offer.variants.every(({ stated, remarks }) => Object.keys(stated).length === 0 && remarks.length === 0)
      )
        continue
      fault('lost', 'offer', row?.kind ?? 'no row')
      score.wrong += offer.variants.length
      continue
    }
    if (!isConfident) score.doubtful += offer.variants.length
    const rowFaults = score.faults.length
    if (row.plant) {
      score.answered += 1
      if (row.plant.id === offer.plant) score.right += 1
      else fault('plant', offer.plant, row.plant.id)
    } else if (offer.plant !== null && isConfident) fault('plant missing', offer.plant, row.name)
    const isRowWrong = score.faults.length > rowFaults
    if (row.variants.length > offer.variants.length) fault('more sizes', offer.variants.length, row.variants.length)
    const notes = bare(row.variants.map(({ note }) => note).join(' '))
    const kept = bare([notes, ...(row.unread ?? []).map(({ text }) => text)].join(' '))
    for (const text of offer.info) {
      const words = wordsOf(text)
      score.words += words.length
      score.keptWords += words.filter(word => kept.includes(bare(word))).length
    }
    for (const [one, got] of pairVariants(offer.variants, row.variants)) {
      let isWrong = isRowWrong || row.variants.length > offer.variants.length
      if (!got) {
        fault('size missing', 'a size', null)
        if (isConfident) score.wrong += 1
        continue
      }
      const faults = compareVariant(one, got)
      let isGuessed = false
      for (const { field, expected, got: value, kind } of faults) {
        if (kind === 'guessed' && (!isConfident || told.has(field))) continue
        fault(kind === 'guessed' ? `guessed:${field}` : field, expected, value)
        if (kind === 'wrong') isWrong = true
        else isGuessed = true
      }
      const isExact = (fields: readonly StatedField[]) =>
        !faults.some(({ field, kind }) => kind === 'wrong' && fields.includes(field) && !one.ambiguous.includes(field))
      if (isExact(sizeFields)) score.sizes += 1
      if (isExact(packingFields)) score.packings += 1
      if (isExact(priceFields)) score.prices += 1
      if (isExact(stockFields)) score.stocks += 1
      for (const text of one.remarks) {
        const words = wordsOf(text)
        score.words += words.length
        const lost = words.filter(word => !bare(got.note).includes(bare(word)))
        score.keptWords += words.length - lost.length
        // Words beside the name of a plant that the directory does not have may be a part of its name.
        if (lost.length > 0 && !(offer.plant === null && lost.every(word => bare(row.name).includes(bare(word))))) {
          if (isConfident) {
            fault('note', text, got.note)
            isWrong = true
          }
        }
      }
      if (isWrong && isConfident) score.wrong += 1
      else if (isGuessed) score.guessed += 1
    }
  }
  const paired = new Set(pairs.values())
  for (const row of reading.rows) {
    if (row.kind !== 'offer' || paired.has(row) || row.verdict !== 'clear') continue
    score.wrong += row.variants.length
    score.faults.push({
      cause: 'invented',
      sheet: row.sheet,
      row: row.row,
      expected: 'no offer',
      got: show(row.cells.filter(Boolean).join(' | ')),
      isConfident: true,
    })
  }
  return score
}

export function addScore(sum: Score, score: Score): void {
  for (const key of Object.keys(sum) as (keyof Score)[]) {
    if (key === 'failure') sum.failure ??= score.failure
    else if (key === 'faults') sum.faults.push(...score.faults)
    else sum[key] += score[key]
  }
}
