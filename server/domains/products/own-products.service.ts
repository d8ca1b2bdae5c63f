import type { OwnProductQuery } from '#contract/products.ts'
import { listMembers, lockCompany } from '#server/domains/companies/companies.api.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canAssignProduct, canEditProduct } from '#server/policy/catalogue.ts'
import { refuseHeld } from './holds/holds.service.ts'
import { assignProducts, countOwn, listChangeable, listOwnPage } from './own-products.queries.ts'
import { deleteProducts } from './product-writes.queries.ts'
import { productsDeleting, productsPublicationChanged } from './products.events.ts'
import { presentProduct } from './products.present.ts'
import { listImagesOf } from './products.queries.ts'
import { lockPeopleOfProducts } from './suspension.queries.ts'
import { listVariantsOf } from './variants/variants.queries.ts'

/**
 * A page of the company's products; an empty one without a company. The number of queries does not depend on the number
 * of products.
 */
export async function listOwnPaged(
  { db, media }: { db: Db; media: MediaStore },
  actor: Actor,
  { page, page_size, ...filters }: OwnProductQuery,
  address: string,
) {
  const { companyId } = actor
  const request = { page, page_size }
  if (companyId === null) return { ...pageLinks(address, request, 0), results: [] }
  const links = pageLinks(address, request, await countOwn(db, companyId, filters))
  const rows = await listOwnPage(db, companyId, filters, pageRange(request))
  const ids = rows.map(row => row.id)
  const [variants, images, lookups] = await Promise.all([
    listVariantsOf(db, ids),
    listImagesOf(db, ids),
    readAllLookups(db),
  ])
  const imagesOf = Map.groupBy(images, image => image.productId)
  const variantsOf = Map.groupBy(variants, variant => variant.productId)
  const results = rows.map(row => {
    const parts = { images: imagesOf.get(row.id) ?? [], variants: variantsOf.get(row.id) ?? [] }
    return presentProduct(row, parts, lookups.byId, media, actor)
  })
  return { ...links, results }
}

/** Locks the actor's company and the authors of its products. Throws FORBIDDEN if the actor has no company. */
async function lockOwn(tx: Tx, { companyId }: Actor, alsoIds: string[]) {
  const company = companyId === null ? undefined : await lockCompany(tx, companyId)
  if (!company) throw new AppError('FORBIDDEN', 'Растения меняет компания.')
  await lockPeopleOfProducts(tx, company.id, alsoIds)
  return company
}

/**
 * Assigns several products to an employee. Throws FORBIDDEN unless the actor is the company's creator, INVALID_INPUT if
 * the assignee does not work there; products of others are not counted.
 */
export async function assignSeveral(
  db: Db,
  actor: Actor,
  { ids, assigned_to }: { ids: number[]; assigned_to: string | null },
) {
  const assignee = assigned_to?.toLowerCase() ?? null
  return db.transaction(async tx => {
    const company = await lockOwn(tx, actor, assignee === null ? [] : [assignee])
    if (!canAssignProduct(actor, { companyId: company.id, creatorId: company.creatorId })) {
      throw new AppError('FORBIDDEN', 'Ответственного назначает создатель компании.')
    }
    const members = await listMembers(tx, company.id)
    if (assignee !== null && !members.some(({ id }) => id === assignee)) {
      const error = fieldError('Нужен сотрудник вашей компании', 'not_a_member')
      throw new AppError('INVALID_INPUT', undefined, { assigned_to: error })
    }
    const own = (await listChangeable(tx, actor.id, ids)).map(({ id }) => id)
    if (own.length === 0) return { changed: 0 }
    await assignProducts(tx, company.id, own, assignee)
    await productsPublicationChanged.emit(tx, { productIds: own })
    return { changed: own.length }
  })
}

/** Deletes several products with their posts; those that the actor may not delete are kept and not counted. */
export async function deleteSeveral(db: Db, actor: Actor, ids: number[]) {
  return db.transaction(async tx => {
    await lockOwn(tx, actor, [])
    const own = (await listChangeable(tx, actor.id, ids)).filter(row => canEditProduct(actor, row)).map(({ id }) => id)
    if (own.length === 0) return { deleted: 0 }
    await refuseHeld(tx, { productIds: own })
    await productsDeleting.emit(tx, { productIds: own })
    await deleteProducts(tx, own)
    return { deleted: own.length }
  })
}
