import { expect, it } from 'vitest'
import { byName, sortNames } from './sort-names.ts'

it('sorts in Russian order', () => {
  expect(sortNames(['Ясень', 'Rosa', 'ель', 'Ёлка', 'Ежевика', 'абрикос', 'Зона 10', 'Зона 2', '«Дуб»'])).toEqual([
    'абрикос',
    '«Дуб»',
    'Ежевика',
    'Ёлка',
    'ель',
    'Зона 2',
    'Зона 10',
    'Ясень',
    'Rosa',
  ])
})

it('does not change the given list', () => {
  const given = [{ name: 'б' }, { name: 'а' }]
  expect(byName(given)).toEqual([{ name: 'а' }, { name: 'б' }])
  expect(given[0]?.name).toBe('б')
})
