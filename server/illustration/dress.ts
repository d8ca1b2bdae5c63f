import { bloom, bloomSizes, hangs } from './flowers.ts'
import type { Ornament } from './foliage.ts'
import { fruit, fruitSizes } from './fruits.ts'
import type { Dress, Stand } from './habit.ts'
import type { Sheet } from './ink.ts'
import { autumnAccent, autumnTones, flowerTones, foliageTones } from './palettes.ts'
import type { FlowerForm, FruitForm } from './plant-facts.ts'
import type { Nature } from './plant-nature.ts'
import type { Random } from './random.ts'

const orchard: readonly FruitForm[] = ['apple', 'pear', 'plum', 'cherry']
const quiet: readonly FlowerForm[] = ['catkin']
const woody = (nature: Nature): boolean => !nature.growth.includes('perennial') && !nature.growth.includes('grass')
const isTree = (nature: Nature): boolean => nature.growth === 'tree' || nature.growth === 'multistem-tree'

/** Fruit that is the reason to plant it stands in the main picture; otherwise flowers do. */
function fruitFirst(nature: Nature): boolean {
  if (nature.fruit === null) return false
  if (orchard.includes(nature.fruit.form)) return true
  if (nature.flower === null || quiet.includes(nature.flower.form)) return true
  return isTree(nature) && nature.flower.form === 'corymb'
}

const bare = (nature: Nature): Dress => ({
  season: 'summer',
  tones: nature.tones,
  accent: nature.accent,
  accentShare: nature.accent === null ? 0 : 0.42,
  flowers: 0,
  fruits: 0,
  snow: false,
  blossom: false,
})

export function summerDress(nature: Nature): Dress {
  const showFruit = fruitFirst(nature)
  const flowers =
    nature.flower === null || showFruit || quiet.includes(nature.flower.form) ? 0 : isTree(nature) ? 0.45 : 0.75
  return { ...bare(nature), flowers, fruits: showFruit && !(nature.needled && nature.age < 0.4) ? 0.7 : 0 }
}

const red = ({ tones }: Nature): boolean => parseInt(tones[2].slice(1, 3), 16) > parseInt(tones[2].slice(3, 5), 16)

/** The season in which the plant is most itself, apart from what the main picture already shows. */
export function tellingDress(nature: Nature): Dress {
  const plain = bare(nature)
  const flower = nature.flower
  const showy =
    flower !== null &&
    !quiet.includes(flower.form) &&
    (flower.form !== 'plume' || nature.leaf !== 'grass') &&
    flower.colour !== 'green' &&
    flower.colour !== 'brown'
  const turns =
    nature.autumn !== null &&
    !(nature.leaf === 'broad' && nature.accent !== null) &&
    nature.autumn !== 'evergreen' &&
    nature.autumn !== 'green'
  const bloomFirst =
    showy &&
    (flower.form === 'cluster' ||
      (isTree(nature) &&
        (fruitFirst(nature)
          ? nature.fruit !== null && orchard.includes(nature.fruit.form)
          : ['single', 'rose', 'raceme', 'panicle', 'ball'].includes(flower.form))) ||
      nature.evergreen ||
      nature.growth.includes('perennial'))
  if (bloomFirst || (showy && !turns && woody(nature) && !nature.evergreen)) {
    // Fruit trees, cherries and magnolias flower on nearly bare wood: young pale leaves, few of them.
    const early =
      !nature.evergreen &&
      flower !== null &&
      (flower.form === 'cluster' ||
        (isTree(nature) && ['single', 'rose', 'raceme'].includes(flower.form) && nature.leaf !== 'pinnate'))
    if (early && flower !== null)
      return {
        ...plain,
        season: 'bloom',
        blossom: true,
        flowers: 0.5,
        tones: flowerTones(flower.colour),
        accent: red(nature) ? nature.tones : foliageTones('light-green'),
        accentShare: 0.13,
      }
    return { ...plain, season: 'bloom', flowers: 1 }
  }
  if (nature.evergreen)
    return {
      ...plain,
      season: 'winter',
      snow: true,
      fruits: nature.fruit !== null && nature.fruit.form !== 'cone' ? 0.4 : 0,
    }
  if (nature.autumn !== null && nature.autumn !== 'evergreen' && (turns || !showy)) {
    const late = flower?.form === 'plume' && !woody(nature)
    return {
      season: 'autumn',
      tones: autumnTones(nature.autumn),
      accent: autumnAccent(nature.autumn),
      accentShare: 0.16,
      flowers: late ? 0.7 : 0,
      fruits: nature.fruit !== null && !orchard.includes(nature.fruit.form) && nature.fruit.form !== 'fluff' ? 0.7 : 0,
      snow: false,
      blossom: false,
    }
  }
  if (showy) return { ...plain, season: 'bloom', flowers: 1 }
  const colour = nature.growth.includes('grass') ? 'bronze' : 'yellow'
  return {
    season: 'autumn',
    tones: autumnTones(colour),
    accent: autumnAccent(colour),
    accentShare: 0.14,
    flowers: flower?.form === 'plume' ? 0.7 : 0,
    fruits: 0.5,
    snow: false,
    blossom: false,
  }
}

