import type { Product } from '#contract/products.ts'
import { type Api, ApiError } from '#web/lib/api.ts'
import { placeOfError } from './sizes/size-values.ts'
import { changedFields, editOf, type ParsedProduct, type ProductValues } from './values.ts'

interface ProductChange {
  /** The product that is edited, `null` for a new one. */
  product: Product | null
  parsed: ParsedProduct
  /** As typed, and as the form was at the start. */
  values: ProductValues
  initial: ProductValues
  photos: (string | number)[]
}

/** Throws the server's refusal, with errors at the fields of the form. */
export async function sendProduct(
  api: Api,
  { product, parsed, values, initial, photos }: ProductChange,
): Promise<void> {
  try {
    if (product) {
      const params = { category_slug: product.category.slug, product_slug: product.slug }
      const body = { ...editOf(parsed, changedFields(initial, values)), photos }
      await api.call('POST /products/:category_slug/:product_slug/edit/', { params, body })
    } else await api.call('POST /products/create/', { body: { ...parsed, photos } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = Object.entries(error.fields).map(([name, errors]) => [
      placeOfError(name.split('.'), values.variants).join('.'),
      errors,
    ])
    throw new ApiError(error.status, { code: error.code, detail: error.message, fields: Object.fromEntries(fields) })
  }
}
