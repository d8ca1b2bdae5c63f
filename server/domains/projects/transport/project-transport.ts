import { type StrategySummary, strategies } from '#contract/projects.ts'
import type { TransportForm, TransportPlan, Vehicle } from '#contract/transport.ts'
import { listDeliveryFacts, listDistances } from '#server/domains/companies/companies.api.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import { listLoads } from '#server/domains/products/products.api.ts'
import type { PlaceRow } from '#server/domains/reference/reference.api.ts'
import { getSiteVehicles } from '#server/domains/transport/vehicles.service.ts'
import { type PlanningPool, planners as processPlanners } from '#server/planning/planning-pool.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sender } from '#server/reading/workers/sender.ts'
import { type Choice, choose } from '../choosing/choose.ts'
import { type AskingLine, findChoices, findOptions, piecesOf } from '../options/find-options.ts'
import { buildTask, withoutWorse } from './planning-task.ts'
import { presentTransport } from './transport.present.ts'

/** A line with its id, for the offers of its plant. */
export type ChoosingLine = AskingLine & { id: string }

/** Offers of one nursery for a line that are looked at, the cheapest: a dearer one may be lighter. */
const offersOfNursery = 4
/** Offers of all lines that one plan is made of; of long schedules the cheapest of each line. */
const mostChoices = 12_000
/** Milliseconds for the lorries of one way of choosing, when several are shown beside each other. */
const previewTime = 400

interface Planning {
  place: PlaceRow
  /** In place of the site's and the companies'. */
  vehicles: Vehicle[] | null
  /** Milliseconds; by default as long as a plan may take. */
  time?: number
}

