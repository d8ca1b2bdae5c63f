// Rows without price, size or stock: headings, the names of the rows below, plants on request, or remarks.
import { categoriesOfGenus } from '#server/reading/names/named-plants.ts'
import { textOf } from '#server/reading/tables/cells.ts'
import { areUnitsOfOne } from './fates.ts'
import { type HeadingParts, headingParts, statesPackingAlone } from './heading-parts.ts'
import type { NameCells } from './name-cells.ts'
import type { Region } from './regions.ts'
import { isOfAmounts } from './row-amounts.ts'
import { contact, isSentence, longestName, numbering, pageNumber, services, undecorated } from './row-texts.ts'
import { firstText } from './row-values.ts'
import { answeredLoneNames } from './section-headings.ts'
import type { LastName, Sections, SheetInWork } from './sheet-in-work.ts'
import { categoryIn, normalize } from './titles.ts'

/** What such a row is. */
export type Unpriced =
  | { is: 'note' }
  /** A heading: what then applies to the rows below, and the name with which those go on that have none. */
  | { is: 'section'; name: string; sections: Sections; last: LastName | null; category: string | null }
  | { is: 'offer'; named: NameCells; isLone: boolean }

/** A row with what its text and the rows below it say. */
interface TextRow extends HeadingParts {
  work: SheetInWork
  row: number
  region: Region
  /** It stands above the titles. */
  isAbove: boolean
  named: NameCells
  text: string
  /** Nothing else stands in the row. */
  isAlone: boolean
  isSentence: boolean
  words: number
  category: string | null
  match: ReturnType<SheetInWork['names']['match']>
  next: ReturnType<SheetInWork['nextRows']>
}

const section = (
  { text }: TextRow,
  sections: Sections,
  { last = null, category = sections.category }: { last?: LastName | null; category?: string | null } = {},
): Unpriced => ({ is: 'section', name: text, sections, last, category })

const isRemark = ({ isSentence, words }: TextRow) => isSentence || words > 8

/**
 * What applies below a heading that names a plant or a genus: the category of the heading above it only where plants of
 * the genus belong to it.
 */
function plantSections({ work, subject, size, match }: TextRow): Sections {
  const above = work.sections
  const categories = categoriesOfGenus(work.plants, match.genus)
  const isWithin = above.category !== null && (categories.size === 0 || categories.has(above.category))
  return {
    category: isWithin ? above.category : work.categoryOf(match),
    isCertain: isWithin && above.isCertain,
    plant: subject,
    size,
    unclear: null,
  }
}

/** «Хвойные» */
function categoryHeading(line: TextRow): Unpriced | null {
  const { category, isAlone, match, subject, size } = line
  if (category === null || !isAlone || match.plant !== null) return null
  return section(line, {
    category,
    isCertain: normalize(subject).split(' ').length > 1 || category !== 'listvennye-derevya',
    plant: match.genus !== null ? subject : null,
    size,
    unclear: null,
  })
}

/** «Смарагд» below «Туя западная», followed by sizes. */
function cultivarOfSection(line: TextRow): Unpriced | null {
  const { work, isAlone, next, subject, size } = line
  const above = work.sections.plant
  if (!isAlone || !next.isNameless || above === null) return null
  const within = work.names.match(subject, above)
  if (!within.plant || within.genus !== work.names.match(above, null).genus) return null
  const sections = { ...work.sections, size: size || work.sections.size }
  return section(line, sections, { last: { name: subject, latin: '' } })
}

/** A genus or a species above another name of it that heads rows of sizes. */
function headingOfHeading(line: TextRow): Unpriced | null {
  const { work, row, region, isAlone, match, subject } = line
  if (!isAlone || isRemark(line) || (match.plant === null && match.genus === null)) return null
  const below = work.headBelow(row, region)
  return below !== null && work.holds(subject, match, below) ? section(line, plantSections(line)) : null
}

/** A plant or a genus above rows with values, unless it is an offer of its own. */
function plantHeading(line: TextRow): Unpriced | null {
  const { work, isAlone, next, match, text, subject, named } = line
  if (!isAlone || !next.isFollowed || isRemark(line) || (!match.plant && match.genus === null)) return null
  const isOwnOffer = match.plant !== null && !next.isNameless && !work.isOver(match.plant.id, next.names)
  if (isOwnOffer) return null
  const last = next.isNameless ? { name: subject, latin: named.latin === text ? '' : named.latin } : null
  return section(line, plantSections(line), { last })
}

