// What a line of a schedule asks for, given its name and the headings above it.
import { projectLimits } from '#contract/project-limits.ts'
import type { LineWish } from '#contract/projects.ts'
import type { Form } from '#contract/variants.ts'
import { trimSigns } from '#server/platform/trim-signs.ts'
import type { Candidate } from '#server/reading/names/match-name.ts'
import { categoryOfGenus, type NamedPlants } from '#server/reading/names/named-plants.ts'
import { withClosedRanges } from '#server/reading/price-lists/glued-lines.ts'
import { type NamedRow, type NameReader, nameReader } from '#server/reading/price-lists/names.ts'
import { withPlainRanges } from '#server/reading/price-lists/number-account.ts'
import { categoryIn } from '#server/reading/price-lists/titles.ts'
import { habitOfCategory } from '#server/reading/sizes/context.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { withPlausibleSizes } from './plausible.ts'
import { findQuantity, type Quantity } from './quantities.ts'
import { isMaterial, withoutBullet } from './remarks.ts'
import { noWish, type ScheduleLine } from './schedule-line.ts'

/** The longest text that the notation functions read. */
export const longestPiece = 400

/** Letters of «всё в контейнерах 5 л». */
const longestOfAll = 40

/** So many words at the beginning of a line may name a genus. */
const headWords = 6

const clip = (text: string, most: number) => Array.from(text.toWellFormed()).slice(0, most).join('')
export const withoutEnds = (text: string) => trimSigns(text.replaceAll(/\s+/g, ' '), /[\s,;:|·=×*\p{Pd}]/u)

/** The headings above a line. */
interface Above {
  /** «Туя западная» */
  name: string | null
  /** Slug of a category: «Хвойные». */
  category: string | null
  /** «Многолетники (всё Р9)» */
  packing: Packing | null
}

type Packing = Pick<LineWish, 'root' | 'root_size_from' | 'root_size_to'>

const nothingAbove: Above = { name: null, category: null, packing: null }

/** In what a heading or a remark says that all below is wanted, if it does. */
function packingIn(text: string): Packing | null {
  const { wish, doubts } = parseNotation(text.slice(0, longestPiece))
  const { root, root_size_from, root_size_to } = wish
  // «Ком» in a title may be anything: «к.п. Ком.»
  const isSaid = root_size_from !== null || root_size_to !== null || root === 'bare_root' || root === 'container'
  return isSaid && doubts.length === 0 ? { root, root_size_from, root_size_to } : null
}

