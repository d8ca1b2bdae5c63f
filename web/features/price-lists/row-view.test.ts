import { expect, it } from 'vitest'
import type { PriceListCounts } from '#contract/price-lists.ts'
import { firstService, firstShown, readView, serviceCount, viewHref } from './row-view.ts'

const counts: PriceListCounts = {
  rows: 10,
  offers: 6,
  sections: 0,
  headers: 1,
  notes: 2,
  empty: 1,
  new: 4,
  changed: 0,
  unchanged: 1,
  doubtful: 0,
  rejected: 1,
  skipped: 0,
  missing: 0,
  unread: 0,
}

it('the doubtful rows come first, and the next that there are without any', () => {
  expect(firstShown({ ...counts, doubtful: 2 }).value).toBe('doubtful')
  expect(firstShown(counts).value).toBe('new')
  expect([serviceCount(counts), firstService(counts).value]).toEqual([4, 'header'])
})

it('the address says which rows, of which sheet and page; what it does not know is passed over', () => {
  const view = { show: { by: 'state', value: 'changed' }, sheet: 'Лист 2', page: 3 } as const
  expect(readView(new URLSearchParams(viewHref(view)), firstShown(counts))).toEqual(view)
  expect(readView(new URLSearchParams('rows=note'), firstShown(counts)).show).toEqual({ by: 'kind', value: 'note' })
  expect(readView(new URLSearchParams('rows=offer&page=-1'), firstShown(counts))).toEqual({
    show: { by: 'state', value: 'new' },
    sheet: '',
    page: 1,
  })
})
