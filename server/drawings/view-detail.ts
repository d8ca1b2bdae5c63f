import { paintLeafyBranch } from './branch-leafy.ts'
import { paintNeedledBranch } from './branch-needled.ts'
import { paintTuftDetail } from './branch-tufts.ts'
import { summerDress } from './dress.ts'
import { Sheet } from './ink.ts'
import { paintPaper } from './paper-ground.ts'
import type { Habit } from './plant-habit.ts'
import { makeRandom } from './random.ts'

const tufts = new Set(['grass', 'sword', 'broad', 'fern', 'basal-cut'])

/** A close-up: one branch, or the leaves and a flower of a plant without branches, on paper. */
export function drawDetail(habit: Habit): string {
  const sheet = new Sheet()
  const random = makeRandom(`${habit.seed}/detail`)
  paintPaper(sheet, habit, summerDress(habit), random)
  if (habit.needled || habit.leaf === 'scale-heath') paintNeedledBranch(sheet, habit, random)
  else if (tufts.has(habit.leaf)) paintTuftDetail(sheet, habit, random)
  else paintLeafyBranch(sheet, habit, random)
  return sheet.svg()
}
