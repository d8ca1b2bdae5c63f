import type { DoubtCode } from '#contract/variants.ts'
import type { Sizes } from './sizes.ts'

export type { DoubtCode }

export interface Doubt {
  code: DoubtCode
  /** The part of the text that is meant. */
  text: string
  /** What it can mean, each as the fields that it would set; none where nothing is possible. */
  alternatives: Partial<Sizes>[]
}
