import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  autumnColours,
  crownShapes,
  type FlowerColour,
  flowerColours,
  flowerForms,
  foliageColours,
  fruitColours,
  fruitForms,
  growthForms,
  leafTypes,
  lightNeeds,
  type MoistureNeed,
  moistureNeeds,
  type PlantFacts,
  type SoilNeed,
  soilNeeds,
} from '#server/drawings/plant-facts.ts'
import { transliterate } from '#server/platform/transliterate.ts'
import { categorySeeds } from '../categories.ts'

export interface GenusEntry {
  name: string
  latinName: string
  family: string
}

/** Months in the middle zone of Russia, 1 to 12; over the new year the first is greater than the last. */
export interface Flowering {
  from: number
  to: number
  colour: FlowerColour
}

/** A plant of the data files, with what it inherits from its genus and species. */
export interface PlantEntry {
  genus: string
  /** The name after the genus. */
  name: string
  latinName: string
  slug: string
  synonyms: string
  tradeNames: string
  /** Slugs; the first is the main one. */
  categories: string[]
  facts: PlantFacts
  flowering: Flowering | null
  soil: SoilNeed | null
  moisture: MoistureNeed | null
  /** Keeps its leaves in winter, whatever their colour. */
  isEvergreen: boolean
  sources: string
  use: string
}

/** A Latin name of an earlier release and the present one; without one, the directory no longer offers the plant. */
export interface Renaming {
  from: string
  to: string | null
}

export interface Directory {
  genera: GenusEntry[]
  plants: PlantEntry[]
  renamings: Renaming[]
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const genusColumns = 'genus_ru genus_lat family_lat leaf flower fruit'
const taxonColumns = 'taxon flowering soil moisture evergreen sources'
const renamingColumns = 'before after'
const plantColumns =
  'genus_ru name_ru name_lat synonyms trade_names also zone height_m spread_m growth_cm growth crown light foliage autumn leaf flower fruit use'

type Row = { where: string; cell: (column: string) => string }

/** The rows of one data file. Throws with the file and line when the columns are not those of FORMAT.md. */
function readRows(file: string, columns: string): Row[] {
  const names = columns.split(' ')
  const lines = readFileSync(`${folder}${file}`, 'utf8').split('\n')
  const rows: Row[] = []
  let headed = false
  lines.forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return
    const where = `${file}:${index + 1}`
    const cells = line.split('\t').map(cell => cell.trim())
    if (!headed) {
      if (cells.join(' ') !== columns) throw new Error(`${where}: the columns are not ${columns}`)
      headed = true
      return
    }
    if (cells.length > names.length) throw new Error(`${where}: ${cells.length} cells, not ${names.length}`)
    rows.push({ where, cell: column => cells[names.indexOf(column)] ?? '' })
  })
  return rows
}

function word<const Words extends readonly string[]>(row: Row, column: string, words: Words): Words[number] | null {
  const text = row.cell(column)
  if (text === '') return null
  if (!words.includes(text)) throw new Error(`${row.where}: ${column} cannot be "${text}"`)
  return text
}

function size(row: Row, column: string, max: number): number | null {
  const text = row.cell(column)
  if (text === '') return null
  const value = Number(text)
  if (!(value > 0 && value <= max)) throw new Error(`${row.where}: ${column} cannot be "${text}"`)
  return value
}

/** `form:colour`; `undefined` when the cell is empty, `null` when it states that there is none. */
function formAndColour<const Forms extends readonly string[], const Colours extends readonly string[]>(
  row: Row,
  column: string,
  forms: Forms,
  colours: Colours,
): { form: Forms[number]; colour: Colours[number] } | null | undefined {
  const text = row.cell(column)
  if (text === '') return undefined
  if (text === '-') return null
  const [form = '', colour = ''] = text.split(':')
  if (!forms.includes(form) || !colours.includes(colour)) throw new Error(`${row.where}: ${column} cannot be "${text}"`)
  return { form, colour }
}

const flowerOf = (row: Row) => formAndColour(row, 'flower', flowerForms, flowerColours)
const fruitOf = (row: Row) => formAndColour(row, 'fruit', fruitForms, fruitColours)

function plantFacts(row: Row, genus: Row): PlantFacts {
  const zone = size(row, 'zone', 9)
  if (zone !== null && !Number.isInteger(zone)) throw new Error(`${row.where}: zone cannot be "${zone}"`)
  return {
    zone,
    height: size(row, 'height_m', 60),
    spread: size(row, 'spread_m', 30),
    annualGrowth: size(row, 'growth_cm', 500),
    growth: word(row, 'growth', growthForms),
    crown: word(row, 'crown', crownShapes),
    light: word(row, 'light', lightNeeds),
    foliage: word(row, 'foliage', foliageColours),
    autumn: word(row, 'autumn', autumnColours),
    leaf: word(row, 'leaf', leafTypes) ?? word(genus, 'leaf', leafTypes),
    flower: flowerOf(row) ?? (row.cell('flower') === '-' ? null : (flowerOf(genus) ?? null)),
    fruit: fruitOf(row) ?? (row.cell('fruit') === '-' ? null : (fruitOf(genus) ?? null)),
  }
}

type TaxonColumn = 'flowering' | 'soil' | 'moisture' | 'evergreen' | 'sources'

/**
 * Inheritance from `taxa.tsv`: each column comes from the line with the longest match of the beginning of the Latin
 * name, in whole words, that has a value in that column.
 */
