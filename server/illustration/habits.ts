import { paintShrub, paintTree } from './broadleaf.ts'
import { paintClimber } from './climbers.ts'
import { paintPine, paintPineCushion, paintShingled } from './conifer-sprays.ts'
import { paintTieredConifer } from './conifers.ts'
import { ornamentsFor } from './dress.ts'
import type { Dress, Sitting, Stand } from './habit.ts'
import type { Sheet } from './ink.ts'
import { paintCreeper, paintMat } from './mats.ts'
import { paintFern, paintFountain, paintMound, paintRosette, paintStems } from './perennials.ts'
import type { LeafType } from './plant-facts.ts'
import type { Habit } from './plant-habit.ts'
import { makeRandom } from './random.ts'
import { paintWeeping } from './weeping.ts'

type Painter = (sitting: Sitting) => void

function coniferPainter({ growth, crown, leaf, age }: Habit): Painter {
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
  // A young pine is as regular as a spruce; only age makes clouds of it.
  if (leaf === 'needle-long')
    return low && growth !== 'tree'
      ? paintPineCushion
      : age < 0.35 || (crown === 'conical' && growth !== 'tree')
        ? paintTieredConifer
        : paintPine
  if (leaf === 'scale' || leaf === 'needle-awl') return paintShingled
  if (leaf === 'needle-flat') return growth === 'tree' && crown === 'conical' ? paintTieredConifer : paintShingled
  return low && growth !== 'tree' && crown !== 'conical' && crown !== 'columnar' ? paintShingled : paintTieredConifer
}

function perennialPainter(habit: Habit): Painter {
  const byLeaf: Partial<Record<LeafType, Painter>> = {
    fern: paintFern,
    broad: paintRosette,
    sword: paintFountain,
    grass: paintFountain,
    'basal-cut': paintMound,
    'scale-heath': paintMound,
    tiny: paintMound,
  }
  const known = byLeaf[habit.leaf]
  if (known !== undefined) return known
  // Low leaves of silver or narrow plants with spikes make a mound: lavender, sage, catmint.
  if (habit.flower?.form === 'spike' && habit.leaf === 'lanceolate' && habit.height < 0.7) return paintMound
  return paintStems
}

export function painterFor(habit: Habit): Painter {
  if (habit.growth === 'climber') return sitting => paintClimber(sitting)
  if (habit.growth === 'groundcover-perennial')
    return habit.leaf === 'fern' ? paintFern : habit.leaf === 'broad' && habit.height > 0.2 ? paintRosette : paintMat
  if (habit.growth === 'clump-perennial') return perennialPainter(habit)
  if (habit.growth === 'tussock-grass' || habit.growth === 'running-grass') return paintFountain
  if (habit.needled) return coniferPainter(habit)
  if (habit.crown === 'weeping')
    return habit.growth === 'tree' || habit.growth === 'multistem-tree' ? paintWeeping : paintShrub
  if (habit.growth === 'tree' || habit.growth === 'multistem-tree') return paintTree
  if (habit.growth === 'creeping-shrub' || habit.crown === 'prostrate') return paintMat
  if (habit.leaf === 'scale-heath') return paintMound
  return paintShrub
}

export const isMat = (habit: Habit): boolean => {
  const painter = painterFor(habit)
  return painter === paintMat || painter === paintCreeper
}

/** Draws the plant where it stands; the label keeps several plants of one picture from being copies. */
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
