const plural = new Intl.PluralRules('ru')
const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'строка', few: 'строки' }

/** «21 строка». */
export const countedLines = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${words[plural.select(count)] ?? 'строк'}`
