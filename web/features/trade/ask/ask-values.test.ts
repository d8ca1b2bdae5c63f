import { expect, test } from 'vitest'
import type { Project, ProjectLine } from '#contract/projects.ts'
import type { Candidate, Request } from '#contract/requests.ts'
import {
  askAgain,
  askedCompanies,
  askedLines,
  bodyOfAsk,
  groupLines,
  initialAsk,
  regionsOf,
  restoredAsk,
} from './ask-values.ts'

const line = (id: string, state: ProjectLine['state'] = 'matched') => ({ id, state, text: id }) as ProjectLine
const lines = [line('linden'), line('Шквал цветов', 'note'), line('Кустарники', 'note'), line('lilac'), line('rose')]
const totals = { companies: [7, 3].map(id => ({ company: { id } })) } as Project['totals']
const project = { id: 'p', lines, place: null, totals }
const initial = initialAsk(project, new Date(2026, 10, 23, 12))

test('lines stand under the heading above them', () => {
  expect(groupLines(lines).map(({ title, lines: some }) => [title, some.map(({ id }) => id)])).toEqual([
    ['', ['linden']],
    ['Кустарники', ['lilac', 'rose']],
  ])
})

test('everything but remarks and what is left out is asked for', () => {
  expect(askedLines(project, { without: ['rose'] }).map(({ id }) => id)).toEqual(['linden', 'lilac'])
})

test('companies or regions are sent, not both, and the deadline is a moment', () => {
  const body = bodyOfAsk({ ...initial, who: 'regions', regions: [77] }, project, [1])
  expect(body).toMatchObject({ companies: [], regions: [77], deadline: new Date(2026, 10, 30, 18).toISOString() })
})

test('the nurseries that the project chooses are asked, those of them that may be, until somebody names others', () => {
  expect(askedCompanies(initial, project, undefined)).toEqual([7, 3])
  expect(askedCompanies(initial, project, [{ id: 3 }, { id: 5 }])).toEqual([3])
  expect(askedCompanies({ companies: [] }, project, [{ id: 3 }])).toEqual([])
  expect(askedCompanies({ companies: [5] }, project, [{ id: 3 }])).toEqual([5])
})

test('a draft says what is new in it, but no deadline of the past', () => {
  expect(restoredAsk(initial, initial)).toBe(null)
  expect(restoredAsk('odd', initial)).toBe(null)
  expect(restoredAsk({ ...initial, note: 'Въезд с реки', deadline: '2026-11-01T18:00' }, initial)).toEqual({
    ...initial,
    note: 'Въезд с реки',
  })
  expect(restoredAsk({ ...initial, without: 3 }, initial)).toBe(null)
  // «Куплю» may have none.
  expect(restoredAsk({ ...initial, deadline: '' }, initial)).toMatchObject({ deadline: '' })
})

test('asking again begins with the lines that changed and with everything else of the earlier request', () => {
  const earlier = {
    companies: [{ id: 4 }, { id: 9 }],
    place: null,
    wanted_from: '2026-11-01',
    wanted_to: '2026-12-20',
    note: 'Въезд с реки',
    substitutes_allowed: true,
  } as Request
  const now = new Date(2026, 10, 23, 12)
  const values = askAgain(project, { earlier, lines: ['lilac'] }, now)
  expect(askedLines(project, values).map(({ id }) => id)).toEqual(['lilac'])
  expect(values).toMatchObject({
    who: 'companies',
    companies: [4, 9],
    // What has begun already would only be refused, or asked for the past.
    wanted_from: '',
    wanted_to: '2026-12-20',
    note: 'Въезд с реки',
    substitutes_allowed: true,
    deadline: initial.deadline,
  })
})

test('regions have as many companies as there are to ask', () => {
  const candidate = (id: number, name: string) => ({ region: { id, name } }) as Candidate
  expect(regionsOf([candidate(1, 'Тверь'), candidate(2, 'Тула'), candidate(2, 'Тула')])).toEqual([
    { id: 2, name: 'Тула', companies: 2 },
    { id: 1, name: 'Тверь', companies: 1 },
  ])
})
