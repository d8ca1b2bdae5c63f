import type { Evidence, Found, Mask } from './evidence.ts'
import type { IndexedPlant, NameIndex, Ways } from './name-index.ts'
import { isColour, isLoose as isLooseWord, isSharedName, littleWords } from './trade-words.ts'

/** Genus and species named by the section above a row. */
export interface Section {
  genera: Set<number>
  species: Set<number>
}

export interface Scored {
  plant: number
  confidence: number
  /** The tokens that the plant's name explains. */
  mask: Mask
  genusIsShortened: boolean
  /** A species whose name is in the text in its own alphabet. */
  isNamedExactly: boolean
  /** A cultivar whose species is named in the text by separate words. */
  hasOwnSpecies: boolean
  /** One word that names no genus or species, and may as well be the name of another plant. */
  isChance: boolean
}

/** Maximum of plants to score; the others match less of the text. */
const mostWeighed = 80
/** A plant with less confidence is not even a candidate. */
const leastConfidence = 0.15
/** All words of a name except the little ones («de», «of»). */
const whole = 0.86

/** The best of several ways that was found; preferably one with words other than `taken`. */
const bestOf = (evidence: Evidence, ways: number[][], least: number, taken = 0): Found | null => {
  let best: Found | null = null
  let most = 0
  for (const list of ways) {
    for (const way of list) {
      const found = evidence.found.get(way)
      if (!found || found.share < least) continue
      const value = worth(found) + (found.mask & taken ? 0 : 1)
      if (value > most) {
        best = found
        most = value
      }
    }
  }
  return best
}
const worth = ({ share, quality, mask }: Found) => Math.min(share, 0.999) * quality + bits(mask) * 0.001

export function bits(mask: Mask): number {
  let rest = mask
  let count = 0
  for (; rest !== 0; count++) rest &= rest - 1
  return count
}

/** The genera that the text names, with the tokens that name each. */
export function generaOf(index: NameIndex, evidence: Evidence): Map<number, Found> {
  const genera = new Map<number, Found>()
  for (const [alternative, found] of evidence.found) {
    if (index.alternatives[alternative]?.part !== 'genus' || found.share < 1) continue
    const owner = index.owners[alternative]
    if (!owner) continue
    const genus =
      owner.kind === 'genus'
        ? owner.at
        : owner.kind === 'species'
          ? (index.species[owner.at]?.genus ?? -1)
          : (index.plants[owner.at]?.genus ?? -1)
    const before = genera.get(genus)
    // A species' alias («туя восточная» for Platycladus) does not count as naming its genus.
    const named = owner.kind === 'genus' ? found : { ...found, quality: found.quality - 0.02 }
    if (!before || worth(named) > worth(before)) genera.set(genus, named)
  }
  return genera
}

/** The plants whose names match enough of the text to be scored. */
function candidates(
  index: NameIndex,
  evidence: Evidence,
  genera: Map<number, Found>,
  section: Section | null,
): number[] {
  const promise = new Map<number, number>()
  const add = (plant: number, value: number) => {
    const genus = index.plants[plant]?.genus ?? -1
    const named = genera.get(genus)
    const worthOfGenus = named ? named.quality : section?.genera.has(genus) ? 0.8 : 0
    const sum = value + worthOfGenus
    if ((promise.get(plant) ?? 0) < sum) promise.set(plant, sum)
  }
  for (const [alternative, found] of evidence.found) {
    const part = index.alternatives[alternative]?.part
    const owner = index.owners[alternative]
    if (!owner || part === 'genus') continue
    if (part === 'cultivar') {
      if (found.share >= 0.3) add(owner.at, 1 + found.share * found.quality)
    } else if (owner.kind === 'species') {
      const species = index.species[owner.at]
      if (species && species.plant >= 0 && found.share > 0.7) add(species.plant, found.share * found.quality)
    } else if (found.share > 0.7) add(owner.at, found.share * found.quality)
  }
  for (const at of section?.species ?? []) {
    const plant = index.species[at]?.plant ?? -1
    if (plant >= 0 && promise.size < mostWeighed && !promise.has(plant)) add(plant, 0.1)
  }
  const list = [...promise]
  if (list.length > mostWeighed) list.sort(([, one], [, other]) => other - one).splice(mostWeighed)
  return list.map(([plant]) => plant)
}

