import type { Lookup } from '#contract/common.ts'

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
const wordsOf = (text: string) => fold(text).match(/\p{L}+/gu) ?? []
const adjectiveStem = (word: string) => word.replace(/(?:ая|ой|ую|ий|ого|ому|им|ом)$/u, '')
const nounStem = (word: string) => word.replace(/(?:[аеиоуыьюя]|ом|ой|ей)$/u, '')

/** Words for types of regions, which do not distinguish one region from another. */
const general = /^(?:область|край|республика|автономн\p{L}*|округ)$/u
const isAdjective = (word: string) => /(?:ая|ий|ый)$/u.test(word)
const isNamedByAdjective = ({ name }: Lookup) => /(?:область|край)$/u.test(name)

/** «Московская область», «московской обл.», «Краснодарский край» */
const inFull = /(?<!\p{L})(\p{L}{4,})\s+(?:обл(?:асть|асти|астью|\.)?|кра[йяею]|краем)(?=$|[\s,;])/giu
const shortest = 4

/**
 * The region that a search names, with the words that name it. An adjective alone is not enough, because it may be part
 * of a plant's name (the Amur cork tree). A word that `isOfPlants` accepts is not a region either: there is a lilac
 * called 'Krasavitsa Moskvy'.
 */
export function nameRegion(
  text: string,
  regions: readonly Lookup[],
  isOfPlants: (word: string) => boolean,
): { region: Lookup; said: string } | null {
  for (const [said, adjective = ''] of text.matchAll(inFull)) {
    const stem = adjectiveStem(fold(adjective))
    const region = regions.find(one => isNamedByAdjective(one) && adjectiveStem(wordsOf(one.name)[0] ?? '') === stem)
    if (region) return { region, said }
  }
  for (const [said] of text.matchAll(/\p{L}{4,}/gu)) {
    const word = fold(said)
    const stem = nounStem(word)
    if (stem.length < shortest || isOfPlants(said)) continue
    const isNoun = (own: string) => !general.test(own) && !isAdjective(own) && nounStem(own) === stem
    // «Татарстан», «в Москве», or a city that stands for its region: «Воронеж», «Липецк».
    const region =
      regions.find(({ name }) => wordsOf(name).some(isNoun)) ??
      regions.find(one => isNamedByAdjective(one) && adjectiveStem(wordsOf(one.name)[0] ?? '') === cityStem(stem))
    if (region) return { region, said }
  }
  return null
}

const cityStem = (stem: string) => (/[сц]к$/u.test(stem) ? stem : `${stem}ск`)
