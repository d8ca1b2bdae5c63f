import type { Category, PlantRef } from '#contract/plants.ts'
import type { PriceListCounts, RowChange, RowKind, RowProblem, RowState } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import { variantLimits, type WritableVariant, writtenVariantForm } from '#contract/variants.ts'
import { splitName } from '#server/domains/products/bulk/change-in-bulk.service.ts'
import type { VariantRow } from '#server/domains/products/products.api.ts'
import { presentWritable } from '#server/domains/products/variants/variants.present.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import type { RowContent } from '#server/reading/price-lists/rows.ts'
import type { OfferedSize } from '../files/offered-table.ts'
import { keyOfRow, keyOfSize, type OwnRow, withOwnCells, writtenSize } from './own-rows.ts'
import { asWritten, changesBetween, type Stated, sizeKey, wholly, withStatements } from './variant-changes.ts'

/** A product of the company in its current state. */
export interface OwnProduct {
  id: number
  name: string
  latinName: string
  plantId: number | null
  categoryId: number
  isApproved: boolean
  review: string | null
  /** Whether the importing person may change it. */
  isEditable: boolean
}

export interface Catalogue {
  products: OwnProduct[]
  variants: VariantRow[]
  categoryOf(id: number): Category | null
  plantOf(id: number): PlantRef | null
}

/** A row of the list before the comparison. */
export interface GivenRow {
  position: number
  kind: RowKind
  content: RowContent
  stated: Stated
  /** In a list that this site has written. */
  own: OwnRow | null
}

export interface ComparedRow {
  position: number
  kind: RowKind
  state: RowState | null
  shown: RowContent
  changes: RowChange[]
}

interface NewOne {
  plantId: number | null
  name: string
  categoryId: number
  variants: WritableVariant[]
}

/** The changes that applying the list makes. */
export interface Comparison {
  rows: ComparedRow[]
  confirmed: number[]
  changed: { id: number; productId: number; variant: WritableVariant; hasOtherSku: boolean }[]
  added: { productId: number; position: number; variant: WritableVariant }[]
  created: NewOne[]
  republished: number[]
  /** Variants of the company that the list does not contain. */
  missing: { id: number; productId: number; isSoldOut: boolean }[]
}

/** Fields whose problems are settled if a row belongs to a product of the company. */
const ofNames = new Set(['name', 'plant', 'category', 'latin_name', 'genus', 'species', 'cultivar'])

/** Lists of values by key, from which values are taken one at a time. */
class Queues<Value> {
  readonly #queues = new Map<string, Value[]>()
  put(key: string, value: Value): void {
    const queue = this.#queues.get(key)
    if (queue) queue.push(value)
    else this.#queues.set(key, [value])
  }
  /** Removes and returns the first value that passes. */
  take(key: string, passes: (value: Value) => boolean): Value | undefined {
    const queue = this.#queues.get(key)
    const at = queue?.findIndex(passes) ?? -1
    return at < 0 ? undefined : queue?.splice(at, 1)[0]
  }
}

interface Known {
  row: VariantRow
  writable: WritableVariant
  product: OwnProduct
}

interface Worked {
  given: GivenRow
  content: RowContent
  doubt: RowContent['doubt']
  /** The existing variant for each variant of the row; `null` for new ones. */
  found: (Known | null)[]
}

const problem = (field: string, code: string, message: string): RowProblem => ({ field, code, message })

/** Problems because of which a row's variants cannot be saved. */
function invalid(variants: WritableVariant[], seenSkus: Set<string>): RowProblem[] {
  const place = (index: number, field: string) => (variants.length === 1 ? field : `variants.${index}.${field}`)
  return variants.flatMap((variant, index) => {
    const { error } = writtenVariantForm.safeParse(variant)
    const problems = (error?.issues ?? []).map(issue =>
      problem(place(index, issue.path.join('.')), String(issue.code), issue.message),
    )
    if (variant.sku !== null && seenSkus.size === seenSkus.add(variant.sku).size) {
      problems.push(problem(place(index, 'sku'), 'repeated', `Артикул «${variant.sku}» уже стоит в другой строке`))
    }
    return problems
  })
}

/**
 * Compares the rows of a list with the company's products: as they were written, if this site has written the list;
 * otherwise by article number, otherwise by plant (or name), size, packing and form. Reads nothing but its arguments.
 */
