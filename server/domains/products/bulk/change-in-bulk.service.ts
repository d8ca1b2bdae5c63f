import { limits } from '#contract/common.ts'
import { productName } from '#contract/products.ts'
import { lockCompany } from '#server/domains/companies/companies.api.ts'
import { plantAttributes } from '#server/domains/plants/plant-attributes.ts'
import { listEntries } from '#server/domains/plants/plants.api.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { shareReference } from '#server/domains/reference/reference.api.ts'
import { unknownFacts } from '#server/drawings/plant-facts.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type YieldNow, yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { refuseHeld } from '../holds/holds.service.ts'
import { redrawProducts } from '../linked-pictures.service.ts'
import type { ProductColumns } from '../product-form.ts'
import { deleteProducts } from '../product-writes.queries.ts'
import { productsDeleting, productsPublicationChanged } from '../products.events.ts'
import { reserveNewSlugs } from '../reserve-slug.ts'
import { lockPeopleOfProducts } from '../suspension.queries.ts'
import { cheapestOf, derivedColumns } from '../variants/derived-columns.ts'
import { packagingOf, type WrittenVariant } from '../variants/variant-form.ts'
import {
  claimPreparation,
  endPreparation,
  forgetSomeUndo,
  forgetStaged,
  insertStaged,
  listEarlierUndos,
  listVariantsAfter,
  type NewVariant,
  noteConfirmed,
  noteMade,
  noteStaged,
  reserveProductIds,
  setNotedAhead,
  sharePreparation,
  stageChanged,
  stageNew,
  writeStaged,
} from './bulk-ahead.queries.ts'
import {
  batchesOf,
  confirmAsTheyAre,
  type DerivedRow,
  insertNewProducts,
  listShownSizes,
  notifyOfBulk,
  releaseSkus,
  setWithdrawn,
  writeAllDerived,
} from './bulk-products.queries.ts'
import {
  deleteNewVariants,
  forgetSlugs,
  forgetUndo,
  listChangedSince,
  listNoted,
  listOfOtherHeight,
  markOtherProducts,
  noteDerived,
  noteNewProducts,
  notePublication,
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
  placeholders: Map<number, string>
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

async function createProducts(tx: Tx, change: BulkChange, productIds: number[], yieldNow: YieldNow): Promise<void> {
  const { companyId, actorId, assignedToId, created, placeholders } = change
  if (created.length === 0) return
  const plantIds = [...new Set(created.flatMap(({ plantId }) => plantId ?? []))]
  const entries = new Map((await listEntries(tx, plantIds)).map(entry => [entry.id, entry]))
  const lookups = await readAllLookups(tx)
  const rows: Omit<ProductColumns, 'slug'>[] = []
  for (const { plantId, name, categoryId, variants } of created) {
    await yieldNow()
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
      drawnMediaKey: placeholders.get(categoryId) ?? '',
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
  const reserved = rows.map((row, index) => ({ ...row, id: productIds[index] ?? 0, slug: slugs[index] ?? '' }))
  await insertNewProducts(tx, { companyId, assignedToId }, reserved)
  await noteNewProducts(tx, change, productIds)
}

/** What a bulk change writes, as far as it could be computed and recorded ahead of its transaction. */
export interface PreparedChange {
  change: BulkChange
  token: string
  confirmedAt: Date
  /** Ids of staged variants: existing ones that are replaced, and new ones. */
  replaced: number[]
  added: number[]
  newProductIds: number[]
  /** Columns that existing products derive from their variants, and the products whose picture changes with them. */
  derived: (DerivedRow & { variantIds: number[] })[]
  redrawn: number[]
}

/** Rows per transaction that stages them. */
const staged = 100
/** Staged rows that one statement writes: the embedded database does nothing else meanwhile. */
const written = 500

function* piecesOf<Row>(rows: Row[], size: number): Iterable<Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** What these products will derive from their variants, the staged ones included. */
async function deriveAhead(
  db: Db | Tx,
  change: BulkChange,
  stagedOf: Map<number, number[]>,
  yieldNow: YieldNow,
): Promise<Pick<PreparedChange, 'derived' | 'redrawn'>> {
  const lookups = await readAllLookups(db)
  const derived: PreparedChange['derived'] = []
  const redrawn: number[] = []
  for (const productIds of batchesOf([...stagedOf.keys()])) {
    const listed = await listVariantsAfter(
      db,
      change,
      productIds,
      productIds.flatMap(id => stagedOf.get(id) ?? []),
    )
    const variantsOf = Map.groupBy(listed, variant => variant.productId)
    for (const product of await listShownSizes(db, productIds)) {
      await yieldNow()
      const variants = (variantsOf.get(product.id) ?? []).sort(
        (one, other) => one.position - other.position || one.id - other.id,
      )
      const columns = derivedColumns(variants)
      const packaging = packagingOf(cheapestOf(variants), lookups, { product })
      const variantIds = variants.map(({ id }) => id).sort((one, other) => one - other)
      derived.push({ id: product.id, ...columns, ...packaging, variantIds })
      const isTaller = columns.heightFromMm !== product.heightFromMm || columns.heightToMm !== product.heightToMm
      if (isTaller && product.plantId !== null) redrawn.push(product.id)
    }
  }
  return { derived, redrawn }
}

const soldOutColumns = { stock: 'sold_out', stockQuantity: null, stockIsMinimum: false, availableFrom: null } as const

/**
 * Prepares a bulk change in many short transactions before its own, which others wait for: records the variants as they
 * are, stages them as they will be, computes what products derive from them. Nobody sees anything of it. The caller makes
 * sure that nothing that it reads has changed when the change is made. `yieldNow` is called about once for each hundred variants, and for each product.
 */
export async function prepareBulk(db: Db | Tx, change: BulkChange, yieldNow: YieldNow): Promise<PreparedChange> {
  const { companyId, changed, soldOut, created } = change
  const confirmedAt = new Date()
  const token = uuidv7()
  await claimPreparation(db, change, token)
  // What a process that was killed has left.
  while (await forgetStaged(db, companyId, null));
  while (await forgetSomeUndo(db, change.changeId));
  const staging = <Made>(stage: (tx: Tx) => Promise<Made>) =>
    db.transaction(async tx => {
      if (!(await sharePreparation(tx, token, companyId))) throw new Error('another process prepares this change')
      return stage(tx)
    })
  const stagedOf = new Map<number, number[]>()
  const note = (productId: number, id: number) => {
    const list = stagedOf.get(productId)
    if (list) list.push(id)
    else stagedOf.set(productId, [id])
  }
  for (const some of piecesOf(change.confirmed, staged)) {
    await staging(tx => noteConfirmed(tx, change, some, confirmedAt))
    await yieldNow()
  }
  const replaced = [
    ...changed.map(({ id, variant }) => ({ ...variant, id })),
    ...soldOut.map(({ id }) => ({ ...soldOutColumns, id })),
  ].sort((one, other) => one.id - other.id)
  for (const { productId, id } of [...changed, ...soldOut]) note(productId, id)
  for (const some of piecesOf(replaced, staged)) {
    await staging(async tx => {
      await stageChanged(tx, change, some, confirmedAt)
      await noteStaged(
        tx,
        change,
        some.map(({ id }) => id),
      )
    })
    await yieldNow()
  }
  const newProductIds = created.length > 0 ? await reserveProductIds(db, created.length) : []
  const ofExisting: NewVariant[] = change.added.map(({ productId, position, variant }) => ({
    ...variant,
    companyId,
    productId,
    position,
  }))
  const ofNew: NewVariant[] = created.flatMap(({ variants }, index) =>
    variants.map((variant, position) => ({ ...variant, companyId, productId: newProductIds[index] ?? 0, position })),
  )
  const added: number[] = []
  for (const [isNew, list] of [
    [false, ofExisting],
    [true, ofNew],
  ] as const) {
    for (const some of piecesOf(list, staged)) {
      const ids = await staging(async tx => {
        const made = await stageNew(tx, change, some, confirmedAt)
        await noteStaged(tx, change, made)
        return made
      })
      added.push(...ids)
      if (!isNew) for (const [index, { productId }] of some.entries()) note(productId, ids[index] ?? 0)
      await yieldNow()
    }
  }
  const derived = await deriveAhead(db, change, stagedOf, yieldNow)
  return { change, token, confirmedAt, replaced: replaced.map(({ id }) => id), added, newProductIds, ...derived }
}

/** Deletes what was prepared of a change that is not made after all. */
export async function discardPrepared(tx: Tx, change: Pick<BulkChange, 'changeId' | 'companyId'>): Promise<void> {
  await endPreparation(tx, change, null)
  while (await forgetStaged(tx, change.companyId, change.changeId));
  while (await forgetSomeUndo(tx, change.changeId));
}

/** Deletes what is no longer needed once a change is made, and the records of those before it. */
export async function tidyAfterBulk(db: Db, change: Pick<BulkChange, 'changeId' | 'companyId'>): Promise<void> {
  while (await forgetStaged(db, change.companyId, change.changeId));
  for (const earlier of await listEarlierUndos(db, change)) while (await forgetSomeUndo(db, earlier));
}

/**
 * Makes a prepared change without a statement for each product: a statement takes hundreds of them. Returns the ids of
 * the new products, or null, with nothing done, if it has been prepared by another process since. The caller has taken the locks (lockForBulk). `yieldNow` is called about once for each statement.
 */
export async function makePrepared(
  tx: Tx,
  prepared: PreparedChange,
  yieldNow: YieldNow = yieldToEventLoop(),
): Promise<number[] | null> {
  const { change, confirmedAt, newProductIds, derived } = prepared
  const { changeId, confirmed, changed, withdrawn, republished } = change
  if (!(await endPreparation(tx, change, prepared.token))) return null
  for (const some of batchesOf(derived)) {
    await noteDerived(tx, change, some)
    await yieldNow()
  }
  await notePublication(tx, change, [...withdrawn, ...republished])
  await setNotedAhead(tx, true)
  await releaseSkus(
    tx,
    changed.filter(({ hasOtherSku }) => hasOtherSku).map(({ id }) => id),
  )
  for (const some of piecesOf(prepared.replaced, written)) {
    await writeStaged(tx, change, some)
    await yieldNow()
  }
  for (const some of piecesOf(confirmed, written)) {
    await confirmAsTheyAre(tx, some, confirmedAt)
    await yieldNow()
  }
  await createProducts(tx, change, newProductIds, yieldNow)
  for (const some of piecesOf(prepared.added, written)) {
    await insertStaged(tx, change, some)
    await yieldNow()
  }
  await setNotedAhead(tx, false)
  await writeAllDerived(tx, derived, yieldNow)
  await setWithdrawn(tx, withdrawn, true)
  await setWithdrawn(tx, republished, false)
  await productsPublicationChanged.emit(tx, { productIds: [...withdrawn, ...republished] })
  await redrawProducts(tx, [...prepared.redrawn, ...newProductIds])
  await markOtherProducts(tx, changeId)
  await noteMade(tx, change)
  await notifyOfBulk(tx)
  return newProductIds
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
  const yieldNow = yieldToEventLoop()
  for (const some of batchesOf(newIds)) {
    await deleteProducts(tx, some)
    await yieldNow()
  }
  await deleteNewVariants(tx, changeId)
  await restoreNoted(tx, changeId, yieldNow)
  await productsPublicationChanged.emit(tx, { productIds: published })
  await redrawProducts(tx, otherwiseDrawn)
  await forgetUndo(tx, changeId)
  await notifyOfBulk(tx)
  return []
}
