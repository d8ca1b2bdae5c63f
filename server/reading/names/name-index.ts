import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { Hit } from './find-words.ts'
import { foldLetters, scriptOf, spellOutUmlauts } from './letters.ts'
import { type NameParts, nameParts, wordsOf } from './name-parts.ts'
import { formsOfNoun, stemOf } from './russian-forms.ts'
import type { Section } from './score-plants.ts'
import { type Sound, skeletonOf, soundsOfName, withoutGender } from './sounds.ts'
import { genusAliases, isColour, littleWords, speciesAliases, writtenAs } from './trade-words.ts'

/** The names of a plant of the directory. */
export interface PlantNames {
  id: number
  genus: { id: number; name: string; latinName: string }
  /** Russian, with or without the genus: `западная 'Smaragd'`. */
  name: string
  /** With the genus; a cultivar in quotes. */
  latinName: string
  /** Separated by semicolons, as the directory stores them. */
  synonyms?: string
  tradeNames?: string
}

export interface Word {
  text: string
  /** Its positions: alternative × 8 + position within it. */
  places: number[]
  isGenus: boolean
  isSpecies: boolean
}

/** One way to write one part of a name: all its words together; `weights` tell how much each is needed. */
export interface Alternative {
  part: 'genus' | 'species' | 'whole' | 'cultivar'
  weights: number[]
  total: number
  /** From a synonym that only names a colour: «роза красная» may be any rose. */
  isVague: boolean
}

/** The names of a plant, its species or its genus, by part of the name: numbers of alternatives. */
export interface Ways {
  genus: number[]
  species: number[]
  /** Names that mean genus and species at once: «ветла». */
  whole: number[]
  cultivar: number[]
}

export interface IndexedGenus {
  id: number
  name: string
  latinName: string
  ways: Ways
  plants: number[]
}

export interface IndexedSpecies {
  genus: number
  ways: Ways
  /** The entry of the species itself, or -1 if the directory has only its cultivars. */
  plant: number
  plants: number[]
  /** A cultivar without a definite species: "Hosta 'Patriot'". */
  isLoose: boolean
}

export interface IndexedPlant {
  id: number
  genus: number
  species: number
  isCultivar: boolean
  /** A Latin description ('Aurea', 'Nana') that is a cultivar name in many species. */
  isDescriptive: boolean
  ways: Ways
  name: string
  /** Its place among plants that match equally well: species first, those with many cultivars before others, by name. */
  rank: number
}

export interface Beginning {
  text: string
  word: number
}

/** The search index of the directory's names; see docs/matching.md. Built once per version of the directory. */
export interface NameIndex {
  plants: IndexedPlant[]
  genera: IndexedGenus[]
  species: IndexedSpecies[]
  alternatives: Alternative[]
  /** Owners of alternatives: indexes into `plants`, `species` or `genera`. */
  owners: { kind: 'genus' | 'species' | 'plant'; at: number }[]
  words: Word[]
  exact: Map<string, number>
  forms: Map<string, number[]>
  stems: Map<string, number[]>
  sounds: Map<Sound, number[]>
  /** Sounds by their consonants, in full and with one left out. */
  skeletons: Map<string, Sound[]>
  /** The words of genera and species, sorted, for looking up abbreviations. */
  namingWords: Beginning[]
  /** All words and all sounds, sorted, for suggestions during typing. */
  beginnings: { words: Beginning[]; sounds: Beginning[] }
  /** Cached results for tokens and sections of earlier calls; bounded. */
  remembered: { hits: Map<string, Hit[]>; sections: Map<string, Section | null> }
}

const noWays = (): Ways => ({ genus: [], species: [], whole: [], cultivar: [] })

const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** The skeletons under which a sound is indexed: its own, and those with one consonant left out. */
export function skeletonsOf(sound: Sound): string[] {
  const skeleton = skeletonOf(sound)
  if (skeleton.length < 3) return [skeleton]
  const found = [skeleton]
  // The first consonant of a short word is rarely wrong.
  for (let at = skeleton.length < 5 ? 1 : 0; at < skeleton.length; at++) {
    // Leaving out either of two equal consonants gives the same skeleton.
    if (skeleton[at] !== skeleton[at - 1]) found.push(skeleton.slice(0, at) + skeleton.slice(at + 1))
  }
  return found
}

class Builder {
  readonly index: NameIndex = {
    plants: [],
    genera: [],
    species: [],
    alternatives: [],
    owners: [],
    words: [],
    exact: new Map(),
    forms: new Map(),
    stems: new Map(),
    sounds: new Map(),
    skeletons: new Map(),
    namingWords: [],
    beginnings: { words: [], sounds: [] },
    remembered: { hits: new Map(), sections: new Map() },
  }
  readonly #genera = new Map<number, number>()
  readonly #species = new Map<string, number>()
  readonly #seen = new Set<string>()
  readonly #aliases: [genus: number, words: string[]][] = []