export async function compareRows(given: GivenRow[], catalogue: Catalogue, yieldNow: YieldNow): Promise<Comparison> {
  const productOf = new Map(catalogue.products.map(product => [product.id, product]))
  const known: Known[] = []
  for (const row of catalogue.variants) {
    await yieldNow()
    const product = productOf.get(row.productId)
    if (product) known.push({ row, product, writable: presentWritable(row) })
  }
  const countOf = new Map<number, number>()
  for (const { product } of known) countOf.set(product.id, (countOf.get(product.id) ?? 0) + 1)
  const bySku = new Map(known.flatMap(one => (one.row.sku === null ? [] : [[one.row.sku, one] as const])))
  const byName = Map.groupBy(catalogue.products, ({ name }) => normalizeName(name))
  const byPlant = Map.groupBy(
    catalogue.products.filter(({ plantId }) => plantId !== null),
    ({ plantId }) => plantId,
  )
  const taken = new Set<number>()
  const named = new Set<number>()
  const seenSkus = new Set<string>()

  const productsOf = ({ plant, name }: RowContent): OwnProduct[] => {
    const same = byName.get(normalizeName(name)) ?? []
    if (!plant) return same
    return [...new Set([...(byPlant.get(plant.id) ?? []), ...same.filter(({ plantId }) => plantId === null)])]
  }

  /**
   * Completes a row with the plant and category of the company's own product, if one has its article number or name.
   * This may settle its doubt.
   */
  function resolve({ content }: GivenRow): { content: RowContent; doubt: RowContent['doubt'] } {
    const holder = content.variants.map(({ sku }) => (sku === null ? undefined : bySku.get(sku))).find(Boolean)
    const own = holder?.product ?? (content.plant ? undefined : byName.get(normalizeName(content.name))?.[0])
    if (!own) return { content, doubt: content.doubt }
    const { plant } = content
    if (holder && plant && own.plantId !== null && own.plantId !== plant.id) {
      const message = `Артикул «${holder.row.sku}» в каталоге стоит у растения «${own.name}»`
      const problems = [...content.problems, problem('sku', 'other_plant', message)]
      return { content: { ...content, problems }, doubt: content.doubt ?? 'doubtful' }
    }
    const problems = content.problems.filter(({ field }) => !ofNames.has(field))
    const isSettled = content.doubt === 'doubtful' && problems.length === 0 && content.unread.length === 0
    return {
      content: {
        ...content,
        plant: plant ?? (own.plantId === null ? null : catalogue.plantOf(own.plantId)),
        candidates: isSettled ? [] : content.candidates,
        category: content.category ?? catalogue.categoryOf(own.categoryId),
        problems: isSettled ? [] : content.problems,
      },
      doubt: isSettled ? null : content.doubt,
    }
  }

  /** The sizes by what the lists with these titles say of them. */
  const written = new Map<OwnRow['columns'], Queues<{ one: Known; size: OfferedSize }>>()
  async function writtenWith(columns: OwnRow['columns']) {
    const before = written.get(columns)
    if (before) return before
    const queues = new Queues<{ one: Known; size: OfferedSize }>()
    for (const one of known) {
      await yieldNow()
      const { name, latinName, categoryId } = one.product
      const category = catalogue.categoryOf(categoryId)?.name ?? ''
      const size = writtenSize({ name, latinName, category }, one.writable)
      queues.put(keyOfSize(columns, size), { one, size })
    }
    written.set(columns, queues)
    return queues
  }

  /** A row as this site has written it, with what it says now of its size. Undefined if it means none. */
  async function ownOf({ own, content, ...row }: GivenRow): Promise<Worked | undefined> {
    if (!own || content.doubt === 'skipped') return undefined
    const found = (await writtenWith(own.columns)).take(keyOfRow(own), ({ one }) => !taken.has(one.row.id))
    if (!found) return undefined
    const { one, size } = found
    const { variant, problems, isRejected } = withOwnCells(size, own)
    taken.add(one.row.id)
    const { name, plantId, categoryId } = one.product
    const plant = plantId === null ? null : catalogue.plantOf(plantId)
    const category = catalogue.categoryOf(categoryId)
    const shown = { ...content, name, plant, category, candidates: [], unread: [], variants: [asWritten(variant)] }
    const wrong = [...problems, ...(isRejected ? [] : invalid(shown.variants, seenSkus))]
    return {
      given: { ...row, own, content, stated: wholly },
      content: { ...shown, problems: wrong },
      doubt: wrong.length === 0 ? null : isRejected || wrong.length > problems.length ? 'rejected' : 'doubtful',
      found: [one],
    }
  }

  const worked: Worked[] = []
  const others: ComparedRow[] = []
  for (const row of given) {
    await yieldNow()
    if (row.kind !== 'offer') {
      others.push({ position: row.position, kind: row.kind, state: null, shown: row.content, changes: [] })
      continue
    }
    const own = await ownOf(row)
    if (own) {
      worked.push(own)
      continue
    }
    const { content, doubt } = resolve(row)
    const variants = content.variants.map(asWritten)
    const wrong = doubt === 'skipped' || doubt === 'rejected' ? [] : invalid(content.variants, seenSkus)
    worked.push({
      given: row,
      content: { ...content, variants, problems: [...content.problems, ...wrong] },
      doubt: wrong.length > 0 ? 'rejected' : doubt,
      found: variants.map(() => null),
    })
  }
  const certain = worked.filter(({ doubt }) => doubt === null)

  function claim(row: Worked, index: number, one: Known): void {
    taken.add(one.row.id)
    row.found[index] = one
  }
  for (const row of certain) {
    for (const [index, { sku }] of row.content.variants.entries()) {
      const one = sku === null ? undefined : bySku.get(sku)
      if (one && !taken.has(one.row.id)) claim(row, index, one)
    }
  }
  for (const isLoose of [false, true]) {
    await yieldNow()
    const free = new Queues<Known>()
    for (const one of known) {
      if (!taken.has(one.row.id)) free.put(`${one.product.id} ${sizeKey(one.writable, isLoose)}`, one)
    }
    for (const row of certain) {
      await yieldNow()
      if (row.found.every(Boolean)) continue
      const products = productsOf(row.content)
      for (const [index, variant] of row.content.variants.entries()) {
        if (row.found[index]) continue
        const key = sizeKey(variant, isLoose)
        // A different article number means a different variant.
        const fits = ({ row: { sku } }: Known) => variant.sku === null || sku === null || sku === variant.sku
        for (const product of products) {
          const one = free.take(`${product.id} ${key}`, fits)
          if (!one) continue
          claim(row, index, one)
          break
        }
      }
    }
  }

  const confirmed: number[] = []
  const changed: Comparison['changed'] = []
  const added: Comparison['added'] = []
  const created = new Map<string, NewOne>()
  const republished = new Set<number>()
  /** The rows of variants without article numbers, by product and size, to find repeated ones. */
  const listed = new Map<string, GivenRow>()

  /**
   * The product to which a row's new variants are added, or the key of a new product, or the problem that prevents
   * both.
   */
  function home({ content }: Worked): OwnProduct | { key: string } | RowProblem {
    const products = productsOf(content)
    const same = products.find(({ categoryId }) => categoryId === content.category?.id)
    const product = same ?? products[0]
    if (product) return product
    if (!content.category) return problem('category', 'required', 'Не ясно, в какой категории это растение')
    const { plant, name } = content
    if (plant) return { key: `plant ${plant.id}` }
    if (!splitName(name)) return problem('name', 'short', 'Нужны и род, и вид или сорт')
    return { key: `name ${normalizeName(name)}` }
  }

  /** The effect of a row without doubts, or the problem that prevents it. */
  function settle(
    row: Worked,
  ):
    | { state: RowState; changes: RowChange[]; adds: RowContent['adds'] }
    | { doubt: 'doubtful' | 'rejected'; problem: RowProblem } {
    const { content, found } = row
    const isNew = found.some(one => one === null)
    const target = isNew ? home(row) : null
    if (target && 'message' in target) return { doubt: 'doubtful', problem: target }
    const product = target && 'id' in target ? target : null
    const key = target && 'key' in target ? target.key : null
    const touched = [...new Set([...found.flatMap(one => one?.product ?? []), ...(product ? [product] : [])])]
    if (touched.some(({ isEditable }) => !isEditable)) {
      const message = 'За это растение отвечает другой сотрудник'
      return { doubt: 'rejected', problem: problem('name', 'assigned', message) }
    }
    const group = product ? `product ${product.id}` : (key ?? '')
    const newOnes = content.variants.filter((_, index) => !found[index])
    for (const variant of newOnes.filter(({ sku }) => sku === null)) {
      if (!listed.has(`${group} ${sizeKey(variant, false)}`)) continue
      return { doubt: 'doubtful', problem: problem('size', 'repeated', 'Такой же размер уже стоит в другой строке') }
    }
    const count = product ? (countOf.get(product.id) ?? 0) : (created.get(key ?? '')?.variants.length ?? 0)
    if (count + newOnes.length > variantLimits.variants) {
      const message = `У растения не больше ${variantLimits.variants} размеров`
      return { doubt: 'rejected', problem: problem('size', 'too_many', message) }
    }
    const isOnlyOne = content.variants.length === 1
    const changes: RowChange[] = []
    for (const one of touched) {
      if (one.review !== 'withdrawn') continue
      republished.add(one.id)
      changes.push({ field: 'is_published', before: false, after: true })
    }
    for (const [index, variant] of content.variants.entries()) {
      const one = found[index]
      if (variant.sku === null)
        listed.set(`${one ? `product ${one.product.id}` : group} ${sizeKey(variant, false)}`, row.given)
      if (one) {
        const after = asWritten(withStatements(one.writable, variant, row.given.stated))
        const differences = changesBetween(one.writable, after)
        if (differences.length === 0) confirmed.push(one.row.id)
        else {
          const hasOtherSku = one.row.sku !== null && after.sku !== one.row.sku
          changed.push({ id: one.row.id, productId: one.product.id, variant: after, hasOtherSku })
        }
        changes.push(
          ...(isOnlyOne
            ? differences
            : differences.map(each => ({ ...each, field: `variants.${index}.${each.field}` }))),
        )
        continue
      }
      if (product) {
        const position = countOf.get(product.id) ?? 0
        countOf.set(product.id, position + 1)
        added.push({ productId: product.id, position, variant })
      } else {
        const { plant, name, category } = content
        const one = created.get(key ?? '')
        if (one) one.variants.push(variant)
        else
          created.set(key ?? '', {
            plantId: plant?.id ?? null,
            name,
            categoryId: category?.id ?? 0,
            variants: [variant],
          })
      }
      if (!isOnlyOne) changes.push({ field: `variants.${index}`, before: null, after: writeLabel(variant) })
    }
    if (found.every(one => one === null)) return { state: 'new', changes: [], adds: product ? 'variant' : 'product' }
    return { state: changes.length > 0 ? 'changed' : 'unchanged', changes, adds: null }
  }

  const rows = [...others]
  for (const row of worked) {
    await yieldNow()
    const { given: source, content, doubt } = row
    const place = { position: source.position, kind: source.kind }
    const settled = doubt === null ? settle(row) : null
    if (settled && 'state' in settled) {
      const { adds, ...outcome } = settled
      rows.push({ ...place, shown: { ...content, doubt: null, adds }, ...outcome })
      continue
    }
    const problems = settled ? [...content.problems, settled.problem] : content.problems
    const state = settled?.doubt ?? doubt
    rows.push({ ...place, state, shown: { ...content, problems, doubt: content.doubt }, changes: [] })
    // This row is not applied. The variants that it may mean do not count as missing from the list.
    const plants = [content.plant, ...content.candidates.map(({ plant }) => plant)]
    for (const plant of plants) for (const one of productsOf({ ...content, plant })) named.add(one.id)
    for (const one of row.found) if (one) named.add(one.product.id)
    for (const { sku } of content.variants) {
      const holder = sku === null ? undefined : bySku.get(sku)
      if (holder) taken.add(holder.row.id)
    }
  }
  const missing = known
    .filter(({ row, product }) => !taken.has(row.id) && !named.has(product.id))
    .filter(({ product }) => product.isEditable && product.review !== 'withdrawn')
    .map(({ row, product }) => ({ id: row.id, productId: product.id, isSoldOut: row.stock === 'sold_out' }))
  return {
    rows: rows.toSorted((one, other) => one.position - other.position),
    confirmed,
    changed,
    added,
    created: [...created.values()],
    republished: [...republished],
    missing,
  }
}

const kindCounts = { offer: 'offers', section: 'sections', header: 'headers', note: 'notes', empty: 'empty' } as const

export const noCounts: PriceListCounts = {
  rows: 0,
  offers: 0,
  sections: 0,
  headers: 0,
  notes: 0,
  empty: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  doubtful: 0,
  rejected: 0,
  skipped: 0,
  missing: 0,
  unread: 0,
}

export function countRows({ rows, missing }: Comparison): PriceListCounts {
  const counts = { ...noCounts, rows: rows.length, missing: missing.length }
  for (const { kind, state, shown } of rows) {
    counts[kindCounts[kind]]++
    if (state) counts[state]++
    if (shown.unread.length > 0) counts.unread++
  }
  return counts
}
