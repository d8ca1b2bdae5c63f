const rules = new Intl.PluralRules('ru')
const numbers = new Intl.NumberFormat('ru-RU')

type Forms = readonly [one: string, few: string, many: string]

/** The right form of a word for a number: 1 растение, 2 растения, 5 растений. */
export function pluralForm(count: number, [one, few, many]: Forms): string {
  const rule = rules.select(count)
  return rule === 'one' ? one : rule === 'few' ? few : many
}

/** The number and its word: `1 204 растения`. */
export function counted(count: number, forms: Forms): string {
  return `${numbers.format(count)} ${pluralForm(count, forms)}`
}

export const plants: Forms = ['растение', 'растения', 'растений']
export const sizes: Forms = ['размер', 'размера', 'размеров']
