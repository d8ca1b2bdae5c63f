import { expect, it } from 'vitest'
import type { LineOption, ProjectLine } from '#contract/projects.ts'
import { isChosen, plansOf } from './strategies.ts'

const option = (company: number, total: number | null, fit: LineOption['fit'] = 'exact', distance?: number) =>
  ({
    company: { id: company },
    variant: {
      id: company * 100_000 + (total ?? 0),
      stock_is_minimum: false,
      stock_quantity: 12,
      available_quantity: 12,
    },
    total,
    unit_price: total,
    fit,
    distance: distance ?? null,
  }) as LineOption

const line = (position: number, options: LineOption[], state: ProjectLine['state'] = 'matched') => ({
  position,
  options,
  state,
  quantity: 5,
  unit: 'шт' as const,
  chosen: null,
})

it('takes the cheapest of each line, never what is smaller or otherwise different', () => {
  const [cheapest] = plansOf([
    line(1, [option(1, 500), option(2, 300), option(3, 10, 'smaller'), option(4, 20, 'other')]),
    line(2, [option(3, 10, 'smaller')], 'size_differs'),
    line(3, [], 'note'),
  ])
  expect(cheapest).toMatchObject({ strategy: 'cheapest', price: 300, companies: 1 })
  expect([...(cheapest?.chosen ?? [])]).toEqual([[1, 200_300]])
})

it('covers all lines with few nurseries, and takes the cheapest of those', () => {
  const plans = plansOf([
    line(1, [option(1, 100), option(3, 150)]),
    line(2, [option(2, 100), option(3, 150)]),
    line(3, [option(3, 400), option(3, 200)]),
  ])
  expect(plans.map(({ strategy, price, companies }) => [strategy, price, companies])).toEqual([
    ['cheapest', 400, 3],
    ['fewest_companies', 500, 1],
  ])
})

it('takes the nearest where distances are known, an offer on request after priced ones', () => {
  const plans = plansOf([
    line(1, [option(1, 100, 'exact', 500), option(2, null, 'exact', 20), option(2, 900, 'exact', 20)]),
  ])
  expect(plans.at(-1)).toMatchObject({ strategy: 'nearest', price: 900, companies: 1 })
})

it('takes nothing of which there is not enough', () => {
  const [cheapest] = plansOf([{ ...line(1, [option(1, 100)]), quantity: 13 }])
  expect(cheapest?.chosen.size).toBe(0)
})

it('counts what lines before have taken, in every way of choosing', () => {
  const options = [option(1, 100, 'exact', 10), option(2, 200, 'exact', 20)]
  const plans = plansOf([1, 2, 3].map(position => ({ ...line(position, options), quantity: 7 })))
  for (const { strategy, chosen, price } of plans)
    expect([strategy, [...chosen], price]).toEqual([
      strategy,
      [
        [1, 100_100],
        [2, 200_200],
      ],
      300,
    ])
  expect(plans).toHaveLength(3)
})

it('knows whether it is what is chosen', () => {
  const lines = [line(1, [option(1, 100)]), line(2, [])]
  const [plan] = plansOf(lines)
  if (!plan) throw new Error('no plan')
  expect(isChosen(plan, lines)).toBe(false)
  expect(
    isChosen(plan, [
      { position: 1, chosen: 100_100 },
      { position: 2, chosen: null },
    ]),
  ).toBe(true)
})
