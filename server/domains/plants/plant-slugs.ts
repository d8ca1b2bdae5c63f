import { firstFree } from '#server/platform/numbered.ts'
import { transliterate } from '#server/platform/transliterate.ts'

/** The slug of a plant with this Latin name: made from the name, with the first free number appended if it is taken. */
export function freePlantSlug(latinName: string, isTaken: (slug: string) => boolean): string {
  return firstFree(transliterate(latinName) || 'rastenie', isTaken)
}
