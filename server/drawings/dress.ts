import { bloom, bloomSizes, hangs } from './flowers.ts'
import type { Ornament } from './foliage.ts'
import { fruit, fruitSizes } from './fruits.ts'
import type { Dress, Stand } from './habit.ts'
import type { Sheet } from './ink.ts'
import { autumnAccent, autumnTones, flowerTones, foliageTones } from './palettes.ts'
import type { FlowerColour, FlowerForm, FruitForm } from './plant-facts.ts'
import type { Habit } from './plant-habit.ts'
import type { Random } from './random.ts'
import { isFlat } from './special-blooms.ts'

const orchard: readonly FruitForm[] = ['apple', 'pear', 'plum', 'cherry']
const quiet: readonly FlowerForm[] = ['catkin']
const woody = (habit: Habit): boolean => !habit.growth.includes('perennial') && !habit.growth.includes('grass')
const isTree = (habit: Habit): boolean => habit.growth === 'tree' || habit.growth === 'multistem-tree'

/** The main picture and the close-up show fruit if the plant is grown for it, else flowers. */
export function fruitFirst(habit: Habit): boolean {
  if (habit.fruit === null) return false
  if (habit.isCrop) return true
  if (orchard.includes(habit.fruit.form)) return true
  if (habit.flower === null || quiet.includes(habit.flower.form)) return true
  return isTree(habit) && habit.flower.form === 'corymb'
}

const bare = (habit: Habit): Dress => ({
  season: 'summer',
  tones: habit.tones,
  accent: habit.accent,
  accentShare: habit.accent === null ? 0 : 0.42,
  flowers: 0,
  fruits: 0,
  snow: false,
  blossom: false,
})

/** In flower on nearly bare wood: few leaves, young and pale. */
const blossoming = (habit: Habit, colour: FlowerColour): Dress => ({
  ...bare(habit),
  season: 'bloom',
  blossom: true,
  flowers: 0.5,
  tones: flowerTones(colour),
  accent: red(habit) ? habit.tones : foliageTones('light-green'),
  accentShare: 0.13,
})

export function summerDress(habit: Habit): Dress {
  if (habit.flowersBare && habit.flower !== null) return blossoming(habit, habit.flower.colour)
  // What leaves a nursery in a small pot has leaves only.
  if (habit.pot !== null) return bare(habit)
  const showFruit = fruitFirst(habit)
  const flowers =
    habit.flower === null || showFruit || quiet.includes(habit.flower.form) ? 0 : isTree(habit) ? 0.45 : 0.75
  return { ...bare(habit), flowers, fruits: showFruit && !(habit.needled && habit.age < 0.4) ? 0.7 : 0 }
}

const red = ({ tones }: Habit): boolean =>
  Number.parseInt(tones[2].slice(1, 3), 16) > Number.parseInt(tones[2].slice(3, 5), 16)

