import { z } from 'zod'

/** Outlines of crowns, or of whole plants without one. */
export const outlines = [
  'round',
  'globe',
  'oval',
  'conical',
  'columnar',
  'weeping',
  'spreading',
  'umbrella',
  'vase',
  'cushion',
  'prostrate',
  'irregular',
] as const

/** A grown plant as it is drawn to scale. Metres. */
export const plantFigure = z
  .object({
    height: z.number(),
    spread: z.number(),
    /** It has a trunk below its crown. */
    is_tree: z.boolean(),
    /** `null`: not known. */
    outline: z.enum(outlines).nullable(),
  })
  .meta({ id: 'PlantFigure' })
export type PlantFigure = z.output<typeof plantFigure>
