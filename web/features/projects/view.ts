import { lineStates } from '#contract/project-limits.ts'
import type { LineState, ProjectLine } from '#contract/projects.ts'

/** What still needs an answer first. */
export const stateOrder = [
  'several',
  'unknown',
  'not_offered',
  'size_differs',
  'matched',
] as const satisfies readonly LineState[]

/** `questions`: what needs an answer first; `schedule`: as the schedule stands; otherwise one state alone. */
export type Shown = 'questions' | 'schedule' | (typeof stateOrder)[number]

/**
 * What is shown, in groups. But for the schedule's own order the groups are as they were when they were asked for: a
 * line that was answered stays where it is until then.
 */
export interface View {
  shown: Shown
  groups: { state: LineState; ids: readonly string[] }[]
}

export function viewOf(shown: Shown, lines: readonly ProjectLine[]): View {
  if (shown === 'schedule') return { shown, groups: [] }
  const byState = Map.groupBy(lines, ({ state }) => state)
  const states = shown === 'questions' ? stateOrder : [shown]
  return {
    shown,
    groups: states.flatMap(state => {
      const ids = (byState.get(state) ?? []).map(({ id }) => id)
      return ids.length > 0 ? [{ state, ids }] : []
    }),
  }
}

/** Questions first where there are any. */
export const firstShown = (lines: readonly ProjectLine[]): Shown =>
  lines.some(({ state }) => state === 'several' || state === 'unknown') ? 'questions' : 'schedule'

export interface LineGroup {
  /** `null`: the whole schedule. */
  state: LineState | null
  lines: ProjectLine[]
}

/** The lines of a view as they are now; those that were added meanwhile are the last. */
export function groupsOf({ shown, groups }: View, lines: readonly ProjectLine[]): LineGroup[] {
  if (shown === 'schedule') return [{ state: null, lines: [...lines] }]
  const byId = new Map(lines.map(line => [line.id, line]))
  const known = new Set(groups.flatMap(({ ids }) => ids))
  const kept = groups.map(({ state, ids }) => ({ state, lines: ids.flatMap(id => byId.get(id) ?? []) }))
  if (shown !== 'questions') return kept
  const added = lines.filter(({ id, state }) => !known.has(id) && state !== 'note')
  const later = viewOf('questions', added).groups.map(({ state, ids }) => ({
    state,
    lines: ids.flatMap(id => byId.get(id) ?? []),
  }))
  return [...kept, ...later].filter(group => group.lines.length > 0)
}

export type Counts = Record<LineState, number>

export function countsOf(lines: readonly ProjectLine[]): Counts {
  const counts = Object.fromEntries(lineStates.map(state => [state, 0])) as Counts
  for (const { state } of lines) counts[state]++
  return counts
}

/** The next line with a question after this one, else the first. `null`: there is none. */
export function nextQuestion(shown: readonly ProjectLine[], after: string): string | null {
  const at = shown.findIndex(({ id }) => id === after)
  const isOpen = ({ id, state }: ProjectLine) => state === 'several' && id !== after
  return (shown.slice(at + 1).find(isOpen) ?? shown.find(isOpen))?.id ?? null
}

/**
 * The numbers of the lines without headings and remarks, as the files of a project have them; `before`: the number of
 * the line before the first.
 */
export const numbersOf = (lines: readonly ProjectLine[], before = 0): ReadonlyMap<string, number> =>
  new Map(lines.filter(({ state }) => state !== 'note').map(({ id }, at) => [id, before + at + 1]))
