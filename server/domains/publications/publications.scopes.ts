import type { Scope } from '#server/platform/http/cache/content-changes.ts'

export const articlesScope: Scope = 'articles'
