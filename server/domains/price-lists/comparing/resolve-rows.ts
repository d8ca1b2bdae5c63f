import type { RowProblem } from '#contract/price-lists.ts'
import { type WritableVariant, writtenVariantForm } from '#contract/variants.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { problem } from '#server/reading/price-lists/row-problems.ts'
import type { RowContent } from '#server/reading/price-lists/rows.ts'
import type { OfferedSize } from '../files/offered-table.ts'
import type { GivenRow } from './comparison.ts'
import { type Known, type KnownSizes, Queues } from './known-sizes.ts'
import { keyOfRow, keyOfSize, type OwnRow, withOwnCells, writtenSize } from './own-rows.ts'
import { asWritten, wholly } from './variant-changes.ts'

/** An offer of the list with what the company's own products say of it. */
export interface ResolvedRow {
  given: GivenRow
  content: RowContent
  doubt: RowContent['doubt']
  /** The existing size for each size of the row; `null` for new ones. */
  found: (Known | null)[]
}

/** Fields whose problems are settled if a row belongs to a product of the company. */
const ofNames = new Set(['name', 'plant', 'category', 'latin_name', 'genus', 'species', 'cultivar'])

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
 * Completes a row with the plant and category of the company's own product, if one has its article number or name.
 * This may settle its doubt.
 */
function completed(
  { content }: GivenRow,
  { bySku, productNamed, catalogue }: KnownSizes,
): Pick<ResolvedRow, 'content' | 'doubt'> {
  const holder = content.variants.map(({ sku }) => (sku === null ? undefined : bySku.get(sku))).find(Boolean)
  const own = holder?.product ?? (content.plant ? undefined : productNamed(content.name))
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

/**
 * Resolves the offers of a list one after the other, each with the sizes that it names by what this site once wrote of
 * them. `taken` gets the ids of these.
 */
export function rowResolver(sizes: KnownSizes, taken: Set<number>, yieldNow: YieldNow) {
  const seenSkus = new Set<string>()
  /** The sizes by what the lists with these titles say of them. */
  const written = new Map<OwnRow['columns'], Queues<{ one: Known; size: OfferedSize }>>()

  async function writtenWith(columns: OwnRow['columns']) {
    const before = written.get(columns)
    if (before) return before
    const queues = new Queues<{ one: Known; size: OfferedSize }>()
    for (const one of sizes.all) {
      await yieldNow()
      const { name, latinName, categoryId } = one.product
      const category = sizes.catalogue.categoryOf(categoryId)?.name ?? ''
      const size = writtenSize({ name, latinName, category }, one.writable)
      queues.put(keyOfSize(columns, size), { one, size })
    }
    written.set(columns, queues)
    return queues
  }

  /** A row as this site has written it, with what it says now of its size. Undefined if it means none. */
  async function ownOf({ own, content, ...row }: GivenRow): Promise<ResolvedRow | undefined> {
    if (!own || content.doubt === 'skipped') return undefined
    const found = (await writtenWith(own.columns)).take(keyOfRow(own), ({ one }) => !taken.has(one.row.id))
    if (!found) return undefined
    const { one, size } = found
    const { variant, problems, isRejected } = withOwnCells(size, own)
    taken.add(one.row.id)
    const { name, plantId, categoryId } = one.product
    const plant = plantId === null ? null : sizes.catalogue.plantOf(plantId)
    const category = sizes.catalogue.categoryOf(categoryId)
    const shown = { ...content, name, plant, category, candidates: [], unread: [], variants: [asWritten(variant)] }
    const wrong = [...problems, ...(isRejected ? [] : invalid(shown.variants, seenSkus))]
    return {
      given: { ...row, own, content, stated: wholly },
      content: { ...shown, problems: wrong },
      doubt: wrong.length === 0 ? null : isRejected || wrong.length > problems.length ? 'rejected' : 'doubtful',
      found: [one],
    }
  }

  return async function resolve(row: GivenRow): Promise<ResolvedRow> {
    const own = await ownOf(row)
    if (own) return own
    const { content, doubt } = completed(row, sizes)
    const variants = content.variants.map(asWritten)
    const wrong = doubt === 'skipped' || doubt === 'rejected' ? [] : invalid(content.variants, seenSkus)
    return {
      given: row,
      content: { ...content, variants, problems: [...content.problems, ...wrong] },
      doubt: wrong.length > 0 ? 'rejected' : doubt,
      found: variants.map(() => null),
    }
  }
}
