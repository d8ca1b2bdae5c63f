import { paintShrub, paintTree } from './broadleaf.ts'
import { paintClimber } from './climbers.ts'
import { paintPine, paintPineCushion, paintShingled } from './conifer-sprays.ts'
import { paintTieredConifer } from './conifers.ts'
import { ornamentsFor } from './dress.ts'
import { paintBamboo, paintHeath, paintPads } from './growths.ts'
import type { Dress, Sitting, Stand } from './habit.ts'
import type { Sheet } from './ink.ts'
import type { Blade, Build } from './likeness.ts'
import { paintCreeper, paintMat } from './mats.ts'
import { paintFern, paintFountain, paintMound, paintRosette, paintStems } from './perennials.ts'
import type { LeafType } from './plant-facts.ts'
import type { Habit } from './plant-habit.ts'
import { makeRandom } from './random.ts'
import { paintWeeping } from './weeping.ts'
import { paintYoungPine } from './young-pine.ts'

type Painter = (sitting: Sitting) => void

function coniferPainter(habit: Habit): Painter {
  const { growth, crown, leaf, age } = habit
  const low =
    growth === 'cushion-shrub' ||
    crown === 'cushion' ||
    crown === 'globe' ||
    growth === 'spreading-shrub' ||
    growth === 'upright-shrub' ||
    crown === 'spreading' ||
    crown === 'vase'
  if (growth === 'creeping-shrub' || crown === 'prostrate')
    return leaf === 'needle-long' ? paintPineCushion : paintCreeper
  if (crown === 'weeping') return paintWeeping
  if (habit.build === 'cedar' && crown !== 'globe') return paintTieredConifer
  if (leaf === 'needle-long')
    return low && growth !== 'tree'
      ? paintPineCushion
      : habit.genus === 'sciadopitys' ||
          crown === 'columnar' ||
          age < 0.35 ||
          (crown === 'conical' && growth !== 'tree')
        ? paintYoungPine
        : paintPine
  if (leaf === 'scale' || leaf === 'needle-awl') return paintShingled
  if (leaf === 'needle-flat') return growth === 'tree' && crown === 'conical' ? paintTieredConifer : paintShingled
  return low && growth !== 'tree' && crown !== 'conical' && crown !== 'columnar' ? paintShingled : paintTieredConifer
}

const moundBlades = new Set<Blade>(['rounded', 'divided', 'ternate', 'trifoliate'])

function perennialPainter(habit: Habit): Painter {
  const byLeaf: Partial<Record<LeafType, Painter>> = {
    fern: paintFern,
    broad: paintRosette,
    sword: paintFountain,
    grass: paintFountain,
    'basal-cut': paintMound,
    tiny: paintMound,
  }
  // Feathery leaves are a fern's only where there is never a flower.
  if (habit.leaf === 'fern' && (habit.flower !== null || habit.genus === 'artemisia')) return paintMound
  // Monkshood and delphinium are leafy stems; geranium and heuchera a mound.
  if (moundBlades.has(habit.blade) && habit.leaf !== 'maple-cut') return paintMound
  if (habit.leaf === 'heart' || habit.leaf === 'round') return paintRosette
  const known = byLeaf[habit.leaf]
  if (known !== undefined) return known
  // Silver-leaved or narrow-leaved plants with flower spikes form a low mound: lavender, sage, catmint.
  if (habit.flower?.form === 'spike' && habit.leaf === 'lanceolate' && habit.height < 0.7) return paintMound
  return paintStems
}

const byBuild: Partial<Record<Build, Painter>> = {
  heath: paintHeath,
  mound: paintMound,
  tuft: paintFountain,
  stalked: paintMound,
  bamboo: paintBamboo,
  water: paintPads,
}

export function painterFor(habit: Habit): Painter {
  const built = habit.build === null ? undefined : byBuild[habit.build]
  if (built !== undefined) return built
  if (habit.growth === 'climber') return sitting => paintClimber(sitting)
  if (habit.growth === 'groundcover-perennial')
    return habit.leaf === 'fern' && habit.flower === null
      ? paintFern
      : habit.leaf === 'broad' && habit.height > 0.2
        ? paintRosette
        : // As high as wide it is a cushion, not a carpet.
          habit.height > habit.spread * 0.6
          ? paintMound
          : paintMat
  if (habit.growth === 'clump-perennial') return perennialPainter(habit)
  if (habit.growth === 'tussock-grass' || habit.growth === 'running-grass') return paintFountain
  if (habit.needled) return coniferPainter(habit)
  const hangs = habit.crown === 'weeping' || habit.crown === 'umbrella'
  if (habit.build === 'grafted' && hangs && !habit.growth.startsWith('creeping')) return paintWeeping
  if (habit.crown === 'weeping')
    return habit.growth === 'tree' || habit.growth === 'multistem-tree' ? paintWeeping : paintShrub
  if (habit.build === 'clipped' && habit.crown !== 'prostrate') return paintShingled
  if (habit.growth === 'tree' || habit.growth === 'multistem-tree') return paintTree
  if (habit.growth === 'creeping-shrub' || habit.crown === 'prostrate') return paintMat
  return paintShrub
}

export const isMat = (habit: Habit): boolean => {
  const painter = painterFor(habit)
  return painter === paintMat || painter === paintCreeper
}

/** Draws the plant at its place; the label makes several plants of one picture differ. */
export function paintPlant(sheet: Sheet, habit: Habit, dress: Dress, stand: Stand, label = 'plant'): void {
  painterFor(habit)(sit(sheet, habit, dress, stand, label))
}

export function sit(sheet: Sheet, habit: Habit, dress: Dress, stand: Stand, label: string): Sitting {
  const random = makeRandom(`${habit.seed}/${habit.genus}/${label}`)
  return {
    sheet,
    habit,
    dress,
    stand,
    random,
    ornaments: ornamentsFor(sheet, habit, dress, stand, random.fork('ornaments')),
  }
}
