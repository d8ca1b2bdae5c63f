// Queries of this domain's tables for other domains.
export { bulkChannel, findCreator, listCompanyProducts, listCompanyVariants } from './bulk/bulk-products.queries.ts'
export { hasUndo } from './bulk/bulk-undo.queries.ts'
export { listLinkedIds, lockCompaniesOf, moveProducts } from './linked-products.queries.ts'
export { countProductsBy, isOfProducts, replaceInProducts } from './lookup-uses.queries.ts'
export { listOwnProducts } from './own-data.queries.ts'
export {
  cardState,
  coverKey,
  findContact,
  hasPhotos,
  isPublished,
  listCards,
  type ProductRow,
  plantRefColumns,
  selectCards,
  selectWhole,
} from './products.queries.ts'
export { countAwaiting, countReviewed, isAwaiting, linkToPlant, updateReview } from './review.queries.ts'
export { availableOf, isCounted, knownQuantity } from './variants/available.ts'
export { listLoads } from './variants/loads.queries.ts'
export { listVariantsOf, shownVariantColumns } from './variants/variants.queries.ts'
export type { StoredTier, VariantRow } from './variants/variants.tables.ts'
