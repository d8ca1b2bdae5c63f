import type { MatchedName, PhotoProduct } from '#contract/product-photos.ts'
import { productPicturesMax } from '#contract/products.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'

/** Where a photo stands while the photos are sorted. */
export type Place =
  | { state: 'matching' }
  | { state: 'assigned'; product: number }
  | { state: 'doubtful'; candidates: readonly number[] }
  | { state: 'unsorted' }

export interface Sorting {
  /** By the photos' keys; a photo without a place is unsorted. */
  places: ReadonlyMap<string, Place>
  /** The photos' numbers in their names. */
  numbers: ReadonlyMap<string, number>
  /** All products that are mentioned. */
  products: ReadonlyMap<number, PhotoProduct>
}

export type SortingAction =
  | { type: 'asked'; keys: readonly string[] }
  | { type: 'matched'; keys: readonly string[]; results: readonly MatchedName[]; products: readonly PhotoProduct[] }
  | { type: 'assigned'; keys: readonly string[]; product: PhotoProduct }
  | { type: 'unsorted'; keys: readonly string[] }
  | { type: 'removed'; keys: readonly string[] }

export const noSorting: Sorting = { places: new Map(), numbers: new Map(), products: new Map() }

function placeOf({ product, candidates }: MatchedName): Place {
  if (product !== null) return { state: 'assigned', product }
  return candidates.length > 0 ? { state: 'doubtful', candidates } : { state: 'unsorted' }
}

export function sorting(before: Sorting, action: SortingAction): Sorting {
  const places = new Map(before.places)
  switch (action.type) {
    case 'asked':
      for (const key of action.keys) places.set(key, { state: 'matching' })
      return { ...before, places }
    case 'matched': {
      const numbers = new Map(before.numbers)
      const products = new Map(before.products)
      for (const product of action.products) products.set(product.id, product)
      for (const [at, key] of action.keys.entries()) {
        const result = action.results[at]
        // One that a person has placed or removed meanwhile stays where it is.
        if (!result || places.get(key)?.state !== 'matching') continue
        places.set(key, placeOf(result))
        if (result.number !== null) numbers.set(key, result.number)
      }
      return { places, numbers, products }
    }
    case 'assigned': {
      const { product } = action
      for (const key of action.keys) places.set(key, { state: 'assigned', product: product.id })
      return { ...before, places, products: new Map(before.products).set(product.id, product) }
    }
    case 'unsorted':
      for (const key of action.keys) places.set(key, { state: 'unsorted' })
      return { ...before, places }
    case 'removed':
      for (const key of action.keys) places.delete(key)
      return { ...before, places }
  }
}

const names = new Intl.Collator('ru', { numeric: true })

/** Photos in the order of their numbers, those without one first. */
function inPhotoOrder(photos: readonly Photo[], { numbers }: Sorting): Photo[] {
  return photos.toSorted(
    (one, other) =>
      (numbers.get(one.key) ?? -1) - (numbers.get(other.key) ?? -1) || names.compare(one.name, other.name),
  )
}

export interface ProductGroup {
  product: PhotoProduct
  photos: readonly Photo[]
  /** Those of the photos for which the product has no place. */
  surplus: number
}

/** Photos that may be of the same products, by what their names say: one answer is enough for all. */
export interface DoubtfulGroup {
  key: string
  candidates: readonly PhotoProduct[]
  photos: readonly Photo[]
}

export interface Sorted {
  groups: readonly ProductGroup[]
  doubtful: readonly DoubtfulGroup[]
  unsorted: readonly Photo[]
  /** Being matched. */
  matching: readonly Photo[]
}

const withoutNumber = (name: string) => name.replace(/\.\w+$/, '').replace(/[\s\d()_-]+$/, '')

/** The photos by their places; products are in the order of their names. */
export function sorted(photos: readonly Photo[], now: Sorting): Sorted {
  const ordered = inPhotoOrder(photos, now)
  const stateOf = ({ key }: Photo) => now.places.get(key) ?? { state: 'unsorted' as const }
  const byProduct = Map.groupBy(ordered, photo => {
    const place = stateOf(photo)
    return place.state === 'assigned' ? place.product : 0
  })
  const groups = [...byProduct].flatMap(([id, own]): ProductGroup[] => {
    const product = now.products.get(id)
    if (!product) return []
    return [{ product, photos: own, surplus: Math.max(0, product.photos_count + own.length - productPicturesMax) }]
  })
  const byName = Map.groupBy(ordered, photo => {
    const place = stateOf(photo)
    return place.state === 'doubtful' ? `${place.candidates.join()} ${withoutNumber(photo.name)}` : ''
  })
  byName.delete('')
  const doubtful = [...byName].map(([key, own]): DoubtfulGroup => {
    const place = own[0] ? stateOf(own[0]) : { state: 'unsorted' as const }
    const ids = place.state === 'doubtful' ? place.candidates : []
    return { key, candidates: ids.flatMap(id => now.products.get(id) ?? []), photos: own }
  })
  return {
    groups: groups.toSorted((one, other) => names.compare(one.product.name, other.product.name)),
    doubtful,
    unsorted: ordered.filter(photo => stateOf(photo).state === 'unsorted'),
    matching: ordered.filter(photo => stateOf(photo).state === 'matching'),
  }
}
