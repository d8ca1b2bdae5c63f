import type { Scope } from '#server/platform/http/cache/content-changes.ts'

/** A company and who works there; what its people are called is `personScope`. */
export const companyScope = (id: number): Scope => `company:${id}`
/** Which companies there are, and all that lists of them show. */
export const companiesScope: Scope = 'companies'
/** In which region each company is. */
export const companyRegionsScope: Scope = 'company-regions'
