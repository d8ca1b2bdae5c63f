import type { Scope } from '#server/platform/http/cache/content-changes.ts'

/** A person's name and address, and whether they are blocked. */
export const personScope = (id: string): Scope => `person:${id}`
