import { isDeepStrictEqual } from 'node:util'
import type { MissingChoice, PriceListSheet, RowChange } from '#contract/price-lists.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { findCreator, listCompanyProducts, listCompanyVariants } from '#server/domains/products/products.api.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { canEditProduct } from '#server/policy/catalogue.ts'
import { categoryOfGenus, type NamedPlants, refOf } from '#server/reading/names/named-plants.ts'
import { type NameReader, nameReader } from '#server/reading/price-lists/names.ts'
import type { Correction, ReadRow } from '#server/reading/price-lists/rows.ts'
import { type ComparableRow, listComparable, listRememberedNames } from '../price-lists.queries.ts'
import { compareRows } from './compare-rows.ts'
import type { Catalogue, ComparedRow, Comparison, GivenRow } from './comparison.ts'
import { correctedRow, type Directory, type RememberedNames } from './corrected-row.ts'
import { ownColumnsOf } from './own-rows.ts'
import { statedBy, wholly } from './variant-changes.ts'

/** Looks up plants and categories by id. */
export async function readDirectory(db: Db | Tx, named: NamedPlants): Promise<Directory> {
  const { byId } = named
  const categories = await listCategories(db)
  const byCategory = new Map(categories.map(category => [category.id, category]))
  const bySlug = new Map(categories.map(category => [category.slug, category]))
  const categoryOf = (slug: string | null | undefined) => bySlug.get(slug ?? '') ?? null
  const categoryOfPlant = (id: number) => categoryOf(byId.get(id)?.categorySlug)
  // Most lists have no name that a person has corrected.
  let reader: NameReader | null = null
  const plantOf = (id: number) => {
    const plant = byId.get(id)
    return plant ? refOf(plant) : null
  }
  return {
    plantOf,
    plantNamed(name) {
      reader ??= nameReader(named)
      const found = reader.read({ name, latin: '' }, null)
      if (found.plant) {
        const { id } = found.plant
        return { plant: plantOf(id), candidates: [], category: categoryOfPlant(id) }
      }
      const candidates = found.candidates.flatMap(({ id, confidence }) => {
        const plant = plantOf(id)
        return plant ? [{ plant, confidence }] : []
      })
      return { plant: null, candidates, category: categoryOf(categoryOfGenus(named, found.genus)) }
    },
    categoryOf: id => byCategory.get(id) ?? null,
    mainCategoryOf: categoryOfPlant,
  }
}

/** The company and the person that import a list. */
interface Importer {
  companyId: number
  userId: string
}

/** What a person says of a row, before it is written. */
export interface SaidOfRow {
  position: number
  correction: Correction | null
  /** The row's normalized name, if something is said of it: the plant that it means, or `undefined` for none any more. */
  name: string | null
  plantId: number | null | undefined
}

type RowOfList = Pick<ComparableRow, 'position' | 'sheet' | 'kind' | 'read' | 'correction' | 'cells'>

/** Compares rows with the company's current products. */
export async function compareWithOffered(
  db: Db | Tx,
  names: NamedPlants,
  sheets: PriceListSheet[],
  rows: RowOfList[],
  { companyId, userId }: Importer,
  yieldNow: YieldNow,
  said: SaidOfRow | null = null,
): Promise<{ comparison: Comparison; catalogue: Catalogue; creatorId: string | undefined }> {
  const directory = await readDirectory(db, names)
  const remembered = new Map((await listRememberedNames(db, companyId)).map(({ name, plantId }) => [name, plantId]))
  if (said?.name != null) {
    if (said.plantId === undefined) remembered.delete(said.name)
    else remembered.set(said.name, said.plantId)
  }
  const creatorId = await findCreator(db, companyId)
  const actor = { id: userId, companyId, isStaff: false, silences: 0 }
  const products = (await listCompanyProducts(db, companyId)).map(product => ({
    ...product,
    isEditable: canEditProduct(actor, { companyId, creatorId: creatorId ?? '', assignedToId: product.assignedToId }),
  }))
  const catalogue: Catalogue = { products, variants: await listCompanyVariants(db, companyId, yieldNow), ...directory }
  const given = await givenRows(sheets, rows, remembered, directory, yieldNow)
  const comparison = await compareRows(given, catalogue, yieldNow)
  return { comparison, catalogue, creatorId }
}

/** Compares rows as those of a company that offers nothing and has corrected nothing. */
export async function compareWithNothing(
  db: Db,
  names: NamedPlants,
  sheets: PriceListSheet[],
  rows: ReadRow[],
  yieldNow: YieldNow,
): Promise<Comparison> {
  const directory = await readDirectory(db, names)
  const placed = rows.map(({ sheet, kind, cells, ...read }, position) => {
    return { position, sheet, kind, cells, read, correction: null }
  })
  const given = await givenRows(sheets, placed, new Map(), directory, yieldNow)
  return compareRows(given, { products: [], variants: [], ...directory }, yieldNow)
}

