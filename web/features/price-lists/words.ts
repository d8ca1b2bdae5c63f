import { columnName } from '#contract/column-names.ts'
import type {
  ColumnField,
  PriceList,
  PriceListCounts,
  PriceListRow,
  PriceListStatus,
  RowKind,
  RowState,
} from '#contract/price-lists.ts'
import { counted } from '#web/lib/plural.ts'

export const rowForms = ['строка', 'строки', 'строк'] as const

/** What a column holds, in words. */
export function fieldName(field: ColumnField | null): string {
  return field === null ? 'Не использовать' : columnName(field)
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
