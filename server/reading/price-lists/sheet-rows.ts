import { takeAmounts, withPriceApart } from '#server/reading/lines/amounts-in-text.ts'
import type { Candidate } from '#server/reading/names/match-name.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { habitOfCategory } from '#server/reading/sizes/context.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { type Answers, noAnswers, withAnswer } from './answers.ts'
import type { Layout } from './column-plan.ts'
import { samplesOf, shapeOf } from './columns.ts'
import { CoveredCells } from './covered-cells.ts'
import { isNumbering } from './headers.ts'
import { type NameCells, nameCellsOf, type NameParts } from './name-cells.ts'
import type { NamedRow, NameReader } from './names.ts'
import { offerSample } from './offer-sample.ts'
import { type OfferSource, readOffer } from './offers.ts'
import { type OwnTitle, ownTitlesIn } from './own-titles.ts'
import { type AskedQuestion, questionOfNames, questionsOf, type RowQuestion, withAnswers } from './questions.ts'
import { type Region, regionsOf, wholesaleFrom } from './regions.ts'
import { isOfAmounts } from './row-amounts.ts'
import {
  contact,
  isContact,
  isSentence,
  longestName,
  namesOtherGoods,
  numbering,
  pageNumber,
  remarkWords,
  services,
  sizeOf,
  undecorated,
} from './row-texts.ts'
import { hasUnreadValue, type Values, valuesOf } from './row-values.ts'
import {
  answeredHeading,
  answeredLoneNames,
  headingAs,
  isPackingHeading,
  isUnclearHeading,
  questionOfHeading,
  questionOfLoneNames,
} from './section-headings.ts'
import { categoryIn, isNameField, normalize } from './titles.ts'
import type { SheetReading, UnderstoodRow, UnderstoodSheet } from './understood-row.ts'
import { readStock } from './values.ts'

/** The headings that apply to the rows below them. */
interface Sections {
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

/** The columns of a sheet with exactly the titles of the lists that this site writes; null for others. */
export const ownColumnsIn = ({ rows }: Sheet) => ownTitlesIn((rows[0] ?? []).map(textOf))

/**
 * Reads the rows of one sheet: first `prepare`, then `read` for each row in order. The caller may pause between rows.
 */
export class SheetReader {
  readonly sheet: Sheet
  readonly #names: NameReader
  readonly #plants: NamedPlants
  readonly #reading: SheetReading
  readonly #covered: CoveredCells
  #regions: Region[] = []
  #headerRows = new Set<number>()
  #sections: Sections = { category: null, isCertain: false, plant: null, size: '', unclear: null }
  #last: { name: string; latin: string } | null = null
  #lastParts: NameParts = { genus: '', species: '' }
  #wholesaleFrom: number | null = null
  #hasOffers = false
  /** It is read as it was written: one line of titles, and below it nothing but offers. */
  readonly #ownColumns: OwnTitle[] | null
  readonly #asked = new Map<string, Omit<AskedQuestion, 'id'>>()
  readonly #genusCategories = new Map<number, string | null>()

  readonly #answers: Answers

  constructor(
    sheet: Sheet,
    names: NameReader,
    plants: NamedPlants,
    reading: SheetReading,
    answers: Answers = noAnswers,
  ) {
    this.#answers = answers
    this.sheet = sheet
    this.#covered = new CoveredCells(sheet)
    this.#names = names
    this.#plants = plants
    this.#reading = reading
    const isCorrected = reading.columns !== undefined || reading.header_rows !== undefined
    this.#ownColumns = isCorrected ? null : ownColumnsIn(sheet)
  }

  /** Finds headers and columns. The caller may pause between the steps. */
  *prepare(): Generator<void> {
    const { header_rows, columns = [] } = this.#reading
    const own = this.#ownColumns?.map(({ field }, index) => ({ index, field }))
    const found = yield* regionsOf(this.sheet, {
      names: this.#names,
      answers: this.#answers,
      headerRows: header_rows,
      fixed: new Map((own ?? columns).map(({ index, field }) => [index, field])),
      isOwn: own !== undefined,
    })
    this.#headerRows = found.headerRows
    this.#wholesaleFrom = wholesaleFrom(this.sheet)
    this.#regions = found.regions.map(region => ({ ...region, layout: withAnswers(region.layout, this.#answers) }))
  }

