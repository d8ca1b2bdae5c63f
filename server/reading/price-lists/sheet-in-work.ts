import { takeAmounts, withPriceApart } from '#server/reading/lines/amounts-in-text.ts'
import type { Candidate } from '#server/reading/names/match-name.ts'
import { categoryOfGenus, type NamedPlants } from '#server/reading/names/named-plants.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import type { Answers } from './answers.ts'
import type { Layout } from './column-plan.ts'
import { CoveredCells } from './covered-cells.ts'
import { statesPackingAlone } from './heading-parts.ts'
import { type NameCells, nameCellsOf, type NameParts, withNameAbove } from './name-cells.ts'
import type { NamedRow, NameReader } from './names.ts'
import type { OwnTitle } from './own-titles.ts'
import type { Region } from './regions.ts'
import { isOfAmounts, readCount } from './row-amounts.ts'
import { contact, isSentence, remarkWords, services } from './row-texts.ts'
import { type Values, valuesOf } from './row-values.ts'
import type { StockAbove, StockOfList } from './stock-headings.ts'
import { categoryIn, isNameField, normalize } from './titles.ts'
import { readStock } from './values.ts'

/** No longer part of a list is summed up, and no more heads stand above one another. */
const mostSizes = 500
const mostHeads = 5

/** The headings that apply to the rows below them. */
export interface Sections {
  /** «Хвойные» */
  category: string | null
  isCertain: boolean
  /** «Туя западная»: used for plants below it that have no complete name. */
  plant: string | null
  /** «Контейнер С5» */
  size: string
  /** The heading directly above, of which nothing was understood. */
  unclear: string | null
}

/** The name of a plant that rows without a name go on with. */
export interface LastName {
  name: string
  latin: string
}

/** A sheet whose rows are being read in order: what stands where, and what the rows above have said. */
export class SheetInWork {
  readonly sheet: Sheet
  readonly names: NameReader
  readonly plants: NamedPlants
  readonly covered: CoveredCells
  readonly answers: Answers
  /** It is read as it was written: one line of titles, and below it nothing but offers. */
  readonly ownColumns: OwnTitle[] | null
  regions: Region[] = []
  headerRows = new Set<number>()
  wholesaleFrom: number | null = null
  /** What a heading has said of the stock of the rows below it. */
  stockAbove: StockAbove | null = null
  /** What a remark says of the stock of the whole list. */
  stockOfList: StockOfList | null = null
  sections: Sections = { category: null, isCertain: false, plant: null, size: '', unclear: null }
  /** A remark on the whole list that speaks of packings, if no column does. */
  packingRemark: string | null = null
  last: LastName | null = null
  /** A name stood alone in its row, and what came since names no plant: it may be below that. */
  hasLoneName = false
  lastParts: NameParts = { genus: '', species: '' }
  hasOffers = false

  constructor(sheet: Sheet, names: NameReader, plants: NamedPlants, answers: Answers, ownColumns: OwnTitle[] | null) {
    this.sheet = sheet
    this.names = names
    this.plants = plants
    this.covered = new CoveredCells(sheet)
    this.answers = answers
    this.ownColumns = ownColumns
  }

  cellsOf(row: number): Cell[] {
    return this.sheet.rows[row] ?? []
  }

  valuesOf(layout: Layout, row: number): Values {
    return valuesOf(layout, this.cellsOf(row))
  }

  regionOf(row: number): Region | undefined {
    return this.regions.find(({ from, to }) => row >= from && row < to)
  }

