import { expect, it } from 'vitest'
import type { LineState, Project, ProjectLine } from '#contract/projects.ts'
import { sectionPrices, totalsOf, withLine } from './totals.ts'

const option = (id: number, company: number, total: number | null) =>
  ({
    variant: { id, stock_is_minimum: false, available_quantity: null as number | null },
    left_quantity: null,
    company: { id: company, company_name: `Питомник ${company}` },
    total,
  }) as ProjectLine['options'][0]
const line = (id: string, state: LineState, chosen: number | null, options: ProjectLine['options'] = []) =>
  ({ id, state, chosen, options }) as ProjectLine

const noTerms = { minimum_order: null, delivery: null, unloading: false, safekeeping: false }
const lines = [
  line('heading', 'note', null),
  line('a', 'matched', 1, [option(1, 7, 0.1), option(2, 8, 5)]),
  line('b', 'matched', 3, [option(3, 7, 0.2)]),
  line('c', 'size_differs', 4, [option(4, 8, null)]),
  line('d', 'matched', null, [option(5, 8, 9)]),
]

it('adds up kopecks exactly, company by company', () => {
  expect(totalsOf(lines)).toEqual({
    price: 0.3,
    priced_lines: 2,
    lines: 4,
    companies: [
      { company: { id: 7, company_name: 'Питомник 7' }, lines: 2, price: 0.3, short_of_minimum: 0, terms: noTerms },
      { company: { id: 8, company_name: 'Питомник 8' }, lines: 1, price: 0, short_of_minimum: 0, terms: noTerms },
    ],
  })
})

it('says what a minimum order lacks as soon as something is chosen, where it is known', () => {
  const known = totalsOf(lines)
  const [seven, ...others] = known.companies
  if (!seven) throw new Error('no company')
  const terms = { ...noTerms, minimum_order: 1 }
  const before = { lines, totals: { ...known, companies: [{ ...seven, terms }, ...others] } } as Project
  const [first] = withLine(before, 'b', { chosen: null }).totals.companies
  expect([first?.company.id, first?.price, first?.short_of_minimum]).toEqual([7, 0.1, 0.9])
})

it('a choice changes its line alone, and the sums', () => {
  const before = { lines, totals: totalsOf(lines) } as Project
  const after = withLine(before, 'a', { chosen: 2 })
  expect(after.totals.price).toBe(5.2)
  expect(after.lines.map((one, at) => one === before.lines[at])).toEqual([true, false, true, true, true])
})

it('a choice says what it leaves for the other lines of the same size', () => {
  const few = () => {
    const offer = option(1, 7, 5)
    return { ...offer, variant: { ...offer.variant, available_quantity: 5 } }
  }
  const two = ['a', 'b'].map(id => ({ ...line(id, 'matched', null, [few()]), quantity: 3, unit: null }))
  const project = { lines: two, totals: totalsOf(two) } as unknown as Project
  const leftOf = ({ lines: all }: Project) => all.map(({ options }) => options[0]?.left_quantity)
  expect(leftOf(withLine(project, 'a', { chosen: 1 }))).toEqual([null, 2])
  expect(leftOf(withLine(withLine(project, 'a', { chosen: 1 }), 'b', { chosen: 1 }))).toEqual([2, 2])
})

it('a heading has the lines up to the next one', () => {
  const two = [...lines, line('second', 'note', null), line('e', 'unknown', null)]
  expect([...sectionPrices(two)]).toEqual([
    ['heading', { lines: 4, price: expect.closeTo(0.3) }],
    ['second', { lines: 1, price: 0 }],
  ])
})
