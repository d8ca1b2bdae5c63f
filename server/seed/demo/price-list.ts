import { readFileSync } from 'node:fs'
import type { HeightMeasure } from '#contract/products.ts'

/**
 * The price lists of the demonstration companies, `price-lists/<company>.tsv`, tab-separated, one line a product:
 * - `plant`: genus and name as in the botanical directory;
 * - `height`: `100-125` is centimetres, `4.5-5.0` (with a decimal point) metres; empty for perennials in pots and for
 *   trees sold by girth, from which their height follows;
 * - `root`: `C15` container of 15 litres, `P9` pot of 9 cm, `RB60` root ball of 60 cm in burlap, `WRB80` the same in
 *   a wire basket, `BR` bare root, `K40` cassette of 40 cells;
 * - `price`: rubles, `-` for "on request";
 * - `form`: words of the trade: `g18-20` girth, `3xv` times transplanted, `mst3` stems, `pa120` stem up to the graft,
 *   `w80-100` width, `sh3` shoots of a rose, `yr2` years, `lot20` smallest lot, `sol` solitaire, `video`,
 *   `age=<lookup key>` and `from=<country>` if they cannot be derived;
 * - `category`: slug, if it is not the plant's main category;
 * - `words`: the nursery's words about this lot, the start of the description.
 */
export interface PriceLine {
  plant: string
  height: { from: number; to: number; measure: HeightMeasure } | null
  root: { kind: 'C' | 'P' | 'RB' | 'WRB' | 'BR' | 'K'; size: number | null }
  price: number | null
  girth: string | null
  transplanted: number | null
  stems: number | null
  stemHeight: number | null
  width: string | null
  shoots: number | null
  years: number | null
  lot: number | null
  solitaire: boolean
  video: boolean
  age: string | null
  country: string
  category: string | null
  words: string
}

/** Girth in centimetres at one metre and the usual height in metres, from ГОСТ and the trade. */
export const girthLadder: Record<string, [from: number, to: number]> = {
  '8-10': [2.5, 3],
  '10-12': [3, 3.5],
  '12-14': [3.5, 4],
  '14-16': [4, 4.5],
  '16-18': [4.5, 5],
  '18-20': [5, 5.5],
  '20-25': [5.5, 6],
  '25-30': [6, 6.5],
  '30-35': [6.5, 7],
}

function heightOf(cell: string, girth: string | null): PriceLine['height'] {
  if (cell === '') {
    const ladder = girth === null ? undefined : girthLadder[girth]
    return ladder ? { from: ladder[0], to: ladder[1], measure: 'M' } : null
  }
  const [from = 0, to = 0] = cell.split('-').map(Number)
  return { from, to, measure: cell.includes('.') ? 'M' : 'SM' }
}

function rootOf(cell: string, where: string): PriceLine['root'] {
  const match = /^(WRB|RB|BR|C|P|K)([\d.]*)$/.exec(cell)
  if (!match) throw new Error(`${where}: no such root "${cell}"`)
  return { kind: match[1] as PriceLine['root']['kind'], size: match[2] ? Number(match[2]) : null }
}

function priceLine(line: string, where: string): PriceLine {
  const [plant = '', height = '', root = '', price = '', form = '', category = '', words = ''] = line.split('\t')
  const marks = form.split(' ').filter(Boolean)
  const markOf = (pattern: RegExp) =>
    marks.map(mark => pattern.exec(mark)?.[1]).find(value => value !== undefined) ?? null
  const numberOf = (pattern: RegExp) => {
    const value = markOf(pattern)
    return value === null ? null : Number(value)
  }
  const girth = markOf(/^g(\d+-\d+)$/)
  if (girth !== null && !girthLadder[girth]) throw new Error(`${where}: no such girth ${girth}`)
  return {
    plant,
    height: heightOf(height, girth),
    root: rootOf(root, where),
    price: price === '-' ? null : Number(price),
    girth,
    transplanted: numberOf(/^(\d)xv$/),
    stems: numberOf(/^mst(\d)$/),
    stemHeight: numberOf(/^pa(\d+)$/),
    width: markOf(/^w(\d+-\d+)$/),
    shoots: numberOf(/^sh(\d)$/),
    years: numberOf(/^yr(\d+)$/),
    lot: numberOf(/^lot(\d+)$/),
    solitaire: marks.includes('sol'),
    video: marks.includes('video'),
    age: markOf(/^age=(.+)$/),
    country: markOf(/^from=(.+)$/) ?? 'Россия',
    category: category || null,
    words,
  }
}

export function readPriceList(companyKey: string): PriceLine[] {
  const file = `price-lists/${companyKey}.tsv`
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
  return lines.filter(line => line.trim() !== '').map((line, index) => priceLine(line, `${file}:${index + 2}`))
}
