import { withoutInvisible } from '#contract/common.ts'
import { trimSigns } from '#server/platform/trim-signs.ts'
import { type Evidence, type Found, gatherEvidence, type Mask } from './evidence.ts'
import { swapKeyboardLayout } from './letters.ts'
import type { NameIndex } from './name-index.ts'
import { readText } from './read-text.ts'
import { generaOf, type Scored, type Section, scorePlants } from './score-plants.ts'
import { isOtherGoods } from './trade-words.ts'

/** A plant with at least this confidence is the answer, with less a candidate. docs/matching.md explains the value. */
export const threshold = 0.8
/** Plants whose confidence differs by less than this are both possible. */
const leastLead = 0.03
/** An abbreviation means a species if it has this many times the cultivars of the others. */
const commonness = 4
const mostCandidates = 20

export interface Candidate {
  id: number
  /** From 0 to 1. */
  confidence: number
}

export interface NameMatch {
  /** Set only if it is unambiguous. */
  plant: Candidate | null
  /** The most probable first, beginning with `plant` if it is set. */
  candidates: Candidate[]
  /** The genus that the text names, with or without a plant. */
  genus: number | null
  /** The text as understood, if words were mistyped or the keyboard layout was wrong. */
  corrected: string | null
  /** The part of the text that is not part of the name. */
  rest: string
}

interface Reading {
  text: string
  evidence: Evidence
  genera: Map<number, Found>
  scored: Scored[]
  plant: Scored | null
}

const isCertain = ({ quality, isShortened }: Found) => quality > 0.95 && !isShortened

function readName(index: NameIndex, text: string, above: Section | null): Reading {
  const evidence = gatherEvidence(index, readText(text))
  const genera = generaOf(index, evidence)
  // A row that names another genus does not use the section's.
  const isOwn = [...genera].some(([genus, found]) => isCertain(found) && !above?.genera.has(genus))
  const isSections = [...genera].some(([genus, found]) => isCertain(found) && above?.genera.has(genus))
  const section = isOwn && !isSections ? null : above
  const scored = scorePlants(index, evidence, genera, section)
  return { text, evidence, genera, scored, plant: decide(index, evidence, scored) }
}

/** The plant that is meant, if it is unambiguous. */
function decide(index: NameIndex, { tokens }: Evidence, scored: Scored[]): Scored | null {
  const [best] = scored
  if (!best || best.confidence < threshold || best.mask === 0) return null
  const begins = Math.min(...tokens.map((_, at) => (best.mask & (1 << at) ? at : tokens.length)))
  if (tokens.slice(0, begins).some(({ readings }) => readings.some(isOtherGoods))) return null
  const near = scored.filter(other => best.confidence - other.confidence < leastLead)
  // A plant that explains all tokens of another and more is preferred: 'White Smaragd' to 'Smaragd'.
  const rivals = near.filter(one => !near.some(({ mask }) => mask !== one.mask && (mask & one.mask) === one.mask))
  const meant = rivals.length === 1 ? (rivals[0] ?? null) : settle(index, rivals)
  return meant?.isChance ? null : meant
}

/** Chooses among plants that match equally well: the cultivar of a species, or the usual meaning of an abbreviation. */
function settle(index: NameIndex, [best, ...rivals]: Scored[]): Scored | null {
  if (!best) return null
  const all = [best, ...rivals]
  const speciesOf = ({ plant }: Scored) => index.plants[plant]?.species ?? -1
  const isCultivar = ({ plant }: Scored) => index.plants[plant]?.isCultivar ?? false
  if (all.every(one => speciesOf(one) === speciesOf(best))) {
    const cultivars = all.filter(one => isCultivar(one) && one.hasOwnSpecies)
    if (cultivars.length === 1 && all.length === 2) return cultivars[0] ?? null
  }
  // A species named in full is preferred to a cultivar of the same name.
  const named = all.filter(one => !isCultivar(one))
  if (named.length === 1 && named[0]?.isNamedExactly) return named[0]
  if (all.every(one => one.genusIsShortened)) {
    const sizeOf = (one: Scored) => index.species[speciesOf(one)]?.plants.length ?? 0
    const [first, second] = all.toSorted((one, other) => sizeOf(other) - sizeOf(one))
    if (first && second && sizeOf(first) >= commonness * sizeOf(second)) return first
  }
  return null
}

/** Genus and species in a section's title: «Туи», «Туя западная». */
function readSection(index: NameIndex, title: string): Section | null {
  const known = index.remembered.sections.get(title)
  if (known !== undefined) return known
  const { genera, scored, plant } = readName(index, title, null)
  const species = plant ? index.plants[plant.plant] : undefined
  const strong = [...genera].filter(([, { isShortened }]) => !isShortened)
  const best = Math.max(0, ...strong.map(([, { quality }]) => quality))
  let section: Section | null = null
  if (plant && species) {
    section = { genera: new Set([species.genus]), species: new Set([species.species]) }
    // The same species may be listed under several genera: Prunus.
    for (const other of scored) {
      const rival = index.plants[other.plant]
      if (rival && plant.confidence - other.confidence < leastLead) {
        section.genera.add(rival.genus)
        section.species.add(rival.species)
      }
    }
  } else if (best > 0) {
    section = {
      genera: new Set(strong.filter(([, { quality }]) => quality === best).map(([genus]) => genus)),
      species: new Set(),
    }
  }
  if (index.remembered.sections.size > 1000) index.remembered.sections.clear()
  index.remembered.sections.set(title, section)
  return section
}

