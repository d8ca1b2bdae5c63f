import { readDistinctly } from './distinct-cells.ts'
// Whether a title says what is below it in words that are all known. Half a title is no evidence.
import type { Profile } from './profiles.ts'
import { meaningsOfWord } from './title-words.ts'
import { asTitle, type Known, type TitleMeaning, vocabulary, withoutOrderSum } from './titles.ts'

/** Words that change nothing of what a column holds: units, little words, whose and when. */
const neutral =
  /^(?:см|мм|м|л|шт|штук\p{L}*|экз\p{L}*|ед|единиц\p{L}*|изм\p{L}*|руб\p{L}*|р|rub|₽|г|кг|cm|st|stück|sztuk\p{L}*|cen[ay]|mm|m|l|pcs|stk|szt|pc|no|nr|в|во|на|с|со|за|по|от|до|и|или|для|из|к|при|у|о|об|of|in|per|ab|from|bij|stuk|od|do|przy|cad|cadauno|the|and|von|w|za|на|растени\p{L}*|раст|саженц\p{L}*|саженец|саж|товар\p{L}*|позици\p{L}*|посадочн\p{L}*|материал\p{L}*|посадматериал\p{L}*|наш\p{L}*|общ\p{L}*|текущ\p{L}*|актуальн\p{L}*|указан\p{L}*|весн\p{L}*|осен\p{L}*|сезон\p{L}*|год\p{L}*|лето|зима|янв\p{L}*|фев\p{L}*|март\p{L}*|апр\p{L}*|ма[йя]|июн\p{L}*|июл\p{L}*|авг\p{L}*|сен\p{L}*|окт\p{L}*|ноя\p{L}*|дек\p{L}*|питомник\p{L}*|ндс|вкл\p{L}*|включая|мин\p{L}*|макс\p{L}*|min|max|plant|plants)$/u

/** Fields of which a title may name two: the one that is meant is the first of each. */
const families: Record<string, string[]> = {
  price: ['price', 'price_wholesale', 'stock'],
  price_wholesale: ['price', 'price_wholesale'],
  name: ['name', 'latin_name', 'genus', 'species', 'cultivar', 'category', 'size'],
  latin_name: ['name', 'latin_name', 'genus', 'species'],
  genus: ['genus', 'name'],
  species: ['species', 'name'],
  cultivar: ['cultivar', 'name', 'species'],
  size: ['size', 'height', 'spread', 'girth', 'stem_height', 'root', 'root_size', 'form', 'category'],
  height: ['height', 'stem_height', 'size'],
  spread: ['spread', 'size'],
  girth: ['girth', 'stem_height', 'size', 'height'],
  stem_height: ['stem_height', 'height', 'size'],
  root: ['root', 'root_size', 'size', 'form'],
  root_size: ['root', 'root_size', 'size', 'spread'],
  stock: ['stock', 'price'],
  available_from: ['available_from', 'stock'],
  note: ['note', 'name', 'size', 'category'],
  category: ['category', 'name'],
  sku: ['sku', 'name'],
  form: ['form', 'name', 'root'],
}

const familyOf = (field: string | null) =>
  field === null ? [] : (families[field.startsWith('price_from') ? 'price' : field] ?? [field])

/** Words that change nothing of columns of this kind alone. */
const neutralOf: Record<string, RegExp> = {
  price:
    /^(?:кр|мелк|ср|тыс\p{L}*|упак\p{L}*|уп|пач\p{L}*|пуч\p{L}*|набор\p{L}*|комплект\p{L}*|лот|кассет\p{L}*|палет\p{L}*|ящик\p{L}*|короб\p{L}*|десят\p{L}*|сотн\p{L}*|пог\p{L}*|пм|п|мелк\p{L}*|средн\p{L}*|крупн\p{L}*|отпускн\p{L}*|базов\p{L}*|реализаци\p{L}*|продаж\p{L}*|тип|вид|со|скидк\p{L}*)$/u,
  name: /^(?:polsk\p{L}*|zwyczajow\p{L}*|deutsch\p{L}*|nederlands\p{L}*|common)$/u,
  stock: /^(?:inventory|конечн\p{L}*|тыс\p{L}*|есть|имеется|имеющ\p{L}*)$/u,
  size: /^(?:ряд\p{L}*|групп\p{L}*|сетк\p{L}*)$/u,
  root: /^(?:option|систем\p{L}*|сист|состояни\p{L}*|вид|тип)$/u,
  root_size: /^(?:систем\p{L}*|сист|вид|тип)$/u,
  girth: /^(?:ствол\p{L}*|ств|высот\p{L}*|уровн\p{L}*)$/u,
  spread: /^(?:крон\p{L}*|d|диам\p{L}*|ø)$/u,
  height: /^(?:option|attribute|длин\p{L}*|побег\p{L}*|надземн\p{L}*|част\p{L}*|стандартн\p{L}*|не|менее)$/u,
  remark:
    /^(?:возраст\p{L}*|месяц\p{L}*|срок\p{L}*|период\p{L}*|врем\p{L}*|лет|usda|кол|упак\p{L}*|кассет\p{L}*|ящик\p{L}*|размер\p{L}*|степен\p{L}*|штрих|код|compare|at|published|visible)$/u,
}

const isNeutral = (token: string, { field, role }: TitleMeaning) =>
  neutral.test(token) ||
  (neutralOf[field?.startsWith('price') ? 'price' : (field ?? (role === null ? '' : 'remark'))]?.test(token) ?? false)

const isOf = (meaning: TitleMeaning, { field, role }: Known) =>
  meaning.field === null ? role === meaning.role : field !== null && familyOf(meaning.field).includes(field)

/** The text without what a pattern has read of it, whole words. */
function withoutMatch(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)
  if (!found || found[0] === '') return text
  let from = found.index
  let to = from + found[0].length
  while (from > 0 && /\p{L}/u.test(text[from - 1] ?? '') && /\p{L}/u.test(text[from] ?? '')) from--
  while (to < text.length && /\p{L}/u.test(text[to] ?? '') && /\p{L}/u.test(text[to - 1] ?? '')) to++
  return `${text.slice(0, from)} ${text.slice(to)}`
}

const remembered = new Map<string, string[]>()

/** The words of a title that have nothing to do with what it is taken for, or that nobody knows. */
export function strangeWordsOf(title: string, above: string, meaning: TitleMeaning): string[] {
  const key = `${meaning.field ?? meaning.role}\n${above}\n${title}`
  const before = remembered.get(key)
  if (before) return before
  const text = asTitle(withoutOrderSum(`${above} ${title}`)).slice(0, 120)
  // Another currency is known as such, with the words beside it.
  if (meaning.currency !== null) return []
  let rest = text.replaceAll(/(?:без|с|вкл\p{L}*|в т\. ?ч\.) ндс/gu, ' ')
  for (const [pattern, known] of vocabulary) if (isOf(meaning, known)) rest = withoutMatch(rest, pattern)
  const strange = (rest.match(/[\p{L}₽]+/gu) ?? []).filter(
    token => !isNeutral(token, meaning) && !meaningsOfWord(token).some(known => isOf(meaning, known)),
  )
  if (remembered.size > 5000) remembered.clear()
  remembered.set(key, strange)
  return strange
}

/**
 * Whether nothing but its title says what a column holds, and the title says it in words of which some are unknown: then a
 * person is asked. Cells that only one field can have are evidence of their own.
 */
export const needsAsking = (title: string, above: string, meaning: TitleMeaning, profile: Profile): boolean =>
  strangeWordsOf(title, above, meaning).length > 0 && !readDistinctly(meaning.field, profile)
