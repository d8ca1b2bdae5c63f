import { projectLimits } from '#contract/project-limits.ts'
import type { LineUnit, LineWish } from '#contract/projects.ts'
import { trimSigns } from '#server/platform/trim-signs.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { Candidate } from '#server/reading/names/match-name.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { noAnswers } from '#server/reading/price-lists/answers.ts'
import { withClosedRanges } from '#server/reading/price-lists/glued-lines.ts'
import { findHeaders, type Header, titlesOf } from '#server/reading/price-lists/headers.ts'
import { type NamedRow, type NameReader, nameReader } from '#server/reading/price-lists/names.ts'
import { withPlainRanges } from '#server/reading/price-lists/number-account.ts'
import { contact, numbering, sayNothing, services } from '#server/reading/price-lists/row-texts.ts'
import { sizePieces } from '#server/reading/price-lists/size-pieces.ts'
import { categoryIn, normalize } from '#server/reading/price-lists/titles.ts'
import { habitOfCategory } from '#server/reading/sizes/context.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { noSizes } from '#server/reading/sizes/sizes.ts'
import { type Cell, cleanText, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { planSchedule, type ScheduleColumns, withoutWord } from './columns.ts'
import {
  bareEnd,
  bareStart,
  findQuantity,
  type Quantity,
  readQuantityCell,
  unitOf,
  withoutOpenQuantity,
} from './quantities.ts'

/** A line as read from a schedule. */
export interface ScheduleLine {
  /** The original text; cells of a table are separated by ` | `. */
  text: string
  /** Whether it is a heading, a remark or a total and asks for no plant. */
  isNote: boolean
  name: string
  quantity: number | null
  unit: LineUnit | null
  wish: LineWish
  /** Set only if there is no doubt. */
  plant: number | null
  candidates: Candidate[]
}

const { root_size: _rootSize, ...sizes } = noSizes
export const noWish: LineWish = { ...sizes, root_size_from: null, root_size_to: null }

/** Milliseconds of work before the process looks whether its parent is still there. */
const longestTurn = 20

const sums =
  /^(?:масштаб|стадия|(?:итог|всего|общ(?:ее|ая|ий) (?:кол|числ|площ|итог|объ?ем)|в т\.? ?ч|в том числе|из них|сумма|total|кол\p{L}*[- ]?во \p{L}+(?:ов|ей|ий|иев)(?!\p{L}))|\p{L}+ итого|\p{L}+, всего)/u
/** Words found in signatures, letters and remarks about the whole schedule. */
const remarks =
  /^(?:примечан|составил|проверил|утвер|согласов|разработ|выполнил|подпис|дата|заказчик|подрядчик|исполнител|гип|гап|главн|начальник|архитектор|ландшафтн\p{L}* архит|инженер|дендролог|директор|объект|адрес|проект|стадия|лист(?:$|ов| \d)|ведомост|ассортиментн|спецификац|экспликац|таблиц|приложени|раздел|добр\p{L}{2,3} (?:день|утр|вечер)|здравств|уважаем|спасибо|с уважением|прошу|просим|просьба|жд[уе]м|заранее|благодар|все растени|все дерев|все саженц|весь (?:материал|посад)|посадочный материал|растения (?:долж|поставл)|саженцы (?:долж|поставл)|допуска|размеры|срок|тел\.?[ :]|e-?mail|от кого|кому)/u
const remarksInside =
  /ведомость|составил|проверил|утвержда|согласован|должны|допускается|поставляются|указаны|см\. (?:план|лист|черт)|снип|гост/u
/** Words of request before the name of the plant. */
const asking = /^(?:нужн[оаые]?|нужен|требу[её]тся|требуются|необходим[оаы]?|куплю|купим|заказ)[:\s]+(?=\S)/iu
const bullet =
  /^\s*(?:[-–—•*·▪●◦]|\d{1,3}(?:\.\d{1,3})*[.)]|№\s?\d{1,3}[.)]?)\s+(?=\S)|^\s*\d{1,3}(?:\.\d{1,3})*\s?[.)]\s*(?=[\p{L}"«'])/u
const isSentence = (text: string) =>
  /[.!?]\s+\p{Lu}/u.test(text) || (/[.!?]$/u.test(text) && text.split(' ').length > 6)
const longestNote = 160
/** The longest text that the notation functions read. */
const longestPiece = 400
/** The longest cell that is read as a name, a size or a quantity: a row with a longer one is a note. */
const longestCell = 1000

const clip = (text: string, most: number) => Array.from(text.toWellFormed()).slice(0, most).join('')
const withoutEnds = (text: string) => trimSigns(text.replaceAll(/\s+/g, ' '), /[\s,;:|·=×*\p{Pd}]/u)

/** Whether the cells of a column say what is wanted; a remark may be of any length. */
const isRead = ({ columns, quantities, unit }: ScheduleColumns, column: number) =>
  columns.some(({ index, field }) => index === column && field !== null && field !== 'note') ||
  quantities.some(({ index }) => index === column) ||
  unit === column

/** The headings above a line. */
interface Above {
  /** «Туя западная» */
  name: string | null
  /** Slug of a category: «Хвойные». */
  category: string | null
}

/** Properties of text without columns that only show when all its lines are compared. */
interface Habits {
  /** Lines begin with 1, 2, 3. */
  isNumbered: boolean
  /** Most lines end with a number that has no other explanation. */
  endsWithQuantity: boolean
}

class ScheduleReader {
  readonly #names: NameReader
  readonly #plants: NamedPlants
  readonly #genusCategories = new Map<number, string | null>()
  #above: Above = { name: null, category: null }
  #last: { name: string; latin: string; plant: number | null } | null = null

  constructor(plants: NamedPlants) {
    this.#plants = plants
    this.#names = nameReader(plants)
  }

  get names(): NameReader {
    return this.#names
  }

  /** Headings only apply within their sheet. */
  beginSheet(): void {
    this.#above = { name: null, category: null }
    this.#last = null
  }

  readNote(text: string): ScheduleLine {
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

  #categoryOf({ plant, genus }: NamedRow): string | null {
    if (plant) return this.#plants.byId.get(plant.id)?.categorySlug ?? null
    if (genus === null) return this.#above.category
    const known = this.#genusCategories.get(genus)
    if (known !== undefined) return known ?? this.#above.category
    const slugs = new Set(this.#plants.all.filter(one => one.genus.id === genus).map(one => one.categorySlug))
    const [only = null] = slugs
    this.#genusCategories.set(genus, slugs.size === 1 ? only : null)
    return slugs.size === 1 ? only : this.#above.category
  }

  /** For a genus named alone: its species, as candidates to choose from. */
  #ofGenus({ plant, candidates, genus }: NamedRow): Candidate[] {
    if (plant || genus === null) return plant ? [] : candidates
    const known = new Set(candidates.map(({ id }) => id))
    const species = this.#plants.all.filter(
      one => one.genus.id === genus && !known.has(one.id) && !this.#names.isCultivar(one.id),
    )
    return [...candidates, ...species.map(({ id }) => ({ id, confidence: 0.2 }))].slice(0, 5)
  }

  #line(text: string, name: string, read: NamedRow, { quantity, unit }: Quantity, wish: LineWish): ScheduleLine {
    return {
      text,
      isNote: false,
      name: clip(withoutEnds(name), projectLimits.name),
      quantity,
      unit: quantity === null ? null : (unit ?? 'шт'),
      wish,
      plant: read.plant?.id ?? null,
      candidates: this.#ofGenus(read),
    }
  }

  /** Whether a text describes the schedule rather than a plant. */
  #isRemark(text: string): boolean {
    const plain = normalize(text).replace(/^[\s\p{Pd}*"«]+/u, '')
    return remarks.test(plain) || remarksInside.test(plain) || contact.test(text)
  }

  /** Totals and works, which have a number but ask for no plant. */
  #isSum(text: string): boolean {
    const plain = normalize(text)
      .replace(/^[\s\p{Pd}*"«]+/u, '')
      .replace(bullet, '')
    return sums.test(plain) || services.test(plain)
  }

  /** Whether it is a heading for the lines below: «Деревья лиственные», «Туя западная», «Клён». */
  #head(text: string): void {
    const title = withoutEnds(text.replace(bullet, ''))
    const category = categoryIn(title)
    const { plant, genus } = this.#names.match(title.slice(0, longestPiece), null)
    if (category !== null) this.#above = { name: genus === null ? null : title, category }
    else if (plant || genus !== null) this.#above = { ...this.#above, name: title }
    else this.#above = { name: null, category: this.#above.category }
    this.#last = null
  }

  /** Whether the heading completes a name that has no genus of its own. */
  #isUnder(below: string | null, above: string): boolean {
    if (below === null) return false
    const bare = withoutEnds(findQuantity(below.replace(bullet, '').slice(0, longestPiece)).left)
    const alone = this.#names.match(bare, null)
    if (alone.genus !== null) return false
    return this.#names.match(bare, above).plant !== null
  }

  /** Reads a line without columns; `next` is the line below. */
  readFree(text: string, next: string | null, habits: Habits): ScheduleLine {
    const whole = cleanText(text)
    let body = whole.replace(bullet, '').replace(asking, '')
    if (body.length > longestPiece) return this.readNote(whole)
    if (this.#isSum(body)) return this.readNote(whole)
    const bodyOfOpen = withoutOpenQuantity(body)
    body = bodyOfOpen ?? body
    const start = bareStart(body)
    if (start && habits.isNumbered) body = start.left
    const found = findQuantity(body)
    let quantity: Quantity = { quantity: found.quantity, unit: found.unit }
    let left = found.left
    if (quantity.quantity === null && !found.isDoubtful) {
      const end = bareEnd(body, habits.endsWithQuantity)
      const head = start && !habits.isNumbered ? start : null
      if (head) {
        quantity = { quantity: head.value, unit: 'шт' }
        left = head.left
      } else if (end && (end.by !== 'space' || habits.endsWithQuantity)) {
        quantity = { quantity: end.value, unit: 'шт' }
        left = end.left
      }
    }
    const isCounted = quantity.quantity !== null || found.isDoubtful || bodyOfOpen !== null
    const read = this.#names.read({ name: left, latin: '' }, this.#above.name)
    const isNamed = read.plant !== null || read.genus !== null || read.candidates.length > 0
    const isOwn = this.#names.match(left, null)
    if (!isCounted) {
      const title = withoutEnds(left)
      const category = categoryIn(title)
      if (this.#isRemark(left)) return this.readNote(whole)
      const hasSizes = Object.values(parseNotation(read.plant ? read.rest : left).wish).some(value => value !== null)
      if (category !== null && isOwn.plant === null) {
        this.#head(left)
        return this.readNote(whole)
      }
      if (!hasSizes && isOwn.genus !== null && (left.trim().endsWith(':') || this.#isUnder(next, title))) {
        this.#head(left)
        return this.readNote(whole)
      }
      if (read.plant === null && !(isNamed && hasSizes)) {
        // «Липа» alone is a line; «Парковая роза ветров» is not.
        const isGenus = isOwn.genus !== null && title.split(' ').length <= 3 && !isSentence(left)
        if (isGenus) return this.#line(whole, this.#nameOf(left, read), read, quantity, this.#wishOf(left, read))
        if (!hasSizes || isSentence(left)) {
          if (title.split(' ').length <= 6 && !isSentence(left)) this.#head(left)
          return this.readNote(whole)
        }
        if (!isNamed && left.split(' ').length > 8) return this.readNote(whole)
        return this.readNote(whole)
      }
      if (isSentence(left) && left.split(' ').length > 8) return this.readNote(whole)
    } else {
      // «Деревья — 45 шт.»
      if (categoryIn(withoutEnds(left)) !== null && read.genus === null) return this.readNote(whole)
      if (!/\p{L}{2}/u.test(left) && this.#above.name === null) return this.readNote(whole)
      if (!isNamed && this.#isRemark(left)) return this.readNote(whole)
    }
    const nameless = parseNotation(left.slice(0, longestPiece)).rest
    if (!/\p{L}{3}/u.test(nameless) && this.#above.name !== null) {
      // «обхв. 18-20 — 5 шт» under «Липа мелколистная»
      const over = this.#names.read({ name: this.#above.name, latin: '' }, null)
      return this.#line(whole, this.#above.name, over, quantity, this.#wishOf(left, over, over.rest))
    }
    return this.#line(whole, this.#nameOf(left, read), read, quantity, this.#wishOf(left, read))
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

  /** Reads a row of a table; `below` holds the next rows of the same table. */
  readRow(cells: Cell[], columns: ScheduleColumns, below: Cell[][]): ScheduleLine {
    const whole = cells.map(cell => textOf(cell).trim())
    const text = whole
      .filter(cell => cell !== '')
      .join(' | ')
      .replaceAll(/\s+/g, ' ')
    // What is too long to be read says so by being no line that asks for a plant; of a remark the beginning is enough.
    if (whole.some((cell, column) => cell.length > longestCell && isRead(columns, column))) return this.readNote(text)
    const texts = whole.map(cell => cell.slice(0, longestCell))
    const lettered = texts.filter(cell => /\p{L}/u.test(cell) && !numbering.test(cell) && unitOf(cell) === null)
    const first = lettered[0] ?? ''
    if (
      first === '' &&
      texts.filter(cell => cell !== '').length > 2 &&
      texts.every((cell, at) => cell === '' || cell === String(at + 1))
    ) {
      return this.readNote(text)
    }
    const own = this.#nameCells(texts, columns)
    const quantity = this.#quantityOf(cells, columns)
    const isCounted = quantity.quantity !== null || quantity.isStated
    const {
      pieces: sized,
      lone,
      form,
    } = sizePieces({ columns: columns.columns, hasNeighbour: false, answers: noAnswers }, cells)
    const pieces = [...sized, ...quantity.packings]
    const hasSizes = pieces.length > 0 || lone.length > 0
    if (this.#isSum(first.replace(bullet, '')) || this.#isSum(own.text)) return this.readNote(text)
    const distinct = new Set(lettered.map(cell => normalize(cell)))
    const isAlone = distinct.size <= 1 && !hasSizes
    if (own.text === '') {
      const title = first.replace(bullet, '')
      if (isCounted && hasSizes && this.#last) return this.#offered(text, this.#last, quantity, pieces, lone, form)
      // The name is in a column without a telling title.
      const read =
        title === '' ? null : this.#names.read({ name: title.slice(0, longestPiece), latin: '' }, this.#above.name)
      if (isCounted && read?.plant) return this.#offered(text, { name: title, latin: '' }, quantity, pieces, lone, form)
      if (isAlone && title !== '' && !isCounted && !this.#isRemark(title) && title.length < longestNote)
        this.#head(title)
      return this.readNote(text)
    }
    if (isCounted) {
      const bare = withoutEnds(own.text)
      const { genus } = this.#names.match(own.text.slice(0, longestPiece), null)
      if (categoryIn(bare) !== null && genus === null && !hasSizes) {
        this.#head(bare)
        return this.readNote(text)
      }
      if (own.isSizeOnly && this.#last) {
        return this.#offered(text, this.#last, quantity, [own.text, ...pieces], lone, form)
      }
      return this.#offered(text, own, quantity, pieces, lone, form)
    }
    const name = own.text.replace(bullet, '')
    if (this.#isRemark(name) || name.length > longestNote) return this.readNote(text)
    const inName = findQuantity(name)
    if (inName.quantity !== null) {
      return this.#offered(text, { name: inName.left, latin: own.latin }, inName, pieces, lone, form)
    }
    const alone = this.#names.match(name.slice(0, longestPiece), null)
    const category = categoryIn(withoutEnds(name))
    if (category !== null && alone.plant === null && isAlone) {
      this.#head(name)
      return this.readNote(text)
    }
    if (isAlone || (own.latin !== '' && !hasSizes)) {
      const next = below.find(row => row.length > 0)
      const nextTexts = next?.map(cell => textOf(cell).trim()) ?? []
      const under = next ? this.#nameCells(nextTexts, columns) : null
      const isNameless =
        under !== null &&
        (under.text === '' || under.isSizeOnly) &&
        next !== undefined &&
        this.#quantityOf(next, columns).quantity !== null
      if (isNameless && (alone.plant !== null || alone.genus !== null)) {
        this.#above = { ...this.#above, name }
        this.#last = { name, latin: own.latin, plant: alone.plant?.id ?? null }
        return this.readNote(text)
      }
      // The Latin name is in the row below the Russian one.
      if (alone.plant !== null && this.#last?.plant === alone.plant.id && !/[а-я]{3}/iu.test(name))
        return this.readNote(text)
      if (alone.genus !== null && under !== null && this.#isUnder(under.text, name)) {
        this.#head(name)
        return this.readNote(text)
      }
      if (alone.plant === null && !(alone.genus !== null && this.#hasNumber(texts, columns))) {
        this.#head(name)
        return this.readNote(text)
      }
    }
    const read = this.#names.read(
      { name: own.name.slice(0, longestPiece), latin: own.latin.slice(0, longestPiece) },
      this.#above.name,
    )
    const isNamed = read.plant !== null || read.genus !== null || read.candidates.length > 0
    if (!isNamed && !(this.#hasNumber(texts, columns) && hasSizes)) return this.readNote(text)
    return this.#offered(text, own, quantity, pieces, lone, form)
  }

  /** Whether the first cell of a row is its number. */
  #hasNumber(texts: string[], { numbering: columns }: ScheduleColumns): boolean {
    return [...columns].some(index => /\d/.test(texts[index] ?? ''))
  }

  #offered(
    text: string,
    { name, latin }: { name: string; latin: string },
    quantity: Quantity,
    pieces: string[],
    lone: string[],
    form: ReturnType<typeof sizePieces>['form'],
  ): ScheduleLine {
    const bare = name.replace(bullet, '')
    const read = this.#names.read(
      { name: bare.slice(0, longestPiece), latin: latin.slice(0, longestPiece) },
      this.#above.name,
    )
    this.#last = { name: bare, latin, plant: read.plant?.id ?? null }
    const habit = habitOfCategory(this.#categoryOf(read))
    const rest = read.plant ? read.rest : bare
    const inNames = [rest, read.plant ? read.latinRest : ''].map(part => findQuantity(part.slice(0, longestPiece)).left)
    const all = [...inNames, ...pieces, ...lone].filter(piece => piece.trim() !== '')
    const { wish } = parseNotation(withClosedRanges(withPlainRanges(all.join(' ; '))).slice(0, 500), { habit, form })
    const shown = this.#nameOf(bare === '' ? latin : bare, read)
    return this.#line(text, shown, read, quantity, { ...wish, form: wish.form ?? form })
  }

  #quantityOf(
    cells: Cell[],
    { quantities, unit }: ScheduleColumns,
  ): Quantity & { isStated: boolean; packings: string[] } {
    const stated = unit === null ? null : unitOf(textOf(cells[unit] ?? ''))
    const read = quantities.map(column => {
      const cell = cells[column.index] ?? ''
      const text = typeof cell === 'object' && 'number' in cell ? cell.text : textOf(cell)
      const isStated = text.trim() !== '' && !/^[\p{Pd}−.xх—\s]+$/iu.test(text)
      return {
        column,
        isStated,
        ...(isStated
          ? readQuantityCell(withoutWord(text, column.word), column.unit ?? stated)
          : { quantity: null, unit: null, packing: '' }),
      }
    })
    const known = read.filter(({ quantity }) => quantity !== null)
    const isStated = read.some(one => one.isStated)
    const total = known.find(({ column }) => column.isTotal)
    const pieces = known.filter(
      ({ unit: own }) => own === (total?.unit ?? known.find(one => one.unit === 'шт')?.unit ?? known[0]?.unit),
    )
    const [only] = total ? [total] : pieces
    const packings = [...new Set(read.map(({ packing }) => packing).filter(packing => packing !== ''))]
    if (!only) return { quantity: null, unit: null, isStated, packings }
    // One column per part of the site.
    const quantity = total ? total.quantity : pieces.reduce((sum, one) => sum + (one.quantity ?? 0), 0)
    return {
      quantity: quantity !== null && quantity <= projectLimits.quantity ? quantity : null,
      unit: only.unit,
      isStated,
      packings,
    }
  }

  #nameCells(texts: string[], { columns }: ScheduleColumns) {
    const at = (field: string) => {
      const column = columns.find(one => one.field === field)
      const text = column ? (texts[column.index] ?? '').replaceAll(/\s+/g, ' ').trim() : ''
      return sayNothing.test(text) ? '' : text
    }
    const [name, latin, genus, species, cultivar] = [
      at('name'),
      at('latin_name'),
      at('genus'),
      at('species'),
      at('cultivar'),
    ]
    const contains = (whole: string, part: string) => normalize(whole).includes(normalize(part))
    let text = name
    for (const part of [genus, species])
      if (part !== '' && !contains(text, part)) text = part === genus ? `${part} ${text}` : `${text} ${part}`
    text = text.trim()
    if (cultivar !== '' && !contains(text, cultivar)) {
      const bare = cultivar.replaceAll(/^['"«“‘]|['"»”’]$/gu, '')
      text = text === '' ? cultivar : /^\p{Lu}|^\d/u.test(bare) ? `${text} '${bare}'` : `${text} ${bare}`
    }
    const rest = text === '' ? '' : parseNotation(text.slice(0, longestPiece)).rest
    return {
      name: text,
      latin,
      text: text || latin,
      isSizeOnly: text !== '' && latin === '' && !/\p{L}{3}/u.test(rest),
    }
  }
}

/** Copies merged cells to all rows they cover, except quantities: a merged quantity is the total of its rows. */
function coverMerged(sheet: Sheet, columns: (row: number) => ScheduleColumns | null): Cell[][] {
  const rows = sheet.rows.map(cells => [...cells])
  let left = 100_000
  for (const { top, left: column, bottom, right } of sheet.merges) {
    const value = rows[top]?.[column] ?? ''
    if (value === '' || bottom === top || right > column + 1) continue
    for (let row = top + 1; row <= bottom && left > 0; row++, left--) {
      const cells = rows[row]
      if (!cells || cells.length === 0 || (cells[column] ?? '') !== '') continue
      if (columns(row)?.quantities.some(({ index }) => index === column)) continue
      while (cells.length < column) cells.push('')
      cells[column] = value
    }
  }
  return rows
}

/** Joins a second row of titles, such as «Участок 1», «Участок 2», «Всего» under «Количество», with the first. */
function withSecondLine(sheet: Sheet, header: Header): Header {
  const { rows, merges } = sheet
  const [above = [], own = []] = [rows[header.bottom], rows[header.bottom + 1]]
  const isFilled = (cells: Cell[], column: number) => (cells[column] ?? '') !== ''
  const columns = own.flatMap((cell, column) => (cell === '' ? [] : [column]))
  const isOver = (column: number) =>
    !isFilled(above, column) ||
    !isFilled(above, column + 1) ||
    merges.some(
      ({ bottom, left, right }) => bottom === header.bottom && left <= column && column <= right && left < right,
    )
  const goesOn =
    columns.length > 1 &&
    header.bottom - header.top < 3 &&
    columns.every(
      column =>
        column > 0 && isOver(column) && typeof own[column] === 'string' && /\p{L}/u.test(textOf(own[column] ?? '')),
    ) &&
    columns.some(column => !isFilled(above, column)) &&
    columns.every(column => !/\d{2}/.test(textOf(own[column] ?? '')))
  if (!goesOn) return header
  const bottom = header.bottom + 1
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return { top: header.top, bottom, ...titlesOf(sheet, header.top, bottom, width) }
}

interface Region {
  from: number
  to: number
  plan: ScheduleColumns | null
}

/** Splits a sheet into its tables, each below its header; rows above the first header have no columns. */
function regionsOf(sheet: Sheet, headers: Header[], names: NameReader): Region[] {
  const width = Math.max(0, ...sheet.rows.map(({ length }) => length))
  const titled = new Set(
    headers.flatMap(({ top, bottom }) => Array.from({ length: bottom - top + 1 }, (_, at) => top + at)),
  )
  const bodyOf = (from: number, to: number) =>
    sheet.rows.slice(from, to).filter((cells, at) => cells.length > 0 && !titled.has(from + at))
  if (headers.length === 0) {
    const body = bodyOf(0, sheet.rows.length)
    const tabular = body.filter(cells => cells.filter(cell => cell !== '').length > 1)
    const plan = tabular.length * 2 > body.length ? planSchedule(tabular, width, null, names) : null
    const isNamed = plan?.columns.some(({ field }) => field === 'name' || field === 'latin_name') ?? false
    return [{ from: 0, to: sheet.rows.length, plan: isNamed ? plan : null }]
  }
  const regions: Region[] = [{ from: 0, to: headers[0]?.top ?? 0, plan: null }]
  for (const [at, header] of headers.entries()) {
    const to = headers[at + 1]?.top ?? sheet.rows.length
    const body = bodyOf(header.bottom + 1, to).filter(cells => cells.filter(cell => cell !== '').length > 1)
    regions.push({ from: header.top, to, plan: planSchedule(body, width, header, names) })
  }
  return regions
}

/** Compares all lines of a text without columns. */
function habitsOf(lines: string[]): Habits {
  const starts = lines.flatMap(line => bareStart(line.replace(bullet, ''))?.value ?? [])
  const follow = starts.filter((value, at) => at > 0 && value === (starts[at - 1] ?? 0) + 1).length
  const worded = lines.filter(line => /\p{L}{3}/u.test(line))
  const ended = worded.filter(line => findQuantity(line).quantity === null && bareEnd(line, true) !== null)
  return {
    isNumbered: starts.length >= 2 && follow >= (starts.length - 1) * 0.8,
    endsWithQuantity: ended.length >= 2 && ended.length * 2 > worded.length,
  }
}

/** Splits text copied from a table into cells; `null` if it is not a table. */
export function asTable(lines: string[]): Sheet | null {
  const filled = lines.filter(line => line.trim() !== '')
  for (const sign of ['\t', ';', '|']) {
    const cut = filled.map(line =>
      line
        .replace(/^\s*\|/, '')
        .replace(/\|\s*$/, '')
        .split(sign),
    )
    const widths = Map.groupBy(
      cut.filter(cells => cells.length > 1),
      ({ length }) => length,
    )
    const wide = cut.filter(({ length }) => length > 1).length
    const steady = Math.max(0, ...[...widths.values()].map(({ length }) => length))
    const isTable = sign === '\t' ? wide * 2 >= filled.length : steady >= filled.length * 0.6 && filled.length > 1
    if (!isTable || wide === 0) continue
    const rows = lines.map(line => {
      const bare = sign === '|' ? line.replace(/^\s*\|/, '').replace(/\|\s*$/, '') : line
      return bare.trim() === '' || /^[\s|:-]+$/.test(bare) ? [] : bare.split(sign).map(cell => cleanText(cell))
    })
    return { name: '', isHidden: false, rows, merges: [] }
  }
  return null
}

/** Pasted text, or the tables of a file. A text file has both, because it may hold lines without columns. */
export type ScheduleSource = { text: string } | { sheets: Sheet[]; text?: string }

/** Splits a text into parts of at most `most` characters, between words where there are any. */
function partsOf(text: string, most: number): string[] {
  const letters = Array.from(text.toWellFormed())
  const parts: string[] = []
  for (let at = 0; at < letters.length;) {
    const space = at + most < letters.length ? letters.lastIndexOf(' ', at + most) : -1
    const end = space > at + most / 2 ? space : at + most
    parts.push(letters.slice(at, end).join('').trim())
    at = end
  }
  return parts.filter(part => part !== '')
}

/** Thrown if a schedule has more lines than a project may have. */
export class TooManyLines extends Error {}

/**
 * Reads a schedule and lets other requests run in between. Every non-empty line of text or row of a table becomes a
 * line here; one that is longer than a line may be continues in remarks below it, so that nothing of it is lost.
 * Nothing is guessed: whatever has two readings is left open. Throws TooManyLines.
 */
export async function readSchedule(source: ScheduleSource, plants: NamedPlants): Promise<ScheduleLine[]> {
  const reader = new ScheduleReader(plants)
  const lines = (await readWholeLines(source, reader)).flatMap(line => {
    const [text = '', ...more] = partsOf(line.text, projectLimits.line)
    return [{ ...line, text }, ...more.map(part => reader.readNote(part))]
  })
  if (lines.length > projectLimits.lines) throw new TooManyLines()
  return lines
}

async function readWholeLines(source: ScheduleSource, reader: ScheduleReader): Promise<ScheduleLine[]> {
  const lines: ScheduleLine[] = []
  const yieldNow = yieldToEventLoop(longestTurn)
  const bound = (count: number) => {
    if (count > projectLimits.lines) throw new TooManyLines()
  }

  async function readLines(texts: string[]) {
    const filled = texts.map(line => cleanText(line)).filter(line => line !== '')
    bound(lines.length + filled.length)
    const habits = habitsOf(filled.map(line => line.slice(0, 500)))
    for (const [at, line] of filled.entries()) {
      lines.push(reader.readFree(line, filled[at + 1] ?? null, habits))
      await yieldNow()
    }
  }

  async function readSheet(sheet: Sheet, text?: string) {
    bound(lines.length + sheet.rows.filter(({ length }) => length > 0).length)
    const headers: Header[] = []
    const finding = findHeaders(sheet, reader.names)
    for (;;) {
      const step = finding.next()
      await yieldNow()
      if (step.done) {
        headers.push(...step.value.map(header => withSecondLine(sheet, header)))
        break
      }
    }
    // Commas in sentences do not separate cells.
    if (headers.length === 0 && text !== undefined) return readText(text)
    const titled = (row: number) => headers.some(({ top, bottom }) => row >= top && row <= bottom)
    const regions = regionsOf(sheet, headers, reader.names)
    const rows = coverMerged(sheet, row => regions.find(({ from, to }) => row >= from && row < to)?.plan ?? null)
    for (const { from, to, plan } of regions) {
      const joined = (cells: Cell[]) =>
        cells
          .map(cell => textOf(cell).trim())
          .filter(cell => cell !== '')
          .join(' | ')
          .replaceAll(/\s+/g, ' ')
      const habits = plan
        ? null
        : habitsOf(
            rows
              .slice(from, to)
              .map(joined)
              .filter(line => line !== ''),
          )
      for (let row = from; row < to; row++) {
        const cells = rows[row] ?? []
        if (cells.every(cell => cell === '')) continue
        if (titled(row)) lines.push(reader.readNote(joined(cells)))
        else if (plan) lines.push(reader.readRow(cells, plan, rows.slice(row + 1, Math.min(to, row + 4))))
        else {
          const next = rows.slice(row + 1, to).find(({ length }) => length > 0)
          lines.push(reader.readFree(joined(cells), next ? joined(next) : null, habits ?? habitsOf([])))
        }
        await yieldNow()
      }
    }
  }

  async function readText(text: string): Promise<void> {
    const texts = text.split(/\r\n|\r|\n/)
    const table = asTable(texts)
    if (table) await readSheet(table)
    else await readLines(texts)
  }

  if (!('sheets' in source)) {
    await readText(source.text)
    return lines
  }
  const shown = source.sheets.filter(({ isHidden }) => !isHidden)
  for (const sheet of shown.length > 0 ? shown : source.sheets) {
    reader.beginSheet()
    await readSheet(sheet, source.text)
  }
  return lines
}
