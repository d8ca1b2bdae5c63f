import type { FoliageColour, LightNeed } from '#server/illustration/plant-facts.ts'

/** The directory's words for light and foliage as people read and write them. */
export const lightNames: Record<LightNeed, string> = {
  sun: 'Солнце',
  'sun-halfshade': 'Солнце, полутень',
  halfshade: 'Полутень',
  'halfshade-shade': 'Полутень, тень',
  any: 'Солнце, полутень, тень',
}

export const foliageNames: Record<FoliageColour, string> = {
  green: 'Зелёная',
  'light-green': 'Светло-зелёная',
  'dark-green': 'Тёмно-зелёная',
  'grey-green': 'Серо-зелёная',
  blue: 'Голубая',
  'blue-green': 'Сине-зелёная',
  silver: 'Серебристая',
  yellow: 'Жёлтая',
  'yellow-green': 'Жёлто-зелёная',
  purple: 'Пурпурная',
  red: 'Красная',
  bronze: 'Бронзовая',
  'pink-variegated': 'Пёстрая, с розовым',
  'white-variegated': 'Пёстрая, с белой каймой',
  'yellow-variegated': 'Пёстрая, с жёлтой каймой',
}
