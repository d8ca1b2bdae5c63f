import type { Project, ProjectLine } from '#contract/projects.ts'
import type { ClientLine, ClientProject } from '#contract/shares.ts'
import { totalOf } from '../options/find-options.ts'
import type { ShareRow } from './shares.tables.ts'

export type Hiding = Pick<ShareRow, 'kind' | 'markupHundredths' | 'hidesCompanies' | 'hidesPrices' | 'title'>

/** What an address hides or changes of what its owner sees; `null`: nothing. */
export const hidingOf = (share: ShareRow | null): Hiding | null =>
  share !== null && (share.kind === 'client' || share.markupHundredths > 0 || share.hidesCompanies || share.hidesPrices)
    ? share
    : null

/** Kopecks of a unit with the markup, in whole rubles, half a ruble upwards. */
export const markedUp = (kopecks: number, markupHundredths: number): number =>
  Number((BigInt(kopecks) * BigInt(10_000 + markupHundredths) + 500_000n) / 1_000_000n) * 100

const kopecksOf = (rubles: number) => Math.round(rubles * 100)

const noWish = (wish: ProjectLine['wish']) =>
  Object.fromEntries(Object.keys(wish).map(name => [name, null])) as ProjectLine['wish']

/** A line with nothing by which its supplier could be told. */
export function clientLineOf(line: ProjectLine, hiding: Hiding): ClientLine {
  const { id, position, state, name, text, quantity, unit, wish, plant, warning } = line
  const isNote = state === 'note'
  const chosen = line.options.find(({ variant }) => variant.id === line.chosen)
  const unitKopecks =
    hiding.hidesPrices || chosen?.unit_price == null
      ? null
      : markedUp(kopecksOf(chosen.unit_price), hiding.markupHundredths)
  return {
    id,
    position,
    is_note: isNote,
    name: name || (isNote ? text : (plant?.name ?? '')),
    latin_name: plant?.latin_name ?? '',
    quantity,
    unit,
    wish: isNote ? noWish(wish) : wish,
    company_name: hiding.kind === 'client' || hiding.hidesCompanies ? null : (chosen?.company.company_name ?? null),
    unit_price: unitKopecks === null ? null : unitKopecks / 100,
    total: totalOf(line, unitKopecks),
    warning,
  }
}

/** `lines`: those that are shown; `all` of them count for the sum. */
export function clientVersionOf(
  project: Pick<Project, 'name' | 'place' | 'region' | 'zone' | 'updated_at'>,
  all: ProjectLine[],
  hiding: Hiding,
): Pick<ClientProject, 'kind' | 'name' | 'place_name' | 'zone' | 'updated_at' | 'totals'> {
  const totals = all.map(line => clientLineOf(line, hiding).total)
  return {
    kind: hiding.kind,
    name: hiding.title || project.name,
    place_name: project.place?.name ?? project.region?.name ?? null,
    zone: project.zone,
    updated_at: project.updated_at,
    totals: {
      price: hiding.hidesPrices ? null : totals.reduce<number>((sum, total) => sum + kopecksOf(total ?? 0), 0) / 100,
      priced_lines: totals.filter(total => total !== null).length,
      lines: all.filter(({ state }) => state !== 'note').length,
    },
  }
}
