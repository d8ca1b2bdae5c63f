import { inLatin } from '#server/platform/in-latin.ts'

/** The slug of a plant with this Latin name: made from the name, with the first free number appended if it is taken. */
export function freePlantSlug(latinName: string, isTaken: (slug: string) => boolean): string {
  const base = inLatin(latinName) || 'rastenie'
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!isTaken(slug)) return slug
  }
}
