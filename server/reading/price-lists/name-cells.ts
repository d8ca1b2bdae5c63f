import type { ColumnField } from '#contract/price-lists.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import type { Layout } from './column-plan.ts'
import type { NameReader } from './names.ts'
import { isOfAmounts } from './row-amounts.ts'
import { sayNothing } from './row-texts.ts'
import { isNameField, normalize } from './titles.ts'

/** The cells of a row that name its plant. */
export interface NameCells {
  name: string
  latin: string
  /** The name or, if there is none, the Latin name. */
  text: string
  /** «60–80 С5» below a name. */
  isSizeOnly: boolean
}

/** A genus and a species that stand once for the rows below. */
export interface NameParts {
  genus: string
  species: string
}

/** «— " — 'Brabant'», «-"- Nana»: the marks say the genus and the species of the row above. */
const sameAsAbove = /^(?:[\p{Pd}—]\s*["”“„»«]{1,2}\s*[\p{Pd}—]|["”“„]|-\/\/-)\s+(?=\S*\p{L})/u

/** A name whose marks are filled in from the first words of the name above; as it is if there are none. */
export function withNameAbove(text: string, above: string, words = 2): string {
  const [marks] = sameAsAbove.exec(text) ?? []
  if (marks === undefined || above === '') return text
  const [quoted = ''] = /\s["'«“„‘].*$/u.exec(above) ?? []
  const base = quoted === '' ? above.split(' ').slice(0, words).join(' ') : above.slice(0, -quoted.length)
  return `${base} ${text.slice(marks.length).trim()}`
}

/**
 * Of names in several columns the fullest: «Туя западная Smaragd» beside «Туя западная». One of another plant stands as
 * the second name, so that the row is doubtful.
 */
function withFullest([first = '', ...others]: string[], latin: string, names: NameReader): [string, string] {
  let name = first
  for (const other of others) {
    if (normalize(name).includes(normalize(other))) continue
    const [one, two] = [names.match(name, null), names.match(other, null)]
    const isCultivarOf =
      one.plant !== null &&
      two.plant !== null &&
      names.speciesOf(one.plant.id) === names.speciesOf(two.plant.id) &&
      !names.isCultivar(one.plant.id)
    const isFuller = normalize(other).includes(normalize(name)) || isCultivarOf
    if (isFuller) name = other
    else if (two.genus !== null && latin === '') return [name, other]
  }
  return [name, latin]
}

/** The name that the columns of a row make up together; null of a sheet without goods. `before`: of the rows above. */
export function nameCellsOf(
  { columns }: Layout,
  cellAt: (column: number) => Cell,
  names: NameReader,
  before: NameParts,
): { named: NameCells; parts: NameParts } | null {
  const textsAt = (field: ColumnField) =>
    columns
      .filter(one => one.field === field)
      .map(({ index }) => textOf(cellAt(index)).replaceAll(/\s+/g, ' ').trim())
      .filter(text => text !== '' && !sayNothing.test(text))
  const at = (field: ColumnField) => textsAt(field)[0] ?? ''
  const isOfGoods = columns.some(column => column.field !== null && (isNameField(column.field) || isOfAmounts(column)))
  if (!isOfGoods) return null
  let [name, latin] = withFullest(textsAt('name'), at('latin_name'), names)
  const cultivar = at('cultivar')
  // «Veronicastrum» beside «virginicum»: two columns of one name.
  if (/^\p{L}{3,}$/u.test(latin) && name !== '' && names.isGenusAlone(latin) && names.match(name, null).genus === null)
    [name, latin] = [`${latin} ${name}`, '']
  // «Thuja occidentalis» beside «Smaragd», and no other name.
  const bareCultivar = cultivar.replaceAll(/^['"«“‘]|['"»”’]$/gu, '')
  const isLatinAlone = name === '' && latin !== '' && cultivar !== ''
  // «Żywotnik zachodni» beside «Thuja occidentalis» and «Smaragd»: the cultivar belongs to the name that is known.
  const isOfLatin =
    name !== '' &&
    latin !== '' &&
    cultivar !== '' &&
    names.match(name, null).genus === null &&
    names.match(latin, null).genus !== null
  if ((isLatinAlone || isOfLatin) && !normalize(latin).includes(normalize(bareCultivar)))
    latin = `${latin} '${bareCultivar}'`
  let [genus, species] = [at('genus'), at('species')]
  let parts = before
  if (genus === '' && (species !== '' || cultivar !== '') && columns.some(({ field }) => field === 'genus')) {
    genus = before.genus
    if (species === '' && columns.some(({ field }) => field === 'species')) species = before.species
  } else if (genus !== '') parts = { genus, species }
  const contains = (whole: string, part: string) => normalize(whole).includes(normalize(part))
  let text = name
  if (genus !== '' || species !== '') {
    const base = [genus, contains(species, genus) && genus !== '' ? species.slice(0) : species].filter(Boolean)
    const head = genus !== '' && contains(species, genus) ? species : base.join(' ')
    // «Frangula» in the column of names, «alnus» in that of species.
    const withSpecies = species === '' || contains(name, species) ? name : `${name} ${species}`
    text = name === '' ? head : contains(name, genus) || genus === '' ? withSpecies : `${head} ${name}`
  }
  if (cultivar !== '' && !isOfLatin && !contains(text, cultivar) && !(isLatinAlone && text === '')) {
    const bare = bareCultivar
    // «ssp. ginnala» in the column of cultivars is not a cultivar.
    text = text === '' ? cultivar : /^\p{Lu}|^\d/u.test(bare) ? `${text} '${bare}'` : `${text} ${bare}`
  }
  const rest = text === '' ? '' : names.notationOf(text.slice(0, 400)).rest
  return {
    parts,
    named: {
      name: text,
      latin,
      text: text || latin,
      isSizeOnly: text !== '' && latin === '' && !/\p{L}{3}/u.test(rest),
    },
  }
}
