// Lines without columns: «Туя западная 80-100 С5 — 12 шт.».
import { categoryIn } from '#server/reading/price-lists/titles.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { cleanText } from '#server/reading/tables/cells.ts'
import { usualOf } from './column-cells.ts'
import { bareEnd, bareStart, findQuantity, type Quantity, readQuantityCell, withoutOpenQuantity } from './quantities.ts'
import { isRemark, isSentence, isSum, withoutBullet, withoutLead, withoutSubstitutes } from './remarks.ts'
import type { ScheduleLine } from './schedule-line.ts'
import { longestPiece, type WantedPlants, withoutEnds } from './wanted-plants.ts'

/** Properties of text without columns that only show when all its lines are compared. */
export interface Habits {
  /** Lines begin with 1, 2, 3. */
  isNumbered: boolean
  /** Most lines end with a number that has no other explanation. */
  endsWithQuantity: boolean
  /** The word of which nobody knows anything behind the last number of most lines: what the schedule counts. */
  word: string | null
}

/** «— 12 qyz»: a number after a dash and a word, which is no unit of a size. */
const strangeEnd =
  /^(.*\S\s[\p{Pd}—]\s)(\d{1,6})\s?((?!(?:[смлcml]|см|мм|cm|mm|лет|год\p{L}*|литр\p{L}*|ltr|lit|xv|ряд\p{L}*)\.?$)\p{L}{1,12})\.?$/iu

const strangeWordOf = (line: string): string | null => {
  const [, , , word = ''] = strangeEnd.exec(line) ?? []
  return word !== '' && findQuantity(line).quantity === null ? word.toLowerCase() : null
}

/** Compares all lines of a text without columns. */
export function habitsOf(lines: string[]): Habits {
  const starts = lines.flatMap(line => bareStart(withoutBullet(line))?.value ?? [])
  const follow = starts.filter((value, at) => at > 0 && value === (starts[at - 1] ?? 0) + 1).length
  const worded = lines.filter(line => /\p{L}{3}/u.test(line))
  const ended = worded.filter(line => findQuantity(line).quantity === null && bareEnd(line, true) !== null)
  return {
    isNumbered: starts.length >= 2 && follow >= (starts.length - 1) * 0.8,
    endsWithQuantity: ended.length >= 2 && ended.length * 2 > worded.length,
    word: usualOf(
      worded.flatMap(line => strangeWordOf(line) ?? []),
      worded.length,
    ),
  }
}

const noQuantity: Quantity = { quantity: null, unit: null }

/** How many a line wants, and what else it says. */
interface Counted {
  quantity: Quantity
  left: string
  /** Whether it says that something is wanted, also where the number is open. */
  isCounted: boolean
}

/** Whether what follows a number may be the plant that it counts: «40 лип», and not «15 qyz лип», which may be packs. */
function mayBeCounted(plants: WantedPlants, text: string): boolean {
  const [word = ''] = text.split(' ')
  if (!/^\p{Ll}/u.test(word)) return true
  const { plant, genus } = plants.names.match(word, plants.above)
  return plant !== null || genus !== null
}

function countedIn(plants: WantedPlants, lead: string, habits: Habits): Counted {
  const strange = strangeWordOf(lead)
  if (strange !== null) {
    const [, left = '', count = ''] = strangeEnd.exec(lead) ?? []
    const quantity = strange === habits.word ? readQuantityCell(count, 'шт') : noQuantity
    return { quantity: { quantity: quantity.quantity, unit: quantity.unit }, left, isCounted: true }
  }
  const ofOpen = withoutOpenQuantity(lead)
  const body = ofOpen ?? lead
  const start = bareStart(body)
  const bare = start && habits.isNumbered ? start.left : body
  const found = findQuantity(bare)
  const isOpen = found.isDoubtful || ofOpen !== null
  const counted = (value: number, left: string): Counted => ({
    quantity: { quantity: value, unit: 'шт' },
    left,
    isCounted: true,
  })
  if (found.quantity === null && !found.isDoubtful) {
    if (start && !habits.isNumbered)
      return mayBeCounted(plants, start.left)
        ? counted(start.value, start.left)
        : { quantity: noQuantity, left: bare, isCounted: true }
    // «… - 125 - уточняется»: what is open is not the number before it.
    const end = ofOpen === null ? bareEnd(bare, habits.endsWithQuantity) : null
    if (end && (end.by !== 'space' || habits.endsWithQuantity)) return counted(end.value, end.left)
  }
  const { quantity, unit, left } = found
  return { quantity: { quantity, unit }, left, isCounted: quantity !== null || isOpen }
}

