// What the titles of a schedule's columns say.
import type { ColumnField } from '#contract/price-lists.ts'
import { noMeaning, normalize, type TitleMeaning } from '#server/reading/price-lists/titles.ts'

/** What a column is for: what price lists have too, or what only schedules have. */
export type Role = 'number' | 'unit' | 'quantity' | 'area' | 'ignored' | ColumnField

/** Titles that price lists do not have, or that mean something else there. The first match counts. */
const vocabulary: [RegExp, Role][] = [
  // Of what is wanted in all, so many: «в т.ч. ком».
  [/^(?:в т\.? ?ч|в том числе|из них)/u, 'ignored'],
  [/стволов|пересад/u, 'ignored'],
  // How large the plant grows.
  [/(?:выс|рост|шир|диам|размер).*(?:взр|зрел|(?:в|через|к) \d+(?:-\d+)? (?:год|лет))/u, 'ignored'],
  [
    /^(?:№|#|(?:n|no|nr|ref|item)(?!\p{L})|номер|поз|п\s?\/\s?п|обозн|условн\p{L}* обозн|марка|шифр|код|индекс)(?!\p{L}*[^\p{L}]*\p{L}*наимен)/u,
    'number',
  ],
  [/^ед(?:\.|иниц|$| изм)|измер/u, 'unit'],
  // Also in «Кол-во шт. на м.кв.» and «Кол-во лет».
  [
    /плотност|густот|^норма$|норм[аы]?[^\p{L}]+(?:посадк|высадк|высев|раст|шт)|(?:\/|(?:^|\s)на)\s?(?:1 )?(?:м|п|кв|пог)(?!\p{L}{5})|шаг|интервал|расстоян|схема/u,
    'ignored',
  ],
  [/(?:^|[\s(])лет(?!\p{L})/u, 'ignored'],
  [/цен[аыу]|стоимост|сумма|руб|₽/u, 'ignored'],
  [
    /кол(?:ич)?\p{L}*[-. ]*в|количеств|^к[-/.]\s?во(?!\p{L})|^кол(?:-во)?\.?(?:$|[ ,(])|^шт(?:\.|ук|$|[ ,(])|^всего|^итого|^общее|потребност|^к посадке|^qty|^quantity|^pcs|экз\p{L}*$|^(?:число|сколько|надо|нужно|требуется|необходимо|закуп\p{L}*|к закупке|заказать)(?!\p{L})|^∑|^объем(?!.*(?:конт|горш|ком|литр|[ ,]л(?:$|\.)))/u,
    'quantity',
  ],
  [/^площад(?!.*(?:кома|кроны))|^протяженн|^s(?:,|$)/u, 'area'],
  [/латин|латын|botanic|latin|^lat/u, 'latin_name'],
  [
    /наимен|назван|^(?:plant )?name$|^plants?$|ассортимент|^растени|^культура|^пород|^вид(?:а|ы)?\W.*(?:сорт|форм|пород|растен|насажд)|^порода/u,
    'name',
  ],
  [/(?:требован|характерист|парамет|размер|стандарт|кондици)(?!.*(?:кома|контейн|горшк|крон|штамб))/u, 'size'],
  [/^возр(?:\.|аст)(?!.*(?:выс|рост|обхв))/u, 'ignored'],
]

/** Nothing longer is a title; the patterns above look at every place of it. */
const longestTitle = 120
const plain = (title: string) => normalize(title.slice(0, longestTitle))

/** The meaning of a title in a schedule; meanings that only price lists have are ignored. */
export function roleOf(
  title: string,
  above: string,
  known: TitleMeaning | null,
): { role: Role | null; meaning: TitleMeaning } {
  const [text, over] = [plain(title), plain(above)]
  const own = over !== '' && text.startsWith(over) ? text.slice(over.length).trim() : text
  const find = (of: string) => vocabulary.find(([pattern]) => pattern.test(of))?.[1] ?? null
  // «Кол-во, шт» over «Участок 1», «Участок 2» and «Всего».
  const role = find(own) ?? (known?.field ? null : find(text))
  if (role === 'latin_name' && /рус/u.test(text)) return { role: 'name', meaning: { ...noMeaning, field: 'name' } }
  if (role === 'name' || role === 'latin_name' || role === 'size')
    return { role, meaning: { ...noMeaning, field: role } }
  if (role !== null && known?.field !== 'transplants') return { role, meaning: noMeaning }
  // What price lists have in stock, schedules want: «К-во», «Цыц-во (шт)».
  if (known?.field === 'stock' && !/налич|остат|склад|свобод|доступ/u.test(text))
    return { role: 'quantity', meaning: noMeaning }
  const priced = new Set<string | null>(['price', 'price_wholesale', 'stock', 'sku', 'available_from', 'category'])
  if (known === null || priced.has(known.field) || known.field?.startsWith('price_from') || known.size !== '')
    return { role: known === null ? null : 'ignored', meaning: noMeaning }
  return { role: known.field, meaning: known }
}

/** Whether a title is one that only columns of quantities have. */
export const isTitleOfQuantities = (title: string): boolean =>
  vocabulary.find(([pattern]) => pattern.test(plain(title)))?.[1] === 'quantity'

/** What a title says that counts for one of several parts of the site, or for a part of the time. */
const ofPart =
  /участ|очеред|этап|зон|сектор|секци|фаз|захватк|лот(?!\p{L})|двор|дом(?!\p{L})|корпус|квартал|цветник|клумб|ул\.|улиц|литер|блок|партер|площадк|террит|сквер|аллея|берег|сторон|part|zone|phase|plot|area|весн|осен|(?:^|\s)(?:19|20)\d\d(?!\d)/iu

/** «Участок 1», and «I» or «2» below «Количество». */
export function isPartOfSite(title: string, above: string): boolean {
  const own = above !== '' && title.startsWith(above) ? title.slice(above.length).trim() : ''
  return ofPart.test(title) || /^(?:[ivx]{1,4}|№?\s?\d{1,2}|\p{L})$/iu.test(own)
}

const ofMoney = /цен[аыу]|стоимост|сумма|руб|₽|price/u

/** Whether a column holds money. */
export const isTitleOfPrices = (title: string): boolean => ofMoney.test(plain(title))
