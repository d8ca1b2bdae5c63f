import type { Bark } from './bark.ts'
import { barkOf } from './bark.ts'
import type { Tones } from './colour.ts'
import { type Blade, type BloomLook, type Build, type FruitLook, likenessOf } from './likeness.ts'
import { foliageTones, pineTones, variegation } from './palettes.ts'
import type {
  AutumnColour,
  CrownShape,
  FlowerColour,
  FlowerForm,
  FruitColour,
  FruitForm,
  GrowthForm,
  LeafType,
  PlantFacts,
} from './plant-facts.ts'

export interface IllustrationSpec {
  facts: PlantFacts
  /** Metres: height of the plant offered, for the scale. */
  heightNow?: number
  /** Metres: width of the small pot in which it is offered. */
  pot?: number
  latinName?: string
  seed: string
}

/** The facts, with gaps filled by the most likely value, and what drawing needs besides. */
export interface Habit {
  genus: string
  species: string
  growth: GrowthForm
  crown: CrownShape
  leaf: LeafType
  /** The leaf as it is drawn. */
  blade: Blade
  build: Build | null
  needled: boolean
  evergreen: boolean
  /** Metres, as drawn: of the grown plant, or of the size offered. */
  height: number
  spread: number
  /** 0 a seedling .. 1 grown. */
  age: number
  tones: Tones
  accent: Tones | null
  autumn: AutumnColour | null
  bark: Bark
  flower: { form: FlowerForm; look: BloomLook; colour: FlowerColour } | null
  fruit: { form: FruitForm; look: FruitLook; colour: FruitColour } | null
  /** Its fruit is what it is grown for. */
  isCrop: boolean
  /** It is known in flower, on wood without leaves. */
  flowersBare: boolean
  /** How open the crown is: 0 dense .. 1 airy. */
  airy: number
  seed: string
  /** Metres: width of the pot in which it stands. */
  pot: number | null
}

const needleTypes: readonly LeafType[] = [
  'needle-short',
  'needle-long',
  'needle-tuft',
  'needle-flat',
  'needle-awl',
  'scale',
]
const coniferGenera = new Set([
  'abies',
  'picea',
  'pinus',
  'larix',
  'cedrus',
  'tsuga',
  'pseudotsuga',
  'thuja',
  'thujopsis',
  'juniperus',
  'chamaecyparis',
  'taxus',
  'metasequoia',
  'microbiota',
  'cupressus',
  'platycladus',
  'taxodium',
])

const heights: Record<GrowthForm, number> = {
  tree: 12,
  'multistem-tree': 7,
  'upright-shrub': 2,
  'spreading-shrub': 1.5,
  'creeping-shrub': 0.35,
  'cushion-shrub': 0.6,
  climber: 4,
  'clump-perennial': 0.7,
  'groundcover-perennial': 0.2,
  'tussock-grass': 1.1,
  'running-grass': 0.9,
}

/** Spread over height, for a plant whose spread is not known. */
const widths: Record<CrownShape, number> = {
  round: 0.72,
  globe: 0.95,
  oval: 0.55,
  conical: 0.45,
  columnar: 0.22,
  weeping: 0.8,
  spreading: 1.15,
  umbrella: 1.0,
  vase: 0.75,
  cushion: 1.25,
  prostrate: 4,
  irregular: 0.75,
}

const airyGenera: Record<string, number> = {
  betula: 0.75,
  gleditsia: 0.8,
  robinia: 0.6,
  sorbus: 0.4,
  fraxinus: 0.45,
  amelanchier: 0.55,
  salix: 0.4,
  larix: 0.6,
  hamamelis: 0.6,
  rhus: 0.6,
  aralia: 0.7,
  elaeagnus: 0.4,
  hippophae: 0.45,
  caragana: 0.4,
  prunus: 0.3,
  malus: 0.25,
  pyrus: 0.2,
  aesculus: 0,
  tilia: 0.05,
  fagus: 0.1,
  carpinus: 0.05,
  buxus: 0,
}

function guessGrowth(facts: PlantFacts): GrowthForm {
  if (facts.growth !== null) return facts.growth
  if (facts.leaf === 'grass') return 'tussock-grass'
  if (facts.leaf !== null && ['sword', 'broad', 'fern', 'basal-cut', 'fleshy'].includes(facts.leaf))
    return 'clump-perennial'
  if (facts.crown === 'prostrate') return 'creeping-shrub'
  if (facts.crown === 'cushion') return 'cushion-shrub'
  if (facts.height === null) return 'upright-shrub'
  return facts.height >= 4.5 ? 'tree' : facts.height >= 0.5 ? 'upright-shrub' : 'groundcover-perennial'
}