/** The factor by which a token that the plant's name does not explain lowers the confidence. */
const doubt = {
  /** It names another genus or species; a cultivar without a definite species is listed under many. */
  contradicts: 0.6,
  contradictsLoose: 0.86,
  namesPartly: 0.9,
  quoted: 0.6,
  quotedRemark: 0.75,
  /** After a comma or in brackets: a remark or, if capitalised, perhaps a cultivar. */
  apart: 0.97,
  apartCapital: 0.75,
  afterCultivar: 0.93,
  /** Beside the name: most probably a cultivar missing from the directory. */
  stranger: 0.66,
  furtherStranger: 0.8,
  least: 0.2,
}

/**
 * `ends`: the last token of a cultivar that was found in full, or -1. A word before it may be an unknown name of the
 * species; it does not matter if no other cultivar has this name.
 */
function doubtOf(
  evidence: Evidence,
  explained: Mask,
  naming: Naming,
  ends: number,
  { isLoose, isDescriptive }: { isLoose: boolean; isDescriptive: boolean },
) {
  const { tokens } = evidence
  const hasCase = tokens.some(token => token.isCapital) && tokens.some(token => !token.isCapital)
  let factor = 1
  let strangers = 0
  // «Туя западная Золотистый Шар»: words that only describe elsewhere are written as a name.
  const isNamed = (at: number) => {
    const [one, other] = [tokens[at], tokens[at + 1]]
    return (
      hasCase &&
      !((explained >> at) & 3) &&
      one?.isCapital === true &&
      other?.isCapital === true &&
      other.isRemark &&
      !other.isNumber &&
      !other.isApart &&
      other.end - other.start > 2 &&
      tokens[at - 1]?.isCapital === false &&
      one.readings.some(isColour)
    )
  }
  for (const [at, token] of tokens.entries()) {
    const bit = 1 << at
    if (explained & bit) continue
    const isLatin = /^[a-z]/.test(token.readings[0] ?? '')
    if (naming.wholly & bit) factor *= isLoose ? doubt.contradictsLoose : doubt.contradicts
    else if (token.readings.some(reading => littleWords.has(reading))) continue
    else if (isNamed(at)) factor *= doubt.stranger
    else if (token.isRemark) factor *= token.isQuoted && !token.isNumber ? doubt.quotedRemark : 1
    else if (naming.partly & bit) factor *= doubt.namesPartly
    else if (token.isQuoted) factor *= doubt.quoted
    else if (token.isApart && !token.isCapital) factor *= doubt.apart
    else if (
      ends >= 0 &&
      (at > ends || !isDescriptive || isLoose) &&
      (token.isApart || (hasCase && !token.isCapital && !isLatin))
    ) {
      factor *= doubt.afterCultivar
    } else if (token.isApart) factor *= doubt.apartCapital
    else factor *= strangers++ > 0 ? doubt.furtherStranger : doubt.stranger
  }
  return Math.max(factor, doubt.least)
}

const lettersOf = ({ tokens }: Evidence, mask: Mask) =>
  tokens.reduce((sum, { start, end }, at) => (mask & (1 << at) ? sum + end - start : sum), 0)

/** Tokens that name a genus or a species, fully or partly. */
interface Naming {
  /** If they are not part of a plant's name, the text means another plant. */
  wholly: Mask
  /** «кедровая» applies to several pines. */
  partly: Mask
  /** The genera that are named, the surest. */
  genera: Pick<Map<number, Found>, 'has'>
  /** One of them by its full name. */
  namesGenus: boolean
}

