import { isPossibleInn } from '#contract/inn.ts'
import { counted } from '#web/lib/plural.ts'

interface InnHint {
  text: string
  /** The number cannot be right as it stands. */
  isDoubtful: boolean
}

const digits = ['цифра', 'цифры', 'цифр'] as const
const lengths = '10 цифр у организации, 12 у предпринимателя'

/** What to say beside a tax number while it is being typed. Doubts only: nothing is refused. */
export function innHint(typed: string): InnHint {
  const inn = typed.trim()
  if (/\D/.test(inn)) return { text: 'В ИНН бывают только цифры, без пробелов и дефисов', isDoubtful: true }
  if (inn.length < 10) return { text: lengths, isDoubtful: false }
  if (inn.length > 12) return { text: `Слишком длинно: ${lengths}`, isDoubtful: true }
  if (inn.length === 11) return { text: `Здесь ${counted(11, digits)}. Бывает ${lengths}`, isDoubtful: true }
  if (!isPossibleInn(inn)) return { text: 'Такого ИНН не бывает: проверьте цифры', isDoubtful: true }
  return { text: inn.length === 10 ? 'ИНН организации' : 'ИНН предпринимателя', isDoubtful: false }
}