/** The season in which the plant is most typical, other than the one in the main picture. */
export function tellingDress(habit: Habit): Dress {
  const plain = bare(habit)
  const flower = habit.flower
  const showy =
    flower !== null &&
    !habit.flowersBare &&
    !quiet.includes(flower.form) &&
    (flower.form !== 'plume' || habit.leaf !== 'grass') &&
    flower.colour !== 'green' &&
    flower.colour !== 'brown'
  const turns =
    habit.autumn !== null &&
    !(habit.leaf === 'broad' && habit.accent !== null) &&
    habit.autumn !== 'evergreen' &&
    habit.autumn !== 'green'
  const bloomFirst =
    showy &&
    (flower.form === 'cluster' ||
      (isTree(habit) &&
        (fruitFirst(habit)
          ? habit.fruit !== null && orchard.includes(habit.fruit.form)
          : ['single', 'rose', 'raceme', 'panicle', 'ball'].includes(flower.form))) ||
      habit.evergreen ||
      habit.growth.includes('perennial'))
  if (bloomFirst || (showy && !turns && woody(habit) && !habit.evergreen)) {
    // Fruit trees, cherries and magnolias flower on nearly bare wood: few leaves, young and pale.
    const early =
      !habit.evergreen &&
      flower !== null &&
      (flower.form === 'cluster' ||
        (isTree(habit) && ['single', 'rose', 'raceme'].includes(flower.form) && habit.leaf !== 'pinnate'))
    if (early && flower !== null) return blossoming(habit, flower.colour)
    return { ...plain, season: 'bloom', flowers: 1 }
  }
  if (habit.evergreen)
    return {
      ...plain,
      season: 'winter',
      snow: true,
      fruits: habit.fruit !== null && habit.fruit.form !== 'cone' ? 0.4 : 0,
    }
  if (habit.autumn !== null && habit.autumn !== 'evergreen' && (turns || !showy)) {
    const late = flower?.form === 'plume' && !woody(habit)
    return {
      season: 'autumn',
      tones: autumnTones(habit.autumn),
      accent: autumnAccent(habit.autumn),
      accentShare: 0.16,
      flowers: late ? 0.7 : 0,
      fruits: habit.fruit !== null && !orchard.includes(habit.fruit.form) && habit.fruit.form !== 'fluff' ? 0.7 : 0,
      snow: false,
      blossom: false,
    }
  }
  if (showy) return { ...plain, season: 'bloom', flowers: 1 }
  const colour = habit.growth.includes('grass') ? 'bronze' : 'yellow'
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

/** Flowers or fruit at the size at which they are drawn, as symbols to place among the leaves. */
export function ornamentsFor(sheet: Sheet, habit: Habit, dress: Dress, stand: Stand, random: Random): Ornament[] {
  const list: Ornament[] = []
  const large = Math.max(stand.width, stand.height)
  const flower = habit.flower
  if (flower !== null && dress.flowers > 0) {
    const real =
      bloomSizes[flower.look] *
      (habit.genus === 'paeonia' ? 1.6 : 1) *
      (habit.growth === 'groundcover-perennial'
        ? 0.36
        : flower.form === 'single' && habit.growth === 'climber'
          ? 2.1
          : 1)
    const least =
      large *
      (habit.growth === 'groundcover-perennial' ? 0.6 : 1) *
      (flower.form === 'plume' || flower.form === 'spike' || flower.form === 'panicle' || flower.form === 'raceme'
        ? 0.062
        : 0.03)
    const size = Math.min(
      Math.max(real * stand.metre * 1.1, least, 13),
      large * 0.2,
      flower.form === 'plume' ? stand.height * 0.42 : 150,
    )
    const ids: [string, ...string[]] = [0, 1, 2].map(() =>
      sheet.symbol(bloom(flower.look, flower.colour, habit.tones, random, size > 125, habit.leaf === 'grass')),
    ) as [string, ...string[]]
    const heads =
      flower.form === 'cluster' || flower.form === 'single'
        ? 1.15
        : flower.form === 'ball' || flower.form === 'rose'
          ? 0.72
          : flower.form === 'panicle' || flower.form === 'raceme' || flower.form === 'plume'
            ? 1.25
            : 0.85
    // Ground covers and shrubs are planted for their flowers: they show more of them than trees do.
    const cover =
      heads *
      dress.flowers *
      (dress.season === 'bloom'
        ? 1.9
        : habit.growth.includes('shrub')
          ? 1.4
          : habit.growth === 'groundcover-perennial'
            ? 2.4
            : 1)
    const aim = hangs(flower.form) ? 'down' : isFlat(flower.look) ? 'any' : 'out'
    list.push({ ids, size, density: Math.min(46, (cover * 4200) / (size * size)), aim })
  }
  const fruits = habit.fruit
  if (fruits !== null && dress.fruits > 0 && fruits.form !== 'fluff') {
    const shown = habit.isCrop ? 1.75 : orchard.includes(fruits.form) ? 1.7 : 1
    const least = large * shown * (fruits.form === 'cluster' || fruits.form === 'cone' ? 0.026 : 0.02)
    const size = Math.min(Math.max(fruitSizes[fruits.look] * stand.metre * 1.2, least, 12), large * 0.085, 78)
    const ids: [string, ...string[]] = [0, 1].map(() =>
      sheet.symbol(fruit(fruits.look, fruits.colour, habit.tones, random, size > 50)),
    ) as [string, ...string[]]
    list.push({
      ids,
      size,
      density: Math.min(14, (dress.fruits * 1250 * (habit.isCrop ? 1.5 : 1)) / (size * size)),
      aim: 'down',
    })
  } else if (habit.needled && fruits?.form === 'cone' && !dress.snow && habit.age > 0.4) {
    const size = Math.min(Math.max(0.09 * stand.metre, 20), 46)
    list.push({
      ids: [sheet.symbol(fruit('cone', fruits.colour, habit.tones, random, false))],
      size,
      density: 0.8,
      aim: 'down',
    })
  }
  return list
}
