// How figures and days are written on paper. Apart from what draws them, which loads a library of its own.

export const paperMoney = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const paperNumber = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
/** Sentences one after another; one that ends with a shortened word («г.») has its full stop already. */
export const inSentences = (...sentences: string[]): string =>
  sentences
    .filter(Boolean)
    .map((sentence, at, all) => (at === all.length - 1 || sentence.endsWith('.') ? sentence : `${sentence}.`))
    .join(' ')

export const paperDay = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})
