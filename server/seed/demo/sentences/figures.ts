import type { Offer } from '../descriptions.ts'
import { containerHabits } from './container-habits.ts'

/**
 * Sizes in words. Field nurseries and wholesalers write as their price lists do (`3xv`, `RB60`, `С5`), the others in
 * sentences; every list is a stock of ways to say one thing, so that neighbours in a catalogue do not sound alike.
 */

const decimal = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
const rules = new Intl.PluralRules('ru')

/** The form of a noun that goes with a count: `counted(3, 'побег', 'побега', 'побегов')` is `побега`. */
function counted(count: number, one: string, few: string, many: string): string {
  const rule = rules.select(count)
  return rule === 'one' ? one : rule === 'few' ? few : many
}

const numerals = ['ноль', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
/** For "пересадка", which is feminine. */
const feminineNumerals = numerals.with(1, 'одна').with(2, 'две')
const times = ['ни разу', 'один раз', 'дважды', 'трижды', 'четыре раза', 'пять раз']

const tradeStyle = new Set(['vereya', 'ramon', 'ryad', 'inya'])

const range = (text: string) => text.replace('-', '–')

function heightText({ line }: Offer): string {
  if (!line.height) return ''
  const { from, to, measure } = line.height
  return `${decimal.format(from)}–${decimal.format(to)} ${measure === 'M' ? 'м' : 'см'}`
}

/** The root as a price list writes it, with Cyrillic letters where Russian nurseries use them. */
function rootCode({ line: { root } }: Offer): string {
  const size = root.size === null ? '' : decimal.format(root.size)
  if (root.kind === 'C') return `С${size}`
  if (root.kind === 'P') return `Р${size}`
  return `${root.kind}${size}`
}

function girthFigures(offer: Offer): string[] {
  const { line, company } = offer
  const girth = range(line.girth ?? '')
  const height = heightText(offer)
  const moved = line.transplanted ?? 2
  const ball = line.root.size ?? 60
  const wrap = line.root.kind === 'WRB' ? 'в мешковине и проволочной сетке' : 'в мешковине'
  if (line.stemHeight !== null) {
    return [
      `Штамб ${line.stemHeight} см, обхват ${girth}, общая высота ${height}, ${moved}xv, ${rootCode(offer)}.`,
      `Привит на высоте ${line.stemHeight} см, обхват ствола ${girth} см, с кроной ${height}; ком ${ball} см ${wrap}, пересажен ${times[moved]}.`,
    ]
  }
  return tradeStyle.has(company.key)
    ? [
        `Обхват ${girth} см, высота ${height}, ${moved}xv, ком ${ball} см (${line.root.kind}).`,
        `${girth}, ${moved}xv, ${rootCode(offer)}, высота ${height}.`,
        `Калибр ${girth}, рост ${height}; ${moved}xv, ком ${ball} см ${wrap}.`,
        `Обхват на метре ${girth} см при высоте ${height}. Пересадок ${feminineNumerals[moved]}, ком ${ball} см, ${wrap}.`,
        `Высота ${height}, обхват ${girth} см. ${moved}xv, ${rootCode(offer)}.`,
        `Ствол ${girth} см в обхвате, дерево ${height}; пересаживали ${times[moved]}, едет с комом ${ball} см ${wrap}.`,
      ]
    : [
        `Обхват ствола ${girth} см, высота ${height}, пересаживали ${times[moved]}; ком ${ball} см ${wrap}.`,
        `Сейчас ${height} при обхвате ${girth} см (${moved}xv), копаем с комом ${ball} см ${wrap}.`,
        `Обхват ${girth} см, ${moved}xv, высота ${height}, ком ${ball} см ${wrap}.`,
      ]
}

function ballFigures(offer: Offer): string[] {
  const { line, company } = offer
  const height = heightText(offer)
  const ball = line.root.size ?? 60
  const wrap = line.root.kind === 'WRB' ? 'в мешковине и сетке' : 'в мешковине'
  const width = line.width === null ? '' : `, ширина ${range(line.width)} см`
  const stems =
    line.stems === null ? '' : `${numerals[line.stems]} ${counted(line.stems, 'ствол', 'ствола', 'стволов')}, `
  if (line.stemHeight !== null) {
    return [`Штамб ${line.stemHeight} см, общая высота ${height}, ${line.transplanted ?? 2}xv, ком ${ball} см ${wrap}.`]
  }
  if (line.solitaire) {
    return [
      `Высота ${height}${width}, ${stems}ком ${ball} см ${wrap}.`,
      `Рост ${height}${width}; ${stems}ком ${ball} см, ${wrap}, погрузка краном.`,
      `${height} в высоту${width}. Копаем с запасом по корню: ком ${ball} см ${wrap}.`,
    ]
  }
  if (line.stems !== null) {
    return [
      `Многоствольник (MSt): ${stems}высота ${height}${width}, ${line.transplanted ?? 2}xv, ${rootCode(offer)}.`,
      `Высота ${height}${width}; ${stems}${line.transplanted ?? 2}xv, ком ${ball} см ${wrap}.`,
    ]
  }
  if (line.transplanted === null) {
    return [
      `Высота ${height}${width}, ком ${ball} см ${wrap}.`,
      `${height}${width}, ${rootCode(offer)}.`,
      `Рост ${height}${width}, ком ${ball} см.`,
    ]
  }
  const moved = line.transplanted
  return tradeStyle.has(company.key)
    ? [
        `Высота ${height}${width}, ${moved}xv, ком ${ball} см (${line.root.kind}).`,
        `${height}, ${moved}xv, ${rootCode(offer)}${width}.`,
        `Рост ${height}${width}; ${moved}xv, ком ${ball} см ${wrap}.`,
        `Размер ${height}${width}. Пересадок ${feminineNumerals[moved]}, ком ${ball} см ${wrap}.`,
      ]
    : [
        `Высота ${height}${width}, пересаживали ${times[moved]}, ком ${ball} см ${wrap}.`,
        `Сейчас ${height}${width}; ${moved}xv, ком ${ball} см ${wrap}.`,
        `${height} ростом${width}, ком ${ball} см ${wrap}, пересадок ${feminineNumerals[moved]}.`,
      ]
}

function containerFigures(offer: Offer): string[] {
  const { line, company, plant } = offer
  const code = rootCode(offer)
  const litres = `${decimal.format(line.root.size ?? 3)} л`
  const height = heightText(offer)
  const width = line.width === null ? '' : `, ширина ${range(line.width)} см`
  if (plant.genus === 'Роза') {
    const shoots = line.shoots ?? 3
    const branches = `${numerals[shoots]} ${counted(shoots, 'побег', 'побега', 'побегов')}`
    return [
      `Контейнер ${code}, ${branches}, сейчас ${height}.`,
      `${code}, ${branches} и больше; высота ${height}.`,
      `В контейнере ${litres} с прошлой осени, ${branches}, ${height} после обрезки.`,
      `Куст на ${branches}, контейнер ${code}, надземная часть ${height}.`,
      `Стоит в ${code}, ${height}, ${branches}; корни ком держат.`,
      `Высота ${height}, контейнер ${litres}, ${branches}.`,
    ]
  }
  if (line.height === null) {
    return [
      `Контейнер ${code}.`,
      `Горшок на ${litres}, ком освоен полностью.`,
      `${code}, растение взрослое.`,
      `Отпускаем в ${code}, не мельче.`,
      `${code}, второй сезон в горшке.`,
      `Контейнер ${litres}, зимовал на улице.`,
      `В контейнерах ${code}, корень по краю белый, живой.`,
    ]
  }
  if (line.stemHeight !== null) {
    return [
      `Штамб ${line.stemHeight} см, вместе с кроной ${height}, контейнер ${code}.`,
      `Привит на ${line.stemHeight} см, общая высота ${height}, ${code}.`,
    ]
  }
  if (line.solitaire) return [`Высота ${height}${width}, контейнер ${litres}.`]
  if (line.stems !== null) {
    const stems = `${numerals[line.stems]} ${counted(line.stems, 'ствол', 'ствола', 'стволов')}`
    return [`Высота ${height}, ${stems}, контейнер ${code}.`, `Сейчас ${height}, ${stems} от земли, ${code}.`]
  }
  return tradeStyle.has(company.key)
    ? [
        `${code}, высота ${height}${width}.`,
        `Контейнер ${litres}, рост ${height}${width}.`,
        `Высота ${height}${width}, ${code}, ком переплетён корнем.`,
        `${height}${width}, контейнер ${code}.`,
      ]
    : (containerHabits[company.key]?.(`${height}${width}`, code, litres) ?? [
        `Высота ${height}${width}, контейнер ${code}.`,
      ])
}

function potFigures(offer: Offer): string[] {
  const code = rootCode(offer)
  const height = heightText(offer)
  return height === ''
    ? [
        `Горшок ${code}.`,
        `${code}, укоренено прошлой весной.`,
        `${code}, корень держит ком.`,
        `Продаём в горшках ${code}, перезимовавшими.`,
        `Горшки ${code}, весной тронулись все.`,
        `Кассета из восемнадцати горшков ${code}, отдадим и поштучно.`,
        `Горшок ${code}, зимовало на площадке без укрытия.`,
        `${code}, готово к посадке с мая по сентябрь.`,
      ]
    : [`Горшок ${code}, высота ${height}.`, `${code}, ${height}.`, `Кустик ${height} в горшке ${code}.`]
}

const ageNames = ['', 'однолетки', 'двухлетки', 'трёхлетки', 'четырёхлетки', 'пятилетки']

function bareFigures(offer: Offer): string[] {
  const { line, plant, category } = offer
  const height = heightText(offer)
  if (plant.genus === 'Роза') {
    const shoots = line.shoots ?? 3
    const branches = `${numerals[shoots]} ${counted(shoots, 'побег', 'побега', 'побегов')}`
    return [
      `ОКС, ${branches}, обрезана на ${height}.`,
      `Открытый корень, ${branches} толщиной 8–10 мм, корень не короче двадцати пяти сантиметров.`,
      `ОКС, первый сорт: ${branches}, укорочены до ${height}.`,
      `Корень открытый, в глиняной болтушке и плёнке; ${branches}.`,
      `С открытым корнем, ${branches}, длина надземной части ${height}.`,
    ]
  }
  if (line.lot !== null && line.lot >= 50) {
    const age = line.years === null ? '' : `, ${ageNames[line.years]}`
    return [
      `ОКС, ${height}${age}, связки по 25.`,
      `Высота ${height}${age}, открытый корень, в пучке 25 штук.`,
      `Открытая корневая система, ${height}${age}; вяжем по 25 штук, корень в болтушке.`,
      `${height}, ОКС${age}, пучки по 25, хранение в холодильнике.`,
      `Саженцы ${height}${age}, ОКС, пучок 25 штук.`,
    ]
  }
  if (line.shoots !== null)
    return [
      `С открытым корнем, ${numerals[line.shoots]} ${counted(line.shoots, 'побег', 'побега', 'побегов')}, ${height}.`,
    ]
  const age = line.years === 3 ? 'Трёхлетка' : 'Двухлетка'
  if (category === 'plodovye-i-yagodnye' && line.years !== null) {
    return [
      `${age} с открытым корнем, высота ${height}.`,
      `${age}, ${height}, корень разветвлён, копали вилами.`,
      `Саженец ${height}, ОКС, ${age.toLowerCase()}, с подписанной биркой.`,
      `${age}, рост ${height}; корень сразу в мокрую мешковину.`,
      `Высота ${height}, ${age.toLowerCase()} на прикопе, отдаём с открытым корнем.`,
    ]
  }
  return [`Открытый корень, высота ${height}.`, `ОКС, ${height}, корень в сырых опилках.`]
}

function cassetteFigures(offer: Offer): string[] {
  const { line } = offer
  const height = heightText(offer)
  const age = ageNames[line.years ?? 1]
  return [
    `Кассета на ${line.root.size} ячеек, ${age}, ${height}.`,
    `Закрытый корень, кассета ${line.root.size} ячеек, ${height}, ${age}.`,
    `Высота ${height}, ${age}, ЗКС в кассетах по ${line.root.size}.`,
    `${height}, ${age}; ${line.root.size} ячеек в кассете, возврат тары обязателен.`,
  ]
}

/** Ways to tell the sizes of one product. */
export function figureSentences(offer: Offer): string[] {
  if (offer.line.girth !== null) return girthFigures(offer)
  switch (offer.line.root.kind) {
    case 'RB':
    case 'WRB':
      return ballFigures(offer)
    case 'C':
      return containerFigures(offer)
    case 'P':
      return potFigures(offer)
    case 'BR':
      return bareFigures(offer)
    case 'K':
      return cassetteFigures(offer)
  }
}

/** Ways to name the smallest lot; the genitive after "от" knows two forms. */
export function lotSentences(lot: number): string[] {
  const pieces = rules.select(lot) === 'one' ? 'штуки' : 'штук'
  const number = new Intl.NumberFormat('ru').format(lot)
  return [
    `Отпускаем от ${number} ${pieces}.`,
    `Минимальная партия — ${number} ${counted(lot, 'штука', 'штуки', 'штук')}.`,
    `От ${number} ${pieces}.`,
    `Заказ от ${number} ${pieces}.`,
  ]
}