/** «всё в Р9, если не указано иное» */
const ofAll = /(?:^|[\s,(])вс[её](?:\s(?:растения|многолетники|саженцы))?\s(?:в\s)?(?=\p{L}{0,12}\s?\d|ОКС|ЗКС)/iu

/** The names that a row states, in one column or two. */
export interface RowName {
  name: string
  latin: string
}

/** What a row of a table says beside its name. */
export interface RowFacts {
  quantity: Quantity
  /** The texts of its sizes and packing. */
  pieces: string[]
  form: Form | null
}

/** Makes lines of what is written, and remembers what the lines above say of those below. */
export class WantedPlants {
  readonly names: NameReader
  readonly #plants: NamedPlants
  #above = nothingAbove
  #packingOfAll: Packing | null = null
  /** The genus of the rows above, which the next ones leave out. */
  genus = ''
  #last: (RowName & { plant: number | null }) | null = null

  constructor(plants: NamedPlants) {
    this.#plants = plants
    this.names = nameReader(plants)
  }

  /** The name above, which those below complete: «Туя западная». */
  get above(): string | null {
    return this.#above.name
  }

  /** The row of a table above that named a plant. */
  get last(): (RowName & { plant: number | null }) | null {
    return this.#last
  }

  /** Whether a text names works or materials, and no plant. */
  isMaterial(text: string): boolean {
    return isMaterial(text) && !this.namesGenus(text)
  }

  /** Whether one of the first words of a text is a genus. */
  namesGenus(text: string): boolean {
    const words = text.slice(0, longestPiece).match(/\p{L}{3,}/gu) ?? []
    return words.slice(0, headWords).some(word => this.names.isGenus(word))
  }

  /** Headings only apply within their sheet. */
  beginSheet(): void {
    this.#above = nothingAbove
    this.#packingOfAll = null
    this.genus = ''
    this.#last = null
  }

  readNote(text: string): ScheduleLine {
    const said = ofAll.exec(text.slice(0, longestPiece))
    if (said) this.#packingOfAll = packingIn(text.slice(said.index, said.index + longestOfAll)) ?? this.#packingOfAll
    const name = withoutEnds(text)
    return {
      text,
      isNote: true,
      // Where there is no name the text is shown, which is not cut.
      name: name.length > projectLimits.name ? '' : name,
      quantity: null,
      unit: null,
      wish: noWish,
      plant: null,
      candidates: [],
    }
  }

  /** A heading for the lines below: «Деревья лиственные», «Туя западная», «Клён». */
  readHeading(text: string, heading: string): ScheduleLine {
    const title = withoutEnds(withoutBullet(heading))
    const category = categoryIn(title)
    const { plant, genus } = this.names.match(title.slice(0, longestPiece), null)
    const packing = packingIn(title)
    if (category !== null) this.#above = { name: genus === null ? null : title, category, packing }
    else if (plant || genus !== null) this.#above = { ...this.#above, name: title, packing }
    else this.#above = { name: null, category: this.#above.category, packing }
    this.genus = ''
    this.#last = null
    return this.readNote(text)
  }

  /** A plant above rows that only state its sizes. */
  readPlantAbove(text: string, row: RowName, plant: number | null): ScheduleLine {
    this.#above = { ...this.#above, name: row.name }
    this.#last = { ...row, plant }
    return this.readNote(text)
  }

  /** Whether the heading completes a name that has no genus of its own. */
  isUnder(below: string | null, above: string): boolean {
    if (below === null) return false
    const bare = withoutEnds(findQuantity(withoutBullet(below).slice(0, longestPiece)).left)
    if (this.names.match(bare, null).genus !== null) return false
    return this.names.match(bare, above).plant !== null
  }

  /** What a name says, with the heading above it. */
  named({ name, latin }: RowName): NamedRow & { isNamed: boolean } {
    const read = this.names.read(
      { name: name.slice(0, longestPiece), latin: latin.slice(0, longestPiece) },
      this.#above.name,
    )
    return { ...read, isNamed: read.plant !== null || read.genus !== null || read.candidates.length > 0 }
  }

  #categoryOf({ plant, genus }: NamedRow): string | null {
    if (plant) return this.#plants.byId.get(plant.id)?.categorySlug ?? null
    return categoryOfGenus(this.#plants, genus) ?? this.#above.category
  }

  /** For a genus named alone: its species, as candidates to choose from. */
  #ofGenus({ plant, candidates, genus }: NamedRow): Candidate[] {
    if (plant || genus === null) return plant ? [] : candidates
    const known = new Set(candidates.map(({ id }) => id))
    const ofGenus = this.#plants.byGenus.get(genus) ?? []
    const species = ofGenus.filter(({ id }) => !known.has(id) && !this.names.isCultivar(id))
    return [...candidates, ...species.map(({ id }) => ({ id, confidence: 0.2 }))].slice(0, 5)
  }

  #line(text: string, name: string, read: NamedRow, { quantity, unit }: Quantity, wish: LineWish): ScheduleLine {
    return {
      text,
      isNote: false,
      name: clip(withoutEnds(name), projectLimits.name),
      quantity,
      unit: quantity === null ? null : (unit ?? 'шт'),
      wish: withPlausibleSizes(wish.root === null ? { ...wish, ...(this.#above.packing ?? this.#packingOfAll) } : wish),
      plant: read.plant?.id ?? null,
      candidates: this.#ofGenus(read),
    }
  }

  /** The name without sizes. */
  #nameOf(text: string, { plant, rest }: NamedRow): string {
    const { wish, rest: left } = parseNotation(text.slice(0, longestPiece))
    const hasSizes = Object.values(wish).some(value => value !== null)
    const bare = hasSizes && (plant === null || parseNotation(rest.slice(0, longestPiece)).rest !== rest) ? left : text
    return withoutEnds(bare) || withoutEnds(text)
  }

  #wishOf(text: string, read: NamedRow, also = ''): LineWish {
    const habit = habitOfCategory(this.#categoryOf(read))
    const own = read.plant && also === '' ? read.rest : text
    return parseNotation(withPlainRanges([own, also].filter(Boolean).join(' ; ')).slice(0, longestPiece), { habit })
      .wish
  }

  /** A line without columns that names a plant and states its sizes. */
  readPlant(whole: string, text: string, read: NamedRow, quantity: Quantity): ScheduleLine {
    return this.#line(whole, this.#nameOf(text, read), read, quantity, this.#wishOf(text, read))
  }

  /** A line of sizes alone, of the plant above: «обхв. 18-20 — 5 шт» under «Липа мелколистная». */
  readSizesOf(whole: string, above: string, text: string, quantity: Quantity): ScheduleLine {
    const over = this.names.read({ name: above, latin: '' }, null)
    return this.#line(whole, above, over, quantity, this.#wishOf(text, over, over.rest))
  }

  /** A row of a table that asks for a plant. */
  readRowOf(text: string, { name, latin }: RowName, { quantity, pieces, form }: RowFacts): ScheduleLine {
    const bare = withoutBullet(name)
    const read = this.named({ name: bare, latin })
    const shown = this.#nameOf(bare === '' ? latin : bare, read)
    // Rows below that only state sizes have none of this row's.
    this.#last = { name: bare === '' ? '' : shown, latin, plant: read.plant?.id ?? null }
    const habit = habitOfCategory(this.#categoryOf(read))
    const rest = read.plant ? read.rest : bare
    const inNames = [rest, read.plant ? read.latinRest : ''].map(part => findQuantity(part.slice(0, longestPiece)).left)
    const all = [...inNames, ...pieces].filter(piece => piece.trim() !== '')
    const { wish } = parseNotation(withClosedRanges(withPlainRanges(all.join(' ; '))).slice(0, 500), { habit, form })
    return this.#line(text, shown, read, quantity, { ...wish, form: wish.form ?? form })
  }
}