/** Flowers or fruit at the size they have on the sheet, as symbols to be set among the leaves. */
export function ornamentsFor(sheet: Sheet, nature: Nature, dress: Dress, stand: Stand, random: Random): Ornament[] {
  const list: Ornament[] = []
  const large = Math.max(stand.width, stand.height)
  const flower = nature.flower
  if (flower !== null && dress.flowers > 0) {
    const real =
      bloomSizes[flower.form] *
      (nature.growth === 'groundcover-perennial'
        ? 0.36
        : flower.form === 'single' && nature.growth === 'climber'
          ? 2.1
          : 1)
    const least =
      large *
      (nature.growth === 'groundcover-perennial' ? 0.6 : 1) *
      (flower.form === 'plume' || flower.form === 'spike' || flower.form === 'panicle' || flower.form === 'raceme'
        ? 0.062
        : 0.03)
    const size = Math.min(
      Math.max(real * stand.metre * 1.1, least, 13),
      large * 0.2,
      flower.form === 'plume' ? stand.height * 0.42 : 150,
    )
    const ids: [string, ...string[]] = [0, 1, 2].map(() =>
      sheet.symbol(bloom(flower.form, flower.colour, nature.tones, random, size > 125)),
    ) as [string, ...string[]]
    const heads =
      flower.form === 'cluster' || flower.form === 'single'
        ? 1.15
        : flower.form === 'ball' || flower.form === 'rose'
          ? 0.72
          : flower.form === 'panicle' || flower.form === 'raceme' || flower.form === 'plume'
            ? 1.25
            : 0.85
    // Carpets and shrubs are planted for their flowers: they show more of them than trees do.
    const cover =
      heads *
      dress.flowers *
      (dress.season === 'bloom'
        ? 1.9
        : nature.growth.includes('shrub')
          ? 1.4
          : nature.growth === 'groundcover-perennial'
            ? 2.4
            : 1)
    const aim = hangs(flower.form)
      ? 'down'
      : ['single', 'rose', 'daisy', 'cluster'].includes(flower.form)
        ? 'any'
        : 'out'
    list.push({ ids, size, density: Math.min(46, (cover * 4200) / (size * size)), aim })
  }
  const fruits = nature.fruit
  if (fruits !== null && dress.fruits > 0 && fruits.form !== 'fluff') {
    const least = large * (fruits.form === 'cluster' || fruits.form === 'cone' ? 0.026 : 0.02)
    const size = Math.min(Math.max(fruitSizes[fruits.form] * stand.metre * 1.2, least, 12), large * 0.085, 78)
    const ids: [string, ...string[]] = [0, 1].map(() =>
      sheet.symbol(fruit(fruits.form, fruits.colour, nature.tones, random, size > 50)),
    ) as [string, ...string[]]
    list.push({ ids, size, density: Math.min(14, (dress.fruits * 1250) / (size * size)), aim: 'down' })
  } else if (nature.needled && fruits?.form === 'cone' && !dress.snow && nature.age > 0.4) {
    const size = Math.min(Math.max(0.09 * stand.metre, 20), 46)
    list.push({
      ids: [sheet.symbol(fruit('cone', fruits.colour, nature.tones, random, false))],
      size,
      density: 0.8,
      aim: 'down',
    })
  }
  return list
}
