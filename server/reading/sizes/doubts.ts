import type { DoubtCode } from '#contract/variants.ts'
import type { Sizes } from './sizes.ts'

export type { DoubtCode }

export interface Doubt {
  code: DoubtCode
  /** The ambiguous part of the text. */
  text: string
  /** Its possible readings, each as the fields that it would set; empty if none is possible. */
  alternatives: Partial<Sizes>[]
}
