// What other domains may ask of this one's tables.
export { type Company, listMembers, lockCompany, notVerified, updateCompany } from './companies.queries.ts'
export { countCompaniesBy, replaceInCompanies } from './lookup-uses.queries.ts'
export { setBlocked, setUnblocked, setUnverified, setVerified } from './standing.queries.ts'