/** «Клён красный - по согласованию», «сколько получится - Груша 'Ольговка'»: some part of the line begins with a genus. */
const partsAt = /\s\p{Pd}\s|[;:|,]\s/u
const isFirstGenus = (plants: WantedPlants, text: string) => plants.names.isGenus(/\p{L}{3,}/u.exec(text)?.[0] ?? '')
const partWithGenus = (plants: WantedPlants, text: string) =>
  text.split(partsAt).find(part => plants.names.isGenus(/\p{L}{3,}/u.exec(part)?.[0] ?? ''))

/** Words of a name of which the cultivar is not known, in two languages. */
const longestName = 12

/** A line that says nothing of how many: a heading, a remark, or a plant alone. */
function readUncounted(plants: WantedPlants, whole: string, body: string, next: string | null): ScheduleLine {
  // A plant at the beginning is no sentence, whatever abbreviation is at its end.
  const isText = isSentence(body) && !(isFirstGenus(plants, body) && plants.names.match(body, null).plant !== null)
  const part = isText ? undefined : partWithGenus(plants, body)
  const isOwn = part === undefined || plants.names.match(body, null).genus !== null
  // In «сколько получится - Груша» the name is the part that begins with a genus.
  const left = isOwn ? body : part
  const read = plants.named({ name: left, latin: '' })
  const own = plants.names.match(left, null)
  const title = withoutEnds(left)
  const isOfPlant = own.genus !== null && part !== undefined
  if (isRemark(left) && !(isOfPlant && own.plant !== null)) return plants.readNote(whole)
  if (categoryIn(title) !== null && own.plant === null) return plants.readHeading(whole, left)
  const hasSizes = Object.values(parseNotation(read.plant ? read.rest : left).wish).some(value => value !== null)
  if (!hasSizes && own.genus !== null && (left.trim().endsWith(':') || plants.isUnder(next, title)))
    return plants.readHeading(whole, left)
  const words = title.split(' ').length
  if (read.plant === null && !(read.isNamed && hasSizes)) {
    // «Липа» alone is a line; «Парковая роза ветров» is not.
    if (own.genus !== null && !isSentence(left) && (words <= 3 || (isOfPlant && words <= longestName)))
      return plants.readPlant(whole, left, read, noQuantity)
    return (!hasSizes || isSentence(left)) && words <= 6 && !isSentence(left)
      ? plants.readHeading(whole, left)
      : plants.readNote(whole)
  }
  if (isText && left.split(' ').length > 8) return plants.readNote(whole)
  return readNamed(plants, whole, left, noQuantity)
}

/** A line that asks for a plant: of its own, or of the heading where it only states sizes. */
function readNamed(plants: WantedPlants, whole: string, left: string, quantity: Quantity): ScheduleLine {
  const { above } = plants
  const nameless = parseNotation(left.slice(0, longestPiece)).rest
  if (!/\p{L}{3}/u.test(nameless) && above !== null) return plants.readSizesOf(whole, above, left, quantity)
  return plants.readPlant(whole, left, plants.named({ name: left, latin: '' }), quantity)
}

/** Reads a line without columns; `next` is the line below. */
export function readFreeLine(plants: WantedPlants, text: string, next: string | null, habits: Habits): ScheduleLine {
  const whole = cleanText(text)
  const lead = withoutSubstitutes(withoutLead(whole))
  if (lead.length > longestPiece || isSum(lead)) return plants.readNote(whole)
  if (plants.isMaterial(lead)) return plants.readNote(whole)
  const { quantity, left, isCounted } = countedIn(plants, lead, habits)
  if (!isCounted) return readUncounted(plants, whole, left, next)
  const { genus, isNamed } = plants.named({ name: left, latin: '' })
  // «Деревья — 45 шт.»
  if (categoryIn(withoutEnds(left)) !== null && genus === null) return plants.readNote(whole)
  if (!/\p{L}{2}/u.test(left) && plants.above === null) return plants.readNote(whole)
  if (isRemark(left) && !(isNamed && partWithGenus(plants, left) !== undefined)) return plants.readNote(whole)
  return readNamed(plants, whole, left, quantity)
}
