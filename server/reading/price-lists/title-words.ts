// Words of titles, in whatever language and however they are cut short. A title in these words is evidence, not proof.
import { inFull } from '#server/reading/sizes/contracted.ts'
import type { Known } from './titles.ts'

const height: Known = { field: 'height', word: 'высота' }
const spread: Known = { field: 'spread', word: 'ширина' }
const girth: Known = { field: 'girth', word: 'обхват' }
const stem: Known = { field: 'stem_height', word: 'выс. штамба' }
const volume: Known = { field: 'root_size', word: 'контейнер' }
const ball: Known = { field: 'root_size', word: 'ком' }
const name: Known = { field: 'name' }
const latin: Known = { field: 'latin_name' }
const size: Known = { field: 'size' }
const root: Known = { field: 'root' }
const form: Known = { field: 'form' }
const price: Known = { field: 'price' }
const wholesale: Known = { field: 'price_wholesale' }
const stock: Known = { field: 'stock' }
const date: Known = { field: 'available_from' }
const sku: Known = { field: 'sku' }
const note: Known = { field: 'note' }
const category: Known = { field: 'category' }
const transplants: Known = { field: 'transplants', word: 'пересадок' }
const order: Known = { field: null, role: 'order' }
const remark: Known = { field: null, role: 'remark' }

/** Several words are looked for together, before single ones. */
const phrases: [RegExp, Known][] = [
  [
    /(?:диам|разм|р-р|[dø⌀]|д)\p{L}*\.? ?кома|ком(?:а)? ?(?:диам|[dø⌀])|ballen(?:größe|durchm)|root ?ball (?:size|diam)|bryła/u,
    ball,
  ],
  [
    /(?:диам|[dø⌀]|д)\p{L}*\.? ?(?:ств|штамб|шейк)|trunk|caliper|stammdurchm/u,
    { field: 'size', word: 'диаметр ствола' },
  ],
  [/(?:диам|[dø⌀]|д|шир|ш)\p{L}*\.? ?крон|kron(?:en)?(?:breite|durchm)/u, spread],
  [/(?:выс|h|н|в|дл)\p{L}*\.? ?(?:шт(?:амб)?|ств)(?:\p{L}|\.|$)|stamm?höhe|stem (?:height|length)|clear stem/u, stem],
  [/(?:обхв?|окр|длина окр)\p{L}*\.? ?(?:ств|штамб)?|stammumf|girth|obw(?:ód|\.)|обв(?:ід|од)/u, girth],
  [/(?:объ?[её]м|об|v|литраж)\p{L}*\.?,? ?(?:конт|горш|тар|конт-ра)/u, volume],
  [/(?:бот|лат|науч)\p{L}*\.? ?(?:назв|наим|имя)|(?<!\p{L})по[- ]?лат|latin|botan|lateinisch|łac/u, latin],
  [/(?:рус|торг|нац)\p{L}*\.? ?(?:назв|наим|имя)|(?<!\p{L})по[- ]?русски/u, name],
  [/(?:дата|срок|время|когда)\p{L}* ?(?:пост|гот|отгр|появ|привоз|прих)/u, date],
]

