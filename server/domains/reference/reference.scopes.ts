import type { Scope } from '#server/platform/http/cache/content-changes.ts'

/** Names of regions, packagings and all other lookups. */
export const lookupsScope: Scope = 'lookups'
