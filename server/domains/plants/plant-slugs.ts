import { inLatin } from '#server/platform/in-latin.ts'
import { firstFree } from '#server/platform/numbered.ts'

/** The slug of a plant with this Latin name: made from the name, with the first free number appended if it is taken. */
export function freePlantSlug(latinName: string, isTaken: (slug: string) => boolean): string {
  return firstFree(inLatin(latinName) || 'rastenie', isTaken)
}
