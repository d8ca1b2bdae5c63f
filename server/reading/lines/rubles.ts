// What begins with a look behind it is tried at every letter of a text: a look at the next letter comes first.

/** «рос. руб.», «руб. РФ» */
const ofRussia = /(?=р)(?<!\p{L})рос(?:с(?:ийск\p{L}{0,4})?)?\.?\s?(?=руб|р(?!\p{L}))/giu
const ofFederation = /(руб\p{L}{0,3}\.?)\s?рф(?!\p{L})/giu
const inLatin = /(?<=\d)\s?ru[br](?!\p{L})\.?|(?=r)(?<!\p{L})ru[br]\.?\s?(?=\d)/giu
const number = String.raw`\d{1,3}(?:\.\d{3}){1,2}|\d{1,3}(?:[ \u00a0\u202f'’]\d{3}){1,2}|\d{1,9}`
/** «₽ 470», «руб. 1 200,00» */
const before = new RegExp(
  String.raw`(?=[р₽])(?<![\d.,]\s?)(?<![\p{L}\d.])(?:руб\p{L}{0,3}\.?|₽)\s?((?:${number})(?:[.,]\d{2})?)(?![\d.,]|\s?(?:₽|р(?!\p{L})|руб|шт|экз))`,
  'giu',
)
const unit = String.raw`(?=[р₽])(руб\p{L}{0,3}\.?|₽|(?<=\d\s?)р\.?)`
/** «руб. штука», «р за шт.», «₽/экз.»: the price of one. */
const forOne = new RegExp(
  String.raw`${unit}\s?(?:(?:\/|за)\s?(?:1\s?)?)?(?:шт(?:ук[аиу]?|учно)?|ед(?:иниц[ауы])?|экз(?:емпляр)?|раст(?:ени[ея])?|саж(?:енец|енца)?|куст|дерево)(?!\p{L})\.?(?!\s?\d)`,
  'giu',
)
/** «1 200 руб.-» */
const dashBehind = new RegExp(String.raw`${unit}[\p{Pd}=](?=$|[);])`, 'giu')

/** «1.900 ₽» */
const dotOfThousands = /(?=\d)(?<![\d.,])(\d{1,3})\.(\d{3})(?=\s?(?:₽|руб|р\.))/giu

/** Prices as lists write them in one writing: «RUB 470», «470 рос. руб.», «470 руб. штука» and «470 р.-» are «470 руб.» */
export const inRubles = (text: string): string =>
  /\d/.test(text) && /руб|₽|р(?!\p{L})|ru[br]/iu.test(text)
    ? text
        .replaceAll(ofRussia, '')
        .replaceAll(ofFederation, '$1')
        .replaceAll(inLatin, ' руб.')
        .replaceAll(before, '$1 руб.')
        .replaceAll(forOne, '$1')
        .replaceAll(dashBehind, '$1')
        .replaceAll(dotOfThousands, '$1 $2')
    : text

/** Whether a text states an amount in rubles: «1 250 руб.», «RUB 470». */
export const statesRubles = (text: string): boolean => /\d\s?(?:₽|р(?:уб|\.|(?!\p{L})))/iu.test(inRubles(text))
