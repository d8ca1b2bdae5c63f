import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { LineOption, Project, ProjectLine } from '#contract/projects.ts'
import { listDistances, listTerms } from '#server/domains/companies/companies.api.ts'
import { minimumOrderOf } from '#server/domains/companies/companies.present.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import { findSubstitutes } from '#server/domains/offers/offers.api.ts'
import { presentPlantCard } from '#server/domains/offers/plants/plant-catalogue.present.ts'
import { type Lookups, readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { presentPlace } from '#server/domains/reference/places/places.service.ts'
import { findPlace, type PlaceRow } from '#server/domains/reference/reference.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { refOf } from '#server/reading/names/named-plants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { findOptions } from './options/find-options.ts'
import { plantsIn } from './options/plants-in.ts'
import { readOptions } from './options/read-options.ts'
import { listPlantZones } from './projects.queries.ts'
import type { ProjectLineRow, ProjectRow } from './projects.tables.ts'

export interface PresentDeps {
  db: Db
  media: MediaStore
  names: () => Promise<NamedPlants>
  offerIndex: OfferIndex
  publicUrl: string
}

/**
 * The number of projects presented at the same time: each of a hundred lines may have two thousand offers. Others wait
 * before their first query, so that their time limit does not run out while they hold a connection.
 */
const presenting = pLimit(2)
/** Lines presented before other requests get a turn. */
const presentedAtOnce = 10
/** Substitutes shown for a plant that nobody offers. */
const substitutesCount = 3

export type ProjectHead = Omit<ProjectRow, 'ownerId' | 'shareKey'>
export type LineContent = Omit<ProjectLineRow, 'projectId'>

const kopecks = (rubles: number) => Math.round(rubles * 100)

/** Kopecks add up exactly, rubles do not. */
async function totalsOf(db: Db, lines: ProjectLine[]): Promise<Project['totals']> {
  const chosen = lines.flatMap(({ options, chosen: id }) => options.find(({ variant }) => variant.id === id) ?? [])
  const terms = await listTerms(db, [...new Set(chosen.map(({ company }) => company.id))])
  const byCompany = Map.groupBy(chosen, ({ company }) => company.id)
  const sum = (options: LineOption[]) => options.reduce((all, { total }) => all + kopecks(total ?? 0), 0) / 100
  return {
    price: sum(chosen),
    priced_lines: chosen.filter(({ total }) => total !== null).length,
    lines: lines.filter(({ state }) => state !== 'note').length,
    companies: [...byCompany.values()]
      .map(options => {
        const { id = 0, company_name = '' } = options[0]?.company ?? {}
        const price = sum(options)
        const stated = terms.get(id)
        return {
          company: { id, company_name },
          lines: options.length,
          price,
          short_of_minimum: Math.max(0, (stated?.minimumOrderKopecks ?? 0) - kopecks(price)) / 100,
          terms: {
            minimum_order: stated ? minimumOrderOf(stated) : null,
            delivery: stated?.delivery ?? null,
            unloading: stated?.unloads ?? false,
            safekeeping: stated?.storesPurchases ?? false,
          },
        }
      })
      .toSorted(
        (one, other) => other.lines - one.lines || other.price - one.price || one.company.id - other.company.id,
      ),
  }
}

function stateOf({ isNote, candidates }: LineContent, plant: unknown, options: LineOption[]): ProjectLine['state'] {
  if (isNote) return 'note'
  if (plant === null) return candidates.length > 0 ? 'several' : 'unknown'
  if (options.length === 0) return 'not_offered'
  return options.some(({ fit }) => fit === 'exact') ? 'matched' : 'size_differs'
}

/** Presents the project without its lines. */
export const presentHead = (head: ProjectHead, { byId }: Lookups, place: PlaceRow | null | undefined) => {
  const region = byId(head.regionId)
  return {
    id: head.id,
    name: head.name,
    region: region ? { id: region.id, name: region.name } : null,
    zone: head.zone,
    place: place ? presentPlace(place) : null,
    created_at: head.createdAt.toISOString(),
    updated_at: head.updatedAt.toISOString(),
  }
}

/** Presents a project with the offers for its lines. */
export async function presentProject(
  ...asked: [deps: PresentDeps, head: ProjectHead, lines: LineContent[], shareUrl: string | null]
): Promise<Project> {
  const { all: _, ...project } = await presenting(present, ...asked)
  return project
}

/** A part of a project with the sum of all its lines; `all`: the others too, without what is not chosen for them. */
export const presentPart = (...asked: Required<Parameters<typeof present>>) => presenting(present, ...asked)

/**
 * `part`: only these lines are presented as they are, by their places; of the others only what is chosen counts for the
 * sum, and they are left out.
 */
async function present(
  { db, media, names, offerIndex, publicUrl }: PresentDeps,
  head: ProjectHead,
  lines: LineContent[],
  shareUrl: string | null,
  part: { from: number; to: number } = { from: 0, to: lines.length },
): Promise<Project & { all: ProjectLine[] }> {
  const isOutside = (at: number) => at < part.from || at >= part.to
  const { byId } = await names()
  const [lookups, place, zones] = await Promise.all([
    readAllLookups(db),
    head.placeId === null ? null : findPlace(db, head.placeId),
    listPlantZones(db, [...new Set(lines.flatMap(({ plantId }) => plantId ?? []))]),
  ])
  // A merged plant is replaced by the one it was merged into.
  const known = lines.map(line => {
    const now = line.plantId === null || line.isNote ? undefined : zones.get(line.plantId)
    const plant = now ? byId.get(now.id) : undefined
    return { line, plant, zone: now?.zone ?? null }
  })
  const ranked = await findOptions(
    offerIndex,
    known.map(({ line, plant }, at) => ({ ...line, plantId: plant?.id ?? null, isOutside: isOutside(at) })),
  )
  const lost = known.flatMap(({ plant }, at) => (plant && !isOutside(at) && ranked[at]?.length === 0 ? [plant.id] : []))
  const [optionsOf, substitutes, distances] = await Promise.all([
    readOptions({ db, media }, ranked),
    findSubstitutes(db, [...new Set(lost)], { limit: substitutesCount, zone: head.zone ?? place?.zone ?? null }),
    place ? listDistances(db, place) : null,
  ])
  const substitutesOf = Map.groupBy(substitutes, ({ lostId }) => lostId)
  const taken = new Map<number, number>()
  for (const { chosenVariantId: variant, quantity, unit } of lines)
    if (variant !== null) taken.set(variant, (taken.get(variant) ?? 0) + plantsIn({ unit }, quantity))
  const presentLine = ({ line, plant, zone }: (typeof known)[number], at: number): ProjectLine => {
    const own = plantsIn(line, line.quantity)
    const options = optionsOf(
      ranked[at] ?? [],
      line,
      distances,
      variant => (taken.get(variant) ?? 0) - (variant === line.chosenVariantId ? own : 0),
    )
    const isHardy = head.zone === null || zone === null || zone <= head.zone
    const replacing = plant && options.length === 0 ? (substitutesOf.get(plant.id) ?? []) : []
    const { id, position, text, name, quantity, unit, wish, chosenVariantId } = line
    return {
      id,
      position,
      text,
      name,
      quantity,
      unit,
      wish,
      plant: plant ? refOf(plant) : null,
      candidates: plant
        ? []
        : line.candidates.flatMap(candidate => {
            const possible = byId.get(candidate.id)
            return possible ? [{ plant: refOf(possible), confidence: candidate.confidence }] : []
          }),
      state: stateOf(line, plant ?? null, options),
      options,
      chosen: options.some(({ variant }) => variant.id === chosenVariantId) ? chosenVariantId : null,
      substitutes: replacing.map(({ row }) => presentPlantCard(row, publicUrl)),
      substitute_reasons: replacing.map(({ reason }) => reason),
      warning: plant && !isHardy ? `Не зимует в зоне ${head.zone}: растению нужна зона ${zone} или теплее` : null,
    }
  }
  const presented: ProjectLine[] = []
  for (const [at, line] of known.entries()) {
    // A long schedule is hundreds of kilobytes, so other requests get a turn.
    if (at % presentedAtOnce === presentedAtOnce - 1) await setImmediate()
    presented.push(presentLine(line, at))
  }
  return {
    ...presentHead(head, lookups, place),
    lines: presented.slice(part.from, part.to),
    all: presented,
    totals: await totalsOf(db, presented),
    share_url: shareUrl,
  }
}
