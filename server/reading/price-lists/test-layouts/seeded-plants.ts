import { transliterate } from '#server/platform/transliterate.ts'
import { indexPlants } from '#server/reading/names/named-plants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { namesOf } from '#server/reading/names/test-forms/directory-names.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'

const inCentimetres = (metres: number | null) => (metres === null ? null : Math.round(metres * 100))

/** The plants of the directory's data files, in the form in which the database returns them. */
export function seededPlants(): NamedPlants {
  const directory = readDirectory()
  const all = namesOf(directory).map((names, at) => ({
    ...names,
    synonyms: names.synonyms ?? '',
    tradeNames: names.tradeNames ?? '',
    slug: transliterate(names.latinName),
    categorySlug: directory.plants[at]?.categories[0] ?? null,
    grownHeight: inCentimetres(directory.plants[at]?.facts.height ?? null),
  }))
  return indexPlants(all)
}
