import { counted } from '../lib/plural.ts'

/** The units in which the API says how much time has passed, in the accusative: минуту назад. */
const units = {
  minute: ['минуту', 'минуты', 'минут'],
  hour: ['час', 'часа', 'часов'],
  day: ['день', 'дня', 'дней'],
  week: ['неделю', 'недели', 'недель'],
  month: ['месяц', 'месяца', 'месяцев'],
  year: ['год', 'года', 'лет'],
} as const

/** `3 days, 4 hours` of the API as a person reads it: «3 дня 4 часа назад». */
export function agoText(passed: string): string {
  const parts = [...passed.matchAll(/(\d+) (minute|hour|day|week|month|year)s?/g)]
  const words = parts
    .filter(([, count]) => count !== '0')
    .map(([, count, unit]) => counted(Number(count), units[unit as keyof typeof units]))
  return `${words.join(' ') || 'меньше минуты'} назад`
}