function namingTokens(
  index: NameIndex,
  evidence: Evidence,
  genera: Map<number, Found>,
  section: Section | null,
): Naming {
  const best = Math.max(0, ...[...genera.values()].map(({ quality }) => quality))
  // «Sibirica» sounds like «сибирка», but after Tilia it is none.
  const surest = new Map([...genera].filter(([, { quality }]) => quality >= best - 0.021))
  const namesGenus = [...genera.values()].some(({ isShortened, quality }) => !isShortened && quality > 0.95)
  const naming: Naming = { wholly: 0, partly: 0, genera: surest, namesGenus }
  let genusTokens = 0
  for (const { mask } of genera.values()) genusTokens |= mask
  for (const { mask, quality, isShortened } of genera.values())
    if (quality > 0.95 && !isShortened) naming.wholly |= mask
  for (const [alternative, found] of evidence.found) {
    const part = index.alternatives[alternative]?.part
    if (part !== 'species' || found.quality < 0.95 || found.isShortened) continue
    const owner = index.owners[alternative]
    const genus =
      owner?.kind === 'species' ? (index.species[owner.at]?.genus ?? -1) : (index.plants[owner?.at ?? -1]?.genus ?? -1)
    if (!genera.has(genus) && !section?.genera.has(genus)) continue
    for (const [at, token] of evidence.tokens.entries()) {
      if (!(found.mask & (1 << at)) || token.readings.some(isLooseWord)) continue
      // «белый» is a species after the genus, and a colour elsewhere.
      if (token.isRemark && !(genusTokens & (1 << (at - 1)))) continue
      if (found.share > 0.99) naming.wholly |= 1 << at
      else naming.partly |= 1 << at
    }
  }
  return naming
}

/** Scores the plants that match a part of the text, the most probable first. */
export function scorePlants(
  index: NameIndex,
  evidence: Evidence,
  genera: Map<number, Found>,
  section: Section | null,
): Scored[] {
  const naming = namingTokens(index, evidence, genera, section)
  const scored: Scored[] = []
  for (const at of candidates(index, evidence, genera, section)) {
    const plant = index.plants[at]
    if (plant) scored.push(scorePlant(index, evidence, at, plant, naming, section))
  }
  return scored
    .filter(({ confidence }) => confidence > leastConfidence)
    .sort((one, other) => other.confidence - one.confidence)
}

/** What a part of the text has in common with the name of one plant. */
interface Match {
  plant: IndexedPlant
  genus: Found | null
  /** Genus and species by a name that is one for both («бобовник»). */
  name: Found | null
  /** The name of the species without its genus. */
  kind: Found | null
  cultivar: Found | null
  /** How surely the genus and the species are named, in the text or above it: 0 to 1. */
  genusQuality: number
  kindQuality: number
  /** The tokens that the plant's name explains. */
  mask: Mask
}

const noWays: Ways = { genus: [], species: [], whole: [], cultivar: [] }

function matchOf(index: NameIndex, evidence: Evidence, plant: IndexedPlant, section: Section | null): Match {
  const ofSpecies = index.species[plant.species]?.ways ?? noWays
  const ofGenus = index.genera[plant.genus]?.ways ?? noWays
  const cultivar = plant.isCultivar ? bestOf(evidence, [plant.ways.cultivar], 0.3) : null
  const genus = bestOf(evidence, [ofGenus.genus, ofSpecies.genus, plant.ways.genus], 0.5, cultivar?.mask)
  const name = bestOf(evidence, [ofSpecies.whole, plant.ways.whole], whole, cultivar?.mask)
  const kind = bestOf(evidence, [ofSpecies.species, plant.ways.species], 0.5, cultivar?.mask)
  const parts = [genus, name, kind, cultivar].reduce((mask, part) => mask | (part?.mask ?? 0), 0)
  return {
    ...{ plant, genus, name, kind, cultivar },
    genusQuality: Math.max(
      genus ? genus.quality * (genus.share < 1 ? 0.8 : 1) : 0,
      name?.quality ?? 0,
      section?.genera.has(plant.genus) ? 0.97 : 0,
    ),
    kindQuality: Math.max(
      kind ? kind.quality * worthOfShare(kind.share, plant.isCultivar) : 0,
      name?.quality ?? 0,
      section?.species.has(plant.species) ? 0.96 : 0,
    ),
    mask: parts | repeatedTokens(evidence, [ofGenus, ofSpecies, plant.ways]),
  }
}

