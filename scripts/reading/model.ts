import type { Form, Root, Stock } from '#contract/variants.ts'

/** What a list states of one size of a plant. What it leaves open is left out. */
export interface Stated {
  form?: Form | null
  height_from?: number | null
  height_to?: number | null
  spread_from?: number | null
  spread_to?: number | null
  girth_from?: number | null
  girth_to?: number | null
  stem_height?: number | null
  transplants?: number | null
  root?: Root | null
  root_size?: number | null
  /** `null`: on request. */
  price?: number | null
  price_tiers?: { quantity_from: number | null; price: number }[]
  stock?: Stock
  stock_quantity?: number | null
  stock_is_minimum?: boolean
  available_from?: string | null
  sku?: string | null
}
export type StatedField = keyof Stated

/** What a cell, a heading or a column says of the offers that it applies to. */
export interface Facts {
  /** The number of the plant in the directory; `null`: not in it. */
  plant?: number | null
  stated?: Stated
  /** Other answers that are right. */
  accepted?: Partial<Record<StatedField, unknown[]>>
  /** Fields that nobody can know from the list: they must become a question or a doubt. */
  ambiguous?: StatedField[]
  /** Words that must stay in the note. */
  remarks?: string[]
  /** Of a schedule: how many are wanted, and in what they are counted. `null`: nobody can know. */
  quantity?: number | null
  unit?: string | null
}

export interface Cell {
  text: string
  /** In a workbook the cell is this number. */
  value?: number
  facts?: Facts
  /** Its words belong to no field, but may not be lost. */
  isInfo?: true
}

export interface Column {
  /** What it holds in the words of the generator. */
  concept: string
  title: string
  /** The title above it and its neighbours. */
  above?: string
  /** In the row of units. */
  unit?: string
  /** The right answers to a question about it, best first. */
  answers: string[]
  /** Of a column that stands for a size or a packing. */
  facts?: Facts
  /** The unit of its prices or lengths, for questions. */
  measure?: string
}

export interface Row {
  kind: 'offer' | 'note' | 'blank'
  /** One for each column of the panel. */
  cells: Cell[]
}

/** Rows that belong together: all rows of a plant. */
export type Group = Row[]

export interface Block {
  heading: Cell | null
  /** In which column the heading stands. */
  headingAt: number
  /** The groups below say without it what they offer. */
  isPlain: boolean
  facts?: Facts
  repeatsTitles: boolean
  groups: Group[]
}

export interface Panel {
  /** A line above that says something of all its prices. */
  lead: string | null
  columns: Column[]
  hasTitles: boolean
  hasNumbers: boolean
  blocks: Block[]
}

export interface ListSheet {
  name: string
  top: string[][]
  /** More than one: lists side by side. */
  panels: Panel[]
  /** Tables of other columns below. */
  below: Panel[]
  bottom: string[][]
  /** What the whole sheet says. */
  facts?: Facts
}

export type Format =
  | 'xlsx'
  | 'csv'
  | 'csv1251'
  | 'tsv'
  | 'pasted'
  | 'lines'
  | 'html'
  | 'html_xls'
  | 'docx'
  | 'ods'
  | 'pdf'

export interface List {
  seed: number
  isClosed: boolean
  format: Format
  separator: string
  mergesNames: boolean
  /** What was chosen: failures are counted by it. */
  choices: Record<string, string>
  sheets: ListSheet[]
}

export interface VariantTruth {
  stated: Stated
  accepted: Partial<Record<StatedField, unknown[]>>
  ambiguous: StatedField[]
  remarks: string[]
}

export interface OfferTruth {
  sheet: string
  /** From 1. */
  row: number
  part: number | null
  /** A text of the row by which it is recognized. */
  probe: string
  /** All texts of the row. */
  texts: string[]
  plant: number | null
  quantity: number | null
  unit: string | null
  variants: VariantTruth[]
  /** Words of cells that belong to no field. */
  info: string[]
}
