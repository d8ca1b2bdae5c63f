import {
  type ColumnField,
  columnFields,
  type PriceList,
  type PriceListCounts,
  type PriceListRow,
  type PriceListStatus,
  type RowKind,
  type RowState,
} from '#contract/price-lists.ts'
import { counted } from '#web/lib/plural.ts'

export const rowForms = ['строка', 'строки', 'строк'] as const

const fieldNames: Record<(typeof columnFields)[number], string> = {
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
  price: 'Цена',
  price_wholesale: 'Оптовая цена',
  stock: 'Наличие',
  available_from: 'Когда будет',
  sku: 'Артикул',
  note: 'Примечание',
  category: 'Категория',
}

/** What a column holds, in words. */
export function fieldName(field: ColumnField | null): string {
  if (field === null) return 'Не использовать'
  const known = columnFields.find(name => name === field)
  return known ? fieldNames[known] : `Цена от ${field.slice('price_from:'.length)} шт.`
}

export const stateNames: Record<RowState, string> = {
  doubtful: 'Под вопросом',
  new: 'Новые',
  changed: 'Изменённые',
  unchanged: 'Без изменений',
  rejected: 'Отклонённые',
  skipped: 'Пропущенные',
}

/** Of one row. */
export const stateOfRow: Record<RowState, string> = {
  doubtful: 'Под вопросом',
  new: 'Новая',
  changed: 'Изменится',
  unchanged: 'Без изменений',
  rejected: 'Отклонена',
  skipped: 'Пропущена',
}

export const kindNames: Record<Exclude<RowKind, 'offer'>, string> = {
  section: 'Разделы',
  header: 'Заголовки',
  note: 'Примечания',
  empty: 'Пустые',
}

export const statusNames: Record<PriceListStatus, string> = {
  reading: 'Читается',
  ready: 'Не применён',
  failed: 'Не прочитан',
  applying: 'Применяется',
  applied: 'Применён',
  rolled_back: 'Возвращён',
}

export const isUnderWay = ({ status }: Pick<PriceList, 'status'>) => status === 'reading' || status === 'applying'

/** «298 новых · 4 изменённых»; states without rows are left out. */
export function countsLine(counts: PriceListCounts): string {
  const parts: [number, readonly [string, string, string]][] = [
    [counts.new, ['новая', 'новые', 'новых']],
    [counts.changed, ['изменённая', 'изменённые', 'изменённых']],
    [counts.unchanged, ['без изменений', 'без изменений', 'без изменений']],
    [counts.doubtful, ['под вопросом', 'под вопросом', 'под вопросом']],
    [counts.rejected, ['отклонена', 'отклонены', 'отклонено']],
    [counts.skipped, ['пропущена', 'пропущены', 'пропущено']],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, forms]) => counted(count, forms))
    .join(' · ')
}

const dates = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

export const dateText = (iso: string) => dates.format(new Date(iso))

/** «Лист1, строка 5, часть 2» */
export function placeOf(
  { sheet, row, part }: Pick<PriceListRow, 'sheet' | 'row' | 'part'>,
  hasSheets: boolean,
): string {
  const numbered = part === null ? `${row}` : `${row}, часть ${part}`
  return hasSheets ? `${sheet}, строка ${numbered}` : `Строка ${numbered}`
}
