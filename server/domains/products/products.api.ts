// What other domains may ask of this one's tables.
export { listLinkedIds, lockCompaniesOf, moveProducts } from './linked-products.queries.ts'
export { countProductsBy, isOfProducts, replaceInProducts } from './lookup-uses.queries.ts'
export { listOwnProducts } from './own-data.queries.ts'
export { isPublished, listAddresses, type ProductRow, selectCards, selectWhole } from './products.queries.ts'
export { countAwaiting, countReviewed, isAwaiting, linkToPlant, updateReview } from './review.queries.ts'