  get isSkipped(): boolean {
    return this.#reading.is_skipped ?? this.sheet.isHidden
  }

  #regionOf(row: number): Region | undefined {
    return this.#regions.find(({ from, to }) => row >= from && row < to)
  }

  /** Describes the region with the most rows; people see this one for the sheet. */
  describe(): UnderstoodSheet {
    const [main] = this.#regions.toSorted((one, other) => other.to - other.from - (one.to - one.from))
    const { rows, name } = this.sheet
    const header = main?.header ?? null
    const body = rows.filter((_, row) => main && row >= main.from && row < main.to && !this.#headerRows.has(row))
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
    const understood = read.kind === 'note' ? this.#doubtedNote(read, row) : read
    if (understood.kind === 'section' || understood.kind === 'note') this.#readHeading(understood, row)
    return understood
  }

  /** What a heading says of the packing of the rows below it, or that nobody knows what it says. */
  #readHeading(understood: UnderstoodRow, row: number): void {
    const filled = [...new Set(understood.cells.filter(text => text !== ''))]
    const region = this.#regionOf(row)
    const [text = ''] = filled.map(cell => undecorated(cell.replaceAll(/\s+/g, ' ').trim()))
    if (filled.length !== 1 || !region || (region.header !== null && row < region.header.top)) return
    const said = answeredHeading(this.#answers, text)
    if (said !== undefined) this.#sections = { ...this.#sections, size: said, unclear: text }
    else if (isPackingHeading(text)) this.#setPacking(understood, text)
    else if (understood.kind === 'section') {
      const { category, plant, size } = this.#sections
      // «Контейнер С5» above says nothing of the rows below a heading of another kind, unless that names their plant.
      const isUnderstood =
        (size !== '' && sizeOf(text) !== '') || (plant !== null && this.#names.match(plant, null).genus !== null)
      const isClear = isUnderstood || category !== null || this.#last !== null
      this.#sections = { ...this.#sections, unclear: isClear ? null : text }
    } else if (isUnclearHeading(text, this.#sections.size !== '')) {
      // Perhaps the name of the rows below: they do not continue those above.
      this.#last = null
      this.#sections = { ...this.#sections, size: '', unclear: text }
    }
  }

  /** A row with the name of a plant and numbers beside it is no remark, however little of it was understood. */
  #doubtedNote(note: UnderstoodRow, row: number): UnderstoodRow {
    const region = this.#regionOf(row)
    if (!region || this.#ownColumns || (region.header !== null && row < region.header.top)) return note
    const texts = note.cells
      .map(text => text.replaceAll(/\s+/g, ' ').trim())
      .filter(text => text !== '' && !/^(?:https?:|www\.)\S+$/u.test(text))
    const isRemark = (text: string) =>
      services.test(normalize(text)) || isContact(text) || isSentence(text) || text.length > longestName
    if (!texts.some(text => /\d/.test(text)) || texts.some(isRemark)) return note
    const isName = (text: string) => {
      const { plant, genus, rest } = this.#names.match(text, null)
      return /\p{L}{3}/u.test(text) && (plant !== null || genus !== null) && rest.length < longestName / 2
    }
    const name = texts.find(isName)
    if (name === undefined || (texts.length < 2 && !/\p{L}.*\d/u.test(name))) return note
    const named: NameCells = { name, latin: '', text: name, isSizeOnly: false }
    const read = this.#offer({ ...note }, row, region, named, named)
    const problem = { field: 'cells', code: 'unclear', message: 'Неясно, что предлагает эта строка: проверьте' }
    return read.verdict === 'rejected' ? read : { ...read, verdict: 'doubtful', problems: [problem, ...read.problems] }
  }

  #setPacking(understood: UnderstoodRow, text: string): void {
    if (understood.kind === 'note') Object.assign(understood, { kind: 'section', name: text })
    this.#sections = { ...this.#sections, size: text, unclear: null }
  }

  #readRow(row: number): UnderstoodRow {
    const cells = this.sheet.rows[row] ?? []
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
    if (this.isSkipped) return { ...understood, kind: 'offer', verdict: 'skipped', name: this.#firstText(cells) }
    if (this.#headerRows.has(row)) return { ...understood, kind: 'header' }
    const region = this.#regionOf(row)
    const named = region && !isNumbering(understood.cells) ? this.#nameCells(region.layout, row) : null
    if (!region || !named) return { ...understood, kind: 'note' }
    const { header, layout } = region
    const isAbove = header !== null && row < header.top
    const values = valuesOf(layout, this.sheet.rows[row] ?? [])
    if (this.#ownColumns && values.prices > 0 && values.stocks > 0)
      return this.#offer(understood, row, region, named, named)
    // «ЗКС 18 л» alone in the column of heights heads the rows below it.
    const at = cells.findIndex(cell => cell !== '')
    const isOther = !/^(?:size|root|root_size)$/u.test(layout.columns[at]?.field ?? '')
    if (
      cells.filter(cell => cell !== '').length === 1 &&
      !isAbove &&
      isOther &&
      isPackingHeading(this.#firstText(cells))
    )
      return { ...understood, kind: 'section', name: this.#firstText(cells), category: this.#sections.category }
    const text = named.text
    const first = normalize(this.#firstText(cells))

    if (!isAbove && this.#isTotal(region, row, values, named)) {
      const over = this.#unpriced(understood, row, region, named)
      if (over.kind === 'section' || (over.kind === 'note' && text === '')) return over
    }
    // «доставка под заказ» beside the name of a plant is a remark of its row.
    const subject = text === '' ? first : normalize(text)
    if (!isAbove && values.count > 0 && !services.test(subject) && !this.#isRemark(cells, values)) {
      const carried = text === '' || named.isSizeOnly ? this.#carry(named) : null
      if ((text !== '' && !named.isSizeOnly) || carried)
        return this.#offer(understood, row, region, carried ?? named, named)
      // Values without a name: a doubtful offer; a single one is a sum.
      const filled = cells.filter(cell => cell !== '').length
      if (values.count > 1 ? values.sizes + values.prices > 0 || filled > 3 : filled > 3) {
        const read = this.#offer(understood, row, region, named, named)
        return {
          ...read,
          verdict: 'doubtful',
          problems: [{ field: 'name', code: 'required', message: 'Нет названия' }, ...read.problems],
        }
      }
      return { ...understood, kind: 'note' }
    }
    if (!isAbove && this.#isPricedAbove(layout, row, text)) {
      // The Latin name below the Russian one, in a table with two lines a plant.
      const isTranslation =
        this.#last !== null && !this.#saysAll(text) && this.#isSamePlant(text, this.#last.name || this.#last.latin)
      return isTranslation ? { ...understood, kind: 'note' } : this.#offer(understood, row, region, named, named)
    }
    if (isAbove && values.prices > 0 && text !== '' && this.#names.match(text, null).plant) {
      return this.#offer(understood, row, region, named, named)
    }
    if (!isAbove && this.#saysAll(text)) return this.#offer(understood, row, region, named, named)
    if (!isAbove && hasUnreadValue(layout, cells) && this.#names.match(text, this.#sections.plant).plant !== null)
      return this.#offer(understood, row, region, named, named)
    return this.#unpriced(understood, row, region, named)
  }

  /** Whether a row has nothing but a name of its own, beside a price that is merged over it and the rows above. */
  #isPricedAbove({ columns }: Layout, row: number, text: string): boolean {
    if (text === '' || services.test(normalize(text)) || contact.test(text) || isSentence(text)) return false
    const isOwn = columns.some(({ field, index }) => isNameField(field) && (this.sheet.rows[row]?.[index] ?? '') !== '')
    return (
      isOwn &&
      columns.some(
        column => isOfAmounts(column) && column.field !== 'stock' && this.#covered.isCovered(row, column.index),
      )
    )
  }

  /** Whether a text repeats the name of the row above in the other alphabet: the Latin name below the Russian one. */
  #isTranslation(text: string): boolean {
    const above = this.#last?.name || this.#last?.latin
    if (!above || /\d/.test(text)) return false
    const isLatin = (name: string) => /[a-z]{3}/iu.test(name) && !/[а-яё]{3}/iu.test(name)
    return isLatin(text) !== isLatin(above) && this.#isSamePlant(text, above)
  }

  #isSamePlant(one: string, other: string): boolean {
    const { plant } = this.#names.match(one, null)
    return plant !== null && plant.id === this.#names.match(other, null).plant?.id
  }

  /** The number that is stated once for several offers, such as a stock merged over the rows of all sizes. */
  #stockOfSeveral(layout: Layout, row: number): string | null {
    const column = layout.columns.find(({ field }) => field === 'stock')
    const covered = column ? this.#covered.rowsBelow(row, column.index) : undefined
    if (!column || !covered || readStock(this.#covered.at(row, column.index)).stock_quantity == null) return null
    const offers = covered.filter(other => valuesOf(layout, this.sheet.rows[other] ?? []).count > 0)
    return offers.length > 0 ? textOf(this.#covered.at(row, column.index)) : null
  }

  /** Whether a row has only a stock while other rows have prices. It is the total of a group or a page number. */
  #isTotal(region: Region, row: number, values: Values, { text }: NameCells): boolean {
    if (values.count === 0 || values.count > values.stocks) return false
    const { layout } = region
    const isPriced = layout.columns.some(column => isOfAmounts(column) && column.field !== 'stock')
    if (!isPriced) return false
    if (text === '') return (this.sheet.rows[row] ?? []).filter(cell => cell !== '').length < 3
    const next = this.#nextRows(row, region)
    if (!next.isFollowed) return false
    if (categoryIn(text) !== null) return true
    // A group names only a genus or a species, with its plants below it. Everything else is an offer.
    const match = this.#names.match(text, null)
    const [first] = next.names
    if (first === undefined || match.genus === null || /\p{L}{3}/u.test(match.rest)) return false
    return match.plant ? this.#isOver(match.plant.id, [first]) : this.#holds(text, match, first)
  }

  /** Whether one cell contains name, size and price: «Туя западная Смарагд 80-100 С5 — 1300 руб.» */
  #saysAll(text: string): boolean {
    if (text === '' || text.length > 300 || !/\d/.test(text) || services.test(normalize(text))) return false
    const { plant, rest } = this.#names.match(text, this.#sections.plant)
    // Text with a price is an offer even if the plant is unknown.
    if (!plant) return !remarkWords.test(text) && takeAmounts(withPriceApart(text)).amounts.price !== undefined
    const { amounts, left } = takeAmounts(withPriceApart(rest))
    const { fields } = parseNotation(left)
    return amounts.price !== undefined || Object.values(fields).some(value => value !== null)
  }

  #firstText(cells: Cell[]): string {
    return cells.map(textOf).find(text => text !== '') ?? ''
  }

  /** Whether a row contains contact details and no price: a phone number is not a price. */
  #isRemark(cells: Cell[], values: { prices: number }): boolean {
    return values.prices === 0 && cells.some(cell => isContact(textOf(cell)))
  }

  #nameCells(layout: Layout, row: number): NameCells | null {
    const found = nameCellsOf(layout, column => this.#covered.at(row, column), this.#names, this.#lastParts)
    if (found) this.#lastParts = found.parts
    // A genus that is merged over the rows of its species names none of them.
    const isOwn = layout.columns.some(
      ({ field, index }) => isNameField(field) && (this.sheet.rows[row]?.[index] ?? '') !== '',
    )
    if (found && !isOwn && found.named.text !== '' && this.#last !== null)
      return { name: '', latin: '', text: '', isSizeOnly: false }
    return found?.named ?? null
  }

  /** A row without a name continues the plant of the row above. */
  #carry(named: NameCells): NameCells | null {
    if (!this.#last) return null
    return { ...named, name: this.#last.name, latin: this.#last.latin, text: this.#last.name || this.#last.latin }
  }

  #offer(
    understood: UnderstoodRow,
    row: number,
    { layout }: Region,
    named: NameCells,
    own: NameCells,
    isLone = false,
  ): UnderstoodRow {
    const answers = this.#answers
    const { name, latin } = named
    this.#hasOffers = true
    if (isLone || (own.text !== '' && !own.isSizeOnly)) this.#last = { name: withoutAmounts(name), latin }
    const section = this.#sections.plant
    const read = this.#names.read({ name: name.slice(0, 400), latin: latin.slice(0, 400) }, section)
    const { plant } = read
    const stockOfSeveral = this.#stockOfSeveral(layout, row)
    const cells = layout.columns.map(({ index, field }) => {
      if (field === 'stock' && stockOfSeveral !== null) return ''
      return field === 'sku' ? (this.sheet.rows[row]?.[index] ?? '') : this.#covered.at(row, index)
    })
    const ofPlant = plant ? (this.#plants.byId.get(plant.id)?.categorySlug ?? null) : this.#categoryOfGenus(read.genus)
    const column = layout.columns.find(({ field }) => field === 'category')
    const stated = column ? categoryIn(textOf(this.#covered.at(row, column.index))) : null
    const { category: above, isCertain } = this.#sections
    // For an unknown name the section's category is more reliable than that of the genus which the name seems to
    // contain.
    const category = stated ?? (isCertain || !plant ? above : null) ?? ofPlant ?? above
    const rest = this.#restOf(read, name || latin, own)
    const source = {
      layout,
      cells,
      nameRest: rest,
      latinRest: read.latinRest,
      nameText: `${name} ${latin}`,
      isKnown: plant !== null,
      isOwn: this.#ownColumns !== null,
      habit: habitOfCategory(ofPlant ?? category),
      sectionSize: this.#sections.size,
      wholesaleFrom: this.#wholesaleFrom,
    }
    const offer = readOffer(source)
    const questions = this.#ownColumns ? [] : questionsOf(layout, cells, offer)
    const heading = this.#sections.unclear
    const isPacked = offer.variants.some(({ root, root_size: size }) => root !== null || size !== null)
    if (heading !== null && (!isPacked || answeredHeading(answers, heading) !== undefined))
      questions.push(questionOfHeading(heading, answers))
    if (isLone) questions.push(questionOfLoneNames(answers))
    const problems = [...offer.problems]
    for (const { kind, text, answer, isProblem } of questions) {
      if (answer === null && isProblem === true) problems.push({ field: 'question', code: kind, message: text })
    }
    if (stockOfSeveral !== null) {
      const message = `Остаток «${stockOfSeveral}» указан один на несколько строк`
      problems.push({ field: 'stock', code: 'merged', message })
    }
    if (read.isContradictory) {
      problems.push({
        field: 'plant',
        code: 'conflict',
        message: 'Русское и латинское названия говорят о разных растениях',
      })
    } else if (!plant && read.candidates.length > 0) {
      problems.push({ field: 'plant', code: 'several', message: 'Выберите растение или оставьте новым' })
    }
    if (layout.hasNeighbour) {
      const message =
        'Рядом стоит ещё одна таблица, она не прочитана: добавьте ей заголовки или перенесите на свой лист'
      problems.push({ field: 'columns', code: 'neighbour', message })
    }
    if (!plant && namesOtherGoods(name || latin)) {
      problems.push({ field: 'plant', code: 'no_plant', message: 'Похоже, это не растение' })
    }
    // «Дейция»: of which there are many.
    if (
      !plant &&
      read.genus !== null &&
      !/\s\S*\p{L}/u.test(this.#names.notationOf((name || latin).slice(0, 400)).rest.trim())
    )
      problems.push({ field: 'plant', code: 'several', message: 'Назван только род: укажите вид или сорт' })
    if (category === null) problems.push({ field: 'category', code: 'required', message: 'Выберите категорию' })
    const shown = this.#shownName(name || latin, rest, read, section)
    this.#ask(questions, shown, source)
    const verdict = offer.isRejected ? 'rejected' : problems.length + offer.unread.length > 0 ? 'doubtful' : 'clear'
    return {
      ...understood,
      kind: 'offer',
      verdict,
      name: shown,
      plant,
      candidates: plant ? [] : read.candidates,
      category,
      variants: offer.variants,
      problems,
      unread: offer.unread,
    }
  }

  /** Counts a row for its questions; the first one shows what it would become with each answer. */
  #ask(questions: RowQuestion[], name: string, source: OfferSource): void {
    for (const question of questions) {
      const before = this.#asked.get(question.key)
      if (before) {
        before.rows++
        continue
      }
      const options = question.options.map(({ value, label }) => {
        const layout = withAnswers(source.layout, withAnswer(source.layout.answers, question.key, value))
        const heading = this.#sections.unclear
        const sectionSize =
          question.kind === 'sections' && heading !== null ? headingAs(value, heading) : source.sectionSize
        return { value, label, sample: offerSample(name, readOffer({ ...source, layout, sectionSize })) }
      })
      this.#asked.set(question.key, { ...question, sheet: this.sheet.name, options, rows: 1 })
    }
  }

  /** Asks which column names the plants, because these rows of different goods have got one name. */
  askWhereNamesAre(name: string, rows: UnderstoodRow[]): void {
    const [first] = rows
    const region = first && this.#regionOf(first.row - 1)
    if (!region) return
    const question = questionOfNames(name, region.layout, first.cells, this.#answers)
    if (!question) return
    this.#asked.set(question.key, { ...question, sheet: this.sheet.name, rows: rows.length })
    if (question.answer !== null) return
    for (const row of rows) {
      if (row.verdict === 'clear') row.verdict = 'doubtful'
      row.problems.push({ field: 'question', code: 'names', message: question.text })
    }
  }

  /** What is asked about the rows that have been read. */
  get asked(): Iterable<Omit<AskedQuestion, 'id'>> {
    return this.#asked.values()
  }

  /** The text in which sizes are looked for: of a known plant what is left of its name, otherwise the whole name. */
  #restOf({ plant, rest }: NamedRow, text: string, own: NameCells): string {
    const carried = own.isSizeOnly ? own.name : ''
    return [plant ? rest : text, carried]
      .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
      .join(' ; ')
      .slice(0, 400)
  }

  #shownName(text: string, rest: string, { plant, genus }: NamedRow, section: string | null): string {
    const { fields, rest: left } = this.#names.notationOf(text.slice(0, 400))
    const hasSizes = Object.values(fields).some(value => value !== null)
    const bare = hasSizes && (!plant || this.#names.notationOf(rest).rest !== rest) ? left : text
    const needsSection = !plant && section !== null && genus !== null && this.#names.match(text, null).genus === null
    return `${needsSection ? `${section} ` : ''}${bare || text}`.slice(0, 200)
  }

  #categoryOf({ plant, genus }: Pick<NamedRow, 'plant' | 'genus'>): string | null {
    return plant ? (this.#plants.byId.get(plant.id)?.categorySlug ?? null) : this.#categoryOfGenus(genus)
  }

  #categoryOfGenus(genus: number | null): string | null {
    if (genus === null) return null
    const known = this.#genusCategories.get(genus)
    if (known !== undefined) return known
    const slugs = new Set(
      this.#plants.all.filter(plant => plant.genus.id === genus).map(({ categorySlug }) => categorySlug),
    )
    const [only = null] = slugs
    const category = slugs.size === 1 ? only : null
    this.#genusCategories.set(genus, category)
    return category
  }

  /**
   * Reads a row without price, size or stock: a section, the name of the rows below, a plant on request, or a remark.
   */
  #unpriced(understood: UnderstoodRow, row: number, region: Region, named: NameCells): UnderstoodRow {
    const cells = this.sheet.rows[row] ?? []
    // «III | Кустарники»: a number is not a heading.
    const lettered = cells.filter(cell => /\p{L}/u.test(textOf(cell)) && !numbering.test(textOf(cell)))
    const filled = lettered.length > 0 ? lettered : cells.filter(cell => cell !== '')
    const text = undecorated(this.#firstText(filled).replaceAll(/\s+/g, ' '))
    const note: UnderstoodRow = { ...understood, kind: 'note' }
    const isAbove = region.header !== null && row < region.header.top
    if (services.test(normalize(text)) || contact.test(text) || text.length > longestName) return note
    if (filled.length === 1 && this.#isTranslation(text)) return note
    if (pageNumber.test(normalize(text))) return note
    const category = categoryIn(text)
    const match = this.#names.match(text.replace(/:$/, ''), null)
    const next = this.#nextRows(row, region)
    const isAlone =
      filled.length === 1 || (filled.length === 2 && named.latin !== '') || new Set(filled.map(textOf)).size === 1
    const section = (sections: Sections): UnderstoodRow => {
      this.#sections = sections
      this.#last = null
      return { ...understood, kind: 'section', name: text, category: sections.category }
    }
    if (isAbove && !(category !== null && next.isFollowed)) return note
    if (category !== null && isAlone && match.plant === null) {
      return section({
        category,
        isCertain: normalize(text).split(' ').length > 1 || category !== 'listvennye-derevya',
        plant: match.genus !== null ? text : null,
        size: '',
        unclear: null,
      })
    }
    const isRemark = isSentence(text) || text.split(' ').length > 8
    const above = this.#sections.plant
    // «Смарагд» below «Туя западная», followed by sizes.
    const within = isAlone && next.isNameless && above !== null ? this.#names.match(text, above) : null
    if (within?.plant && within.genus === this.#names.match(above ?? '', null).genus) {
      const read = section({ ...this.#sections, size: sizeOf(within.rest) })
      this.#last = { name: text, latin: '' }
      return read
    }
    const below = this.#headBelow(row, region)
    const isHead = below !== null && (match.plant !== null || match.genus !== null) && this.#holds(text, match, below)
    if (isAlone && isHead && !isRemark) {
      const own = this.#categoryOf(match)
      const before = this.#sections
      const stays = before.isCertain ? before.category : (own ?? before.category)
      return section({
        category: stays,
        isCertain: before.isCertain,
        plant: text,
        size: sizeOf(match.rest),
        unclear: null,
      })
    }
    if (isAlone && next.isFollowed && !isRemark && (match.plant || match.genus !== null)) {
      const isOwnOffer = match.plant !== null && !next.isNameless && !this.#isOver(match.plant.id, next.names)
      if (!isOwnOffer) {
        const own = this.#categoryOf(match)
        const before = this.#sections
        const category = before.isCertain ? before.category : (own ?? before.category)
        const read = section({
          category,
          isCertain: before.isCertain,
          plant: text,
          size: sizeOf(match.rest),
          unclear: null,
        })
        if (next.isNameless) this.#last = { name: text, latin: named.latin === text ? '' : named.latin }
        return read
      }
    }
    // A name and nothing else in a list with prices: a plant on request, or the heading of what stands below.
    const isLone =
      this.#ownColumns === null &&
      isAlone &&
      region.layout.columns.some(column => isOfAmounts(column) && column.field !== 'stock') &&
      sizeOf(match.rest) === ''
    if (isLone && match.plant !== null && !isAbove && answeredLoneNames(this.#answers) === 'heading') {
      const read = section({ ...this.#sections, plant: text, size: '', unclear: null })
      this.#last = { name: text, latin: '' }
      return { ...read, category: this.#categoryOf(match) ?? read.category }
    }
    if (match.plant !== null && !isSentence(text) && !isAbove) {
      const whole = named.text === '' ? { ...named, name: text, text } : named
      return this.#offer(understood, row, region, whole, named, isLone)
    }
    // «западная» below «Туя»
    const under = this.#sections.plant
    if (isAlone && under !== null && next.isFollowed && this.#names.match(text, under).plant !== null) {
      return section({ ...this.#sections, plant: `${under.split(' ')[0]} ${text}`, size: '' })
    }
    if (isAlone && next.isNameless && /\p{L}{3}/u.test(text) && !isSentence(text)) {
      this.#last = { name: text, latin: '' }
      const before = this.#sections
      const read = section({ ...before })
      this.#last = { name: text, latin: '' }
      return read
    }
    const words = text.split(' ').length
    const isTitle = words <= 6 && !isSentence(text) && /\p{L}{3}/u.test(text) && !/\d{4,}/.test(text)
    if (isAlone && next.isFollowed && isTitle) {
      const size = sizeOf(text)
      return section({
        category: size === '' ? null : this.#sections.category,
        isCertain: false,
        plant: size === '' ? null : this.#sections.plant,
        size,
        unclear: null,
      })
    }
    // A plant of the section, on request.
    const isOfSection = under !== null && this.#hasOffers && named.text !== '' && !isRemark
    if (isOfSection && this.#names.match(text, under).plant !== null)
      return this.#offer(understood, row, region, named, named)
    // An unknown plant without a price, in the name column.
    const isInColumn =
      named.text !== '' &&
      this.#hasOffers &&
      next.isFollowed &&
      !isSentence(text) &&
      words <= 6 &&
      match.candidates.some(({ confidence }) => confidence > 0.4)
    return isInColumn ? this.#offer(understood, row, region, named, named) : note
  }

  /**
   * Whether a name belongs under the heading `over`: it is of the same genus, and either of the same species or without
   * the name of the genus.
   */
  #holds(over: string, { plant, genus }: { plant: Candidate | null; genus: number | null }, name: string): boolean {
    const within = this.#names.match(name, over)
    if (within.genus === null || within.genus !== genus) return false
    const known = plant && this.#plants.byId.get(plant.id)
    const isSameSpecies =
      plant && within.plant && this.#names.speciesOf(within.plant.id) === this.#names.speciesOf(plant.id)
    return isSameSpecies === true || !known || !normalize(name).includes(normalize(known.genus.name))
  }

  /**
   * The next row's name, if it is alone in its row and rows of sizes without names follow. Then this row and the next
   * are both headings.
   */
  #headBelow(row: number, region: Region): string | null {
    let head: string | null = null
    for (let next = row + 1; next < Math.min(region.to, row + 5); next++) {
      const cells = (this.sheet.rows[next] ?? []).filter(cell => cell !== '')
      if (cells.length === 0 || this.#headerRows.has(next)) continue
      if (head !== null) return this.#nextRows(next - 1, region).isNameless ? head : null
      if (cells.length !== 1 || valuesOf(region.layout, this.sheet.rows[next] ?? []).count > 0) return null
      head = textOf(cells[0] ?? '').trim()
    }
    return null
  }

  /** Whether the next named row is of this species, so that this row is its heading. */
  #isOver(id: number, below: string[]): boolean {
    const own = this.#plants.byId.get(id)
    const [first] = below
    if (!own || first === undefined) return false
    if (this.#names.isCultivar(id)) return false
    const alone = this.#names.match(first, null)
    const under = this.#names.match(first, `${own.genus.name} ${own.name}`)
    const found = under.plant ?? alone.plant
    if (found && this.#names.speciesOf(found.id) === this.#names.speciesOf(id)) return true
    // «Смарагд»: has no genus of its own.
    return alone.genus === null && under.plant !== null
  }

  /** Looks at the rows below for the first one with values. `isNameless`: it follows directly and has no name. */
  #nextRows(row: number, region: Region): { isFollowed: boolean; isNameless: boolean; names: string[] } {
    const names: string[] = []
    for (let next = row + 1; next < Math.min(region.to, row + 12); next++) {
      if ((this.sheet.rows[next] ?? []).length === 0 || this.#headerRows.has(next)) continue
      const parts = { ...this.#lastParts }
      const named = this.#nameCells(region.layout, next)
      this.#lastParts = parts
      const { count } = valuesOf(region.layout, this.sheet.rows[next] ?? [])
      if (count === 0 && !(named && this.#saysAll(named.text))) continue
      const isNameless = named !== null && (named.text === '' || named.isSizeOnly) && next === row + 1
      return { isFollowed: true, isNameless, names: named ? [...names, named.text] : names }
    }
    return { isFollowed: false, isNameless: false, names }
  }
}

/** «Ясень под заказ»: the rows below are of the same plant, and have a price and a stock of their own. */
function withoutAmounts(name: string): string {
  const { amounts, left } = takeAmounts(name)
  return Object.keys(amounts).length === 0 ? name : left.replaceAll(' ; ', ' ').replaceAll(/\s+/g, ' ').trim()
}
