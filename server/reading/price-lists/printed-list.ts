// The list that this site prints (server/domains/price-lists/files/list-on-paper.ts), read from its PDF.
import { priceListLimits } from '#contract/price-lists.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { ownTitles } from './own-titles.ts'

/** What the printed list says, word for word: the paper is drawn with it, and read by it. */
export const printed = {
  title: 'Прайс-лист, ',
  columns: ['Размер', 'Наличие', 'Цена, ₽', 'На дату'],
  noLabel: 'размер не указан',
  onRequest: 'по запросу',
  continued: ' (продолжение)',
}

interface PrintedOffer {
  name: string
  category: string
  sku: string
  label: string
  price: Cell
  tiers: Map<number | null, number>
  stock: string
  note: string
}

const number = (text: string) => Number(text.replaceAll(/\s/g, '').replace(',', '.'))

/** A name with the Latin one behind it, which follows a cultivar in quotes or a Russian word. */
const latinBehind =
  /^(.*[\p{Script=Cyrillic}'’»")])\s+((?:[×x]\s?)?\p{Lu}[\p{Script=Latin}-]+(?:\s\P{Script=Cyrillic}*)?)$/u

/** «38 000», below in smaller letters «от 50 шт. 35 000», «опт 34 000»; null for anything else. */
function pricesIn(cell: string): Pick<PrintedOffer, 'price' | 'tiers'> | null {
  const [first = '', ...smaller] = cell.split('\n')
  if (first !== printed.onRequest && !/^\d[\d\s]*(?:,\d+)?$/.test(first)) return null
  const tiers = new Map<number | null, number>()
  const rest = smaller
    .join(' ')
    .replaceAll(/(?:опт|от (\d[\d\s]*) шт\.) (\d[\d\s]*(?:,\d+)?)/g, (_, from: string | undefined, price: string) => {
      tiers.set(from === undefined ? null : number(from), number(price))
      return ''
    })
  return rest.trim() === '' ? { price: first === printed.onRequest ? first : number(first), tiers } : null
}

/** «Выс. 80–100 · C 5», below in smaller letters the article number and the note. */
function sizeIn(cell: string): Pick<PrintedOffer, 'label' | 'sku' | 'note'> {
  // Where there is no size, this is said in smaller letters too.
  const isBare = cell.startsWith(printed.noLabel)
  const [label = '', ...smaller] = isBare ? ['', cell.slice(printed.noLabel.length).trim()] : cell.split('\n')
  const below = smaller.join(' ')
  const [, sku = '', note = ''] = /^арт\. (.+?)(?: · (.*))?$/u.exec(below) ?? ['', '', below]
  return { label, sku, note }
}

/** An offer of the list; null for any other row. */
function offerIn(texts: string[], name: string, category: string): PrintedOffer | null {
  const [size = '', stock = '', price = '', date = '', ...others] = texts
  const prices = pricesIn(price)
  if (!prices || stock === '' || !/^\d\d\.\d\d\.\d\d$/.test(date) || others.length > 0) return null
  const count = /^(\d[\d\s]*) шт\.$/.exec(stock)?.[1]
  return { name, category, ...sizeIn(size), ...prices, stock: count ? String(number(count)) : stock }
}

/** The offers of a printed list in order, with what else it says; null for any other sheet. */
function printedOffers({ rows, doubts = [] }: Sheet): { offers: PrintedOffer[]; remark: string } | null {
  const areTitles = (texts: string[]) =>
    texts.length === printed.columns.length && printed.columns.every((title, at) => title === texts[at])
  const written = rows.map(cells => cells.map(textOf))
  const from = written.findIndex(areTitles)
  if (from < 1 || doubts.length > 0) return null
  const offers: PrintedOffer[] = []
  let category = ''
  let name = ''
  let pending = [written[from - 1]?.[0] ?? '']
  for (const texts of written.slice(from)) {
    const filled = texts.filter(text => text !== '')
    const [only = ''] = filled
    if (filled.length === 0) continue
    if (areTitles(texts)) {
      // On another page the section goes on.
      category = pending.join(' ') || category
      pending = []
    } else if (only.startsWith(printed.title) && /^\d+$/.test(filled.at(-1) ?? '')) continue
    else if (filled.some(text => text.length > priceListLimits.cell)) return null
    else if (filled.length === 1) pending.push(only)
    else {
      const above = pending.join(' ')
      name = (above.endsWith(printed.continued) ? above.slice(0, -printed.continued.length) : above) || name
      pending = []
      const offer = offerIn(texts, name, category)
      if (!offer) return null
      offers.push(offer)
    }
  }
  // «Здесь не всё: ещё 8», or a name whose offers are missing.
  return offers.length > 0 ? { offers, remark: pending.join(' ') } : null
}

/** A printed list as the table that a company downloads (own-titles.ts), from which it was printed; others as they are. */
export function asDownloaded(sheet: Sheet): Sheet {
  const found = printedOffers(sheet)
  if (!found) return sheet
  const { offers, remark } = found
  const columns = ownTitles({
    hasSku: offers.some(({ sku }) => sku !== ''),
    quantities: offers.flatMap(({ tiers }) => [...tiers.keys()]),
  })
  const rows = offers.map(({ name, category, sku, label, price, tiers, stock, note }) => {
    const [, russian = name, latin = ''] = latinBehind.exec(name) ?? []
    const cells: Record<string, Cell> = {
      sku,
      name: russian,
      latin_name: latin,
      category,
      size: label,
      price,
      stock,
      note,
    }
    const tierOf = (field: string): Cell =>
      [...tiers].find(([from]) => field === (from === null ? 'price_wholesale' : `price_from:${from}`))?.[1] ?? ''
    return columns.map(({ field }) => cells[field] ?? tierOf(field))
  })
  return {
    ...sheet,
    rows: [columns.map(({ title }) => title), ...rows, ...(remark === '' ? [] : [[remark]])],
    merges: [],
  }
}
