import { productName } from '#contract/products.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Linked, listLinked, renameLinkedProducts } from './linked-products.queries.ts'
import { productsRenamed } from './products.events.ts'
import { reserveSlugs } from './reserve-slug.ts'

type Names = Record<'genus' | 'species' | 'latinName' | 'synonyms', string>

const differ = (one: Names, other: Names) =>
  one.genus !== other.genus ||
  one.species !== other.species ||
  one.latinName !== other.latinName ||
  one.synonyms !== other.synonyms

/**
 * Updates products linked to the directory with the current names of their plants: names, synonyms, addresses (old ones
 * redirect), and the feed's search text. A handful of statements, however many products there are. The caller has
 * locked the reference data and the products' companies.
 */
export async function syncWithPlants(tx: Tx, tied: Linked): Promise<void> {
  const changed = (await listLinked(tx, tied))
    .map(({ entry, ...product }) => ({ ...product, entry, newName: productName(entry.genus, entry.species) }))
    .filter(({ is, entry }) => differ(is, entry))
  if (changed.length === 0) return
  const renamed = changed.filter(({ name, newName }) => name !== newName)
  const slugs = await reserveSlugs(
    tx,
    renamed.map(({ id, newName }) => ({ id, name: newName })),
  )
  await renameLinkedProducts(
    tx,
    changed.map(({ id, slug, entry: { genus, species, latinName, synonyms }, newName }) => ({
      id,
      genus,
      species,
      name: newName,
      slug: slugs.get(id) ?? slug,
      latin_name: latinName,
      synonyms,
    })),
  )
  await productsRenamed.emit(tx, { productIds: renamed.map(({ id }) => id) })
}
