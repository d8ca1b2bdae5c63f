import type { Offer } from '#contract/offer-search.ts'

export const offerForms = ['предложение', 'предложения', 'предложений'] as const

const numbers = new Intl.NumberFormat('ru-RU')

/** «Ком в сетке 80 см»: what the trade's letters at the end of a size stand for. */
export function rootText({ root, root_size: size }: Offer['variant']): string {
  const sized = (name: string, unit: string) =>
    size === null ? name : `${name} ${numbers.format(size)}${unit && `\u00a0${unit}`}`
  switch (root) {
    case 'bare_root':
      return 'открытые корни'
    case 'container':
      return sized('контейнер', 'л')
    case 'pot':
      return sized('горшок', 'см')
    case 'tray':
      return sized('кассета', 'ячеек')
    case 'ball':
      return sized('ком', 'см')
    case 'wire_ball':
      return sized('ком в сетке', 'см')
    case null:
      return ''
  }
}

const dates = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** When the company last said that price and stock are right; by date, the same on the server and in the browser. */
export function confirmedText({ variant, freshness }: Offer): string {
  const date = dates.format(new Date(variant.confirmed_at)).replace(' ', '\u00a0')
  return freshness === 'stale' ? `давно не подтверждали, с\u00a0${date}` : `подтверждено ${date}`
}
