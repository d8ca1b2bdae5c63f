import { inLatin } from '#server/platform/in-latin.ts'

/** Words at the position of a product slug in addresses of the site or the API. */
const reserved = new Set(['images', 'related', 'edit', 'delete', 'create', 'address'])

/** A name as a product's slug: never empty and never a reserved word. */
export function slugify(name: string): string {
  const slug = inLatin(name)
  if (slug === '') return 'rastenie'
  return reserved.has(slug) ? `rastenie-${slug}` : slug
}

/** Slugs of products with the same name: the name's own, then with numbers appended. */
const numbered = (base: string, number: number) => (number === 1 ? base : `${base}-${number}`)

/** The slugs for a name, starting with this number. */
export function slugCandidates(name: string, from: number, count: number): string[] {
  const base = slugify(name)
  return Array.from({ length: count }, (_, index) => numbered(base, from + index))
}

/** The slug for a new product: the name's, with the first free number appended if it is taken. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const base = slugify(name)
  for (let number = 1; ; number++) {
    const slug = numbered(base, number)
    if (!isTaken(slug)) return slug
  }
}