/** The rows as the company means them. */
async function givenRows(
  sheets: PriceListSheet[],
  rows: RowOfList[],
  remembered: RememberedNames,
  directory: Directory,
  yieldNow: YieldNow,
): Promise<GivenRow[]> {
  const own = new Map(sheets.map(sheet => [sheet.name, ownColumnsOf(sheet)]))
  const stated = new Map(sheets.map(({ name, columns }) => [name, statedBy(columns)]))
  const given: GivenRow[] = []
  for (const row of rows) {
    await yieldNow()
    const columns = own.get(row.sheet) ?? null
    given.push({
      position: row.position,
      kind: row.kind,
      content: row.kind === 'offer' ? correctedRow(row.read, row.correction, remembered, directory) : row.read,
      stated: row.correction?.variants ? wholly : (stated.get(row.sheet) ?? statedBy([])),
      // A person's correction says more than what was written.
      own: columns && row.correction === null ? { columns, cells: row.cells } : null,
    })
  }
  return given
}

/**
 * Compares the rows of a stored list, with what is said of one of them. `different`: the rows that change, and all rows
 * with the name of which something is said. `followers`: the number of rows to which the plant chosen for that name
 * applies, because no plant was chosen for them individually.
 */
export async function compareList(
  db: Db | Tx,
  names: NamedPlants,
  list: { id: string; sheets: PriceListSheet[] },
  importer: Importer,
  yieldNow: YieldNow,
  said: SaidOfRow | null = null,
) {
  const ownSheets = list.sheets.filter(sheet => ownColumnsOf(sheet) !== null).map(({ name }) => name)
  const stored = await listComparable(db, list.id, ownSheets, yieldNow)
  const corrected = stored.find(({ position }) => position === said?.position)
  if (said && corrected) corrected.correction = said.correction
  const compared = await compareWithOffered(db, names, list.sheets, stored, importer, yieldNow, said)
  const different = await differing(stored, compared.comparison.rows, said, yieldNow)
  const followers = stored.filter(
    ({ kind, read, correction }) =>
      kind === 'offer' &&
      correction?.plant === undefined &&
      correction?.name === undefined &&
      normalizeName(read.name) === said?.name,
  )
  return { ...compared, different, followers: followers.length }
}

const sameChanges = (one: RowChange[], other: RowChange[]) =>
  one.length === other.length &&
  one.every((change, index) => {
    const same = other[index]
    return (
      change.field === same?.field &&
      isDeepStrictEqual(change.before, same.before) &&
      isDeepStrictEqual(change.after, same.after)
    )
  })

/**
 * The rows to be written again. What a row shows changes only with its state, its changes, or what a person says of it or
 * of its name.
 */
async function differing(stored: ComparableRow[], rows: ComparedRow[], said: SaidOfRow | null, yieldNow: YieldNow) {
  const before = new Map(stored.map(row => [row.position, row]))
  const different: ComparedRow[] = []
  for (const row of rows) {
    await yieldNow()
    const was = before.get(row.position)
    const isSame =
      was?.state === row.state &&
      was.adds === (row.shown.adds ?? null) &&
      sameChanges(was.changes, row.changes) &&
      (said === null || (row.position !== said.position && normalizeName(was.read.name) !== said.name))
    if (!isSame) different.push(row)
  }
  return different
}

/**
 * What happens to the variants that a list does not contain: which are marked as sold out, and which products are taken
 * off sale. Only a product of which the list contains nothing is taken off sale.
 */
export function fateOfMissing(
  { missing, added }: Comparison,
  { variants, products }: Catalogue,
  choice: MissingChoice,
) {
  if (choice === 'keep') return { soldOut: [], withdrawn: [] }
  const sizes = new Map<number, number>()
  for (const { productId } of variants) sizes.set(productId, (sizes.get(productId) ?? 0) + 1)
  const grows = new Set(added.map(({ productId }) => productId))
  const withdrawn = new Set<number>()
  if (choice === 'unpublish') {
    const isApproved = new Map(products.map(product => [product.id, product.isApproved]))
    for (const [productId, list] of Map.groupBy(missing, ({ productId }) => productId)) {
      const isWhole = list.length === sizes.get(productId) && !grows.has(productId)
      if (isWhole && isApproved.get(productId)) withdrawn.add(productId)
    }
  }
  const soldOut = missing
    .filter(({ isSoldOut, productId }) => !isSoldOut && !withdrawn.has(productId))
    .map(({ id, productId }) => ({ id, productId }))
  return { soldOut, withdrawn: [...withdrawn] }
}
