import type { OwnStop } from '#contract/transport.ts'
import { volumeText, weightText } from '#web/features/projects/transport-words.ts'

const metres = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** «1,2 т · 3,4 м³ · длина до 3,5 м», and what is not certain about it. */
export function stopText({ weight, volume, length_m, is_estimate, is_complete, lines }: OwnStop): {
  main: string
  doubt: string
} {
  const known = lines.filter(line => line.weight !== null).length
  if (known === 0) return { main: 'Вес растений неизвестен', doubt: '' }
  const main = [
    weightText(weight),
    volumeText(volume),
    length_m > 0 && `длина до\u00a0${metres.format(length_m)}\u00a0м`,
  ]
    .filter(Boolean)
    .join(' · ')
  const doubt = [
    is_estimate && 'Вес и объём оценены по размерам.',
    !is_complete && `Без растений, вес которых неизвестен: ${lines.length - known} из ${lines.length}.`,
  ]
    .filter(Boolean)
    .join(' ')
  return { main: is_complete ? main : `Не меньше ${main}`, doubt }
}
