import { expect, test } from 'vitest'
import { postLimits } from '#contract/post-forms.ts'
import type { ProjectLine } from '#contract/projects.ts'
import { wantedText } from './wanted-text.ts'

const nothing = {
  form: null,
  height_from: null,
  height_to: null,
  spread_from: null,
  spread_to: null,
  girth_from: null,
  girth_to: null,
  stem_height: null,
  stems: null,
  transplants: null,
  root: null,
  root_size_from: null,
  root_size_to: null,
}
const wish = { ...nothing, root: 'ball', root_size_from: 60, root_size_to: 60, girth_from: 18, girth_to: 20 } as const
const line = (some: Partial<ProjectLine> = {}) =>
  ({
    id: 'a',
    name: 'Липа',
    text: 'Липа',
    quantity: 12,
    unit: 'шт',
    plant: null,
    wish: { ...wish },
    ...some,
  }) as ProjectLine

test('a list says what, in which size and how many, and no prices', () => {
  const lines = [
    line({ plant: { id: 1, name: 'Липа мелколистная', latin_name: 'Tilia cordata', slug: 'tilia-cordata' } }),
    line({ name: '', text: 'щефблямка', quantity: null, wish: nothing }),
  ]
  expect(wantedText(lines, 'Тверь').replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Куплю растения. Куда везти: Тверь.',
    '',
    '• Липа мелколистная, обхват 18–20 · RB 60 — 12 шт.',
    '• щефблямка',
  ])
})

test('a long list ends where a post does, and says how much is left out', () => {
  const text = wantedText(
    Array.from({ length: 1000 }, () => line()),
    '',
  )
  expect(text.length).toBeLessThan(postLimits.body)
  const shown = text.match(/•/g)?.length ?? 0
  expect(text).toContain(`…и ещё ${1000 - shown} строк`)
})
