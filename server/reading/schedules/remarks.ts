// What the lines of a schedule look like that ask for no plant: totals, works, signatures, remarks.
import { contact, services } from '#server/reading/price-lists/row-texts.ts'
import { normalize } from '#server/reading/price-lists/titles.ts'

const sums =
  /^(?:масштаб|стадия|(?:итог|всего|общ(?:ее|ая|ий) (?:кол|числ|площ|итог|объ?ем)|в т\.? ?ч|в том числе|из них|сумма|total|кол\p{L}*[- ]?во \p{L}+(?:ов|ей|ий|иев)(?!\p{L}))|\p{L}+ итого|\p{L}+, всего)/u
/** Words found in signatures, letters and remarks about the whole schedule. */
const remarks =
  /^(?:примечан|составил|проверил|утвер|согласов|разработ|выполнил|подпис|дата|заказчик|подрядчик|исполнител|гип|гап|главн|начальник|архитектор|ландшафтн\p{L}* архит|инженер|дендролог|директор|объект|адрес|проект|стадия|лист(?:$|ов| \d)|ведомост|ассортиментн|спецификац|экспликац|таблиц|приложени|раздел|добр\p{L}{2,3} (?:день|утр|вечер)|здравств|уважаем|спасибо|с уважением|прошу|просим|просьба|жд[уе]м|заранее|благодар|все растени|все дерев|все саженц|весь (?:материал|посад)|посадочный материал|растения (?:долж|поставл)|саженцы (?:долж|поставл)|допуска|размеры|срок|тел\.?[ :]|e-?mail|от кого|кому)/u
const remarksInside =
  /ведомость|составил|проверил|утвержда|согласован|должны|допускается|поставляются|указаны|см\. (?:план|лист|черт)|снип|гост/u
/** Words of request before the name of the plant. */
const asking = /^(?:нужн[оаые]?|нужен|требу[её]тся|требуются|необходим[оаы]?|куплю|купим|заказ)[:\s]+(?=\S)/iu
const bullet =
  /^\s*(?:[-–—•*·▪●◦]|\d{1,3}(?:\.\d{1,3})*[.)]|№\s?\d{1,3}[.)]?|\p{Lu}{1,2}-?\d{1,3}[.)](?=\s+\p{L}))\s+(?=\S)|^\s*\d{1,3}(?:\.\d{1,3})*\s?[.)]\s*(?=[\p{L}"«'])/u
/** «конт. С2» and «12 шт.» are abbreviations, and end no sentence. */
const fullStop = /(?:\p{L}{5}|[»")!?])[.!?]\s+\p{Lu}|[!?]\s+\p{Lu}/u
const lastStop = /(?<!\d\s?\p{L}{1,6})(?<![\d\s?])[.!?]$/u
/** A text of several sentences, or a long one that ends like a sentence. */
export const isSentence = (text: string) => fullStop.test(text) || (lastStop.test(text) && text.split(' ').length > 6)

/** What is ordered or done beside plants. */
const materials =
  /^(?:устройств|подготовк|отсыпк|засыпк|обратн\p{L}* засып|вывоз|полив|уборк|планировк|разработк|внесени|укладк|монтаж|рыхлени|кошени|мульч|газон(?!\p{L}{0,3},? (?:в )?рулон)|семена газ|травосмес|(?:почво)?грунт|чернозем|торф(?!\p{L})|пес(?:ок|чано)|щебен|щеп[аы](?!\p{L})|кора(?!\p{L})|геотекстил|геоматериал|георешет|геосетк|бордюр(?!\p{L})|бордюрн\p{L}* (?:камен|лент)|(?:мраморн|гранитн|гравийн)\p{L}* (?:крошк|щеб)|крошк|галька|гравий|удобрени|субстрат|дренаж|керамзит|плитк|брусчатк|камень|валун|агроткан|укрывн|спанбонд|кол(?:ья|ышк| опор|ы(?!\p{L}))|земля(?!\p{L})|опор[аы](?!\p{L})|растяжк|лопат|перчатк|лейк[аи](?!\p{L})|шланг)/u

/** Whether a text names a material or a work, unless it also names a plant. */
export const isMaterial = (text: string): boolean => materials.test(withoutBullet(plainOf(text)))

const substitute = String.raw`(?:если нет|при отсутствии|взамен|вместо|(?:возможн|допуск)\p{L}* замен|замен[аыу]|можно замен|аналог)(?!\p{L}{4})`
const substitutes = [
  new RegExp(String.raw`\s?\((?:${substitute}|или|либо)[^()]{0,200}\)`, 'giu'),
  // A quantity may stand behind it.
  new RegExp(String.raw`[,;\p{Pd}\s]{1,3}${substitute}[^()\d]{0,200}$`, 'giu'),
]

/** The text without what may be taken instead: «Mops (если нет — Mini Mops)», «взамен с. аргута». */
export const withoutSubstitutes = (text: string): string =>
  substitutes.reduce((left, pattern) => left.replaceAll(pattern, ' '), text).trim()

/** A line without its number or bullet. */
export const withoutBullet = (text: string) => text.replace(bullet, '')

/** A line without its bullet and without words of request: «1. Нужна туя западная». */
export const withoutLead = (text: string) => withoutBullet(text).replace(asking, '')

const plainOf = (text: string) => normalize(text).replace(/^[\s\p{Pd}*"«]+/u, '')

/** Whether a text describes the schedule rather than a plant. */
export function isRemark(text: string): boolean {
  const plain = plainOf(text)
  return remarks.test(plain) || remarksInside.test(plain) || contact.test(text)
}

/** Totals and works, which have a number but ask for no plant. */
export function isSum(text: string): boolean {
  const plain = withoutBullet(plainOf(text))
  return sums.test(plain) || services.test(plain)
}
