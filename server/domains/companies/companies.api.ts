// What other domains may ask of this one's tables.
export { listMembers, lockCompany, notVerified, updateCompany } from './companies.queries.ts'
export { countCompaniesBy, replaceInCompanies } from './lookup-uses.queries.ts'
