// What a plant weighs and how much room it takes on a lorry, where its nursery does not say. The numbers are rules of
// thumb; docs/transport.md says where they come from and how far they are off.
import type { Form, Root } from '#contract/variants.ts'
import type { Sizes } from '#server/reading/sizes/sizes.ts'

/** Of one plant as it is loaded: with its roots, its crown tied. */
export interface Load {
  /** Kilograms. */
  weight: number
  /** Cubic metres. */
  volume: number
}

/** What a company states about a plant's load; `null`: it does not. */
export interface StatedLoad {
  weight: number | null
  volume: number | null
}

const rules = {
  /** Kilograms a litre: peat with bark, moist, with the container; and soil of a field, which a ball holds. */
  substrate: 0.8,
  fieldSoil: 1.5,
  /** A ball is a flattened sphere: its volume is this share of the cube of its diameter. */
  ballShape: 0.43,
  /** A pot of so many centimetres holds this share of their cube. */
  potShape: 0.6,
  /** A ball's diameter is so many girths of the trunk. */
  ballOfGirth: 3,
  /** Litres of the container in which a plant of one metre grows; they grow with the square of the height. */
  litresOfMetre: 12,
  /** Kilograms of wood: a trunk's girth in centimetres squared times metres of height; or metres of height squared. */
  trunk: 0.012,
  bush: 1.5,
  /** Dormant, without leaves and soil. */
  bareRoot: 0.5,
  bareRootTrunk: 1.3,
  /** The side of the square on which a tied plant stands, of its height; and of its stated width. */
  tied: 0.18,
  tiedSpread: 0.4,
  /** Crowns reach into each other. */
  interleaved: 0.75,
  /** Cubic metres that a tree takes lying among others: its girth in centimetres squared. */
  lyingTree: 0.0023,
  /** A tray of plugs: kilograms and cubic metres of it. */
  tray: { weight: 3.5, volume: 0.029 },
} as const

/** Heavier or lighter than a bush of the same height. */
const ofForm: Partial<Record<Form, number>> = { young: 0.3, solitaire: 1.3, topiary: 1.4, hedge: 0.9 }

const cubed = (value: number) => value ** 3
const middle = (from: number | null, to: number | null) =>
  from !== null && to !== null ? (from + to) / 2 : (from ?? to)

/** Two places after the comma are enough for what is guessed. */
function rounded({ weight, volume }: Load): Load {
  return {
    weight: Math.max(0.01, Number(weight.toPrecision(3))),
    volume: Math.max(0.0001, Number(volume.toPrecision(3))),
  }
}

/** Metres of height, as far as any size tells. */
function heightOf(sizes: Sizes, litres: number | null): number | null {
  const stated = middle(sizes.height_from, sizes.height_to)
  if (stated !== null) return stated / 100
  if (sizes.stem_height !== null) return sizes.stem_height / 100 + 0.5
  const girth = middle(sizes.girth_from, sizes.girth_to)
  if (girth !== null) return 1.5 + girth * 0.2
  const spread = middle(sizes.spread_from, sizes.spread_to)
  if (spread !== null) return spread / 100
  return litres === null ? null : Math.sqrt(litres / rules.litresOfMetre)
}

interface Roots extends Load {
  /** Metres. */
  side: number
  depth: number
}

function inSoil(litres: number, density: number): Roots {
  const side = Math.cbrt((litres / 1000) * 1.27)
  return { weight: litres * density, volume: litres / 1000, side, depth: side }
}

const litresOfBall = (centimetres: number) => (rules.ballShape * cubed(centimetres)) / 1000

function rootsOf(root: Root | null, size: number | null, girth: number | null, height: number): Roots {
  const none: Roots = { weight: 0, volume: 0, side: 0.1, depth: 0.1 }
  if (root === 'bare_root') return none
  if (root === 'ball' || root === 'wire_ball') {
    const centimetres = size ?? (girth === null ? Math.max(20, height * 22) : girth * rules.ballOfGirth)
    const side = centimetres / 100
    return { ...inSoil(litresOfBall(centimetres), rules.fieldSoil), side, depth: side * 0.65 }
  }
  if (root === 'pot' && size !== null)
    return { ...inSoil((rules.potShape * cubed(size)) / 1000, rules.substrate), side: size / 100 }
  if (root === 'container' && size !== null) return inSoil(size, rules.substrate)
  // Not said: a tree comes with a ball, anything else in a container.
  if (root === null && girth !== null) return rootsOf('ball', null, girth, height)
  return inSoil(Math.max(0.3, rules.litresOfMetre * height ** 2), rules.substrate)
}

/** `null` for a plant of which no size is known. */
export function estimateLoad(sizes: Sizes): Load | null {
  const { root, root_size: size, form } = sizes
  if (root === 'tray' && size !== null)
    return rounded({ weight: rules.tray.weight / size, volume: rules.tray.volume / size })
  const girth = middle(sizes.girth_from, sizes.girth_to)
  const litres =
    size === null || root === null
      ? null
      : root === 'container'
        ? size
        : root === 'pot'
          ? (rules.potShape * cubed(size)) / 1000
          : litresOfBall(size)
  const height = heightOf(sizes, litres)
  if (height === null) return null
  const roots = rootsOf(root, size, girth, height)
  const wood =
    girth === null ? rules.bush * height ** 2 * ((form && ofForm[form]) ?? 1) : rules.trunk * girth ** 2 * height
  const dormant = root === 'bare_root' ? (girth === null ? rules.bareRoot : rules.bareRootTrunk) : 1
  const spread = middle(sizes.spread_from, sizes.spread_to)
  const side = Math.max(
    roots.side,
    height * rules.tied * (dormant < 1 ? rules.bareRoot : 1),
    ((spread ?? 0) / 100) * rules.tiedSpread,
  )
  const standing = side ** 2 * (roots.depth + height) * rules.interleaved
  const volume = girth === null ? standing : Math.max(rules.lyingTree * girth ** 2, roots.volume * 1.3)
  return rounded({ weight: roots.weight + wood * dormant, volume })
}

/** What is stated, and an estimate of the rest. */
export function loadOf(sizes: Sizes, { weight, volume }: StatedLoad) {
  const estimate = weight === null || volume === null ? estimateLoad(sizes) : null
  return {
    weight: weight ?? estimate?.weight ?? null,
    volume: volume ?? estimate?.volume ?? null,
    weight_is_estimate: weight === null && estimate !== null,
    volume_is_estimate: volume === null && estimate !== null,
  }
}

/** Metres that it takes on a lorry, from the collar to the tip: trees lie. */
export function lengthOf(sizes: Pick<Sizes, 'height_from' | 'height_to'>): number {
  return (sizes.height_to ?? sizes.height_from ?? 0) / 100
}
