import { limits } from '#contract/common.ts'
import { productName } from '#contract/products.ts'
import { lockCompany } from '#server/domains/companies/companies.api.ts'
import { plantAttributes } from '#server/domains/plants/plant-attributes.ts'
import { listEntries } from '#server/domains/plants/plants.api.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import { unknownFacts } from '#server/illustration/plant-facts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Breathe, breathing } from '#server/platform/turns.ts'
import { refuseHeld } from '../holds/holds.service.ts'
import { redrawProducts } from '../linked-pictures.service.ts'
import type { ProductColumns } from '../product-form.ts'
import { deleteProducts } from '../product-writes.queries.ts'
import { productsDeleting, productsPublicationChanged } from '../products.events.ts'
import { reserveNewSlugs } from '../reserve-slug.ts'
import { lockPeopleOfProducts } from '../suspension.queries.ts'
import { cheapestOf, derivedColumns } from '../variants/derived-columns.ts'
import { packagingOf, type WrittenVariant } from '../variants/variant-form.ts'
import { listVariantsOf } from '../variants/variants.queries.ts'
import {
  batchesOf,
  confirmAsTheyAre,
  insertNewProducts,
  insertVariants,
  listShownSizes,
  markSoldOut,
  notifyOfBulk,
  overwriteVariants,
  releaseSkus,
  setWithdrawn,
  writeAllDerived,
} from './bulk-products.queries.ts'
import {
  deleteNewVariants,
  forgetOtherUndos,
  forgetSlugs,
  forgetUndo,
  listChangedSince,
  listNoted,
  listOfOtherHeight,
  markWritten,
  noteNew,
  noteProducts,
  noteVariants,
  restoreNoted,
} from './bulk-undo.queries.ts'

/** A product added by a bulk change: a plant of the directory, or one missing from it. */
export interface NewProduct {
  plantId: number | null
  /** The name of a plant missing from the directory. */
  name: string
  categoryId: number
  variants: WrittenVariant[]
}

/** A change of many products of a company in one transaction. */
export interface BulkChange {
  /** Identifies the change when it is undone. */
  changeId: string
  companyId: number
  /** The creator of the new products, and their assignee: null if the actor created the company. */
  actorId: string
  assignedToId: string | null
  /** Ids of unchanged variants. */
  confirmed: number[]
  changed: { id: number; productId: number; variant: WrittenVariant; hasOtherSku: boolean }[]
  added: { productId: number; position: number; variant: WrittenVariant }[]
  created: NewProduct[]
  soldOut: { id: number; productId: number }[]
  /** Products withdrawn from sale, and those put on sale again. */
  withdrawn: number[]
  republished: number[]
  /** Keys of drawn pictures by category id, shown until a product's own picture is drawn. */
  standIns: Map<number, string>
}

/** Genus and the rest of a name missing from the directory. */
export function splitName(name: string): { genus: string; species: string } | null {
  const [genus = '', ...rest] = name.trim().split(/\s+/)
  const species = rest.join(' ')
  return genus !== '' && species !== '' && name.length <= limits.shortText ? { genus, species } : null
}

/** Takes the locks for a bulk change of a company's products, in the order of docs/LOCKS.md. */
export async function lockForBulk(tx: Tx, companyId: number, actorIds: string[]): Promise<void> {
  await shareReference(tx)
  await lockCompany(tx, companyId)
  await lockPeopleOfProducts(tx, companyId, actorIds)
}

/** The columns of a product whose plant is not in the directory. */
const unlinked = {
  ...plantAttributes({ facts: unknownFacts, landscapeUse: '' }, () => null),
  plantId: null,
  latinName: '',
  synonyms: '',
  description: '',
  isApproved: false,
  publishedAt: null,
  heightMeasure: 'SM' as const,
  reviewReason: '',
  country: '',
  city: '',
  address: '',
  videoLink: '',
}

async function createProducts(tx: Tx, change: BulkChange, breathe: Breathe): Promise<number[]> {
  const { companyId, actorId, assignedToId, created, standIns } = change
  if (created.length === 0) return []
  const plantIds = [...new Set(created.flatMap(({ plantId }) => plantId ?? []))]
  const entries = new Map((await listEntries(tx, plantIds)).map(entry => [entry.id, entry]))
  const lookups = await readAllLookups(tx)
  const rows: Omit<ProductColumns, 'slug'>[] = []
  for (const { plantId, name, categoryId, variants } of created) {
    await breathe()
    const entry = plantId === null ? undefined : entries.get(plantId)
    const names = entry ? { genus: entry.genus, species: entry.species } : splitName(name)
    if (!names) throw new Error('a product without a name was let through')
    rows.push({
      companyId,
      categoryId,
      createdById: actorId,
      assignedToId,
      ...names,
      name: productName(names.genus, names.species),
      drawnMediaKey: standIns.get(categoryId) ?? '',
      // All rows have the same columns.
      ...unlinked,
      ...(entry
        ? {
            ...plantAttributes(entry, (kind, key) => lookups.byKey(kind, key)?.id ?? null),
            plantId: entry.id,
            latinName: entry.latinName,
            synonyms: entry.synonyms,
            isApproved: true,
            publishedAt: new Date(),
          }
        : {}),
      ...derivedColumns(variants),
      ...packagingOf(cheapestOf(variants), lookups, null),
    })
  }
  const slugs = await reserveNewSlugs(
    tx,
    rows.map(({ name }) => name),
  )
  const ids = await insertNewProducts(
    tx,
    { companyId, assignedToId },
    rows.map((row, index) => ({ ...row, slug: slugs[index] ?? '' })),
  )
  await noteNew(tx, change, 'product', ids)
  return ids
}

