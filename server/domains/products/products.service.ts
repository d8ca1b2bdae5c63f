import type { Product, ProductCard } from '#contract/products.ts'
import { personScope } from '#server/domains/accounts/accounts.scopes.ts'
import { companyScope } from '#server/domains/companies/companies.scopes.ts'
import { categoriesScope, plantsScope } from '#server/domains/plants/plants.scopes.ts'
import { lookupsAmong, readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Shows } from '#server/platform/http/cache/content-changes.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canReadProduct, isColleague } from '#server/policy/catalogue.ts'
import { presentCard, presentImage, presentProduct, productPath } from './products.present.ts'
import {
  findProduct,
  findWholeProduct,
  listImagesOfCompany,
  listOfCompany,
  listWholeOfCompany,
  type ProductRow,
  selectImages,
} from './products.queries.ts'
import { productScope } from './products.scopes.ts'
import { listVariantsOfCompany } from './variants/variants.queries.ts'

/** Reads products, singly or by company. */
export function productReads({ db, media }: { db: Db; media: MediaStore }) {
  /** Throws NOT_FOUND if there is no product, or the actor may not see it. */
  function readable<Row extends ProductRow>(actor: Actor | null, row: Row | undefined): Row {
    if (!row || !canReadProduct(actor, row.product)) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    return row
  }

  const getReadable = async (actor: Actor | null, slug: string) => readable(actor, await findProduct(db, slug))

  /** Throws NOT_FOUND for a product that the actor may not see, or that is in another category. */
  async function getUnderCategory(actor: Actor | null, categorySlug: string, slug: string): Promise<ProductRow> {
    const row = await getReadable(actor, slug)
    if (row.category.slug !== categorySlug) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    return row
  }

  return {
    getUnderCategory,

    /**
     * The product with this current or former slug, in this category or, for `null`, in any. Throws NOT_FOUND if the
     * actor may not see it.
     */
    async getProduct(
      actor: Actor | null,
      categorySlug: string | null,
      slug: string,
      shows: Shows = () => {},
    ): Promise<Product> {
      const row = readable(actor, await findWholeProduct(db, slug))
      if (categorySlug !== null && row.category.slug !== categorySlug) {
        throw new AppError('NOT_FOUND', 'Такого растения нет.')
      }
      shows(
        ...[productScope(row.id), companyScope(row.company.id), categoriesScope, lookupsScope],
        ...(row.assignedTo ? [personScope(row.assignedTo.id)] : []),
        ...(row.product.plantId === null ? [] : [plantsScope]),
      )
      return presentProduct(row, row, lookupsAmong(row.lookups).byId, media, actor)
    },

    /**
     * All products of the actor's company, newest first; empty without a company. The number of queries does not depend
     * on the number of products.
     */
    async listOwn(actor: Actor): Promise<Product[]> {
      if (actor.companyId === null) return []
      const [rows, variants, images, lists] = await Promise.all([
        listWholeOfCompany(db, actor.companyId),
        listVariantsOfCompany(db, actor.companyId),
        listImagesOfCompany(db, actor.companyId),
        readAllLookups(db),
      ])
      const imagesOf = Map.groupBy(images, image => image.productId)
      const variantsOf = Map.groupBy(variants, variant => variant.productId)
      return rows.map(row => {
        const parts = { images: imagesOf.get(row.id) ?? [], variants: variantsOf.get(row.id) ?? [] }
        return presentProduct(row, parts, lists.byId, media, actor)
      })
    },

    async getAddress(actor: Actor | null, slug: string, shows: Shows): Promise<string> {
      const row = await getReadable(actor, slug)
      shows(productScope(row.id), categoriesScope)
      return productPath(row.category.slug, row.slug)
    },

    async listImages(actor: Actor | null, slug: string, shows: Shows) {
      const row = await getReadable(actor, slug)
      shows(productScope(row.id))
      return (await selectImages(db, row.product.id)).map(image => presentImage(image, media))
    },

    async listOfCompany(actor: Actor | null, companyId: number): Promise<ProductCard[]> {
      return (await listOfCompany(db, companyId, isColleague(actor, companyId))).map(row => presentCard(row, media))
    },
  }
}
