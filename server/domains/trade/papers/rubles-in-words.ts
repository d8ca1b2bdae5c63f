const units = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const feminine = ['', 'одна', 'две', ...units.slice(3)]
const teens = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const tens = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const hundreds = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]

type Forms = readonly [one: string, few: string, many: string]
const ruble: Forms = ['рубль', 'рубля', 'рублей']
const kopeck: Forms = ['копейка', 'копейки', 'копеек']
/** Names of thousands, millions …; the first are feminine. */
const powers: Forms[] = [
  ['тысяча', 'тысячи', 'тысяч'],
  ['миллион', 'миллиона', 'миллионов'],
  ['миллиард', 'миллиарда', 'миллиардов'],
  ['триллион', 'триллиона', 'триллионов'],
]

function formOf(count: number, [one, few, many]: Forms): string {
  const rest = count % 100
  if (rest > 10 && rest < 20) return many
  const last = rest % 10
  return last === 1 ? one : last > 1 && last < 5 ? few : many
}

/** A number below a thousand. */
function belowThousand(count: number, isFeminine: boolean): string[] {
  const rest = count % 100
  const isTeen = rest > 9 && rest < 20
  return [
    hundreds[Math.floor(count / 100)] ?? '',
    isTeen ? (teens[rest - 10] ?? '') : (tens[Math.floor(rest / 10)] ?? ''),
    isTeen ? '' : ((isFeminine ? feminine : units)[rest % 10] ?? ''),
  ].filter(Boolean)
}

/** A sum as papers write it: «Сто двадцать одна тысяча рублей 05 копеек». */
export function rublesInWords(kopecks: number): string {
  const rubles = Math.floor(kopecks / 100)
  const words: string[] = []
  for (let power = powers.length; power > 0; power--) {
    const count = Math.floor(rubles / 1000 ** power) % 1000
    const names = powers[power - 1]
    if (count > 0 && names) words.push(...belowThousand(count, power === 1), formOf(count, names))
  }
  words.push(...belowThousand(rubles % 1000, false))
  if (words.length === 0) words.push('ноль')
  const [first = '', ...rest] = words.join(' ')
  const cents = kopecks % 100
  return `${first.toUpperCase()}${rest.join('')} ${formOf(rubles, ruble)} ${String(cents).padStart(2, '0')}\u00a0${formOf(cents, kopeck)}`
}
