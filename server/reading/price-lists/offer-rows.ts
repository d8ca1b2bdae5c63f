// Rows that offer something, and what is asked about them.
import type { Stock } from '#contract/variants.ts'
import { habitOfCategory } from '#server/reading/sizes/context.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { type Answers, answeredStockRemark, withAnswer } from './answers.ts'
import type { Layout } from './column-plan.ts'
import type { NameCells } from './name-cells.ts'
import { tidied, withoutAmounts } from './name-leftovers.ts'
import type { NamedRow, NameReader } from './names.ts'
import { offerSample } from './offer-sample.ts'
import { type Offer, type OfferSource, readOffer } from './offers.ts'
import { withoutPotLitres } from './pot-litres.ts'
import { type AskedQuestion, questionOfNames, questionsOf, type RowQuestion, withAnswers } from './questions.ts'
import type { Region } from './regions.ts'
import { problem } from './row-problems.ts'
import { namesOtherGoods } from './row-texts.ts'
import { answeredHeading, headingAs, questionOfHeading, questionOfLoneNames } from './section-headings.ts'
import type { SheetInWork } from './sheet-in-work.ts'
import { questionOfStockRemark } from './stock-headings.ts'
import { categoryIn } from './titles.ts'
import type { UnderstoodRow } from './understood-row.ts'

type Problems = UnderstoodRow['problems']

/** Longer names are cut before they are matched. */
const longestMatched = 400
const longestShown = 200

/** The text in which sizes are looked for: of a known plant what is left of its name, otherwise the whole name. */
function restOf({ plant, rest }: NamedRow, text: string, own: NameCells): string {
  const carried = own.isSizeOnly ? own.name : ''
  return [plant ? rest : text, carried]
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
    .join(' ; ')
    .slice(0, longestMatched)
}

/** Whether a name that nobody knows has no genus of its own, but that of the section above it. */
const needsHead = (names: NameReader, text: string, { plant }: NamedRow) =>
  plant === null && names.match(text, null).genus === null

/** The name as people read it: without what was read of it as sizes and amounts, behind the `head` of its section. */
function shownName(names: NameReader, text: string, rest: string, { plant }: NamedRow, head: string | null): string {
  const named = withoutAmounts(withoutPotLitres(text.slice(0, longestMatched)).text)
  // A number in the name of a plant is no size.
  const { fields } = names.notationOf(plant ? withoutAmounts(withoutPotLitres(rest).text) : named)
  const hasSizes = Object.values(fields).some(value => value !== null)
  const bare = hasSizes ? tidied(names.notationOf(named).rest) : named
  return `${head === null ? '' : `${head} `}${bare || text}`.slice(0, longestShown)
}

/** What is doubtful about the plant that a row names. */
function doubtsOfName(
  names: NameReader,
  text: string,
  { plant, genus, candidates, isContradictory }: NamedRow,
): Problems {
  const problems: Problems = []
  if (isContradictory) {
    const message = 'Русское и латинское названия говорят о разных растениях'
    problems.push(problem('plant', 'conflict', message))
  } else if (!plant && candidates.length > 0)
    problems.push(problem('plant', 'several', 'Выберите растение или оставьте новым'))
  if (plant) return problems
  if (namesOtherGoods(text) || /\d\s?кг(?!\p{L})/iu.test(text))
    problems.push(problem('plant', 'no_plant', 'Похоже, это не растение'))
  // «Дейция»: of which there are many.
  if (genus !== null && !/\s\S*\p{L}/u.test(names.notationOf(text.slice(0, longestMatched)).rest.trim()))
    problems.push(problem('plant', 'several', 'Назван только род: укажите вид или сорт'))
  return problems
}

/** What is doubtful because of where the row stands. */
function doubtsOfPlace({ hasNeighbour }: Layout, stockOfSeveral: string | null): Problems {
  const problems: Problems = []
  if (stockOfSeveral !== null) {
    const message = `Остаток «${stockOfSeveral}» указан один на несколько строк`
    problems.push(problem('stock', 'merged', message))
  }
  if (hasNeighbour) {
    const message = 'Рядом стоит ещё одна таблица, она не прочитана: добавьте ей заголовки или перенесите на свой лист'
    problems.push(problem('columns', 'neighbour', message))
  }
  return problems
}

