const number = new Intl.NumberFormat('ru-RU')
const rules = new Intl.PluralRules('ru')
const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'предложение', few: 'предложения' }

/** «1 предложение», «3 предложения», «8 предложений». */
export const countedOffers = (count: number): string =>
  `${number.format(count)} ${words[rules.select(count)] ?? 'предложений'}`
