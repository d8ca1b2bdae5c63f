import type { Product, ProductCard } from '#contract/products.ts'
import { lookupsById, readAllLookups } from '#server/domains/reference/lookups.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canReadProduct, isColleague } from '#server/policy/catalogue.ts'
import { lookupIdsOf, presentCard, presentImage, presentProduct, productPath } from './products.present.ts'
import {
  findProduct,
  listImages,
  listImagesOfCompany,
  listOfCompany,
  listWholeOfCompany,
  type ProductRow,
} from './products.queries.ts'

/** Reading products, one by one and those of a company. */
export function productReads({ db, media }: { db: Db; media: MediaStore }) {
  async function getReadable(actor: Actor | null, slug: string): Promise<ProductRow> {
    const row = await findProduct(db, slug)
    if (!row || !canReadProduct(actor, row.product)) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    return row
  }

  /** Throws NOT_FOUND for a product that the actor may not know of, or that is not in this category. */
  async function getUnderCategory(actor: Actor | null, categorySlug: string, slug: string): Promise<ProductRow> {
    const row = await getReadable(actor, slug)
    if (row.category.slug !== categorySlug) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    return row
  }

  return {
    getUnderCategory,

    /** The product under its present or an earlier slug. Throws NOT_FOUND for one that the actor may not know of. */
    async getProduct(actor: Actor | null, categorySlug: string, slug: string): Promise<Product> {
      const row = await getUnderCategory(actor, categorySlug, slug)
      const [images, lookupOf] = await Promise.all([listImages(db, row.product.id), lookupsById(db, lookupIdsOf(row))])
      return presentProduct(row, images, lookupOf, media, actor)
    },

    /** Everything of the actor's company, newest first; nothing without one. As many queries for many as for few. */
    async listOwn(actor: Actor): Promise<Product[]> {
      if (actor.companyId === null) return []
      const [rows, images, lists] = await Promise.all([
        listWholeOfCompany(db, actor.companyId),
        listImagesOfCompany(db, actor.companyId),
        readAllLookups(db),
      ])
      const imagesOf = Map.groupBy(images, image => image.productId)
      return rows.map(row => presentProduct(row, imagesOf.get(row.id) ?? [], lists.byId, media, actor))
    },

    async getAddress(actor: Actor | null, slug: string): Promise<string> {
      const row = await getReadable(actor, slug)
      return productPath(row.category.slug, row.slug)
    },

    async listImages(actor: Actor | null, slug: string) {
      const row = await getReadable(actor, slug)
      return (await listImages(db, row.product.id)).map(image => presentImage(image, media))
    },

    async listOfCompany(actor: Actor | null, companyId: number): Promise<ProductCard[]> {
      return (await listOfCompany(db, companyId, isColleague(actor, companyId))).map(row => presentCard(row, media))
    },
  }
}
