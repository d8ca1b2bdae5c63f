import type { Scope } from '#server/platform/http/cache/content-changes.ts'

/** A company and its members; their names are in `personScope`. */
export const companyScope = (id: number): Scope => `company:${id}`
/** Which companies exist, and the fields that lists of them show. */
export const companiesScope: Scope = 'companies'
/** The region of each company. */
export const companyRegionsScope: Scope = 'company-regions'
