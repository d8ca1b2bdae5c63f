import type { LineUnit, LineWish } from '#contract/projects.ts'
import type { Candidate } from '#server/reading/names/match-name.ts'
import { noSizes } from '#server/reading/sizes/sizes.ts'

/** A line as read from a schedule. */
export interface ScheduleLine {
  /** The original text; cells of a table are separated by ` | `. */
  text: string
  /** Whether it is a heading, a remark or a total and asks for no plant. */
  isNote: boolean
  name: string
  quantity: number | null
  unit: LineUnit | null
  wish: LineWish
  /** Set only if there is no doubt. */
  plant: number | null
  candidates: Candidate[]
}

const { root_size: _rootSize, ...sizes } = noSizes
export const noWish: LineWish = { ...sizes, root_size_from: null, root_size_to: null }
