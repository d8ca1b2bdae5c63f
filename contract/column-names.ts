import { type ColumnField, columnFields } from './price-lists.ts'

/** What a column of a price list holds, as people read it. */
const columnNames: Record<(typeof columnFields)[number], string> = {
  name: 'Название',
  latin_name: 'Латинское название',
  genus: 'Род',
  species: 'Вид',
  cultivar: 'Сорт',
  size: 'Размер',
  height: 'Высота',
  spread: 'Ширина',
  girth: 'Обхват ствола',
  stem_height: 'Высота штамба',
  form: 'Форма',
  transplants: 'Пересадки',
  root: 'Упаковка корней',
  root_size: 'Объём или диаметр',
  weight: 'Вес',
  price: 'Цена',
  price_wholesale: 'Оптовая цена',
  stock: 'Наличие',
  available_from: 'Когда будет',
  sku: 'Артикул',
  note: 'Примечание',
  category: 'Категория',
}

export function columnName(field: ColumnField): string {
  const known = columnFields.find(name => name === field)
  return known ? columnNames[known] : `Цена от ${field.slice('price_from:'.length)} шт.`
}
