import { takeAmounts } from '#server/reading/lines/amounts-in-text.ts'
import { withPriceApart } from '#server/reading/lines/amounts-in-text.ts'
import { foldLetters } from '#server/reading/names/letters.ts'
import { type Candidate, matchName } from '#server/reading/names/match-name.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { namesOtherGoods } from './row-texts.ts'

/** The plant that a row names, or the possible ones. */
export interface NamedRow {
  plant: Candidate | null
  /** The candidates to show to a person. */
  candidates: Candidate[]
  genus: number | null
  /** The part of the name that does not name the plant; the notation reads it. */
  rest: string
  /** The same of the Latin name, if it stands beside another one. */
  latinRest: string
  /** The two columns name different plants. */
  isContradictory: boolean
}

export interface NameCells {
  /** The name in Russian, or in the language of the list's only name column. */
  name: string
  latin: string
}

/** Candidates with less confidence than this are similar only by chance. */
const worthAsking = 0.4
/** The same limit for plants of the genus that the row names. */
const ofSameGenus = 0.2

/** «Туи и можжевельники», «Ель, туя» */
const betweenHeads = /\s*[,;/+&()]\s*|\s+(?:и|или|and|und)\s+/iu

const nothing: NamedRow = { plant: null, candidates: [], genus: null, rest: '', latinRest: '', isContradictory: false }

