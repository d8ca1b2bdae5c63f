import type { InputOf } from '#contract/calls.ts'
import type { Place } from '#contract/places.ts'
import type { Project, ProjectLine } from '#contract/projects.ts'
import { type Candidate, type Request, requestLimits } from '#contract/requests.ts'
import { chosenPlace } from '#web/features/places/chosen-place.ts'
import { dateAfter } from '../dates.ts'

export interface AskValues {
  /** Ids of the project's lines that are not asked for. */
  without: string[]
  who: 'companies' | 'regions'
  /** `null`: those whose offers the project chooses. */
  companies: number[] | null
  regions: number[]
  place: Place | null
  /** What is typed of a place that is not chosen. */
  placeText: string
  wanted_from: string
  wanted_to: string
  /** Local time, as `<input type="datetime-local">` has it. */
  deadline: string
  note: string
  substitutes_allowed: boolean
}

/** Companies have a week to answer unless the person says otherwise, till the end of a working day. */
const usualDays = 7

export const initialAsk = (project: Pick<Project, 'place'>, now?: Date): AskValues => ({
  without: [],
  who: 'companies',
  companies: null,
  regions: [],
  place: project.place ?? chosenPlace(),
  placeText: '',
  wanted_from: '',
  wanted_to: '',
  deadline: `${dateAfter(usualDays, now)}T18:00`,
  note: '',
  substitutes_allowed: false,
})

/** An earlier request, and ids of the lines that are to be asked for now. */
export interface Again {
  earlier: Request
  lines: readonly string[]
}

/** A further request to those who were asked before, for what has changed since. */
export function askAgain(project: Pick<Project, 'place' | 'lines'>, { earlier, lines }: Again, now?: Date): AskValues {
  const today = dateAfter(0, now)
  const ahead = (date: string | null) => (date !== null && date >= today ? date : '')
  return {
    ...initialAsk(project, now),
    without: project.lines.flatMap(({ id, state }) => (state === 'note' || lines.includes(id) ? [] : [id])),
    companies: (earlier.companies ?? []).slice(0, requestLimits.companies).map(({ id }) => id),
    place: earlier.place,
    wanted_from: ahead(earlier.wanted_to) && ahead(earlier.wanted_from),
    wanted_to: ahead(earlier.wanted_to),
    note: earlier.note,
    substitutes_allowed: earlier.substitutes_allowed,
  }
}

/** A draft that still makes sense; `null`: it does not, or says nothing new. */
export function restoredAsk<Values extends Pick<AskValues, 'without' | 'deadline'>>(
  draft: unknown,
  initial: Values,
): Values | null {
  if (typeof draft !== 'object' || draft === null || !('without' in draft) || !Array.isArray(draft.without)) return null
  const values = { ...initial, ...(draft as Partial<Values>) }
  // A deadline that has passed meanwhile would only be refused.
  if (values.deadline !== '' && values.deadline < initial.deadline.slice(0, 10)) values.deadline = initial.deadline
  return JSON.stringify(values) === JSON.stringify(initial) ? null : values
}

/**
 * Whom the form asks. Nobody has named them yet: the nurseries whose offers are chosen in the project, where they may be
 * asked. `candidates`: who may; not yet known, it is not looked at.
 */
export function askedCompanies(
  { companies }: Pick<AskValues, 'companies'>,
  { totals }: Pick<Project, 'totals'>,
  candidates: readonly { id: number }[] | undefined,
): number[] {
  if (companies !== null) return companies
  const chosen = totals.companies.map(({ company }) => company.id)
  const askable = candidates && new Set(candidates.map(({ id }) => id))
  return chosen.filter(id => !askable || askable.has(id)).slice(0, requestLimits.companies)
}

export interface LineGroup {
  /** The heading above the lines in the project; empty: none. */
  title: string
  lines: ProjectLine[]
}

/** The lines under the headings and remarks that stand above them. */
export function groupLines(lines: readonly ProjectLine[]): LineGroup[] {
  const groups: LineGroup[] = []
  for (const line of lines)
    if (line.state === 'note') groups.push({ title: line.text, lines: [] })
    else {
      if (groups.length === 0) groups.push({ title: '', lines: [] })
      groups.at(-1)?.lines.push(line)
    }
  return groups.filter(group => group.lines.length > 0)
}

/** The lines that are asked for. */
export const askedLines = ({ lines }: Pick<Project, 'lines'>, { without }: Pick<AskValues, 'without'>) =>
  lines.filter(({ id, state }) => state !== 'note' && !without.includes(id))

/** Moscow is never the question: the field's time is the person's own. */
const instant = (local: string) => (local === '' ? '' : new Date(local).toISOString())

/** `companies`: whom it asks, by `askedCompanies`. */
export function bodyOfAsk(
  values: AskValues,
  project: Pick<Project, 'id' | 'lines'>,
  companies: number[],
): InputOf<'POST /requests/', 'body'> {
  const { who, regions, place, wanted_from, wanted_to, deadline, note, substitutes_allowed } = values
  return {
    project: project.id,
    lines: askedLines(project, values).map(({ id }) => id),
    companies: who === 'companies' ? companies : [],
    regions: who === 'regions' ? regions : [],
    place: place?.id ?? null,
    wanted_from,
    wanted_to,
    deadline: instant(deadline),
    note,
    substitutes_allowed,
  }
}

export interface CandidateRegion {
  id: number
  name: string
  companies: number
}

/** The regions in which there is somebody to ask, those with most companies first. */
export function regionsOf(candidates: readonly Candidate[]): CandidateRegion[] {
  const regions = new Map<number, CandidateRegion>()
  for (const { region } of candidates) {
    if (!region) continue
    const known = regions.get(region.id) ?? { ...region, companies: 0 }
    regions.set(region.id, { ...known, companies: known.companies + 1 })
  }
  return [...regions.values()].toSorted(
    (one, other) => other.companies - one.companies || one.name.localeCompare(other.name, 'ru'),
  )
}
