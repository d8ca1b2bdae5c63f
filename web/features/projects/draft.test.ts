import { expect, it } from 'vitest'
import { draftOf, emptyDraft, formOf, isToBeSaved, withAnswer } from './draft.ts'

it('what was stored is taken as far as it can be read', () => {
  expect(draftOf(null)).toBe(null)
  expect(draftOf('text')).toBe(null)
  expect(draftOf({})).toEqual(emptyDraft)
  const draft = { ...emptyDraft, text: 'Липа', answers: [{ position: 2, plant: null, chosen: 7 }], savingSince: 5 }
  expect(draftOf(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(draftOf({ text: 5, place: 'Тверь', answers: [1, { position: 'x' }, { position: 1, plant: 'x' }] })).toEqual({
    ...emptyDraft,
    answers: [{ position: 1, plant: null }],
  })
})

it('is saved after the sign-in where it was asked for within a day', () => {
  const day = 24 * 3600_000
  expect(isToBeSaved(emptyDraft)).toBe(false)
  expect(isToBeSaved({ ...emptyDraft, savingSince: 1000 }, 2000)).toBe(true)
  expect(isToBeSaved({ ...emptyDraft, savingSince: 1000 }, 1000 + day)).toBe(false)
})

it('another answer about a line replaces the one before, a plant also what was chosen', () => {
  const answers = withAnswer([{ position: 1, plant: 3 }], { position: 1, chosen: 9 })
  expect(answers).toEqual([{ position: 1, plant: 3, chosen: 9 }])
  expect(withAnswer(answers, { position: 2, plant: null })).toEqual([...answers, { position: 2, plant: null }])
  expect(withAnswer(answers, { position: 1, plant: 4 })).toEqual([{ position: 1, plant: 4 }])
})

it('is sent as a form, a file instead of the text', () => {
  const draft = { ...emptyDraft, text: 'Липа', zone: '4', answers: [{ position: 1, plant: 3 }] }
  expect([...formOf(draft, null)]).toEqual([
    ['text', 'Липа'],
    ['zone', '4'],
    ['answers', '[{"position":1,"plant":3}]'],
  ])
  expect([...formOf(draft, new File(['a'], 'a.csv')).keys()]).toEqual(['file', 'zone', 'answers'])
})
