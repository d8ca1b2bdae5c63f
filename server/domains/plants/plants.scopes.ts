import type { Scope } from '#server/platform/http/cache/content-changes.ts'

export const categoriesScope: Scope = 'categories'
/** The directory: genera, plants and their names. */
export const plantsScope: Scope = 'plants'
