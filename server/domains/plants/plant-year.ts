import type { YearRow, YearSpan } from '#contract/plant-year.ts'
import type { FlowerColour, PlantFacts } from '#server/drawings/plant-facts.ts'
import { autumnNames, flowerColourNames, foliageNames } from './plant-words.ts'

interface KnownOfYear {
  facts: Pick<PlantFacts, 'growth' | 'leaf' | 'foliage' | 'autumn'>
  isEvergreen: boolean
  floweringFrom: number | null
  floweringTo: number | null
  floweringColour: FlowerColour | null
}

const span = (from: number, to: number, text: string, tone: YearSpan['tone']): YearSpan => ({
  from_month: from,
  to_month: to,
  text: text.toLowerCase(),
  tone,
})

/**
 * The directory has no months of leaves: it says how a plant looks in October and whether it keeps its leaves. Summer and
 * the months of snow follow from that; those in which leaves come and fall are left open. Of perennials that are green in
 * October nobody knows whether they were so all summer, or what the snow covers.
 */
function leafSpans({ facts: { growth, leaf, foliage, autumn }, isEvergreen }: KnownOfYear): YearSpan[] {
  const leaves = leaf?.startsWith('needle') || leaf === 'scale' ? 'хвоя' : 'листва'
  const summer = (from: number, to: number) =>
    span(from, to, foliage ? `${foliageNames[foliage]} ${leaves}` : leaves, foliage ?? 'green')
  if (autumn === 'evergreen' || (isEvergreen && (autumn === null || autumn === 'green'))) return [summer(1, 12)]
  if (autumn === null) return []
  const then = autumn === 'green' ? (foliage ?? 'green') : autumn
  if (isEvergreen) return [summer(5, 9), span(10, 3, `зимой ${autumnNames[autumn]} ${leaves}`, then)]
  const october = span(10, 10, autumn === 'green' ? autumnNames.green : `осенью ${autumnNames[autumn]}`, then)
  if (growth === null || /perennial|grass/.test(growth)) return autumn === 'green' ? [] : [summer(6, 9), october]
  return [summer(6, 9), october, span(12, 3, leaves === 'хвоя' ? 'без хвои' : 'без листьев', 'bare')]
}

/** What is known of a plant's looks through the year in the middle zone of Russia, row by row; empty if nothing is. */
export function plantYear(known: KnownOfYear): YearRow[] {
  const { floweringFrom: from, floweringTo: to, floweringColour: colour } = known
  const flowers = colour ? `${flowerColourNames[colour]} цветки` : 'цветки'
  return [
    { part: 'Цветение', spans: from && to ? [span(from, to, flowers, colour ? `flower-${colour}` : 'flower')] : [] },
    { part: 'Листва', spans: leafSpans(known) },
  ].filter(({ spans }) => spans.length > 0)
}