  /** Whether a cell of the row itself, and none that is merged over it, names a plant. */
  #hasOwnName({ columns }: Layout, row: number): boolean {
    const cells = this.cellsOf(row)
    return columns.some(({ field, index }) => isNameField(field) && (cells[index] ?? '') !== '')
  }

  nameCells(layout: Layout, row: number): NameCells | null {
    const found = nameCellsOf(layout, column => this.covered.at(row, column), this.names, this.lastParts)
    if (found) this.lastParts = found.parts
    // A genus that is merged over the rows of its species names none of them.
    if (found && !this.#hasOwnName(layout, row) && found.named.text !== '' && this.last !== null)
      return { name: '', latin: '', text: '', isSizeOnly: false }
    if (!found) return null
    const { name, latin, isSizeOnly } = found.named
    const whole = {
      name: this.#withMarksFilled(name, this.last?.name ?? ''),
      latin: this.#withMarksFilled(latin, this.last?.latin ?? ''),
    }
    return { ...whole, text: whole.name || whole.latin, isSizeOnly }
  }

  /** «-//- Ред Барон» below «Пузыреплодник Дартс Голд»: the second word may be of the species or of the cultivar. */
  #withMarksFilled(name: string, above: string): string {
    const ofSpecies = withNameAbove(name, above)
    if (ofSpecies === name || this.names.match(ofSpecies, null).plant !== null) return ofSpecies
    const ofGenus = withNameAbove(name, above, 1)
    return this.names.match(ofGenus, null).plant === null ? ofSpecies : ofGenus
  }

  /** Whether a row has nothing but a name of its own, beside a price that is merged over it and the rows above. */
  isPricedAbove(layout: Layout, row: number, text: string): boolean {
    if (text === '' || services.test(normalize(text)) || contact.test(text) || isSentence(text)) return false
    return (
      this.#hasOwnName(layout, row) &&
      layout.columns.some(
        column => isOfAmounts(column) && column.field !== 'stock' && this.covered.isCovered(row, column.index),
      )
    )
  }

  /** Whether a text repeats the name of the row above in the other alphabet: the Latin name below the Russian one. */
  isTranslation(text: string): boolean {
    const above = this.last?.name || this.last?.latin
    if (!above || /\d/.test(text)) return false
    const isLatin = (name: string) => /[a-z]{3}/iu.test(name) && !/[а-яё]{3}/iu.test(name)
    return isLatin(text) !== isLatin(above) && this.isSamePlant(text, above)
  }

  isSamePlant(one: string, other: string): boolean {
    const { plant } = this.names.match(one, null)
    return plant !== null && plant.id === this.names.match(other, null).plant?.id
  }

  /** The number that is stated once for several offers, such as a stock merged over the rows of all sizes. */
  stockOfSeveral(layout: Layout, row: number): string | null {
    const column = layout.columns.find(({ field }) => field === 'stock')
    const covered = column ? this.covered.rowsBelow(row, column.index) : undefined
    if (!column || !covered || readStock(this.covered.at(row, column.index)).stock_quantity == null) return null
    const offers = covered.filter(other => this.valuesOf(layout, other).count > 0)
    return offers.length > 0 ? textOf(this.covered.at(row, column.index)) : null
  }

  /** Whether a row has only a stock while other rows have prices. It is the total of a group or a page number. */
  isTotal(region: Region, row: number, values: Values, { text }: NameCells): boolean {
    if (values.count === 0 || values.count > values.stocks) return false
    const { layout } = region
    const isPriced = layout.columns.some(column => isOfAmounts(column) && column.field !== 'stock')
    if (!isPriced) return false
    if (text === '') return this.cellsOf(row).filter(cell => cell !== '').length < 3
    const next = this.nextRows(row, region)
    if (!next.isFollowed) return false
    if (categoryIn(text) !== null) return true
    // A group names only a genus or a species, with its plants below it. Everything else is an offer.
    const match = this.names.match(text, null)
    const isOfPlant = match.plant !== null || match.genus !== null
    if ((next.isNameless || !isOfPlant) && this.#isSumOfBelow(region, row, isOfPlant)) return true
    const [first] = next.names
    if (first === undefined || match.genus === null || /\p{L}{3}/u.test(match.rest)) return false
    return match.plant ? this.isOver(match.plant.id, [first]) : this.holds(text, match, first)
  }

  /** Whether a row has no stock of its own, but that of the sizes without a name below it, of one plant or of all. */
  #isSumOfBelow({ layout, to }: Region, row: number, isOfPlant: boolean): boolean {
    const columns = layout.columns.filter(({ field }) => field === 'stock')
    const stockIn = (at: number) => {
      const counts = columns.map(column => readCount(column, this.cellsOf(at)[column.index] ?? '', this.answers))
      return counts.reduce((sum, { stock_quantity: count }) => sum + (count ?? 0), 0)
    }
    const own = stockIn(row)
    const parts = { ...this.lastParts }
    let below = 0
    let heads = 0
    for (let next = row + 1; next < Math.min(to, row + mostSizes) && below < own; next++) {
      const named = this.nameCells(layout, next)
      const isNamed = this.cellsOf(next).length > 0 && named !== null && named.text !== '' && !named.isSizeOnly
      heads = isNamed ? heads + 1 : 0
      if (isNamed && (isOfPlant || heads > mostHeads)) break
      if (!isNamed) below += stockIn(next)
    }
    this.lastParts = parts
    return below > 0 && below === own
  }

  /** Whether one cell contains name, size and price: «Туя западная Смарагд 80-100 С5 — 1300 руб.» */
  saysAll(text: string): boolean {
    if (text === '' || text.length > 300 || !/\d/.test(text) || services.test(normalize(text))) return false
    const { plant, rest } = this.names.match(text, this.sections.plant)
    // Text with a price is an offer even if the plant is unknown.
    if (!plant) {
      const { amounts, left } = takeAmounts(withPriceApart(text))
      return amounts.price !== undefined && !remarkWords.test(left)
    }
    const { amounts, left } = takeAmounts(withPriceApart(rest))
    const { fields } = parseNotation(left)
    return amounts.price !== undefined || Object.values(fields).some(value => value !== null)
  }

  /** Whether a plant and its packing stand alone in a row, in a list with prices: they may be the heading of rows below. */
  mayHead({ columns }: Layout, row: number, text: string): boolean {
    if (this.cellsOf(row).filter(cell => cell !== '').length !== 1) return false
    if (!columns.some(column => isOfAmounts(column) && column.field !== 'stock')) return false
    const { plant, rest } = this.names.match(text, null)
    if (plant === null) return false
    const { amounts, left } = takeAmounts(withPriceApart(rest))
    return Object.keys(amounts).length === 0 && statesPackingAlone(left)
  }

  categoryOf({ plant, genus }: Pick<NamedRow, 'plant' | 'genus'>): string | null {
    return plant ? (this.plants.byId.get(plant.id)?.categorySlug ?? null) : categoryOfGenus(this.plants, genus)
  }

  /**
   * Whether a name belongs under the heading `over`: it is of the same genus, and either of the same species or without
   * the name of the genus.
   */
  holds(over: string, { plant, genus }: { plant: Candidate | null; genus: number | null }, name: string): boolean {
    const within = this.names.match(name, over)
    if (within.genus === null || within.genus !== genus) return false
    const known = plant && this.plants.byId.get(plant.id)
    const isSameSpecies =
      plant && within.plant && this.names.speciesOf(within.plant.id) === this.names.speciesOf(plant.id)
    return isSameSpecies === true || !known || !normalize(name).includes(normalize(known.genus.name))
  }

  /**
   * The next row's name, if it is alone in its row and rows of sizes without names follow. Then this row and the next
   * are both headings.
   */
  headBelow(row: number, region: Region): string | null {
    let head: string | null = null
    for (let next = row + 1; next < Math.min(region.to, row + 5); next++) {
      const cells = this.cellsOf(next).filter(cell => cell !== '')
      if (cells.length === 0 || this.headerRows.has(next)) continue
      if (head !== null) return this.nextRows(next - 1, region).isNameless ? head : null
      if (cells.length !== 1 || this.valuesOf(region.layout, next).count > 0) return null
      head = textOf(cells[0] ?? '').trim()
    }
    return null
  }

  /** Whether the next named row is of this species, so that this row is its heading. */
  isOver(id: number, below: string[]): boolean {
    const own = this.plants.byId.get(id)
    const [first] = below
    if (!own || first === undefined) return false
    if (this.names.isCultivar(id)) return false
    const alone = this.names.match(first, null)
    const under = this.names.match(first, `${own.genus.name} ${own.name}`)
    const found = under.plant ?? alone.plant
    if (found && this.names.speciesOf(found.id) === this.names.speciesOf(id)) return true
    // «Смарагд»: has no genus of its own.
    return alone.genus === null && under.plant !== null
  }

  /** Looks at the rows below for the first one with values. `isNameless`: it follows directly and has no name. */
  nextRows(row: number, region: Region): { isFollowed: boolean; isNameless: boolean; names: string[] } {
    const names: string[] = []
    for (let next = row + 1; next < Math.min(region.to, row + 12); next++) {
      if (this.cellsOf(next).length === 0 || this.headerRows.has(next)) continue
      const parts = { ...this.lastParts }
      const named = this.nameCells(region.layout, next)
      this.lastParts = parts
      const { count } = this.valuesOf(region.layout, next)
      if (count === 0 && !(named && this.saysAll(named.text))) continue
      const isNameless = named !== null && (named.text === '' || named.isSizeOnly) && next === row + 1
      return { isFollowed: true, isNameless, names: named ? [...names, named.text] : names }
    }
    return { isFollowed: false, isNameless: false, names }
  }
}