/** A row of a region with the cells that name its plant; `own`: those of the row itself, where the name is another row's. */
export interface OfferedRow {
  row: number
  region: Region
  named: NameCells
  own: NameCells
  /** It has a name and nothing else. */
  isLone?: boolean
}

/** Reads the offers of a sheet one after the other, and collects what is asked about them. */
export class OfferRows {
  readonly #work: SheetInWork
  readonly #asked = new Map<string, Omit<AskedQuestion, 'id'>>()

  constructor(work: SheetInWork) {
    this.#work = work
  }

  /** What is asked about the rows that have been read. */
  get asked(): Iterable<Omit<AskedQuestion, 'id'>> {
    return this.#asked.values()
  }

  read(understood: UnderstoodRow, { row, region: { layout }, named, own, isLone = false }: OfferedRow): UnderstoodRow {
    const work = this.#work
    const { names } = work
    const { name, latin } = named
    work.hasOffers = true
    if (isLone || (own.text !== '' && !own.isSizeOnly)) work.last = { name: withoutAmounts(name), latin }
    const section = work.sections.plant
    const read = names.read({ name: name.slice(0, longestMatched), latin: latin.slice(0, longestMatched) }, section)
    const stockOfSeveral = work.stockOfSeveral(layout, row)
    const { category, ofPlant } = this.#categoryOf(read, layout, row)
    const rest = restOf(read, name || latin, own)
    const source: OfferSource = {
      layout,
      cells: this.#cellsOf(layout, row, stockOfSeveral !== null),
      nameRest: rest,
      latinRest: read.latinRest,
      nameText: [name, latin, own.isSizeOnly ? own.name : ''].join(' '),
      isKnown: read.plant !== null,
      isOwn: work.ownColumns !== null,
      habit: habitOfCategory(ofPlant ?? category),
      sectionSize: work.sections.size || this.#packingOfList(),
      wholesaleFrom: work.wholesaleFrom,
      stockAbove: work.stockAbove?.stock ?? this.#stockOfList(work.answers),
    }
    const offer = readOffer(source)
    const isOfSection = section !== null && needsHead(names, name || latin, read)
    const head = isOfSection ? names.headName(section) : null
    const questions = this.#questionsOf(source, offer, this.#mayBeBelow(read, isLone))
    const problems: Problems = [
      ...offer.problems,
      ...questions.flatMap(({ kind, text, answer, isProblem }) =>
        answer === null && isProblem === true ? [problem('question', kind, text)] : [],
      ),
      ...doubtsOfPlace(layout, stockOfSeveral),
      ...this.#doubtsOfHeading(offer),
      ...doubtsOfName(names, name || latin, read),
      ...(isOfSection && head === null ? [problem('plant', 'several', 'Неясно, какого рода это растение')] : []),
      ...(category === null ? [problem('category', 'required', 'Выберите категорию')] : []),
    ]
    const shown = shownName(names, name || latin, rest, read, head)
    this.#ask(questions, shown, source)
    const verdict = offer.isRejected ? 'rejected' : problems.length + offer.unread.length > 0 ? 'doubtful' : 'clear'
    return {
      ...understood,
      kind: 'offer',
      verdict,
      name: shown,
      plant: read.plant,
      candidates: read.plant ? [] : read.candidates,
      category,
      variants: offer.variants,
      problems,
      unread: offer.unread,
    }
  }

