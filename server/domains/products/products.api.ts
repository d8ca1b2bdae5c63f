// What other domains may ask of this one's tables.
export { listTiedIds, lockCompaniesOf, moveListings } from './linked-products.queries.ts'
export { countListingsBy, isOfListings, replaceInListings } from './lookup-uses.queries.ts'
export { listOwnProducts } from './own-data.queries.ts'
export { isPublished, listAddresses, type ProductRow, selectCards, selectWhole } from './products.queries.ts'
export { countAwaiting, countReviewed, isAwaiting, tieListing, updateReview } from './review.queries.ts'
