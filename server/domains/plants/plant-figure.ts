import type { PlantFigure } from '#contract/plant-figure.ts'
import type { PlantFacts } from '#server/drawings/plant-facts.ts'

/** How a grown plant is drawn to scale; `null` if its height or spread is not known. */
export function plantFigure({ height, spread, growth, crown }: PlantFacts): PlantFigure | null {
  if (height === null || spread === null) return null
  return { height, spread, is_tree: growth === 'tree' || growth === 'multistem-tree', outline: crown }
}
