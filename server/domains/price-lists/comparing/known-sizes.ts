import type { WritableVariant } from '#contract/variants.ts'
import type { VariantRow } from '#server/domains/products/products.api.ts'
import { presentWritable } from '#server/domains/products/variants/variants.present.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import type { RowContent } from '#server/reading/price-lists/rows.ts'
import type { Catalogue, OwnProduct } from './comparison.ts'

/** A size that the company has. */
export interface Known {
  row: VariantRow
  writable: WritableVariant
  product: OwnProduct
}

/** What the company has, as a list is compared with it. */
export interface KnownSizes {
  all: Known[]
  bySku: ReadonlyMap<string, Known>
  catalogue: Catalogue
  /** The first product of this name. */
  productNamed(name: string): OwnProduct | undefined
  /** The products that a row of this plant or name may mean. */
  productsOf(content: Pick<RowContent, 'plant' | 'name'>): OwnProduct[]
}

export async function knownSizes(catalogue: Catalogue, yieldNow: YieldNow): Promise<KnownSizes> {
  const productOf = new Map(catalogue.products.map(product => [product.id, product]))
  const all: Known[] = []
  for (const row of catalogue.variants) {
    await yieldNow()
    const product = productOf.get(row.productId)
    if (product) all.push({ row, product, writable: presentWritable(row) })
  }
  const byName = Map.groupBy(catalogue.products, ({ name }) => normalizeName(name))
  const byPlant = Map.groupBy(
    catalogue.products.filter(({ plantId }) => plantId !== null),
    ({ plantId }) => plantId,
  )
  return {
    ...{ all, catalogue },
    bySku: new Map(all.flatMap(one => (one.row.sku === null ? [] : [[one.row.sku, one] as const]))),
    productNamed: name => byName.get(normalizeName(name))?.[0],
    productsOf({ plant, name }) {
      const same = byName.get(normalizeName(name)) ?? []
      if (!plant) return same
      return [...new Set([...(byPlant.get(plant.id) ?? []), ...same.filter(({ plantId }) => plantId === null)])]
    },
  }
}

/** Lists of values by key, from which values are taken one at a time. */
export class Queues<Value> {
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
