import { domainEvent } from '#server/platform/events.ts'

interface Products {
  productIds: number[]
}

// For all these events the caller has locked the products' companies and authors.

/** A product has been created or changed. */
export const productSaved = domainEvent<{ productId: number }>('product saved')

/** Only whether they are published has changed. */
export const productsPublicationChanged = domainEvent<Products>('products published or taken down')

/** Only their names have changed, to the current ones of the directory. */
export const productsRenamed = domainEvent<Products>('products renamed')

/** The products are about to be deleted. */
export const productsDeleting = domainEvent<Products>('products deleting')