/**
 * Finds the plant of the directory that a text names. `section` is the title above the row in a price list; its genus
 * and species apply if the text names none. Sizes and remarks in the text are ignored. Accepts any text; the work is
 * bounded.
 */
export function matchName(
  index: NameIndex,
  typed: string,
  { section: title, limit = 5 }: { section?: string | null; limit?: number } = {},
): NameMatch {
  const text = withoutInvisible(typed)
  const section = title ? readSection(index, withoutInvisible(title).slice(0, 200)) : null
  let reading = readName(index, text, section)
  let isSwapped = false
  if (!reading.plant && isStrange(reading)) {
    const swapped = swapKeyboardLayout(text.slice(0, 200))
    if (swapped !== null) {
      const other = readName(index, swapped, section)
      if (!isStrange(other)) {
        reading = other
        isSwapped = true
      }
    }
  }
  const { plant, scored, genera } = reading
  const toCandidate = ({ plant: at, confidence }: Scored): Candidate => ({
    id: index.plants[at]?.id ?? -1,
    confidence: Math.round(Math.min(confidence, 1) * 1000) / 1000,
  })
  const others = scored.filter(one => one !== plant)
  const ranked = (plant ? [plant, ...others] : speciesFirst(index, others)).slice(0, Math.min(limit, mostCandidates))
  const genus = plant ? (index.plants[plant.plant]?.genus ?? null) : bestGenus(genera, section)
  return {
    plant: plant ? toCandidate(plant) : null,
    candidates: ranked.map(toCandidate),
    genus: genus === null ? null : (index.genera[genus]?.id ?? null),
    corrected: correct(index, reading, isSwapped),
    rest: restOf(reading, isSwapped ? text : null),
  }
}

/** Puts a named species before those of its cultivars that are possible. */
function speciesFirst(index: NameIndex, scored: Scored[]): Scored[] {
  const [best] = scored
  const kind = index.species[index.plants[best?.plant ?? -1]?.species ?? -1]
  const itself = scored.find(({ plant }) => plant === kind?.plant)
  return itself && itself !== best && best && !(best.confidence >= threshold)
    ? [itself, ...scored.filter(one => one !== itself)]
    : scored
}

/** Whether nothing certain was found: neither a genus nor most of the words. */
function isStrange({ evidence, genera, scored }: Reading): boolean {
  if ([...genera.values()].some(({ quality, isShortened }) => quality > 0.9 && !isShortened)) return false
  return !scored.some(({ confidence }) => confidence > 0.6) && evidence.tokens.some(({ isNumber }) => !isNumber)
}

function bestGenus(genera: Map<number, Found>, section: Section | null): number | null {
  let best: [number, Found] | null = null
  let isAmbiguous = false
  const begins = (mask: Mask) => Math.clz32(mask & -mask)
  for (const entry of genera) {
    const [, found] = entry
    if (found.isShortened && found.quality < 0.95) continue
    if (!best) {
      best = entry
      continue
    }
    // «Каштан конский» is not «каштан».
    const isWider = found.mask !== best[1].mask && (found.mask & best[1].mask) === best[1].mask
    const isNarrower = found.mask !== best[1].mask && (found.mask & best[1].mask) === found.mask
    if (isNarrower && found.quality <= best[1].quality) continue
    if (isWider && found.quality >= best[1].quality) {
      best = entry
      isAmbiguous = false
      continue
    }
    const lead = found.quality - best[1].quality || (begins(found.mask) - begins(best[1].mask)) / 100
    if (lead > 0) {
      best = entry
      isAmbiguous = false
    } else if (lead === 0) isAmbiguous = true
  }
  if (best) return isAmbiguous ? null : best[0]
  return section?.genera.size === 1 ? ([...section.genera][0] ?? null) : null
}

function correct(index: NameIndex, { text, evidence, plant, genera }: Reading, isSwapped: boolean): string | null {
  const mask = plant?.mask ?? [...genera.values()].reduce((sum, found) => sum | found.mask, 0)
  let corrected = text
  for (const [at, word] of [...evidence.corrections].sort(([one], [other]) => other - one)) {
    const token = evidence.tokens[at]
    if (!token || !(mask & (1 << at))) continue
    corrected = corrected.slice(0, token.start) + (index.words[word]?.text ?? '') + corrected.slice(token.end)
  }
  return isSwapped || corrected !== text ? corrected.trim() : null
}

/** The text outside the words of the name, without punctuation at its ends. */
function restOf({ text, evidence, plant, genera }: Reading, typed: string | null): string {
  const whole = typed ?? text
  // Swapping the layout keeps the positions of words.
  const mask =
    plant?.mask ?? [...genera.values()].reduce((sum, found) => (found.isShortened ? sum : sum | found.mask), 0)
  const pieces: string[] = []
  let from = 0
  for (const [at, { start, end }] of evidence.tokens.entries()) {
    if (!(mask & (1 << at))) continue
    pieces.push(whole.slice(from, start))
    from = end
  }
  pieces.push(whole.slice(from))
  return pieces
    .map(piece => trimSigns(piece, /[\s.,;:'"«»“”„‘’`®™×()[\]/|-]/, /[\s,;:'"«»“”„‘’`®™×()[\]/|-]/))
    .filter(Boolean)
    .join(' ')
}