/** The factor for a species of whose name this share is in the text. */
function worthOfShare(share: number, isCultivar: boolean): number {
  if (share < 0.7) return 0.8
  if (share > 0.99) return 1
  return isCultivar ? 0.9 : 0.85
}

/** The tokens that say a name once more, as where it stands in Russian and in Latin. */
function repeatedTokens(evidence: Evidence, waysOf: Ways[]): Mask {
  let mask = 0
  for (const ways of waysOf) {
    for (const part of ['genus', 'species', 'whole', 'cultivar'] as const) {
      for (const way of ways[part]) {
        const found = evidence.found.get(way)
        if (found && found.share >= (part === 'cultivar' ? whole : 0.7) && found.quality > 0.85) mask |= found.repeated
      }
    }
  }
  return mask
}

/** The confidence by what is named, before what speaks against it. */
function confidenceOf(evidence: Evidence, match: Match, sectionSaysSpecies: boolean): number {
  const { plant, cultivar, genusQuality, kindQuality } = match
  if (!plant.isCultivar) return kindQuality * (genusQuality > 0 ? Math.sqrt(genusQuality) : 0.75)
  if (!cultivar) return 0
  const { share, quality, mask } = cultivar
  // Without a genus, a cultivar needs all its words, and more than a few letters.
  const withoutGenus = share > 0.99 && lettersOf(evidence, mask) > 4 ? 0.9 : 0.75
  const withoutKind = sectionSaysSpecies ? 0.78 : 0.985
  return (
    quality *
    (share >= whole ? 1 : 0.72 * share) *
    (genusQuality > 0 ? Math.sqrt(genusQuality) : withoutGenus) *
    (kindQuality > 0 ? Math.sqrt(kindQuality) : withoutKind)
  )
}

/** The factor for words that may mean anything. */
function vagueness(evidence: Evidence, match: Match, section: Section | null): number {
  const { plant, genus, name, kind, cultivar, genusQuality, kindQuality, mask } = match
  let factor = 1
  // «Бобо» may be a cultivar, not «Бобовник».
  if (!plant.isCultivar && !genus && name?.isShortened && bits(name.mask) === 1 && section === null) factor *= 0.8
  // A colour may apply to any cultivar.
  if (plant.isCultivar ? cultivar?.isVague && kindQuality === 0 : kind?.isVague && !name) factor *= 0.78
  // Two or three letters may abbreviate anything.
  if (genus?.isShortened && (kind?.isShortened ?? true) && lettersOf(evidence, mask) < 4) factor *= 0.7
  // Words for sizes and colours alone do not name a plant.
  if (genusQuality === 0 && !evidence.tokens.some(({ isRemark }, token) => !isRemark && mask & (1 << token)))
    factor *= 0.7
  return factor
}

/** The factor of plants of another genus than the text names: none of them is even a candidate. */
const ofOtherGenus = 0.15

