import { firstFree, numbered } from '#server/platform/numbered.ts'
import { transliterate } from '#server/platform/transliterate.ts'

/** Words at the position of a product slug in addresses of the site or the API. */
const reserved = new Set(['images', 'related', 'edit', 'delete', 'create', 'address'])

/** A name as a product's slug: never empty and never a reserved word. */
export function slugify(name: string): string {
  const slug = transliterate(name)
  if (slug === '') return 'rastenie'
  return reserved.has(slug) ? `rastenie-${slug}` : slug
}

/** The slugs for a name, starting with this number. */
export function slugCandidates(name: string, from: number, count: number): string[] {
  const base = slugify(name)
  return Array.from({ length: count }, (_, index) => numbered(base, from + index))
}

/** The slug for a new product: the name's, with the first free number appended if it is taken. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  return firstFree(slugify(name), isTaken)
}
