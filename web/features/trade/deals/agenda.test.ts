import { expect, test } from 'vitest'
import { agendaOf } from './agenda.ts'

const deal = (id: number, wanted_from: string | null, wanted_to: string | null = null) => ({
  id,
  wanted_from,
  wanted_to,
})

test('deals stand at the day from which they are wanted, without one at the end', () => {
  const deals = [deal(1, null), deal(2, '2027-04-10', '2027-04-12'), deal(3, null, '2026-12-01'), deal(4, '2027-04-10')]
  expect(agendaOf(deals).map(({ day, deals: some }) => [day, some.map(({ id }) => id)])).toEqual([
    ['2026-12-01', [3]],
    ['2027-04-10', [2, 4]],
    [null, [1]],
  ])
})
