const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0, useGrouping: 'always' })
const withKopecks = new Intl.NumberFormat('ru-RU', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})

/** `12 500 ₽`; kopecks only where there are any. All spaces are non-breaking. */
export function formatPrice(rubles: number): string {
  const number = Number.isInteger(rubles) ? whole.format(rubles) : withKopecks.format(rubles)
  return `${number.replace(/\s/g, '\u00a0')}\u00a0₽`
}