  /** Whether a name stands alone, or nothing says what it is but one that stood alone above it and may be its heading. */
  #mayBeBelow({ plant, genus }: NamedRow, isLone: boolean): boolean {
    const work = this.#work
    if (isLone) work.hasLoneName = true
    else if (plant !== null || genus !== null) work.hasLoneName = false
    return work.hasLoneName
  }

  /** Below another heading nobody knows whether «Под заказ» above that goes on. */
  #doubtsOfHeading({ stockIsOfHeading }: Offer): Problems {
    const above = this.#work.stockAbove
    if (above === null) return []
    above.isUsed = true
    if (above.isSure || !stockIsOfHeading || above.stock === 'in_stock') return []
    return [problem('stock', 'stock', `Относится ли «${above.text}» и к этой строке?`)]
  }

  /** The cells of a row by column, with what is merged over them. */
  #cellsOf({ columns }: Layout, row: number, isStockOfSeveral: boolean): Cell[] {
    return columns.map(({ index, field }) => {
      if (field === 'stock' && isStockOfSeveral) return ''
      return field === 'sku' ? (this.#work.cellsOf(row)[index] ?? '') : this.#work.covered.at(row, index)
    })
  }

  /** The category of a row, and that of its plant or genus. */
  #categoryOf(read: NamedRow, { columns }: Layout, row: number) {
    const work = this.#work
    const ofPlant = work.categoryOf(read)
    const column = columns.find(({ field }) => field === 'category')
    const stated = column ? categoryIn(textOf(work.covered.at(row, column.index))) : null
    const { category: above, isCertain } = work.sections
    // For an unknown name the section's category is more reliable than that of the genus which the name seems to
    // contain.
    return { category: stated ?? (isCertain || !read.plant ? above : null) ?? ofPlant ?? above, ofPlant }
  }

  /** What may say in what a row is sold: the heading above it, or a remark on the whole list. */
  get #heading(): string | null {
    const { sections, packingRemark } = this.#work
    return sections.unclear ?? (sections.size === '' ? packingRemark : null)
  }

  /** What a person has said that a remark on the list means. */
  #packingOfList(): string {
    const { answers, packingRemark } = this.#work
    return packingRemark === null ? '' : (answeredHeading(answers, packingRemark) ?? '')
  }

  /** What a remark says of all rows that say nothing of their stock themselves. */
  #stockOfList(answers: Answers): Stock | null {
    const { stockOfList: remark } = this.#work
    if (remark === null || remark.isSure) return remark?.stock ?? null
    return answeredStockRemark(answers, remark.text) ?? 'in_stock'
  }

  #questionsOf(source: OfferSource, offer: ReturnType<typeof readOffer>, hangsOnLoneName: boolean): RowQuestion[] {
    const { answers, ownColumns } = this.#work
    const questions = ownColumns ? [] : questionsOf(source.layout, source.cells, offer)
    const heading = this.#heading
    const isPacked = offer.variants.some(({ root, root_size: size }) => root !== null || size !== null)
    if (heading !== null && (!isPacked || answeredHeading(answers, heading) !== undefined))
      questions.push(questionOfHeading(heading, answers))
    if (hangsOnLoneName) questions.push(questionOfLoneNames(answers))
    const { stockAbove, stockOfList: remark } = this.#work
    if (remark !== null && !remark.isSure && stockAbove === null && offer.stockIsOfHeading)
      questions.push(questionOfStockRemark(remark.text, answers))
    return questions
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
        const heading = this.#heading
        const sectionSize =
          question.kind === 'sections' && heading !== null ? headingAs(value, heading) : source.sectionSize
        const stockAbove = this.#work.stockAbove?.stock ?? this.#stockOfList(layout.answers)
        return { value, label, sample: offerSample(name, readOffer({ ...source, layout, sectionSize, stockAbove })) }
      })
      this.#asked.set(question.key, { ...question, sheet: this.#work.sheet.name, options, rows: 1 })
    }
  }

  /** Asks which column names the plants, because these rows of different goods have got one name. */
  askWhereNamesAre(name: string, rows: UnderstoodRow[]): void {
    const [first] = rows
    const region = first && this.#work.regionOf(first.row - 1)
    if (!region) return
    const question = questionOfNames(name, region.layout, first.cells, this.#work.answers)
    if (!question) return
    this.#asked.set(question.key, { ...question, sheet: this.#work.sheet.name, rows: rows.length })
    if (question.answer !== null) return
    for (const row of rows) {
      if (row.verdict === 'clear') row.verdict = 'doubtful'
      row.problems.push(problem('question', 'names', question.text))
    }
  }
}
