import { paintLeafyBranch } from './branch-leafy.ts'
import { paintNeedledBranch } from './branch-needled.ts'
import { paintTuftDetail } from './branch-tufts.ts'
import { summerDress } from './dress.ts'
import { Sheet } from './ink.ts'
import { paintPaper } from './paper-ground.ts'
import type { Nature } from './plant-nature.ts'
import { makeRandom } from './random.ts'

const tufts = new Set(['grass', 'sword', 'broad', 'fern', 'basal-cut'])

/** A close-up: one branch, or the leaves and a flower of a plant without branches, on paper. */
export function drawDetail(nature: Nature): string {
  const sheet = new Sheet()
  const random = makeRandom(`${nature.seed}/detail`)
  paintPaper(sheet, nature, summerDress(nature), random)
  if (nature.needled || nature.leaf === 'scale-heath') paintNeedledBranch(sheet, nature, random)
  else if (tufts.has(nature.leaf)) paintTuftDetail(sheet, nature, random)
  else paintLeafyBranch(sheet, nature, random)
  return sheet.svg()
}
