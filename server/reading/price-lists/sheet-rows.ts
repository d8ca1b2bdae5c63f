import { statesRubles } from '#server/reading/lines/rubles.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { type Answers, noAnswers } from './answers.ts'
import { samplesOf, shapeOf } from './columns.ts'
import { isNumbering } from './headers.ts'
import type { NameCells } from './name-cells.ts'
import type { NameReader } from './names.ts'
import { OfferRows } from './offer-rows.ts'
import { ownTitlesIn } from './own-titles.ts'
import { type AskedQuestion, withAnswers } from './questions.ts'
import { type Region, regionsOf, stockOfSheet, wholesaleFrom } from './regions.ts'
import { problem } from './row-problems.ts'
import { isContact, isSentence, longestName, namesOtherGoods, services, sizeOf, undecorated } from './row-texts.ts'
import { firstText, hasUnreadValue, isRemark, type Values } from './row-values.ts'
import { answeredHeading, isPackingHeading, isPackingRemark, isUnclearHeading } from './section-headings.ts'
import { SheetInWork } from './sheet-in-work.ts'
import { stockOfHeading } from './stock-headings.ts'
import { normalize } from './titles.ts'
import type { SheetReading, UnderstoodRow, UnderstoodSheet } from './understood-row.ts'
import { readUnpriced } from './unpriced-rows.ts'

const ofAllGoods = /^(?:вс[её]|весь|(?:все )?(?:растения|саженцы|товары?)|посадочный материал)(?!\p{L})/iu

/** The columns of a sheet with exactly the titles of the lists that this site writes; null for others. */
export const ownColumnsIn = ({ rows }: Sheet) => ownTitlesIn((rows[0] ?? []).map(textOf))

/** «ЗКС 18 л» alone in the column of heights heads the rows below it; in a column of sizes it is the row's own. */
function headsRowsBelow({ layout }: Region, cells: Cell[]): boolean {
  const at = cells.findIndex(cell => cell !== '')
  const isOther = !/^(?:size|root|root_size)$/u.test(layout.columns[at]?.field ?? '')
  return isOther && cells.filter(cell => cell !== '').length === 1
}

/**
 * Reads the rows of one sheet: first `prepare`, then `read` for each row in order. The caller may pause between rows.
 */
export class SheetReader {
  readonly sheet: Sheet
  readonly #work: SheetInWork
  readonly #offers: OfferRows
  readonly #reading: SheetReading

  constructor(
    sheet: Sheet,
    names: NameReader,
    plants: NamedPlants,
    reading: SheetReading,
    answers: Answers = noAnswers,
  ) {
    this.sheet = sheet
    this.#reading = reading
    const isCorrected = reading.columns !== undefined || reading.header_rows !== undefined
    this.#work = new SheetInWork(sheet, names, plants, answers, isCorrected ? null : ownColumnsIn(sheet))
    this.#offers = new OfferRows(this.#work)
  }