/** The factor for a genus that is not named, or is not the one named in the text or in the section. */
function otherGenus(
  evidence: Evidence,
  { plant, kind, cultivar, genusQuality, mask }: Match,
  naming: Naming,
  section: Section | null,
): number {
  const isOfOther = !naming.genera.has(plant.genus) && !section?.genera.has(plant.genus)
  if (naming.namesGenus && (genusQuality === 0 || isOfOther)) return ofOtherGenus
  if (genusQuality > 0) return 1
  if (section !== null) return 0.7
  // «Nobilis» is an epithet of many genera: after the name of a genus that nobody knows it is no evidence.
  if (!plant.isCultivar && followsName(evidence, mask)) return ofOtherGenus
  // «Морошка» sounds a little like 'Maruschka', «ревень» like ravennae: by chance.
  return bits(mask) === 1 && isByChance(plant.isCultivar ? cultivar : kind) ? ofOtherGenus : 1
}

function scorePlant(
  index: NameIndex,
  evidence: Evidence,
  at: number,
  plant: IndexedPlant,
  naming: Naming,
  section: Section | null,
): Scored {
  const match = matchOf(index, evidence, plant, section)
  const { genus, kind, cultivar, genusQuality, kindQuality, mask } = match
  const sectionSaysSpecies = section !== null && section.species.size > 0 && section.genera.has(plant.genus)
  const isWhole = cultivar !== null && cultivar.share >= whole
  const isOtherSpecies = sectionSaysSpecies && !naming.namesGenus && !section.species.has(plant.species)
  return {
    plant: at,
    confidence:
      confidenceOf(evidence, match, sectionSaysSpecies) *
      vagueness(evidence, match, section) *
      otherGenus(evidence, match, naming, section) *
      // «Rosa 'Ascot'» is not 'Auscot': a name in quotes that differs is the name of another.
      (cultivar !== null && isAnother(evidence, cultivar) ? 0.75 : 1) *
      (isOtherSpecies ? 0.85 : 1) *
      doubtOf(evidence, mask, naming, isWhole ? 31 - Math.clz32(cultivar.mask) : -1, {
        isLoose: isWhole && (index.species[plant.species]?.isLoose ?? false),
        isDescriptive: plant.isDescriptive,
      }),
    mask,
    genusIsShortened: genus?.isShortened ?? false,
    isNamedExactly: !plant.isCultivar && kindQuality > 0.985,
    hasOwnSpecies: kind !== null && cultivar !== null && (kind.mask & cultivar.mask) === 0,
    isChance: cultivar !== null && genusQuality === 0 && kindQuality === 0 && isChance(evidence, cultivar),
  }
}

/** Whether the tokens are preceded by a word that looks like the name of a genus and names nothing. */
function followsName({ tokens }: Evidence, mask: Mask): boolean {
  const first = tokens.findIndex((_, at) => (mask & (1 << at)) !== 0)
  const before = tokens[first - 1]
  return before !== undefined && !before.isRemark && !before.isNumber && before.end - before.start > 3
}

/** A word of the trade is spelled in Russian letters as one likes, but in Latin ones and in quotes it is what it says. */
const leastAlike = 0.98
const leastAlikeInRussian = 0.93
const leastAlikeBare = 0.85

function isAnother({ tokens }: Evidence, { mask, isSpelled, quality }: Found): boolean {
  if (isSpelled) return false
  const named = tokens.filter((token, at) => (mask & (1 << at)) !== 0 && !token.isRemark)
  if (!named.some(({ isQuoted }) => isQuoted)) return quality < leastAlikeBare
  return quality < (named.some(({ readings }) => /[a-z]/.test(readings[0] ?? '')) ? leastAlike : leastAlikeInRussian)
}

const isByChance = (found: Found | null) =>
  found !== null && !found.isSpelled && found.quality < 0.88 && !found.isShortened

/** «Малинка» alone is not 'Malinki', and «Рубин» has been the name of an apple, a raspberry and a barberry. */
function isChance({ tokens }: Evidence, { mask, isSpelled }: Found): boolean {
  const { readings = [] } = tokens[31 - Math.clz32(mask)] ?? {}
  return bits(mask) === 1 && (!isSpelled || readings.some(isSharedName))
}