function guessLeaf(growth: GrowthForm, genus: string): LeafType {
  if (coniferGenera.has(genus))
    return genus === 'pinus'
      ? 'needle-long'
      : genus === 'juniperus'
        ? 'needle-awl'
        : genus === 'larix' || genus === 'cedrus'
          ? 'needle-tuft'
          : genus === 'taxus'
            ? 'needle-flat'
            : ['abies', 'picea', 'tsuga', 'pseudotsuga'].includes(genus)
              ? 'needle-short'
              : 'scale'
  if (growth.endsWith('grass')) return 'grass'
  return growth === 'climber' ? 'heart' : growth === 'groundcover-perennial' ? 'round' : 'ovate'
}

function guessCrown(growth: GrowthForm, leaf: LeafType): CrownShape {
  const conifer = needleTypes.includes(leaf)
  const byGrowth: Record<GrowthForm, CrownShape> = {
    tree: conifer ? 'conical' : 'oval',
    'multistem-tree': 'vase',
    'upright-shrub': conifer ? 'columnar' : 'round',
    'spreading-shrub': 'spreading',
    'creeping-shrub': 'prostrate',
    'cushion-shrub': 'cushion',
    climber: 'irregular',
    'clump-perennial': 'round',
    'groundcover-perennial': 'prostrate',
    'tussock-grass': 'vase',
    'running-grass': 'irregular',
  }
  return byGrowth[growth]
}

export function habitOf(illustration: IllustrationSpec): Habit {
  const { facts } = illustration
  const [genus = '', species = ''] = (illustration.latinName ?? '')
    .toLowerCase()
    .replace(/[^a-z\s-]/g, ' ')
    .trim()
    .split(/\s+/)
  const likeness = likenessOf(genus, species, illustration.latinName ?? '')
  const growth = guessGrowth(facts)
  const leaf = facts.leaf ?? guessLeaf(growth, genus)
  const crown = facts.crown ?? guessCrown(growth, leaf)
  const needled = needleTypes.includes(leaf)
  const sheds = leaf === 'needle-tuft' && genus !== 'cedrus'
  const grown = Math.max(0.04, facts.height ?? heights[growth])
  const fullSpread = Math.max(0.06, facts.spread ?? grown * (growth === 'climber' ? 0.5 : widths[crown]))
  const height =
    illustration.heightNow !== undefined && illustration.heightNow > 0 ? Math.max(0.04, illustration.heightNow) : grown
  const age = Math.min(1, height / grown)
  const young = age < 0.5 && needled && crown === 'conical' ? height * 0.42 : 0
  const foliage = facts.foliage ?? (needled ? 'dark-green' : 'green')
  // What is called red in photinia and pieris are the young leaves.
  const flushesRed = foliage === 'red' && (genus === 'photinia' || genus === 'pieris')
  return {
    genus,
    species,
    growth,
    crown,
    leaf,
    blade: likeness.blade ?? leaf,
    build: likeness.build ?? null,
    needled,
    evergreen:
      facts.autumn === 'evergreen' ||
      (facts.autumn === null && ((needled && !sheds) || leaf === 'leathery' || leaf === 'scale-heath')),
    height,
    // A young plant is slimmer than a grown one: it grows in height before it grows in width.
    spread: Math.max(
      0.05,
      young,
      (illustration.pot ?? 0) * 0.95,
      fullSpread *
        (growth === 'creeping-shrub' || growth === 'groundcover-perennial' ? Math.max(age, 0.4) : age ** 1.12) *
        Math.max(1, height / grown),
    ),
    age,
    tones: genus === 'pinus' ? pineTones(foliage) : foliageTones(flushesRed ? 'dark-green' : foliage),
    accent: flushesRed ? foliageTones('red') : variegation(foliage),
    autumn: facts.autumn,
    bark: barkOf(genus, species),
    flower: likeness.isForLeaves
      ? null
      : facts.flower && { ...facts.flower, look: likeness.bloom?.[facts.flower.form] ?? facts.flower.form },
    fruit: likeness.isForLeaves
      ? null
      : facts.fruit && { ...facts.fruit, look: likeness.fruit?.[facts.fruit.form] ?? facts.fruit.form },
    isCrop: likeness.isCrop ?? false,
    flowersBare: likeness.flowersBare ?? false,
    // A ball is grown for being one.
    airy:
      crown === 'globe'
        ? 0.05
        : (airyGenera[genus] ??
          (leaf === 'bipinnate' ? 0.7 : leaf === 'pinnate' || leaf === 'lanceolate' ? 0.35 : 0.15)),
    seed: illustration.seed,
    pot: illustration.pot ?? null,
  }
}
