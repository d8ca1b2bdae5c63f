import type { PriceListRow, RowChange } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import { formNames, type PriceTier, type WritableVariant } from '#contract/variants.ts'
import { rootCodes, stockWords } from '#web/features/products/form/sizes/words.ts'
import { formatPrice } from '#web/lib/format-price.ts'

const names: Record<string, string> = {
  sku: 'Артикул',
  form: 'Форма',
  height_from: 'Высота от, см',
  height_to: 'Высота до, см',
  spread_from: 'Ширина от, см',
  spread_to: 'Ширина до, см',
  girth_from: 'Обхват от, см',
  girth_to: 'Обхват до, см',
  stem_height: 'Штамб, см',
  stems: 'Стволов',
  transplants: 'Пересадок',
  root: 'Упаковка',
  root_size: 'Размер упаковки',
  weight: 'Вес, кг',
  volume: 'Объём, м³',
  price: 'Цена',
  price_tiers: 'Цены от количества',
  stock: 'Наличие',
  stock_quantity: 'Количество, шт.',
  stock_is_minimum: 'Количество не меньше',
  available_from: 'Ожидается с',
  note: 'Примечание',
  is_published: 'Публикация',
}

const inWords = (words: Record<string, string>, value: string) => words[value] ?? value
const dayText = (iso: string) => iso.split('-').toReversed().join('.')

export const tierText = ({ quantity_from: from, price }: PriceTier) =>
  `${from === null ? 'опт' : `от ${from} шт.`} ${formatPrice(price)}`

function valueText(field: string, value: RowChange['before']): string {
  if (field === 'price') return typeof value === 'number' ? formatPrice(value) : 'по запросу'
  if (field === 'is_published') return value === true ? 'опубликовано' : 'снято'
  if (Array.isArray(value)) return value.length === 0 ? 'нет' : value.map(tierText).join(', ')
  if (value === null || value === '') return 'не указано'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (field === 'stock') return inWords(stockWords, value).toLowerCase()
  if (field === 'form') return inWords(formNames, value).toLowerCase()
  if (field === 'root') return inWords(rootCodes, value)
  return field === 'available_from' ? dayText(value) : value
}

const percent = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1, signDisplay: 'always' })

export interface ChangeText {
  key: string
  /** Of which size of the row it is; `""` where the row has one. */
  size: string
  name: string
  /** `null`: it is added. */
  before: string | null
  after: string
  /** «+5,6 %» of a price. */
  by: string
}

/** What applying a row changes, one line each. */
export function changeTexts({ changes, variants }: Pick<PriceListRow, 'changes' | 'variants'>): ChangeText[] {
  return changes.map(({ field: key, before, after }) => {
    const [, place, inside] = /^variants\.(\d+)(?:\.(.+))?$/.exec(key) ?? []
    const variant = place === undefined ? undefined : variants[Number(place)]
    const size = variant ? writeLabel(variant) : ''
    if (place !== undefined && inside === undefined)
      return { key, size: '', name: 'Новый размер', before: null, after: valueText('label', after), by: '' }
    const field = inside ?? key
    const isPrice = field === 'price' && typeof before === 'number' && typeof after === 'number' && before > 0
    return {
      key,
      size,
      name: names[field] ?? field,
      before: valueText(field, before),
      after: valueText(field, after),
      by: isPrice
        ? `${percent.format((100 * (Number(after) - Number(before))) / Number(before)).replace('-', '−')} %`
        : '',
    }
  })
}

type Priced = Pick<WritableVariant, 'price' | 'price_tiers'>
type Stocked = Pick<WritableVariant, 'stock' | 'stock_quantity' | 'stock_is_minimum' | 'available_from'>

/** «900 ₽, от 10 шт. 800 ₽» */
export const priceText = ({ price, price_tiers }: Priced) =>
  [price === null ? 'по запросу' : formatPrice(price), ...price_tiers.map(tierText)].join(', ')

/** «в наличии, 100+ шт.» */
export function stockLine({ stock, stock_quantity: quantity, stock_is_minimum, available_from }: Stocked): string {
  const word = stockWords[stock].toLowerCase()
  if (stock === 'expected' && available_from !== null) return `${word} с ${dayText(available_from)}`
  return stock === 'sold_out' || quantity === null ? word : `${word}, ${quantity}${stock_is_minimum ? '+' : ''} шт.`
}
