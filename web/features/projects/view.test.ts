import { expect, it } from 'vitest'
import type { LineState, ProjectLine } from '#contract/projects.ts'
import { countsOf, firstShown, groupsOf, nextQuestion, numbersOf, viewOf } from './view.ts'

const line = (id: string, state: LineState) => ({ id, state }) as ProjectLine
const lines = [
  line('a', 'note'),
  line('b', 'matched'),
  line('c', 'several'),
  line('d', 'unknown'),
  line('e', 'several'),
]
const shown = (...args: Parameters<typeof groupsOf>) =>
  groupsOf(...args).map(group => [group.state, group.lines.map(({ id }) => id).join('')])

it('questions come first, and the schedule’s own order where there are none', () => {
  expect(firstShown(lines)).toBe('questions')
  expect(firstShown(lines.slice(0, 2))).toBe('schedule')
  expect(shown(viewOf('questions', lines), lines)).toEqual([
    ['several', 'ce'],
    ['unknown', 'd'],
    ['matched', 'b'],
  ])
  expect(shown(viewOf('schedule', lines), lines)).toEqual([[null, 'abcde']])
  expect(shown(viewOf('several', lines), lines)).toEqual([['several', 'ce']])
  expect(countsOf(lines)).toMatchObject({ several: 2, unknown: 1, matched: 1, note: 1, not_offered: 0 })
})

it('a line that was answered stays where it was, one that was added is the last, one that was removed is gone', () => {
  const view = viewOf('questions', lines)
  const later = [line('c', 'matched'), line('d', 'unknown'), line('e', 'several'), line('f', 'several')]
  expect(shown(view, later)).toEqual([
    ['several', 'ce'],
    ['unknown', 'd'],
    ['several', 'f'],
  ])
})

it('after an answer the next question is asked, then the first', () => {
  expect(nextQuestion(lines, 'c')).toBe('e')
  expect(nextQuestion(lines, 'e')).toBe('c')
  expect(nextQuestion([line('c', 'several')], 'c')).toBe(null)
})

it('headings have no number', () => {
  expect([...numbersOf(lines)]).toEqual([
    ['b', 1],
    ['c', 2],
    ['d', 3],
    ['e', 4],
  ])
})
