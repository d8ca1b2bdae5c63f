import { expect, it } from 'vitest'
import { formOf, isToBeSent, type StoredList, storedListOf, nameOf, withAnswer } from './stored-list.ts'

const file = new File(['Туя;900'], 'прайс.csv')
const list: StoredList = { file, text: '', answers: [{ question: 'q', value: 'each' }], sendingSince: null }

it('is read back as it was kept, and nothing else is', () => {
  expect(storedListOf(list)).toEqual(list)
  expect(storedListOf({ text: 'Туя 900' })).toEqual({ file: null, text: 'Туя 900', answers: [], sendingSince: null })
  for (const odd of [null, undefined, 5, 'Туя', {}, { file: 'прайс.csv' }, { text: 5 }, { answers: list.answers }])
    expect(storedListOf(odd)).toBeNull()
  const odd = [null, 5, {}, { question: 'q' }, { question: 'q', value: 5 }, { question: 'q', value: 'ten' }]
  expect(storedListOf({ ...list, answers: odd, sendingSince: 'now' })).toEqual({
    ...list,
    answers: [{ question: 'q', value: 'ten' }],
  })
})

it('is sent once it was asked for, for a week', () => {
  const day = 24 * 3600_000
  expect(isToBeSent(list, 0)).toBe(false)
  expect(isToBeSent({ ...list, sendingSince: day }, 2 * day)).toBe(true)
  expect(isToBeSent({ ...list, sendingSince: day }, 8 * day)).toBe(false)
})

it('has one answer to a question, the last', () => {
  const answers = withAnswer(list.answers, { question: 'other', value: 'ten' })
  expect(withAnswer(answers, { question: 'q', value: 'thousand' })).toEqual([
    { question: 'other', value: 'ten' },
    { question: 'q', value: 'thousand' },
  ])
})

it('is a form of its file or text, with its answers as JSON text', () => {
  const form = formOf(list)
  expect([...form.keys()]).toEqual(['file', 'answers'])
  expect(form.get('answers')).toBe('[{"question":"q","value":"each"}]')
  expect([...formOf({ file: null, text: 'Туя 900', answers: [] })]).toEqual([['text', 'Туя 900']])
  expect([nameOf(list), nameOf({ file: null })]).toEqual(['прайс.csv', 'Вставленный список'])
})
