/** People write thousands with spaces; the contract accepts numbers with a comma or a point. */
export const withoutSpaces = (text: string) => text.replace(/\s/g, '')

const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 10, useGrouping: 'always' })

/** A number as shown in a field: `12 500,5`. Other text stays as typed. */
export function numberText(value: number | string | null): string {
  if (value === null || value === '') return ''
  const plain = typeof value === 'number' ? value : Number(withoutSpaces(value).replace(',', '.'))
  return Number.isFinite(plain) ? number.format(plain) : String(value)
}