  /** `written` is in lower case with accents, which determine its pronunciation. */
  #word(written: string): number {
    const { exact, words, stems, sounds } = this.index
    const text = foldLetters(written)
    const known = exact.get(text)
    if (known !== undefined) return known
    const word = words.length
    words.push({ text, places: [], isGenus: false, isSpecies: false })
    exact.set(text, word)
    const spelled = spellOutUmlauts(written)
    if (spelled !== text && !exact.has(spelled)) exact.set(spelled, word)
    if (scriptOf(text) === 'cyrillic') push(stems, stemOf(text), word)
    for (const other of [written, ...(writtenAs[text] ?? [])]) {
      for (const sound of soundsOfName(other)) {
        if (!sounds.has(sound)) this.#skeletons(sound)
        push(sounds, sound, word)
        const stem = withoutGender(sound)
        if (stem !== null) push(sounds, stem, word)
      }
    }
    return word
  }

  #skeletons(sound: Sound) {
    const { skeletons } = this.index
    for (const skeleton of skeletonsOf(sound)) {
      const list = skeletons.get(skeleton)
      if (list) list.push(sound)
      else skeletons.set(skeleton, [sound])
    }
  }

  #add(
    ways: Ways,
    owner: NameIndex['owners'][number],
    part: Alternative['part'],
    written: string[],
    isSynonym = false,
  ) {
    const list = written.slice(0, 8)
    const key = `${owner.kind}${owner.at} ${part} ${list.map(foldLetters).join(' ')}`
    if (list.length === 0 || this.#seen.has(key)) return
    this.#seen.add(key)
    const weights = list.map((text, at) => {
      if (part === 'cultivar') return littleWords.has(foldLetters(text)) ? 0.1 : /^\d+$/.test(text) ? 0.3 : 1
      return part === 'species' && at > 0 ? 0.35 : 1
    })
    // A name made only of little words needs them all.
    if (weights.every(weight => weight < 1)) weights.fill(1)
    const alternative = this.index.alternatives.length
    this.index.alternatives.push({
      part,
      weights,
      total: weights.reduce((sum, weight) => sum + weight, 0),
      isVague: isSynonym && list.every(word => isColour(foldLetters(word))),
    })
    this.index.owners.push(owner)
    ways[part].push(alternative)
    list.forEach((text, at) => {
      const number = this.#word(text)
      const word = this.index.words[number]
      if (!word) return
      word.places.push(alternative * 8 + at)
      if (part === 'genus') {
        word.isGenus = true
        for (const form of scriptOf(word.text) === 'cyrillic' ? formsOfNoun(word.text) : []) {
          push(this.index.forms, form, number)
        }
      } else if (part !== 'cultivar') word.isSpecies = true
    })
    // «Блюстар», "Greenspire" and "Green Spire" are the same name.
    if (part === 'cultivar' && list.length > 1 && list.length < 5) this.#add(ways, owner, part, [list.join('')])
  }

  #genus({ id, name, latinName }: PlantNames['genus']): number {
    const known = this.#genera.get(id)
    if (known !== undefined) return known
    const at = this.index.genera.length
    this.#genera.set(id, at)
    const genus: IndexedGenus = { id, name, latinName, ways: noWays(), plants: [] }
    this.index.genera.push(genus)
    const owner = { kind: 'genus', at } as const
    this.#add(genus.ways, owner, 'genus', wordsOf(name))
    const latinWords = wordsOf(latinName)
    this.#add(genus.ways, owner, 'genus', latinWords)
    for (const [alias, meant] of genusAliases) {
      if (foldLetters(meant) === latinWords.at(-1)) this.#add(genus.ways, owner, 'genus', wordsOf(alias))
    }
    return at
  }

  #speciesOf(genus: number, parts: NameParts): number {
    const latin = parts.latin.species.join(' ')
    const key = latin ? `${genus} ${parts.latin.genus} ${latin}` : `${genus} - ${parts.russian.species.join(' ')}`
    const known = this.#species.get(key)
    if (known !== undefined) return known
    const at = this.index.species.length
    this.#species.set(key, at)
    this.index.species.push({ genus, ways: noWays(), plant: -1, plants: [], isLoose: latin === '' })
    return at
  }

  add(names: PlantNames) {
    const { genera, species, plants } = this.index
    const parts = nameParts(names)
    const genusAt = this.#genus(names.genus)
    const speciesAt = this.#speciesOf(genusAt, parts)
    const at = plants.length
    const genus = genera[genusAt]
    const kind = species[speciesAt]
    if (!genus || !kind) return
    const isCultivar = parts.cultivars.length > 0
    const plant: IndexedPlant = {
      id: names.id,
      genus: genusAt,
      species: speciesAt,
      isCultivar,
      isDescriptive: /(?:a|um|us|is|ii|ens|ans)['’]?$/.test(names.latinName),
      // Known when all plants are.
      rank: 0,
      ways: noWays(),
      name: names.latinName,
    }
    plants.push(plant)
    genus.plants.push(at)
    kind.plants.push(at)
    if (!isCultivar) kind.plant = at
    const ofSpecies = { kind: 'species', at: speciesAt } as const
    this.#add(
      kind.ways,
      ofSpecies,
      'genus',
      [parts.latin.genus].filter(word => word !== foldLetters(genus.latinName)),
    )
    this.#add(kind.ways, ofSpecies, 'species', parts.latin.species)
    this.#add(kind.ways, ofSpecies, 'species', parts.russian.species)
    const latinSpecies = [parts.latin.genus, ...parts.latin.species].join(' ')
    for (const [alias, meant] of speciesAliases) {
      if (meant.toLowerCase() === latinSpecies) this.#add(kind.ways, ofSpecies, 'species', wordsOf(alias))
    }
    // «Каштан конский» is the common one; its other species are named.
    if (wordsOf(genus.name).length > 1 && parts.russian.species.join(' ').startsWith('обыкновенн')) {
      this.#add(kind.ways, ofSpecies, 'whole', wordsOf(genus.name))
    }
    // Synonyms of a species apply to its cultivars; a cultivar's synonyms are only its own.
    const [owner, ways] = isCultivar ? [{ kind: 'plant', at } as const, plant.ways] : [ofSpecies, kind.ways]
    for (const part of ['genus', 'species', 'whole'] as const) {
      for (const words of parts.others[part]) {
        this.#add(ways, owner, part, words, true)
        if (part === 'genus') this.#aliases.push([genusAt, words])
      }
    }
    for (const words of parts.cultivars) this.#add(plant.ways, { kind: 'plant', at }, 'cultivar', words, true)
  }

  /** «Форсайтия» in a synonym of one species means the genus, unless it is the name of another genus. */
  #shareGenusNames() {
    const { genera } = this.index
    const main = new Set(
      genera.flatMap(({ name, latinName }) => [...wordsOf(name), ...wordsOf(latinName)].map(foldLetters)),
    )
    for (const [genus, written] of this.#aliases) {
      const ways = genera[genus]?.ways
      if (ways && !written.some(word => main.has(foldLetters(word)))) {
        this.#add(ways, { kind: 'genus', at: genus }, 'genus', written)
      }
    }
  }

  #rankPlants() {
    const { plants, species } = this.index
    const sizeOf = (plant: IndexedPlant) => species[plant.species]?.plants.length ?? 0
    const ranked = plants.toSorted(
      (one, other) =>
        Number(one.isCultivar) - Number(other.isCultivar) ||
        sizeOf(other) - sizeOf(one) ||
        (one.name < other.name ? -1 : 1),
    )
    for (const [rank, plant] of ranked.entries()) plant.rank = rank
  }

  /** Yields after every short step. */
  *build(plants: readonly PlantNames[]): Generator<void> {
    for (const plant of plants) yield this.add(plant)
    yield this.#shareGenusNames()
    yield this.#rankPlants()
    const { exact, sounds, words, namingWords, beginnings } = this.index
    for (const text of words.map(word => word.text).sort()) {
      const word = exact.get(text) ?? -1
      beginnings.words.push({ text, word })
      if (words[word]?.isGenus || words[word]?.isSpecies) namingWords.push({ text, word })
    }
    yield
    for (const text of [...sounds.keys()].sort()) {
      for (const word of sounds.get(text) ?? []) beginnings.sounds.push({ text, word })
    }
  }
}

/** Builds the index of the directory's names in about a third of a millisecond per plant. */
export function buildNameIndex(plants: readonly PlantNames[]): NameIndex {
  const builder = new Builder()
  Array.from(builder.build(plants))
  return builder.index
}

/** Milliseconds of work before yielding to the event loop. */
const longestTurn = 20

/** Builds the index without blocking a serving process: other requests are answered meanwhile. */
export async function buildNameIndexInTurns(plants: readonly PlantNames[]): Promise<NameIndex> {
  const builder = new Builder()
  const yieldNow = yieldToEventLoop(longestTurn)
  for (const _ of builder.build(plants)) await yieldNow()
  return builder.index
}