  /** Finds headers and columns. The caller may pause between the steps. */
  *prepare(): Generator<void> {
    const { header_rows, columns = [] } = this.#reading
    const own = this.#work.ownColumns?.map(({ field }, index) => ({ index, field }))
    const found = yield* regionsOf(this.sheet, {
      names: this.#work.names,
      answers: this.#work.answers,
      headerRows: header_rows,
      fixed: new Map((own ?? columns).map(({ index, field }) => [index, field])),
      isOwn: own !== undefined,
    })
    this.#work.headerRows = found.headerRows
    this.#work.wholesaleFrom = wholesaleFrom(this.sheet)
    this.#work.stockOfList = stockOfSheet(this.sheet)
    this.#work.regions = found.regions.map(region => ({
      ...region,
      layout: withAnswers(region.layout, this.#work.answers),
    }))
    this.#findRemark()
  }

  /** Below the rows, «Растения отпускаются с открытой корневой системой» is of them too. */
  #findRemark(): void {
    for (const cells of this.sheet.rows) {
      const [only, ...others] = cells.filter(cell => cell !== '')
      const text = only === undefined || others.length > 0 ? '' : textOf(only).replaceAll(/\s+/g, ' ').trim()
      if (!ofAllGoods.test(text)) continue
      const [first] = this.#work.regions
      if (first) this.#readRemark(first, text)
    }
  }

  get isSkipped(): boolean {
    return this.#reading.is_skipped ?? this.sheet.isHidden
  }

  /** Describes the region with the most rows; people see this one for the sheet. */
  describe(): UnderstoodSheet {
    const [main] = this.#work.regions.toSorted((one, other) => other.to - other.from - (one.to - one.from))
    const { rows, name } = this.sheet
    const header = main?.header ?? null
    const body = rows.filter((_, row) => main && row >= main.from && row < main.to && !this.#work.headerRows.has(row))
    const columns = (main?.layout.columns ?? []).map(({ index, title, field }) => ({
      index,
      title,
      field,
      samples: samplesOf(
        body.slice(header ? Math.max(0, header.bottom + 1 - (main?.from ?? 0) - (header.bottom - header.top + 1)) : 0),
        index,
      ),
    }))
    return {
      name,
      is_skipped: this.isSkipped,
      header_rows: header ? header.bottom - header.top + 1 : 0,
      columns,
      shape: main ? shapeOf(this.sheet, header, main.layout) : '',
    }
  }

  /**
   * Reads one row. Rows must be read in order, because earlier rows are headings of later ones. `row` counts from 0.
   */
  read(row: number): UnderstoodRow {
    const read = this.#readRow(row)
    // «Смарагд 60-70 с3 — 700р, 90-100 с5 — 1200р» heads nothing.
    const isPriced = read.kind === 'section' && read.cells.some(text => statesRubles(text.slice(0, longestName)))
    const above = isPriced ? this.#work.sections.plant : null
    const understood = read.kind === 'note' || isPriced ? this.#doubtedNote(read, row, above) : read
    if (understood.kind === 'section' || understood.kind === 'note') this.#readHeading(understood, row)
    return understood
  }

  /** «Под заказ:» is about the rows below, for certain up to the next heading. */
  #readStock(text: string, isSection: boolean): void {
    const said = stockOfHeading(text)
    const above = this.#work.stockAbove
    if (said?.isHeading) this.#work.stockAbove = { stock: said.stock, text, isSure: true, isUsed: false }
    else if (said === null && isSection && above?.isUsed) this.#work.stockAbove = { ...above, isSure: false }
  }

  /** What a heading says of the packing of the rows below it, or that nobody knows what it says. */
  #readHeading(understood: UnderstoodRow, row: number): void {
    const filled = [...new Set(understood.cells.filter(text => text !== ''))]
    const region = this.#work.regionOf(row)
    const [text = ''] = filled.map(cell => undecorated(cell.replaceAll(/\s+/g, ' ').trim()))
    if (filled.length === 1 && region && understood.kind === 'note') this.#readRemark(region, text)
    if (filled.length !== 1 || !region || (region.header !== null && row < region.header.top)) return
    this.#readStock(filled[0]?.trim() ?? '', understood.kind === 'section')
    const said = answeredHeading(this.#work.answers, text)
    if (said !== undefined) this.#work.sections = { ...this.#work.sections, size: said, unclear: text }
    else if (isPackingHeading(text)) this.#setPacking(understood, text)
    else if (understood.kind === 'section') {
      const { category, plant, size } = this.#work.sections
      // «Контейнер С5» above says nothing of the rows below a heading of another kind, unless that names their plant.
      const isUnderstood =
        (size !== '' && sizeOf(text) !== '') || (plant !== null && this.#work.names.match(plant, null).genus !== null)
      const isClear = isUnderstood || category !== null || this.#work.last !== null || stockOfHeading(text) !== null
      this.#work.sections = { ...this.#work.sections, unclear: isClear ? null : text }
    } else if (isUnclearHeading(text, this.#work.sections.size !== '')) {
      // Perhaps the name of the rows below: they do not continue those above.
      this.#work.last = null
      this.#work.sections = { ...this.#work.sections, size: '', unclear: text }
    }
  }

  /** What a remark says of the packing of the whole list, if its columns say nothing of it. */
  #readRemark({ layout }: Region, text: string): void {
    const isSaid = layout.columns.some(
      ({ field, size }) => field === 'root' || field === 'root_size' || parseNotation(size).fields.root !== null,
    )
    if (!isSaid && this.#work.packingRemark === null && isPackingRemark(text)) this.#work.packingRemark = text
  }

  /**
   * A row with the name of a plant and numbers beside it is no remark, however little of it was understood. `above`: the
   * heading that may complete its name.
   */
  #doubtedNote(note: UnderstoodRow, row: number, above: string | null): UnderstoodRow {
    const region = this.#work.regionOf(row)
    if (!region || this.#work.ownColumns || (region.header !== null && row < region.header.top)) return note
    const texts = note.cells
      .map(text => text.replaceAll(/\s+/g, ' ').trim())
      .filter(text => text !== '' && !/^(?:https?:|www\.)\S+$/u.test(text))
    const isRemark = (text: string) =>
      services.test(normalize(text)) || isContact(text) || isSentence(text) || text.length > longestName
    if (!texts.some(text => /\d/.test(text)) || texts.some(isRemark)) return note
    const isName = (text: string) => {
      const { plant, genus, rest } = this.#work.names.match(text, above)
      return /\p{L}{3}/u.test(text) && (plant !== null || genus !== null) && rest.length < longestName / 2
    }
    const name = texts.find(isName)
    if (name === undefined || (texts.length < 2 && !/\p{L}.*\d/u.test(name))) return note
    const named: NameCells = { name, latin: '', text: name, isSizeOnly: false }
    const read = this.#offers.read({ ...note }, { row, region, named, own: named })
    const unclear = problem('cells', 'unclear', 'Неясно, что предлагает эта строка: проверьте')
    return read.verdict === 'rejected' ? read : { ...read, verdict: 'doubtful', problems: [unclear, ...read.problems] }
  }

  #setPacking(understood: UnderstoodRow, text: string): void {
    if (understood.kind === 'note') Object.assign(understood, { kind: 'section', name: text })
    this.#work.sections = { ...this.#work.sections, size: text, unclear: null }
  }

  #readRow(row: number): UnderstoodRow {
    const work = this.#work
    const cells = work.cellsOf(row)
    const understood: UnderstoodRow = {
      sheet: this.sheet.name,
      row: row + 1,
      cells: cells.map(textOf),
      kind: 'empty',
      verdict: null,
      name: '',
      plant: null,
      candidates: [],
      category: null,
      variants: [],
      problems: [],
      unread: [],
      part: null,
    }
    if (cells.length === 0) return understood
    if (this.isSkipped) return { ...understood, kind: 'offer', verdict: 'skipped', name: firstText(cells) }
    if (work.headerRows.has(row)) return { ...understood, kind: 'header' }
    const region = work.regionOf(row)
    const named = region && !isNumbering(understood.cells) ? work.nameCells(region.layout, row) : null
    if (!region || !named) return { ...understood, kind: 'note' }
    const values = work.valuesOf(region.layout, row)
    if (work.ownColumns && values.prices > 0 && values.stocks > 0)
      return this.#offers.read(understood, { row, region, named, own: named })
    return region.header !== null && row < region.header.top
      ? this.#readAbove(understood, row, region, named, values)
      : this.#readBelow(understood, row, region, named, values)
  }

  /** A row above the titles. */
  #readAbove(understood: UnderstoodRow, row: number, region: Region, named: NameCells, values: Values): UnderstoodRow {
    const isPlant = named.text !== '' && this.#work.names.match(named.text, null).plant !== null
    return values.prices > 0 && isPlant
      ? this.#offers.read(understood, { row, region, named, own: named })
      : this.#unpriced(understood, row, region, named)
  }

  #readBelow(understood: UnderstoodRow, row: number, region: Region, named: NameCells, values: Values): UnderstoodRow {
    const work = this.#work
    const { layout } = region
    const cells = work.cellsOf(row)
    const { text } = named
    const first = firstText(cells)
    if (headsRowsBelow(region, cells) && isPackingHeading(first))
      return { ...understood, kind: 'section', name: first, category: work.sections.category }
    if (work.isTotal(region, row, values, named)) {
      const over = this.#unpriced(understood, row, region, named)
      if (over.kind === 'section' || (over.kind === 'note' && text === '')) return over
    }
    // «доставка под заказ» beside the name of a plant is a remark of its row.
    const subject = normalize(text === '' ? first : text)
    if (values.count > 0 && !services.test(subject) && !isRemark(cells, values))
      return this.#valued(understood, row, region, named, values)
    const offer = () => this.#offers.read(understood, { row, region, named, own: named })
    if (work.isPricedAbove(layout, row, text)) {
      // The Latin name below the Russian one, in a table with two lines a plant.
      const isTranslation =
        work.last !== null && !work.saysAll(text) && work.isSamePlant(text, work.last.name || work.last.latin)
      return isTranslation ? { ...understood, kind: 'note' } : offer()
    }
    if (work.saysAll(text) && !work.mayHead(layout, row, text)) return offer()
    if (hasUnreadValue(layout, cells) && work.names.match(text, work.sections.plant).plant !== null) return offer()
    return this.#unpriced(understood, row, region, named)
  }

  /** A row with values: an offer, or a sum. */
  #valued(understood: UnderstoodRow, row: number, region: Region, named: NameCells, values: Values): UnderstoodRow {
    const hasOwnName = named.text !== '' && !named.isSizeOnly
    const stray = hasOwnName ? '' : this.#strayName(region, row)
    if (stray !== '') {
      const own: NameCells = { name: stray, latin: '', text: stray, isSizeOnly: false }
      return this.#offers.read(understood, { row, region, named: own, own })
    }
    const carried = hasOwnName ? null : this.#carry(named)
    if (hasOwnName || carried)
      return this.#offers.read(understood, { row, region, named: carried ?? named, own: named })
    // Values without a name: a doubtful offer; a single one is a sum.
    const filled = understood.cells.filter(cell => cell !== '').length
    const isOffer = (values.count > 1 && values.sizes + values.prices > 0) || filled > 3
    if (!isOffer) return { ...understood, kind: 'note' }
    const read = this.#offers.read(understood, { row, region, named, own: named })
    return { ...read, verdict: 'doubtful', problems: [problem('name', 'required', 'Нет названия'), ...read.problems] }
  }

  /** «Грунт для хвойных 50 л» in the column of row numbers: such a row does not go on with the plant above. */
  #strayName({ layout }: Region, row: number): string {
    const cells = this.#work.cellsOf(row)
    const found = layout.columns.find(
      ({ role, index }) => role === 'number' && namesOtherGoods(textOf(cells[index] ?? '').slice(0, longestName)),
    )
    return found ? textOf(cells[found.index] ?? '').trim() : ''
  }

  /** A row without a name continues the plant of the row above. */
  #carry(named: NameCells): NameCells | null {
    if (!this.#work.last) return null
    return {
      ...named,
      name: this.#work.last.name,
      latin: this.#work.last.latin,
      text: this.#work.last.name || this.#work.last.latin,
    }
  }

  /** A row without price, size or stock; a heading applies from now on. */
  #unpriced(understood: UnderstoodRow, row: number, region: Region, named: NameCells): UnderstoodRow {
    const read = readUnpriced(this.#work, row, region, named)
    if (read.is === 'note') return { ...understood, kind: 'note' }
    if (read.is === 'offer')
      return this.#offers.read(understood, { row, region, named: read.named, own: named, isLone: read.isLone })
    this.#work.sections = read.sections
    this.#work.hasLoneName = false
    this.#work.last = read.last
    return { ...understood, kind: 'section', name: read.name, category: read.category }
  }

  /** Asks which column names the plants, because these rows of different goods have got one name. */
  askWhereNamesAre(name: string, rows: UnderstoodRow[]): void {
    this.#offers.askWhereNamesAre(name, rows)
  }

  /** What is asked about the rows that have been read. */
  get asked(): Iterable<Omit<AskedQuestion, 'id'>> {
    return this.#offers.asked
  }
}
