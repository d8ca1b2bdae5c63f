/**
 * The vocabulary with which the botanical directory describes a plant. The data files in `server/seed/botany` use these
 * words, the illustrations draw them, and the loader turns them into lookups and Russian texts.
 */

/** Growth form: what the plant is without pruning. */
export const growthForms = [
  'tree',
  'multistem-tree',
  'upright-shrub',
  'spreading-shrub',
  'creeping-shrub',
  'cushion-shrub',
  'climber',
  'clump-perennial',
  'groundcover-perennial',
  'tussock-grass',
  'running-grass',
] as const
export type GrowthForm = (typeof growthForms)[number]

/** Outline of the crown, or of the whole plant if it has no crown. */
export const crownShapes = [
  'round',
  'globe',
  'oval',
  'conical',
  'columnar',
  'weeping',
  'spreading',
  'umbrella',
  'vase',
  'cushion',
  'prostrate',
  'irregular',
] as const
export type CrownShape = (typeof crownShapes)[number]

/** Leaf or needle type, in the detail that a picture needs. */
export const leafTypes = [
  'needle-short', // ель, пихта, тсуга, псевдотсуга
  'needle-long', // сосны
  'needle-tuft', // лиственница, кедр: мягкие пучки
  'needle-flat', // тис, метасеквойя
  'needle-awl', // можжевельник колючий
  'scale', // туя, кипарисовик, казацкий можжевельник
  'ovate',
  'round', // липа, кобус, церцидифиллум
  'heart', // сирень, катальпа
  'elliptic',
  'obovate',
  'lanceolate', // ивы, облепиха
  'oak-lobed',
  'maple-lobed',
  'maple-cut', // сильно рассечённые листья
  'palmate', // конский каштан, девичий виноград
  'pinnate', // рябина, ясень, розы
  'bipinnate', // аралия, гледичия
  'fan', // гинкго
  'tulip', // лириодендрон
  'tiny', // самшит, кизильник, барбарис
  'scale-heath', // вереск, эрика
  'leathery', // рододендрон, лавровишня
  'grass',
  'sword', // ирис, лилейник
  'broad', // хоста, бадан
  'fern',
  'basal-cut', // астильба, герань, гейхера
  'fleshy', // очиток
] as const
export type LeafType = (typeof leafTypes)[number]

export const foliageColours = [
  'green',
  'light-green',
  'dark-green',
  'grey-green',
  'blue',
  'blue-green',
  'silver',
  'yellow',
  'yellow-green',
  'purple',
  'red',
  'bronze',
  'pink-variegated',
  'white-variegated',
  'yellow-variegated',
] as const
export type FoliageColour = (typeof foliageColours)[number]

export const autumnColours = ['yellow', 'orange', 'red', 'purple', 'brown', 'bronze', 'evergreen', 'green'] as const
export type AutumnColour = (typeof autumnColours)[number]

export const flowerForms = [
  'single', // простой цветок: шиповник, магнолия, клематис
  'rose', // махровый
  'corymb', // щиток: рябина, калина, спирея
  'ball', // шар: гортензия древовидная, калина бульденеж
  'panicle', // метёлка: сирень, гортензия метельчатая
  'spike', // колос, свеча: каштан, вероника, шалфей
  'raceme', // поникшая кисть: черёмуха, глициния
  'bell', // колокольчик
  'daisy', // корзинка: эхинацея, астра
  'trumpet', // лилейник, кампсис
  'iris',
  'plume', // перистая метёлка: астильба, злаки
  'catkin', // серёжка
  'umbel', // зонтик
  'cluster', // много мелких вдоль побегов: форзиция, миндаль
] as const
export type FlowerForm = (typeof flowerForms)[number]

export const flowerColours = [
  'white',
  'cream',
  'yellow',
  'orange',
  'pink',
  'red',
  'crimson',
  'purple',
  'violet',
  'blue',
  'green',
  'brown',
] as const
export type FlowerColour = (typeof flowerColours)[number]

export const fruitForms = [
  'berry',
  'cluster', // гроздь: рябина, калина, виноград
  'cone',
  'apple',
  'pear',
  'plum',
  'cherry',
  'hip',
  'nut',
  'acorn',
  'samara', // крылатка
  'pod',
  'fluff', // клематис, скумпия, злаки
] as const
export type FruitForm = (typeof fruitForms)[number]

export const fruitColours = [
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'black',
  'white',
  'pink',
  'purple',
  'brown',
] as const
export type FruitColour = (typeof fruitColours)[number]

export const lightNeeds = ['sun', 'sun-halfshade', 'halfshade', 'halfshade-shade', 'any'] as const
export type LightNeed = (typeof lightNeeds)[number]

/** The soil that it needs; `any` grows in every garden soil. */
export const soilNeeds = ['any', 'fertile', 'well-drained', 'acid', 'lime'] as const
export type SoilNeed = (typeof soilNeeds)[number]

/** From a slope that dries out to shallow water; `any` tolerates both drought and wet soil. */
export const moistureNeeds = ['dry', 'medium', 'moist', 'wet', 'water', 'any'] as const
export type MoistureNeed = (typeof moistureNeeds)[number]

/**
 * What is known of a plant. `null` means "not known", never "none": a fact that is not certain is left out.
 * Sizes are those of a grown plant in the middle of European Russia; zone is the coldest USDA zone in which it survives.
 */
export interface PlantFacts {
  zone: number | null
  /** Metres. */
  height: number | null
  /** Metres. */
  spread: number | null
  /** Centimetres a year. */
  annualGrowth: number | null
  growth: GrowthForm | null
  crown: CrownShape | null
  light: LightNeed | null
  foliage: FoliageColour | null
  autumn: AutumnColour | null
  leaf: LeafType | null
  flower: { form: FlowerForm; colour: FlowerColour } | null
  fruit: { form: FruitForm; colour: FruitColour } | null
}

/** A plant of which nothing is known. */
export const unknownFacts: PlantFacts = {
  zone: null,
  height: null,
  spread: null,
  annualGrowth: null,
  growth: null,
  crown: null,
  light: null,
  foliage: null,
  autumn: null,
  leaf: null,
  flower: null,
  fruit: null,
}