export function projectTransport({
  db,
  offerIndex,
  planners = processPlanners,
}: {
  db: Db
  offerIndex: OfferIndex
  planners?: PlanningPool
}) {
  /** Has the lorries of these choices planned, and which of them are chosen where a line has several. */
  async function planned(
    { asker, signal }: Sender,
    lines: (ChoosingLine & { choices: Choice[] })[],
    { place, vehicles: given, time }: Planning,
  ): Promise<{ variants: (number | null)[]; transport: TransportPlan }> {
    const [companies, loads, { vehicles: hired }] = await Promise.all([
      listDeliveryFacts(db, [...new Set(lines.flatMap(({ choices }) => choices.map(({ companyId }) => companyId)))]),
      listLoads(db, [...new Set(lines.flatMap(({ choices }) => choices.map(({ variantId }) => variantId)))]),
      getSiteVehicles(db),
    ])
    const pruned = lines.map(line => ({
      id: line.id,
      pieces: piecesOf(line),
      choices: withoutWorse(line.choices, loads),
    }))
    const built = buildTask(pruned, { companies, loads, site: place, hired, given })
    const plan = await planners.plan(asker, signal, { ...built.task, ...(time === undefined ? {} : { time }) })
    const names = new Map(companies.map(({ id, name }) => [id, name]))
    return {
      variants: plan.chosen.map((pick, line) =>
        pick === null ? null : (pruned[line]?.choices[pick]?.variantId ?? null),
      ),
      transport: presentTransport({ ...built, plan, site: place, lines: pruned, names }),
    }
  }

  /** The offers of nurseries that `cheapest_delivered` chooses among. */
  async function choicesOf(lines: ChoosingLine[], distances: ReadonlyMap<number, number> | null): Promise<Choice[][]> {
    const asking = lines.filter(({ plantId }) => plantId !== null).length
    const most = Math.max(offersOfNursery, Math.floor(mostChoices / Math.max(1, asking)))
    const found = await findChoices(offerIndex, lines, distances, offersOfNursery)
    return found.map(choices => {
      const sure = choices.findIndex(({ left }) => left === null)
      return choices.filter((_, at) => at < most || at === sure)
    })
  }

  return {
    /** Plants, nurseries and lorries together. */
    async chooseDelivered(sender: Sender, lines: ChoosingLine[], planning: Planning) {
      const choices = await choicesOf(lines, null)
      return planned(
        sender,
        lines.map((line, at) => ({ ...line, choices: choices[at] ?? [] })),
        planning,
      )
    },

    /** The lorries of what is chosen. */
    async transportOf(
      sender: Sender,
      lines: ChoosingLine[],
      place: PlaceRow,
      { companies, vehicles }: TransportForm,
    ): Promise<TransportPlan> {
      const ranked = await findOptions(
        offerIndex,
        lines.map(line => ({ ...line, isOutside: true })),
      )
      const only = companies ? new Set(companies) : null
      const asked = lines.flatMap((line, at) => {
        const [chosen] = ranked[at] ?? []
        if (!chosen || (only && !only.has(chosen.companyId))) return []
        const { companyId, variantId, unitKopecks } = chosen
        const price = unitKopecks === null ? null : unitKopecks * (piecesOf(line) ?? 1)
        return [{ ...line, choices: [{ companyId, variantId, price, distance: null, ...asChosen }] }]
      })
      return (await planned(sender, asked, { place, vehicles: vehicles ?? null })).transport
    },

    /** What each way of choosing comes to, with nothing chosen yet. */
    async strategiesOf(sender: Sender, lines: ChoosingLine[], place: PlaceRow | undefined): Promise<StrategySummary[]> {
      const every = await choicesOf(lines, place ? await listDistances(db, place) : null)
      const summaries: StrategySummary[] = []
      for (const strategy of strategies) {
        if (!place && (strategy === 'nearest' || strategy === 'cheapest_delivered')) {
          summaries.push({ strategy, ...nothing })
          continue
        }
        const picked =
          strategy === 'cheapest_delivered'
            ? { choices: every, isApproximate: false }
            : await chosenOnly(every, strategy)
        const asked = lines.map((line, at) => ({ ...line, choices: picked.choices[at] ?? [] }))
        const made = place
          ? await planned(sender, asked, {
              place,
              vehicles: null,
              ...(strategy === 'cheapest_delivered' ? {} : { time: previewTime }),
            })
          : null
        const chosen = asked.flatMap((line, at) => {
          const variant = made ? made.variants[at] : line.choices[0]?.variantId
          const choice = line.choices.find(({ variantId }) => variantId === variant)
          return choice ? [{ choice, isCounted: piecesOf(line) !== null }] : []
        })
        const priced = chosen.filter(({ choice, isCounted }) => isCounted && choice.price !== null)
        const plants = priced.reduce((sum, { choice }) => sum + (choice.price ?? 0), 0)
        const transport = made?.transport ?? null
        summaries.push({
          strategy,
          plants: plants / 100,
          transport: transport?.price ?? null,
          total: transport === null ? null : (plants + Math.round(transport.price * 100)) / 100,
          companies: new Set(chosen.map(({ choice }) => choice.companyId)).size,
          lines: chosen.length,
          priced_lines: priced.length,
          unplaced_lines: new Set(transport?.unplaced.map(({ line }) => line)).size,
          is_approximate: picked.isApproximate || (transport?.is_approximate ?? false),
        })
      }
      return summaries
    },
  }
}

const nothing = {
  plants: null,
  transport: null,
  total: null,
  companies: null,
  lines: null,
  priced_lines: null,
  unplaced_lines: null,
  is_approximate: false,
}

/** A person's own choice is brought whatever there is of it. */
const asChosen = { wanted: 0, left: null, isLater: false }

/** Each line's offer as a strategy that knows nothing of lorries chooses it. */
async function chosenOnly(every: Choice[][], strategy: Exclude<StrategySummary['strategy'], 'cheapest_delivered'>) {
  const { variants, isApproximate } = await choose(every, strategy)
  return {
    // There was enough of it for all lines.
    choices: every.map((choices, at) =>
      choices.filter(({ variantId }) => variantId === variants[at]).map(choice => ({ ...choice, left: null })),
    ),
    isApproximate,
  }
}
