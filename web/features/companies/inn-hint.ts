import { innError, isRussia } from '#contract/inn.ts'

interface InnHint {
  text: string
  /** The number cannot be right as it stands, and the form will refuse it. */
  isDoubtful: boolean
}

/** What to say beside a tax number while it is being typed. */
export function innHint(typed: string, country: string): InnHint {
  if (!isRussia(country)) return { text: 'Налоговый номер вашей страны', isDoubtful: false }
  const inn = typed.trim()
  if (/^[0-9]{0,9}$/.test(inn)) return { text: '10 цифр у организации, 12 у предпринимателя', isDoubtful: false }
  const error = innError(inn)
  if (error !== null) return { text: error, isDoubtful: true }
  return { text: inn.length === 10 ? 'ИНН организации' : 'ИНН предпринимателя', isDoubtful: false }
}