/** A name and nothing else in a list with prices: a plant on request, or the heading of what stands below. */
function plantAlone(line: TextRow): Unpriced | null {
  const { work, region, isAbove, isAlone, match, text, subject, size, named } = line
  if (match.plant === null || isAbove) return null
  const isLone =
    work.ownColumns === null &&
    isAlone &&
    region.layout.columns.some(column => isOfAmounts(column) && column.field !== 'stock') &&
    (size === '' || statesPackingAlone(size))
  if (isLone && answeredLoneNames(work.answers) === 'heading')
    return section(line, plantSections(line), { last: { name: subject, latin: '' } })
  if (line.isSentence) return null
  return { is: 'offer', named: named.text === '' ? { ...named, name: text, text } : named, isLone }
}

/** «западная» below «Туя» */
function speciesOfSection(line: TextRow): Unpriced | null {
  const { work, isAlone, next, subject, size } = line
  const above = work.sections.plant
  if (!isAlone || above === null || !next.isFollowed || work.names.match(subject, above).plant === null) return null
  const plant = `${above.split(' ')[0]} ${subject}`
  return section(line, { ...work.sections, plant, size: size || work.sections.size })
}

/** A name that nobody knows, above rows of sizes that have none. */
function nameOfRowsBelow(line: TextRow): Unpriced | null {
  const { work, isAlone, next, text } = line
  if (!isAlone || !next.isNameless || !/\p{L}{3}/u.test(text) || line.isSentence) return null
  return section(line, { ...work.sections }, { last: { name: text, latin: '' } })
}

/** A few words above rows with values. */
function titleHeading(line: TextRow): Unpriced | null {
  const { isAlone, next, text, size, words } = line
  const isTitle = words <= 6 && !line.isSentence && /\p{L}{3}/u.test(text) && !/\d{4,}/.test(text)
  if (!isAlone || !next.isFollowed || !isTitle) return null
  return section(line, { category: null, isCertain: false, plant: null, size, unclear: null })
}

/** A plant of the section, or one that nobody knows in the column of names: on request. */
function plantOnRequest(line: TextRow): Unpriced | null {
  const { work, named, match, next, text, words } = line
  if (!work.hasOffers || named.text === '') return null
  const above = work.sections.plant
  const isOfSection = above !== null && !isRemark(line) && work.names.match(text, above).plant !== null
  const isLikely = match.candidates.some(({ confidence }) => confidence > 0.4)
  const isInColumn = next.isFollowed && !line.isSentence && words <= 6 && isLikely
  return isOfSection || isInColumn ? { is: 'offer', named, isLone: false } : null
}

/** The first that says what the row is counts. */
const readings = [
  categoryHeading,
  cultivarOfSection,
  headingOfHeading,
  plantHeading,
  plantAlone,
  speciesOfSection,
  nameOfRowsBelow,
  titleHeading,
  plantOnRequest,
]

/** Finds out what a row without price, size or stock is. Changes nothing. */
export function readUnpriced(work: SheetInWork, row: number, region: Region, named: NameCells): Unpriced {
  const cells = work.cellsOf(row)
  // «III | Кустарники»: a number is not a heading.
  const lettered = cells.filter(
    cell => /\p{L}/u.test(textOf(cell)) && !numbering.test(textOf(cell)) && !areUnitsOfOne([textOf(cell)]),
  )
  const filled = lettered.length > 0 ? lettered : cells.filter(cell => cell !== '')
  const text = undecorated(firstText(filled).replaceAll(/\s+/g, ' '))
  if (services.test(normalize(text)) || contact.test(text) || text.length > longestName) return { is: 'note' }
  if (filled.length === 1 && work.isTranslation(text)) return { is: 'note' }
  if (pageNumber.test(normalize(text))) return { is: 'note' }
  const { subject, size } = headingParts(work.names, text)
  const category = categoryIn(subject)
  const next = work.nextRows(row, region)
  const isAbove = region.header !== null && row < region.header.top
  if (isAbove && !(category !== null && next.isFollowed)) return { is: 'note' }
  const line: TextRow = {
    ...{ work, row, region, isAbove, named, text, subject, size, category, next },
    isAlone:
      filled.length === 1 || (filled.length === 2 && named.latin !== '') || new Set(filled.map(textOf)).size === 1,
    isSentence: isSentence(text),
    words: text.split(' ').length,
    match: work.names.match(subject.replace(/:$/, ''), null),
  }
  for (const reading of readings) {
    const found = reading(line)
    if (found) return found
  }
  return { is: 'note' }
}
