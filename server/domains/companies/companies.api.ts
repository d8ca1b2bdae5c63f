// Queries of this domain's tables for other domains.
export { deleteKeysOf, listOwnKeys } from './api-keys/api-keys.queries.ts'
export {
  type Company,
  companyIdOf,
  countRating,
  findCompany,
  listMembers,
  listPhones,
  listTerms,
  lockCompany,
  notVerified,
  ratedColumns,
  shareCompanies,
  updateCompany,
} from './companies.queries.ts'
export { deletePhotos } from './face/face.queries.ts'
export { companyOf } from './company-of-person.queries.ts'
export { type DeliveryFacts, listDeliveryFacts } from './delivery-facts.queries.ts'
export { deleteExpiredInvitations, listOwnInvitations } from './invitations/invitations.queries.ts'
export { listDistances } from './distances.queries.ts'
export { countCompaniesBy, replaceInCompanies } from './lookup-uses.queries.ts'
export { setBlocked, setUnblocked, setUnverified, setVerified } from './standing.queries.ts'
export { deleteRequisitesOf, listRequisites } from './requisites/requisites.queries.ts'