function inheritance() {
  const rows = new Map<string, Row>()
  for (const row of readRows('taxa.tsv', taxonColumns)) {
    const taxon = row.cell('taxon')
    if (rows.has(taxon)) throw new Error(`${row.where}: ${taxon} stands twice`)
    rows.set(taxon, row)
  }
  const unused = new Set(rows.keys())
  /** The line that applies to a column of this plant. */
  const inherited = (latinName: string) => {
    const words = latinName.split(' ')
    const taxa = words.map((_, index) => words.slice(0, words.length - index).join(' '))
    for (const taxon of taxa) unused.delete(taxon)
    return (column: TaxonColumn) =>
      taxa.map(taxon => rows.get(taxon)).find(row => row !== undefined && row.cell(column) !== '')
  }
  const checkAllUsed = () => {
    for (const taxon of unused) throw new Error(`${rows.get(taxon)?.where}: there is no ${taxon}`)
  }
  return { inherited, checkAllUsed }
}

/**
 * `5-6`, `7`, over the new year `11-3`, and of flowers that are seen but not drawn their colour: `5:green`. `undefined`
 * when it states that the plant has no showy flowers.
 */
function months(row: Row): { from: number; to: number; colour: FlowerColour | null } | undefined {
  const [text = '', colour = null] = row.cell('flowering').split(':')
  if (text === '-') return undefined
  if (colour !== null && !isFlowerColour(colour)) throw new Error(`${row.where}: flowering cannot be of "${colour}"`)
  const [from = Number.NaN, to = from] = text.split('-').map(Number)
  const isMonth = (value: number) => Number.isInteger(value) && value >= 1 && value <= 12
  if (!isMonth(from) || !isMonth(to)) throw new Error(`${row.where}: flowering cannot be "${text}"`)
  return { from, to, colour }
}

function floweringOf(season: ReturnType<typeof months>, { flower }: PlantFacts): Flowering | null {
  const colour = flower?.colour ?? season?.colour ?? null
  return season && colour ? { from: season.from, to: season.to, colour } : null
}

const isFlowerColour = (text: string): text is FlowerColour => flowerColours.some(colour => colour === text)

function readRenamings(plants: Map<string, PlantEntry>): Renaming[] {
  return readRows('renamed.tsv', renamingColumns).map(row => {
    const [from, to] = [row.cell('before'), row.cell('after') || null]
    if (plants.has(from)) throw new Error(`${row.where}: ${from} is still there`)
    if (to !== null && !plants.has(to)) throw new Error(`${row.where}: there is no ${to}`)
    return { from, to }
  })
}

/**
 * Reads the botanical directory from the data files beside this one (their format: FORMAT.md). Throws an error with
 * file and line for values outside the vocabulary, duplicates and plants without their genus.
 */
export function readDirectory(): Directory {
  const files = readdirSync(folder)
  const slugs = categorySeeds.map(category => category.slug)
  const generaRows = new Map<string, Row>()
  for (const slug of slugs.filter(name => files.includes(`${name}.genera.tsv`))) {
    for (const row of readRows(`${slug}.genera.tsv`, genusColumns)) {
      const name = row.cell('genus_ru')
      if (generaRows.has(name)) throw new Error(`${row.where}: the genus ${name} stands twice`)
      generaRows.set(name, row)
    }
  }
  const { inherited, checkAllUsed } = inheritance()
  const plants = new Map<string, PlantEntry>()
  const slugsOf = new Map<string, string>()
  for (const slug of slugs.filter(name => files.includes(`${name}.tsv`))) {
    for (const row of readRows(`${slug}.tsv`, plantColumns)) {
      const genus = generaRows.get(row.cell('genus_ru'))
      if (!genus) throw new Error(`${row.where}: no genus ${row.cell('genus_ru')}`)
      const also = row
        .cell('also')
        .split(',')
        .map(part => part.trim())
        .filter(Boolean)
      const unknown = also.find(other => !slugs.includes(other))
      if (unknown) throw new Error(`${row.where}: no category ${unknown}`)
      const latinName = row.cell('name_lat')
      if (!latinName || !row.cell('name_ru')) throw new Error(`${row.where}: a plant needs both names`)
      if (plants.has(latinName)) throw new Error(`${row.where}: ${latinName} stands twice`)
      const address = transliterate(latinName)
      const namesake = slugsOf.get(address)
      if (namesake) throw new Error(`${row.where}: ${latinName} has the address of ${namesake}`)
      slugsOf.set(address, latinName)
      const facts = plantFacts(row, genus)
      const lineFor = inherited(latinName)
      const [floweringRow, soilRow, moistureRow] = [lineFor('flowering'), lineFor('soil'), lineFor('moisture')]
      const season = floweringRow && months(floweringRow)
      plants.set(latinName, {
        genus: row.cell('genus_ru'),
        name: row.cell('name_ru'),
        latinName,
        slug: address,
        synonyms: row.cell('synonyms'),
        tradeNames: row.cell('trade_names'),
        categories: [...new Set([slug, ...also])],
        facts,
        flowering: floweringOf(season, facts),
        soil: soilRow ? word(soilRow, 'soil', soilNeeds) : null,
        moisture: moistureRow ? word(moistureRow, 'moisture', moistureNeeds) : null,
        isEvergreen: facts.autumn === 'evergreen' || lineFor('evergreen') !== undefined,
        sources: lineFor('sources')?.cell('sources') ?? '',
        use: row.cell('use'),
      })
    }
  }
  checkAllUsed()
  return {
    genera: [...generaRows.values()].map(row => ({
      name: row.cell('genus_ru'),
      latinName: row.cell('genus_lat'),
      family: row.cell('family_lat'),
    })),
    plants: [...plants.values()],
    renamings: readRenamings(plants),
  }
}
