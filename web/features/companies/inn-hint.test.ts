import { expect, test } from 'vitest'
import { innHint } from './inn-hint.ts'

test.each(['', '7', '770708389'])('%j: nothing to doubt yet', typed => {
  expect(innHint(typed)).toEqual({ text: '10 цифр у организации, 12 у предпринимателя', isDoubtful: false })
})

test.each([
  ['7707083893', 'ИНН организации'],
  [' 7707083893 ', 'ИНН организации'],
  ['500100732259', 'ИНН предпринимателя'],
])('%j can be right', (typed, text) => {
  expect(innHint(typed)).toEqual({ text, isDoubtful: false })
})

test.each([
  ['7707083894', 'проверьте цифры'],
  ['123456789012', 'проверьте цифры'],
  ['0000000000', 'проверьте цифры'],
  ['77070838931', 'Здесь 11 цифр'],
  ['5001007322591', 'Слишком длинно'],
  ['7707 083893', 'только цифры'],
  ['ИНН', 'только цифры'],
])('%j cannot', (typed, part) => {
  const hint = innHint(typed)
  expect(hint.isDoubtful).toBe(true)
  expect(hint.text).toContain(part)
})
