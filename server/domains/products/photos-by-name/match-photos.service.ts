import type { MatchedName, PhotoProduct } from '#contract/product-photos.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canEditProduct } from '#server/policy/catalogue.ts'
import { matchName } from '#server/reading/names/match-name.ts'
import { buildNameIndexInTurns, type NameIndex, type PlantNames } from '#server/reading/names/name-index.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { productPath } from '../products.present.ts'
import { findSkus, numberOf, readFileName, skuKey, wordsOf } from './file-name.ts'
import { listOwnNames, type OwnName } from './own-names.queries.ts'

interface MatchDeps {
  db: Db
  media: Pick<MediaStore, 'urls'>
  names: () => Promise<NamedPlants>
}

/** Candidates that are offered for one picture. */
const candidatesMax = 5
/** A candidate below this is a chance likeness of words. */
const worthAsking = 0.3

const present = (row: OwnName, media: MatchDeps['media']): PhotoProduct => ({
  id: row.id,
  name: row.name,
  latin_name: row.latinName,
  sizes: row.sizes ?? '',
  slug: row.slug,
  category: row.category,
  get_thumbnail: media.urls(row.coverKey).get_thumbnail,
  get_absolute_url: productPath(row.category.slug, row.slug),
  photos_count: row.photosCount,
})

/** The products by their article numbers, as these are compared. */
function indexSkus(own: OwnName[]): Map<string, Set<number>> {
  const bySku = new Map<string, Set<number>>()
  for (const { id, skus } of own) {
    for (const sku of skus) {
      const key = skuKey(sku)
      if (key !== '') bySku.set(key, (bySku.get(key) ?? new Set()).add(id))
    }
  }
  return bySku
}

/** The company's products by the names of their plants. */
interface OwnPlants {
  /** Of these plants alone: a name that the directory has many times is unambiguous if the company sells it once. */
  index: NameIndex
  /** Products by the ids of that index: a plant's own, or the negative one of a product without a plant. */
  products: Map<number, number[]>
}

/** Products whose plant is not in the directory take part with the names that the company has given them. */
async function indexNames(own: OwnName[], { byId }: NamedPlants): Promise<OwnPlants> {
  const products = new Map<number, number[]>()
  const plants: PlantNames[] = []
  const genera = new Map<string, number>()
  for (const { id, plantId, genus, species, latinName } of own) {
    const named = plantId === null ? undefined : byId.get(plantId)
    const key = named?.id ?? -id
    const known = products.get(key)
    if (known) {
      known.push(id)
      continue
    }
    products.set(key, [id])
    const genusId = genera.get(genus) ?? -1 - genera.size
    genera.set(genus, genusId)
    plants.push(named ?? { id: key, genus: { id: genusId, name: genus, latinName: '' }, name: species, latinName })
  }
  return { index: await buildNameIndexInTurns(plants), products }
}

/**
 * Products of the species that the words name in the directory, or of the genus: «туя западная» when the company sells
 * its cultivars only.
 */
function relatives(words: string, { products }: OwnPlants, { index, byId }: NamedPlants): number[] {
  const { plant, genus } = matchName(index, words, { limit: 1 })
  const species = plant && index.plants.find(({ id }) => id === plant.id)?.species
  const ofSpecies = new Set(
    index.species[species ?? -1]?.plants.flatMap(at => products.get(index.plants[at]?.id ?? 0) ?? []),
  )
  if (ofSpecies.size > 0) return [...ofSpecies]
  return [...products].flatMap(([id, own]) => (genus !== null && byId.get(id)?.genus.id === genus ? own : []))
}

/** The product that the words certainly name, or those that they may name. */
function matchWords(words: string, own: OwnPlants, directory: NamedPlants) {
  if (words === '') return { sure: null, candidates: [] }
  const { plant, candidates } = matchName(own.index, words, { limit: candidatesMax })
  const likely = candidates
    .filter(({ confidence }) => confidence >= worthAsking)
    .flatMap(({ id }) => own.products.get(id) ?? [])
  const [only, ...others] = plant ? (own.products.get(plant.id) ?? []) : []
  // The directory knows plants that the company does not sell: what names one of these names none of the company's.
  const meant = plant && matchName(directory.index, words, { limit: 1 }).plant
  const isOther = meant && plant && plant.id > 0 && meant.id !== plant.id
  if (only !== undefined && others.length === 0 && !isOther) return { sure: only, candidates: [] }
  return { sure: null, candidates: likely.length > 0 ? likely : relatives(words, own, directory) }
}

function matchFile(name: string, bySku: Map<string, Set<number>>, own: OwnPlants, directory: NamedPlants): MatchedName {
  const file = readFileName(name)
  const runs = findSkus(file, bySku)
  const [run] = runs
  const bySkus = [...new Set(runs.flatMap(({ products }) => [...products]))]
  const { sure, candidates } = matchWords(wordsOf(file, run), own, directory)
  const isCertain = runs.every(({ isDoubtful }) => !isDoubtful)
  const [sku, ...otherSkus] = bySkus
  const number = numberOf(file, isCertain ? run : undefined)
  const found = (product: number): MatchedName => ({ name, product, candidates: [], number })
  if (sku === undefined) {
    return sure === null ? { name, product: null, candidates: candidates.slice(0, candidatesMax), number } : found(sure)
  }
  if (sure !== null && bySkus.includes(sure)) return found(sure)
  if (isCertain && otherSkus.length === 0 && sure === null) return found(sku)
  const possible = [...new Set([...bySkus, ...(sure === null ? [] : [sure]), ...candidates])]
  return { name, product: null, candidates: possible.slice(0, candidatesMax), number }
}

/**
 * Says which of the company's products the names of pictures' files mean, of those that the actor may change: by article
 * number, otherwise by the plant's name. Throws FORBIDDEN if the actor has no company.
 */
export async function matchPhotos({ db, media, names }: MatchDeps, actor: Actor, fileNames: string[]) {
  if (actor.companyId === null) throw new AppError('FORBIDDEN', 'Растения предлагает компания: сначала создайте её.')
  const own = (await listOwnNames(db, actor.companyId)).filter(row => canEditProduct(actor, row))
  const directory = await names()
  const bySku = indexSkus(own)
  const plants = await indexNames(own, directory)
  const results = fileNames.map(name => matchFile(name, bySku, plants, directory))
  const mentioned = new Set(results.flatMap(({ product, candidates }) => [...candidates, product ?? 0]))
  return { results, products: own.filter(({ id }) => mentioned.has(id)).map(row => present(row, media)) }
}