/** Matches names and caches the results, because lists repeat a name for every size. */
export function nameReader({ index, byId }: NamedPlants) {
  const known = new Map<string, ReturnType<typeof matchName>>()
  // Ten plants have the same genus, so names are told apart before they are folded.
  const genusNames = new Set([...byId.values()].flatMap(({ genus }) => [genus.name, genus.latinName]))
  const genera = new Set([...genusNames].map(name => foldLetters(name)))
  const genusOf = new Map([...byId.values()].map(({ genus }) => [genus.id, genus]))
  const isCultivar = new Map(index.plants.map(plant => [plant.id, plant.isCultivar]))
  const speciesOf = new Map(index.plants.map(plant => [plant.id, plant.species]))

  function match(text: string, section: string | null) {
    const key = `${section ?? ''}\n${text}`
    const before = known.get(key)
    if (before) return before
    let found = matchName(index, text, { section, limit: 5 })
    if (!found.plant && /\d/.test(text)) {
      // The matching engine does not know words of the notation, such as «обхв.». They are removed, and the rest is
      // matched again.
      const bare = parseNotation(takeAmounts(withPriceApart(text.slice(0, 400))).left).rest
      const other = bare === '' || bare === text ? null : matchName(index, bare, { section, limit: 5 })
      if (other?.plant) found = { ...other, rest: text }
    }
    if (known.size > 30_000) known.clear()
    known.set(key, found)
    return found
  }

  const notations = new Map<string, ReturnType<typeof parseNotation>>()

  /** Parses the notation in a name and caches the result, because lists repeat names. */
  function notationOf(text: string) {
    const before = notations.get(text)
    if (before) return before
    const read = parseNotation(text)
    if (notations.size > 10_000) notations.clear()
    notations.set(text, read)
    return read
  }

  const asking = (candidates: Candidate[], genus: number | null) =>
    candidates.filter(
      ({ id, confidence }) =>
        confidence >= worthAsking || (confidence >= ofSameGenus && genus !== null && byId.get(id)?.genus.id === genus),
    )

  function both(candidates: Candidate[], more: Candidate[]): Candidate[] {
    const best = new Map<number, Candidate>()
    for (const candidate of [...candidates, ...more]) {
      if ((best.get(candidate.id)?.confidence ?? 0) < candidate.confidence) best.set(candidate.id, candidate)
    }
    return [...best.values()].toSorted((one, other) => other.confidence - one.confidence).slice(0, 5)
  }

  /** «Жөке / Липа мелколистная»: of names in two languages the one that the directory has. */
  function matchAny(name: string, section: string | null) {
    const whole = match(name, section)
    const parts = whole.plant ? [] : name.split(/\s\/\s/u)
    if (parts.length !== 2) return whole
    const [one, other] = parts.map(part => match(part, section))
    const [found, strange] = one?.plant ? [one, other] : [other, one]
    const isStrange = strange?.plant === null && !strange.candidates.some(({ confidence }) => confidence >= worthAsking)
    return found?.plant && isStrange ? found : whole
  }

  function read({ name, latin }: NameCells, section: string | null): NamedRow {
    const one = name === '' ? null : matchAny(name, section)
    const other = latin === '' ? null : match(latin, section)
    const only = one ?? other
    if (!only) return nothing
    const rest = one?.rest ?? other?.rest ?? ''
    const latinRest = one && other ? other.rest : ''
    if (!one || !other) {
      const { plant, candidates, genus } = only
      return {
        plant,
        candidates: plant ? [plant] : asking(candidates, genus),
        genus,
        rest,
        latinRest,
        isContradictory: false,
      }
    }
    const genus = one.genus ?? other.genus
    const all = asking(both(one.candidates, other.candidates), genus)
    const answer = (plant: Candidate): NamedRow => ({
      plant,
      candidates: [plant],
      genus,
      rest,
      latinRest,
      isContradictory: false,
    })
    const [mine, theirs] = [one.plant, other.plant]
    if (mine && theirs) {
      if (mine.id === theirs.id) return answer(mine.confidence >= theirs.confidence ? mine : theirs)
      // «Туя западная» beside "Thuja occidentalis 'Smaragd'": one column is more specific.
      if (
        speciesOf.get(mine.id) === speciesOf.get(theirs.id) &&
        isCultivar.get(mine.id) !== isCultivar.get(theirs.id)
      ) {
        const [exact, vague] = isCultivar.get(mine.id) ? [mine, other] : [theirs, one]
        if (!saysMore(vague.rest)) return answer(exact)
      }
      return { plant: null, candidates: all, genus, rest, latinRest, isContradictory: true }
    }
    const [found, unclear] = mine ? [mine, other] : [theirs, one]
    if (!found) return { plant: null, candidates: all, genus, rest, latinRest, isContradictory: false }
    // «Żywotnik zachodni» beside "Thuja occidentalis 'Smaragd'": a language of which the directory has no names.
    const isOtherLanguage =
      unclear.genus === null &&
      !unclear.candidates.some(({ confidence }) => confidence >= worthAsking) &&
      !/[а-яё]/iu.test(unclear.rest)
    if (isOtherLanguage && (isCultivar.get(found.id) || !/['"«“‘]/u.test(unclear.rest))) return answer(found)
    const isPossible = unclear.candidates.some(({ id, confidence }) => id === found.id && confidence >= worthAsking)
    const isSameGenus = unclear.genus === null || unclear.genus === byId.get(found.id)?.genus.id
    // A cultivar found by one column stays certain if the other column only spells it differently. A species does not
    // if the other column may name an unknown cultivar.
    // `isAlike`: the other column's spelling is unusual, but the cultivar is among its candidates and the species is
    // the same.
    const [first] = unclear.candidates
    const isAlike =
      isCultivar.get(found.id) === true &&
      found.confidence >= 0.95 &&
      unclear.candidates.some(({ id }) => id === found.id) &&
      speciesOf.get(first?.id ?? -1) === speciesOf.get(found.id)
    if (isSameGenus && isAlike) return answer(found)
    if (isSameGenus && (isCultivar.get(found.id) ? isPossible || !hasName(unclear.rest) : !saysMore(unclear.rest))) {
      return answer(found)
    }
    return { plant: null, candidates: both([found], all), genus, rest, latinRest, isContradictory: false }
  }

  /**
   * The genus or the plant that a heading names, in the singular, for the names of the rows below that have no genus; null
   * if it names several, or none.
   */
  function headName(heading: string): string | null {
    const { plant, genus: id, rest } = match(heading, null)
    const genus = genusOf.get(id ?? -1)
    const named = heading.split(betweenHeads).filter(part => /\p{L}/u.test(part))
    if (!genus || namesOtherGoods(heading) || named.some(part => match(part, null).genus !== id)) return null
    const isLatin = !/[а-яё]/iu.test(heading)
    const [first = ''] = heading.split(' ')
    // «Акация белая» is as good a name as the directory's; «Сорта гортензии», «Розы» and «РОЗА» are none.
    const isName =
      genera.has(foldLetters(first)) && rest === '' && named.length === 1 && heading !== heading.toUpperCase()
    if (isName) return heading
    const species = byId.get(plant?.id ?? -1)
    if (species) return isLatin ? species.latinName : `${genus.name} ${species.name}`
    return isLatin ? genus.latinName : genus.name
  }

  return {
    match,
    read,
    notationOf,
    headName,
    /** Whether a text names a genus, in any spelling, and no plant of it. */
    isGenusAlone(text: string): boolean {
      const { plant, genus } = match(text, null)
      return plant === null && genus !== null
    },
    /** Whether a text is the name of a genus, to the letter. */
    isGenus: (text: string) => genera.has(foldLetters(text.trim())),
    isCultivar: (id: number) => isCultivar.get(id) ?? false,
    speciesOf: (id: number) => speciesOf.get(id),
  }
}

export type NameReader = ReturnType<typeof nameReader>

/** Whether there are words beyond the plant's name that may name a cultivar. */
const saysMore = (rest: string) => /['"«“‘]\s?\p{L}/u.test(rest) || /(?<!\p{L})\p{Lu}\p{L}{3,}/u.test(rest)
const hasName = (rest: string) => /\p{L}{4,}/u.test(rest)
