import type { Lookup } from '#contract/common.ts'
import type { OfferFilters, Understood } from '#contract/offer-search.ts'
import { foldLetters } from '#server/reading/names/letters.ts'
import { type Candidate, matchName } from '#server/reading/names/match-name.ts'
import { refOf } from '#server/reading/names/named-plants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import type { NamedPlant } from '#server/reading/names/named-plants.ts'
import { habitOfCategory } from '#server/reading/sizes/context.ts'
import { type Notation, parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { nameRegion } from './name-region.ts'

/** The least confidence for a plant that is likely meant, and for one that is possibly meant. */
const leastOf = { likely: 0.5, possible: 0.25 }
const mostPlants = 10

/** «40 шт», «12 штук» */
const quantityWords = /(?:^|\s)(\d{1,6})\s*(?:шт(?:\.|ук[аи]?)?|pcs)(?=\s|[.,;]|$)/iu
/** «40 лип»: a number before a name, but not before a unit or a packing. */
const leadingQuantity =
  /^\s*(\d{1,6})\s+(?!(?:[сcрpмmлld]|[смmк]м|[сc][мm]|лит\p{L}*|лет|год\p{L}*|w?rb|xv|pa|ра)(?!\p{L}))(?=\p{L}{2})/iu

/** The filters that the notation in a text asks for, by name. */
function filtersOf({ wish }: Notation): Understood['filters'] {
  const { stem_height, stems: _stems, transplants: _transplants, ...wanted } = wish
  const filters = { ...wanted, stem_height_from: stem_height, stem_height_to: stem_height }
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** The plants that a name stands for: the plant itself and, for a species, its cultivars. */
function withCultivars(named: NamedPlant, { all }: NamedPlants): number[] {
  const prefix = `${named.latinName} `
  return [named.id, ...all.filter(other => other.latinName.startsWith(prefix)).map(({ id }) => id)]
}

/** The possible plants if no plant is named: those of the genus, or those with a similar name. */
function possiblePlants(genus: number | null, candidates: Candidate[], { byGenus }: NamedPlants): number[] {
  if (genus !== null) return (byGenus.get(genus) ?? []).map(({ id }) => id)
  return candidates.filter(({ confidence }) => confidence >= leastOf.possible).map(({ id }) => id)
}

/** The result of understanding the words of a search. */
export interface SearchedFor {
  /** The plants that are or may be meant, a plant named in full first. */
  plantIds: number[]
  /** Words to find in the names of products and companies; `""` if it is certain which plants are meant. */
  words: string
}

export interface Understanding {
  understood: Understood
  searched: SearchedFor
  /** The words without sizes, packing, quantity and seller. */
  words: string
  /** The filters that the words ask for. */
  filters: Partial<OfferFilters>
}

/** The company and region that the words of a search name, by id. */
export interface Seller {
  region: number | null
  company: number | null
}
const anybody: Seller = { region: null, company: null }

/**
 * The words of a search that are neither sizes nor parts of plant names, such as the names of companies and regions. At
 * most eight words, each of at least four letters.
 */
export function strangeWords(text: string, names: NamedPlants): string[] {
  const words = parseNotation(text).rest.match(/\p{L}{4,}/gu) ?? []
  return [...new Set(words)].filter(word => !isOfPlants(word, names)).slice(0, mostStrangeWords)
}
const mostStrangeWords = 8

export const isOfPlants = (word: string, { index }: NamedPlants) => {
  const folded = foldLetters(word)
  return index.exact.has(folded) || index.forms.has(folded)
}

/** Takes the region out of a search that names one. `region` is its id. */
export function takeRegion(
  text: string,
  names: NamedPlants,
  regions: readonly Lookup[],
): { region: number | null; text: string } {
  const named = nameRegion(text, regions, word => isOfPlants(word, names))
  return named ? { region: named.region.id, text: text.replace(named.said, ' ') } : { region: null, text }
}

/**
 * Splits the words of a search into plants, sizes and packing, a quantity, and the rest. `seller` is the company and
 * region found in its words, `said` the filters of the phrases already taken out. `ignored` lists what the person does
 * not want to be interpreted: slugs of plants and names of filters.
 */
export function understand(
  text: string,
  names: NamedPlants,
  {
    seller = anybody,
    said: phrases = {},
    ignored = [],
  }: { seller?: Seller; said?: Understood['filters']; ignored?: readonly string[] } = {},
): Understanding {
  const numbered = quantityWords.exec(text) ?? leadingQuantity.exec(text)
  const quantity = numbered?.[1]
  const unnumbered = numbered ? text.replace(numbered[0], ' ') : text
  const { plant, candidates, genus, corrected, rest } = matchName(names.index, unnumbered, { limit: mostPlants })
  const likely = plant ? [plant] : candidates.filter(({ confidence }) => confidence >= leastOf.likely)
  const named = likely.flatMap(({ id }) => names.byId.get(id) ?? [])
  const notation = parseNotation(named.length > 0 || genus !== null ? rest : unnumbered, {
    habit: habitOfCategory(named[0]?.categorySlug),
  })
  const said: Understood['filters'] = {
    ...filtersOf(notation),
    ...phrases,
    ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
    ...(seller.region === null ? {} : { region: seller.region }),
    ...(seller.company === null ? {} : { company: seller.company }),
  }
  const filters = Object.fromEntries(Object.entries(said).filter(([name]) => !ignored.includes(name)))
  const meant = named.filter(({ slug }) => !ignored.includes(slug))
  const possible = named.length > 0 ? [] : possiblePlants(genus, candidates, names)
  const words = parseNotation(unnumbered).rest
  return {
    understood: { plants: meant.map(refOf), filters, corrected },
    searched: {
      plantIds: [...new Set([...meant.flatMap(one => withCultivars(one, names)), ...possible])],
      words: named.length > 0 ? '' : words,
    },
    words,
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [name, isList(name) ? [value] : name === 'hardy' ? true : value]),
    ),
  }
}

/** Whether the filter may be given several times. */
const isList = (name: string) =>
  ['form', 'root', 'region', 'company', 'category', 'stock', 'flowering_month'].includes(name)

/** A search for the exact words, without interpretation. */
export const asWritten = (text: string): Understanding => ({
  understood: { plants: [], filters: {}, corrected: null },
  searched: { plantIds: [], words: text },
  words: text,
  filters: {},
})

/** The ids of the plants that a name stands for or may stand for, best match first. */
export function meantPlants(text: string, names: NamedPlants): number[] {
  return understand(text, names).searched.plantIds
}
