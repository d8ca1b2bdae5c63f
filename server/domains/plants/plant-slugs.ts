import { inLatin } from '#server/platform/in-latin.ts'

/** The slug of a plant with this Latin name: the name's own, with the first free number behind it when others have it. */
export function freePlantSlug(latinName: string, isTaken: (slug: string) => boolean): string {
  const base = inLatin(latinName) || 'rastenie'
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!isTaken(slug)) return slug
  }
}
