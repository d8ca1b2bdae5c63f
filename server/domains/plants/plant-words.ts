import type {
  AutumnColour,
  FlowerColour,
  FoliageColour,
  FruitColour,
  FruitForm,
  LightNeed,
  MoistureNeed,
  PlantFacts,
  SoilNeed,
} from '#server/drawings/plant-facts.ts'

/** The directory's terms as shown on screen and entered by people. */
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

export const autumnNames: Record<AutumnColour, string> = {
  yellow: 'Жёлтая',
  orange: 'Оранжевая',
  red: 'Красная',
  purple: 'Пурпурная',
  brown: 'Коричневая',
  bronze: 'Бронзовая',
  evergreen: 'Вечнозелёное',
  green: 'Опадает зелёной',
}

export const flowerColourNames: Record<FlowerColour, string> = {
  white: 'Белые',
  cream: 'Кремовые',
  yellow: 'Жёлтые',
  orange: 'Оранжевые',
  pink: 'Розовые',
  red: 'Красные',
  crimson: 'Малиновые',
  purple: 'Пурпурные',
  violet: 'Фиолетовые',
  blue: 'Голубые и синие',
  green: 'Зелёные',
  brown: 'Коричневые',
}

/** What ripens, where the form says it; any other is «Плоды». */
const fruitNames: Partial<Record<FruitForm, string>> = {
  cone: 'Шишки',
  acorn: 'Жёлуди',
  nut: 'Орехи',
  samara: 'Крылатки',
}

const fruitColourNames: Record<FruitColour, string> = {
  red: 'красные',
  orange: 'оранжевые',
  yellow: 'жёлтые',
  green: 'зелёные',
  blue: 'синие',
  black: 'чёрные',
  white: 'белые',
  pink: 'розовые',
  purple: 'пурпурные',
  brown: 'коричневые',
}

/** «Плоды красные» */
export const fruitText = ({ form, colour }: NonNullable<PlantFacts['fruit']>): string =>
  `${fruitNames[form] ?? 'Плоды'} ${fruitColourNames[colour]}`

export const soilNames: Record<SoilNeed, string> = {
  any: 'Любая садовая',
  fertile: 'Плодородная',
  'well-drained': 'Лёгкая, дренированная',
  acid: 'Кислая',
  lime: 'Известковая',
}

export const moistureNames: Record<MoistureNeed, string> = {
  dry: 'Сухо',
  medium: 'Умеренно',
  moist: 'Влажно',
  wet: 'Сыро',
  water: 'Мелководье',
  any: 'От сухости до сырости',
}