/** Updates the columns that these products derive from their variants; returns the products whose picture changes. */
async function settleDerived(tx: Tx, productIds: number[], breathe: Breathe): Promise<number[]> {
  if (productIds.length === 0) return []
  const lookups = await readAllLookups(tx)
  const before = await listShownSizes(tx, productIds)
  const rows = []
  const redrawn: number[] = []
  for (const some of batchesOf(before)) {
    const listed = await listVariantsOf(
      tx,
      some.map(({ id }) => id),
    )
    const variantsOf = Map.groupBy(listed, variant => variant.productId)
    for (const product of some) {
      await breathe()
      const variants = variantsOf.get(product.id) ?? []
      const derived = derivedColumns(variants)
      rows.push({ id: product.id, ...derived, ...packagingOf(cheapestOf(variants), lookups, { product, variants }) })
      const isTaller = derived.heightFromMm !== product.heightFromMm || derived.heightToMm !== product.heightToMm
      if (isTaller && product.plantId !== null) redrawn.push(product.id)
    }
  }
  await writeAllDerived(tx, rows)
  return redrawn
}

/**
 * Makes the change without a statement for each product: a statement takes hundreds of them. Returns the ids of the new
 * products. The caller has taken the locks (lockForBulk). `breathe` is called about once for each product and variant.
 */
export async function changeInBulk(tx: Tx, change: BulkChange, breathe: Breathe = breathing()): Promise<number[]> {
  const { changeId, companyId, confirmed, changed, added, created, soldOut, withdrawn, republished } = change
  const products = [...new Set([...changed, ...added, ...soldOut].map(({ productId }) => productId))]
  await noteVariants(tx, change, [...confirmed, ...[...changed, ...soldOut].map(({ id }) => id)], breathe)
  await noteProducts(tx, change, 'product', products)
  await noteProducts(tx, change, 'publication', [...withdrawn, ...republished])

  await releaseSkus(
    tx,
    changed.filter(({ hasOtherSku }) => hasOtherSku).map(({ id }) => id),
  )
  await overwriteVariants(
    tx,
    changed.map(({ id, variant }) => ({ ...variant, id })),
    breathe,
  )
  await confirmAsTheyAre(tx, confirmed)
  await markSoldOut(
    tx,
    soldOut.map(({ id }) => id),
  )
  const newIds = await createProducts(tx, change, breathe)
  const newVariants = await insertVariants(
    tx,
    [
      ...added.map(({ productId, position, variant }) => ({ ...variant, companyId, productId, position })),
      ...created.flatMap(({ variants }, index) =>
        variants.map((variant, position) => ({ ...variant, companyId, productId: newIds[index] ?? 0, position })),
      ),
    ],
    breathe,
  )
  await noteNew(tx, change, 'variant', newVariants)
  const redrawn = await settleDerived(tx, products, breathe)
  await setWithdrawn(tx, withdrawn, true)
  await setWithdrawn(tx, republished, false)
  await productsPublicationChanged.emit(tx, { productIds: [...withdrawn, ...republished] })
  await redrawProducts(tx, [...redrawn, ...newIds])
  await markWritten(tx, changeId, breathe)
  await forgetOtherUndos(tx, change)
  await notifyOfBulk(tx)
  return newIds
}

/** Maximum of products named when a change cannot be undone. */
const namedMost = 5

/**
 * Undoes a change completely, unless something that it wrote has changed since: then nothing is undone, and the names
 * of such products are returned. The caller has taken the locks.
 */
export async function undoBulk(tx: Tx, changeId: string): Promise<(string | null)[]> {
  const changedSince = await listChangedSince(tx, changeId, namedMost)
  if (changedSince.length > 0) return changedSince
  const newIds = await listNoted(tx, changeId, 'product', true)
  await refuseHeld(tx, { productIds: newIds })
  await refuseHeld(tx, { variantIds: await listNoted(tx, changeId, 'variant', true) })
  const otherwiseDrawn = await listOfOtherHeight(tx, changeId)
  const published = await listNoted(tx, changeId, 'publication', false)
  await productsDeleting.emit(tx, { productIds: newIds })
  await forgetSlugs(tx, newIds)
  const breathe = breathing()
  for (const some of batchesOf(newIds)) {
    await deleteProducts(tx, some)
    await breathe()
  }
  await deleteNewVariants(tx, changeId)
  await restoreNoted(tx, changeId, breathe)
  await productsPublicationChanged.emit(tx, { productIds: published })
  await redrawProducts(tx, otherwiseDrawn)
  await forgetUndo(tx, changeId)
  await notifyOfBulk(tx)
  return []
}
