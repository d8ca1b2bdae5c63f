import type { PlantEntry } from '../botany/read-directory.ts'
import type { DemoCompany } from './companies.ts'
import type { PriceLine } from './price-list.ts'
import { type Random, seededRandom } from './random.ts'
import { climberAndRoseSentences } from './sentences/climbers-roses.ts'
import { companyNotes } from './sentences/company-notes.ts'
import { coniferSentences } from './sentences/conifers.ts'
import { evergreenSentences } from './sentences/evergreens.ts'
import { fruitSentences } from './sentences/fruit.ts'
import { perennialSentences } from './sentences/perennials.ts'
import { shrubSentences } from './sentences/shrubs.ts'
import { treeSentences } from './sentences/trees.ts'

/** A line of a company's price list with its company, plant and category. */
export interface Offer {
  company: DemoCompany
  line: PriceLine
  plant: PlantEntry
  category: string
}

const rules = new Intl.PluralRules('ru')
const numerals = new Intl.NumberFormat('ru')

const plantSentences = new Map(
  Object.entries({
    ...coniferSentences,
    ...treeSentences,
    ...shrubSentences,
    ...evergreenSentences,
    ...fruitSentences,
    ...climberAndRoseSentences,
    ...perennialSentences,
  }),
)

/** Sentences about the plant: the cultivar's before those of the species and the genus. */
function sentencesAbout(plant: string): string[] {
  const words = plant.split(' ')
  return words.flatMap((_, index) => plantSentences.get(words.slice(0, words.length - index).join(' ')) ?? [])
}

/** The sentence used least often so far, so that neighbours differ; ties are broken at random. */
function leastUsed(
  sentences: string[],
  key: (index: number) => string,
  used: Map<string, number>,
  random: Random,
): string {
  const counts = sentences.map((_, index) => used.get(key(index)) ?? 0)
  const least = Math.min(...counts)
  const index = random.pick(sentences.map((_, position) => position).filter(position => counts[position] === least))
  used.set(key(index), least + 1)
  return sentences[index] ?? ''
}

/** Phrases for the minimum order; the genitive after "от" has two forms. */
function lotSentences(lot: number): string[] {
  const form = rules.select(lot)
  const number = numerals.format(lot)
  return [
    `Отпускаем от ${number} ${form === 'one' ? 'штуки' : 'штук'}.`,
    `Минимальная партия — ${number} ${form === 'one' ? 'штука' : form === 'few' ? 'штуки' : 'штук'}.`,
    `От ${number} ${form === 'one' ? 'штуки' : 'штук'}.`,
    `Заказ от ${number} ${form === 'one' ? 'штуки' : 'штук'}.`,
  ]
}

/**
 * Descriptions of all products, in order, each from its lines: a sentence about the plant and sometimes the minimum
 * order and a note of the company. Each sentence about a plant is used once in the whole set.
 */
export function describeProducts(products: Offer[][]): string[] {
  const random = seededRandom(7)
  const said = new Set<string>()
  const used = new Map<string, number>()
  return products.map(([offer]) => {
    if (!offer) throw new Error('a product has no line')
    const { company, line } = offer
    const about = line.words || sentencesAbout(line.plant).find(sentence => !said.has(sentence))
    if (!about) throw new Error(`Nothing is left to say of ${line.plant} (${company.key})`)
    said.add(about)
    const { kind } = line.root
    const place = kind === 'BR' ? 'bare' : kind === 'RB' || kind === 'WRB' ? 'field' : 'pot'

    const sentences = [about]
    if (line.lot !== null) {
      const lots = lotSentences(line.lot)
      sentences.push(leastUsed(lots, index => `${company.key} lot ${index}`, used, random))
    }
    const notes = companyNotes[company.key]?.[place] ?? []
    if (notes.length > 0 && random.chance(line.lot === null ? 0.5 : 0.3)) {
      sentences.push(leastUsed(notes, index => notes[index] ?? '', used, random))
    }
    return sentences.join(' ')
  })
}
