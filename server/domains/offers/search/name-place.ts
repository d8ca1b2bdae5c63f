import type { Lookup } from '#contract/common.ts'
import type { SpokenPlaces } from '#server/domains/reference/places/spoken-places.ts'
import { nameRegion } from '#server/reading/queries/name-region.ts'

/** A preposition before the name of the place where the plants will grow: only then places are looked for. */
const preposition = /(?<![a-zа-яё])(?:для|во?|под)\s+(?=[а-яё])/iu
const suburbs = /подмосковь(?:[яею]|ем)(?![а-яё])/iu
const isRegion = /\s(?:обл|кра)/iu
const forRegion = /(?<![a-zа-яё])для\s+([а-яё][а-яё\s-]*)/iu

/**
 * The buyer's place that a search names («для Якутска», «в Новосибирск», «для Тверской области», which its largest town
 * stands for), and the text without it. A seller's is named by «из» or by nothing (`nameRegion`).
 */
export async function namePlace(
  text: string,
  {
    places,
    regions,
    isOther,
  }: {
    places: () => Promise<SpokenPlaces>
    regions: () => Promise<Lookup[]>
    isOther: (word: string) => boolean
  },
): Promise<{ place: number | null; text: string }> {
  if (!preposition.test(text)) return { place: null, text }
  const spelled = text.replace(suburbs, 'Московской области')
  const { find, largestOf } = await places()
  const [phrase = '', after = ''] = forRegion.exec(spelled) ?? []
  const named = nameRegion(after, await regions(), isOther)
  const ofRegion = named && after.startsWith(named.said) ? largestOf(named.region.id) : null
  // «для Московской области» is not the town Московский; but «для Твери» is the town itself.
  const found = named && isRegion.test(named.said) && ofRegion !== null ? null : find(spelled, isOther)
  if (found) return { place: found.id, text: spelled.replace(found.said, ' ') }
  if (!named || ofRegion === null) return { place: null, text }
  return { place: ofRegion, text: spelled.replace(phrase.slice(0, phrase.length - after.length) + named.said, ' ') }
}
