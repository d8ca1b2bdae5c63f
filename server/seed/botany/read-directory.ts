import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  autumnColours,
  crownShapes,
  flowerColours,
  flowerForms,
  foliageColours,
  fruitColours,
  fruitForms,
  growthForms,
  leafTypes,
  lightNeeds,
  type PlantFacts,
} from '#server/illustration/plant-facts.ts'
import { categorySeeds } from '../categories.ts'

export interface GenusEntry {
  name: string
  latinName: string
  family: string
}

/** A plant of the data files, with what it inherits from its genus for the drawing. */
export interface PlantEntry {
  genus: string
  /** The name after the genus. */
  name: string
  latinName: string
  synonyms: string
  /** Slugs; the first is the main one. */
  categories: string[]
  facts: PlantFacts
  use: string
}

export interface Directory {
  genera: GenusEntry[]
  plants: PlantEntry[]
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const genusColumns = 'genus_ru genus_lat family_lat leaf flower fruit'
const plantColumns =
  'genus_ru name_ru name_lat synonyms also zone height_m spread_m growth_cm growth crown light foliage autumn leaf flower fruit use'

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

/** `form:colour`; `undefined` when the cell is empty, `null` when it says that there is none. */
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

/**
 * Reads the botanical directory from the data files beside this one (their format: FORMAT.md).
 * Throws, naming file and line, at anything that is not in the vocabulary, stands twice or lacks its genus.
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
  const plants = new Map<string, PlantEntry>()
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
      plants.set(latinName, {
        genus: row.cell('genus_ru'),
        name: row.cell('name_ru'),
        latinName,
        synonyms: row.cell('synonyms'),
        categories: [...new Set([slug, ...also])],
        facts: plantFacts(row, genus),
        use: row.cell('use'),
      })
    }
  }
  return {
    genera: [...generaRows.values()].map(row => ({
      name: row.cell('genus_ru'),
      latinName: row.cell('genus_lat'),
      family: row.cell('family_lat'),
    })),
    plants: [...plants.values()],
  }
}
