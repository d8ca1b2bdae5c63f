import type { RowChange, RowProblem, RowState } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import { variantLimits, type WritableVariant } from '#contract/variants.ts'
import { splitName } from '#server/domains/products/bulk/change-in-bulk.service.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { problem } from '#server/reading/price-lists/row-problems.ts'
import type { RowContent } from '#server/reading/price-lists/rows.ts'
import type { Comparison, GivenRow, NewOne, OwnProduct } from './comparison.ts'
import type { Known, KnownSizes } from './known-sizes.ts'
import type { ResolvedRow } from './resolve-rows.ts'
import { asWritten, changesBetween, sizeKey, withStatements } from './variant-changes.ts'

/** What prevents a row from having an effect. */
interface Prevented {
  doubt: 'doubtful' | 'rejected'
  problem: RowProblem
}

interface Effect {
  state: RowState
  changes: RowChange[]
  adds: RowContent['adds']
}

/** Where a row's new sizes go: a product of the company, or one that the list adds, by a key of its own. */
type Home = { product: OwnProduct } | { key: string }

const prevented = (doubt: Prevented['doubt'], ...about: Parameters<typeof problem>): Prevented => ({
  doubt,
  problem: problem(...about),
})

function homeOf(content: RowContent, { productsOf }: KnownSizes): Home | Prevented {
  const products = productsOf(content)
  const product = products.find(({ categoryId }) => categoryId === content.category?.id) ?? products[0]
  if (product) return { product }
  if (!content.category) return prevented('doubtful', 'category', 'required', 'Не ясно, в какой категории это растение')
  const { plant, name } = content
  if (plant) return { key: `plant ${plant.id}` }
  if (!splitName(name)) return prevented('doubtful', 'name', 'short', 'Нужны и род, и вид или сорт')
  return { key: `name ${normalizeName(name)}` }
}

/** Collects, row by row, what applying a list changes. */
export function rowEffects(sizes: KnownSizes) {
  const confirmed: number[] = []
  const changed: Comparison['changed'] = []
  const added: Comparison['added'] = []
  const created = new Map<string, NewOne>()
  const republished = new Set<number>()
  /** Sizes that each product has or gets. */
  const countOf = new Map<number, number>()
  for (const { product } of sizes.all) countOf.set(product.id, (countOf.get(product.id) ?? 0) + 1)
  /** The rows of variants without article numbers, by product and size, to find repeated ones. */
  const listed = new Map<string, GivenRow>()

  const groupOf = (home: Home | null) => {
    if (!home) return ''
    return 'product' in home ? `product ${home.product.id}` : home.key
  }

  /** The reason why these new sizes cannot be added there. */
  function refusal(newOnes: WritableVariant[], home: Home | null): Prevented | null {
    const isListed = newOnes.some(
      variant => variant.sku === null && listed.has(`${groupOf(home)} ${sizeKey(variant, false)}`),
    )
    if (isListed) return prevented('doubtful', 'size', 'repeated', 'Такой же размер уже стоит в другой строке')
    const count =
      home && 'product' in home
        ? (countOf.get(home.product.id) ?? 0)
        : (created.get(groupOf(home))?.variants.length ?? 0)
    if (count + newOnes.length <= variantLimits.variants) return null
    return prevented('rejected', 'size', 'too_many', `У растения не больше ${variantLimits.variants} размеров`)
  }

  /** Confirms a size of the company, or changes it to what the row says; returns the changes. */
  function change({ row, product, writable }: Known, variant: WritableVariant, { stated }: GivenRow): RowChange[] {
    const after = asWritten(withStatements(writable, variant, stated))
    const differences = changesBetween(writable, after)
    if (differences.length === 0) confirmed.push(row.id)
    else {
      const hasOtherSku = row.sku !== null && after.sku !== row.sku
      changed.push({ id: row.id, productId: product.id, variant: after, hasOtherSku })
    }
    return differences
  }

  function add(variant: WritableVariant, home: Home, { plant, name, category }: RowContent): void {
    if ('product' in home) {
      const { id } = home.product
      const position = countOf.get(id) ?? 0
      countOf.set(id, position + 1)
      added.push({ productId: id, position, variant })
      return
    }
    const one = created.get(home.key)
    if (one) one.variants.push(variant)
    else created.set(home.key, { plantId: plant?.id ?? null, name, categoryId: category?.id ?? 0, variants: [variant] })
  }

  function republish(products: Iterable<OwnProduct>): RowChange[] {
    const withdrawn = [...products].filter(({ review }) => review === 'withdrawn')
    for (const { id } of withdrawn) republished.add(id)
    return withdrawn.map(() => ({ field: 'is_published', before: false, after: true }))
  }

  return {
    /** Notes the effect of a row without doubts, or says what prevents it. */
    take({ given, content, found }: ResolvedRow): Effect | Prevented {
      const home = found.includes(null) ? homeOf(content, sizes) : null
      if (home && 'doubt' in home) return home
      const touched = new Set(found.flatMap(one => one?.product ?? []))
      if (home && 'product' in home) touched.add(home.product)
      if ([...touched].some(({ isEditable }) => !isEditable))
        return prevented('rejected', 'name', 'assigned', 'За это растение отвечает другой сотрудник')
      const refused = refusal(
        content.variants.filter((_, index) => !found[index]),
        home,
      )
      if (refused) return refused

      const isOnlyOne = content.variants.length === 1
      const changes = republish(touched)
      for (const [index, variant] of content.variants.entries()) {
        const one = found[index]
        const group = one ? `product ${one.product.id}` : groupOf(home)
        if (variant.sku === null) listed.set(`${group} ${sizeKey(variant, false)}`, given)
        if (one) {
          const differences = change(one, variant, given)
          const field = (name: string) => (isOnlyOne ? name : `variants.${index}.${name}`)
          changes.push(...differences.map(each => ({ ...each, field: field(each.field) })))
        } else if (home) {
          add(variant, home, content)
          if (!isOnlyOne) changes.push({ field: `variants.${index}`, before: null, after: writeLabel(variant) })
        }
      }
      if (home && found.every(one => one === null))
        return { state: 'new', changes: [], adds: 'product' in home ? 'variant' : 'product' }
      return { state: changes.length > 0 ? 'changed' : 'unchanged', changes, adds: null }
    },

    all: () => ({ confirmed, changed, added, created: [...created.values()], republished: [...republished] }),
  }
}