const words: [Known, string][] = [
  [
    name,
    'наименование название номенклатура растение растения культура порода ассортимент товар позиция продукция найменування назва рослина саженец саженцы посадматериал name plant plantnaam artikelname bezeichnung pflanze nazwa roślina produkt product item omschrijving nazwa найменне атауы goods',
  ],
  [
    latin,
    'латынь латинское латинский ботаническое latin botanical botanisch łacińska wissenschaftlicher лацінская латынша',
  ],
  [{ field: 'genus' }, 'geslacht род genus gattung rodzaj рід'],
  [{ field: 'cultivar' }, 'ras сорт cultivar sorte odmiana variety сорта'],
  [{ field: 'species' }, 'species gatunek эпитет видовой'],
  [
    size,
    'maat размер параметры характеристика характеристики габариты сортировка фракция size größe rozmiar розмір стандарт spec specification wymiary габарити өлшемі',
  ],
  [height, 'высота height höhe wysokość висота рост hoogte вышыня биіктігі'],
  [spread, 'ширина width spread breite szerokość размах ширина диаметр breedte'],
  [girth, 'обхват окружность girth stammumfang umfang obwód stamomtrek'],
  [stem, 'штамб stamm штамба stamhoogte'],
  [volume, 'объем литраж литров volume topfgröße pojemność обєм литр inhoud'],
  [
    root,
    'контейнер упаковка тара корни корневая корнесистема container packing ballierung pojemnik горшок packaging root ком kluit verpackung opakowanie potmaat ыдысы контэйнер коренева',
  ],
  [form, 'форма формировка kształt wuchsform shape'],
  [
    price,
    'prijs цена стоимость прайс price preis cena ціна розница розничная руб рублей retail einzelpreis detal detaliczna кошт бағасы вартість',
  ],
  [wholesale, 'опт оптовая wholesale hurt гурт дилерская'],
  [
    stock,
    'voorraad aantal остаток остатки наличие количество колво склад свободно доступно stock available quantity qty menge bestand ilość кількість залишок наявність verfügbar есть продаже dostępność lagerbestand имеется наяўнасць қалдық',
  ],
  [date, 'поступление готовность приход'],
  [sku, 'артикул код article sku code artikel kod indeks артикль шифр vendor'],
  [
    note,
    'примечание комментарий примечания особенности пометка замечание дополнительно прочее uwagi bemerkung примітка notes comment remark info opmerking bemerkungen anmerkung заўвага ескерту',
  ],
  [category, 'категория группа раздел gruppe grupa category рубрика'],
  [transplants, 'пересадка пересадки verschult школка'],
  [order, 'заказ сумма bestellung order zamówienie итого bestelling'],
  [
    remark,
    'зона морозостойкость цвет цветение вес масса фото страна производитель штрихкод кратность скидка происхождение origin herkunft location хранения возраст подвой herkomst kleur kolor leeftijd wiek',
  ],
]
const byWord: [string, Known][] = words.flatMap(([known, text]) =>
  text.split(' ').map((one): [string, Known] => [one, known]),
)

/** Words of titles from which people cut the middle: «стоим-ть», «наимен-е», «выс-та». */
const contracted = words
  .flatMap(([, text]) => text.split(' '))
  .filter(word => word.length >= 5 && /^[а-я]+$/u.test(word))

/** A title with the words that are written with their beginning and end only in full. */
export const withWholeWords = (title: string): string => inFull(title, contracted)

/** Signs and letters that are titles by themselves; which letter depends on nobody's keyboard. */
const signs: Record<string, Known> = {
  h: height,
  н: height,
  в: height,
  ш: spread,
  w: spread,
  b: spread,
  л: volume,
  v: volume,
  l: volume,
  шт: stock,
  pcs: stock,
  stk: stock,
  szt: stock,
  экз: stock,
  р: price,
  руб: price,
  rub: price,
  '₽': price,
  pa: stem,
  xv: transplants,
  хв: transplants,
  g: girth,
  su: girth,
  stu: girth,
  кс: root,
  рт: root,
  ком: root,
}
const skipped =
  /^(?:\d+|см|мм|м|cm|mm|m|мин|макс|min|max|от|до|и|или|за|на|в|с|по|1|ед|изм|г|год\p{L}*|сезон\p{L}*|весна|осень)$/u

/** Nothing longer is a title; the patterns above look at every place of it. */
export const longestTitle = 120

const isCutShort = (token: string, word: string) =>
  token.length >= 3 &&
  (word.startsWith(token) || (word.length >= 5 && token.startsWith(word.slice(0, Math.max(4, word.length - 3)))))

/** What a single word of a title may mean. */
export const meaningsOfWord = (token: string): Known[] => {
  const sign = signs[token]
  return [
    ...(sign ? [sign] : []),
    ...byWord
      .filter(([one, { role }]) => isCutShort(token, one) && (role === undefined || token.length >= 4))
      .map(([, known]) => known),
  ]
}

/** The possible meanings of a title's words, in their order; `isWhole`: every word of it is known. */
export function knownWords(written: string): { known: Known[]; isWhole: boolean } {
  const title = written.slice(0, longestTitle)
  const known = phrases.filter(([pattern]) => pattern.test(title)).map(([, found]) => found)
  let unknown = 0
  for (const token of title.match(/[\p{L}₽]+|\d+/gu) ?? []) {
    if (skipped.test(token) && !(token in signs)) continue
    const found =
      signs[token] ??
      byWord.find(([one, { role }]) => isCutShort(token, one) && (role === undefined || token.length >= 4))?.[1]
    if (found) known.push(found)
    else unknown++
  }
  return { known: [...new Set(known)], isWhole: unknown === 0 && known.length > 0 }
}
