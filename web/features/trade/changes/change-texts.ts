import type { LineWish } from '#contract/projects.ts'
import type { LineChange, LineField, RequestLine } from '#contract/requests.ts'
import { writeWish } from '#contract/size-label.ts'
import { pluralForm } from '#web/lib/plural.ts'
import { inSentence, lineForms, lineName, quantityText } from '../words.ts'

type Part = 'size' | 'packing' | 'form'

/** Only one part of what is wanted, in the notation. */
function partOf({ root, root_size_from, root_size_to, form, ...sizes }: LineWish, part: Part): string {
  const nothing = Object.fromEntries(Object.keys(sizes).map(name => [name, null])) as typeof sizes
  return writeWish({
    ...(part === 'size' ? sizes : nothing),
    form: part === 'form' ? form : null,
    ...(part === 'packing'
      ? { root, root_size_from, root_size_to }
      : { root: null, root_size_from: null, root_size_to: null }),
  })
}

const names: Record<LineField, string> = {
  plant: 'растение',
  quantity: 'количество',
  size: 'размер',
  packing: 'упаковка',
  form: 'форма',
}

function saidOf(line: RequestLine, field: LineField): string {
  if (field === 'plant') return line.plant?.name || lineName(line)
  if (field === 'quantity') return quantityText(line.quantity, line.unit) || 'не указано'
  return inSentence(partOf(line.wish, field)) || (field === 'size' ? 'любой' : 'любая')
}

/** What differs in a line, before → after: «количество 10 шт. → 25 шт.»; empty for lines that were added or deleted. */
export const differencesOf = ({ before, after, fields }: LineChange): string[] =>
  before && after ? fields.map(field => `${names[field]} ${saidOf(before, field)} → ${saidOf(after, field)}`) : []

/** The same as a sentence on the line itself. */
export function changeText(change: LineChange): string {
  if (!change.before) return 'Добавлена после отправки запроса'
  return change.after
    ? `С отправки запроса: ${differencesOf(change).join('; ')}`
    : 'Удалена из проекта после отправки запроса'
}

/** «изменилась 1 строка», «изменилось 3 строки» */
export const changedText = (count: number) =>
  `${pluralForm(count, ['изменилась', 'изменилось', 'изменилось'])} ${count.toLocaleString('ru-RU')} ${pluralForm(count, lineForms)}`

/** Ids of the lines that are still to be asked for as they are now. */
export const unasked = (changes: readonly LineChange[]): string[] =>
  changes.flatMap(({ line, after, asked_in }) => (after && asked_in === null ? [line] : []))
