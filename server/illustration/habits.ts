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
import type { Nature } from './plant-nature.ts'
import { makeRandom } from './random.ts'
import { paintWeeping } from './weeping.ts'

type Painter = (sitting: Sitting) => void

function coniferPainter({ growth, crown, leaf, age }: Nature): Painter {
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

function perennialPainter(nature: Nature): Painter {
  const byLeaf: Partial<Record<LeafType, Painter>> = {
    fern: paintFern,
    broad: paintRosette,
    sword: paintFountain,
    grass: paintFountain,
    'basal-cut': paintMound,
    'scale-heath': paintMound,
    tiny: paintMound,
  }
  const known = byLeaf[nature.leaf]
  if (known !== undefined) return known
  // Low leaves of silver or narrow plants with spikes make a mound: lavender, sage, catmint.
  if (nature.flower?.form === 'spike' && nature.leaf === 'lanceolate' && nature.height < 0.7) return paintMound
  return paintStems
}

export function painterFor(nature: Nature): Painter {
  if (nature.growth === 'climber') return sitting => paintClimber(sitting)
  if (nature.growth === 'groundcover-perennial')
    return nature.leaf === 'fern' ? paintFern : nature.leaf === 'broad' && nature.height > 0.2 ? paintRosette : paintMat
  if (nature.growth === 'clump-perennial') return perennialPainter(nature)
  if (nature.growth === 'tussock-grass' || nature.growth === 'running-grass') return paintFountain
  if (nature.needled) return coniferPainter(nature)
  if (nature.crown === 'weeping')
    return nature.growth === 'tree' || nature.growth === 'multistem-tree' ? paintWeeping : paintShrub
  if (nature.growth === 'tree' || nature.growth === 'multistem-tree') return paintTree
  if (nature.growth === 'creeping-shrub' || nature.crown === 'prostrate') return paintMat
  if (nature.leaf === 'scale-heath') return paintMound
  return paintShrub
}

export const isMat = (nature: Nature): boolean => {
  const painter = painterFor(nature)
  return painter === paintMat || painter === paintCreeper
}

/** Draws the plant where it stands; the label keeps several plants of one picture from being copies. */
export function paintPlant(sheet: Sheet, nature: Nature, dress: Dress, stand: Stand, label = 'plant'): void {
  painterFor(nature)(sit(sheet, nature, dress, stand, label))
}

export function sit(sheet: Sheet, nature: Nature, dress: Dress, stand: Stand, label: string): Sitting {
  const random = makeRandom(`${nature.seed}/${nature.genus}/${label}`)
  return {
    sheet,
    nature,
    dress,
    stand,
    random,
    ornaments: ornamentsFor(sheet, nature, dress, stand, random.fork('ornaments')),
  }
}
