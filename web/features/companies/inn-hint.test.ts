import { expect, test } from 'vitest'
import { innHint } from './new-company-form.tsx'

test.each(['', '7', '770708389'])('does not warn about %j yet', typed => {
  expect(innHint(typed, 'Россия')).toEqual({ text: '10 цифр у организации, 12 у предпринимателя', isDoubtful: false })
})

test.each([
  ['7707083893', 'ИНН организации'],
  [' 7707083893 ', 'ИНН организации'],
  ['500100732259', 'ИНН предпринимателя'],
])('accepts %j', (typed, text) => {
  expect(innHint(typed, 'Россия')).toEqual({ text, isDoubtful: false })
})

test.each([
  ['7707083894', 'проверьте цифры'],
  ['77070838931', 'а здесь 11'],
  ['7707 083893', 'только цифры'],
])('warns about %j in Россия, but not elsewhere', (typed, part) => {
  const hint = innHint(typed, 'Россия')
  expect(hint.isDoubtful).toBe(true)
  expect(hint.text).toContain(part)
  expect(innHint(typed, 'Армения')).toEqual({ text: 'Налоговый номер вашей страны', isDoubtful: false })
})
