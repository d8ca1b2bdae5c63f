import { expect, test } from 'vitest'
import { activeFeedFilters, feedHref, noFilters, readFeedFilters, readPage } from './feed-filters.ts'

const query = (href: string) => new URLSearchParams(href.split('?')[1])

test('filters and page are written to the address and read back', () => {
  const filters = {
    ...noFilters,
    search: 'липа & клён',
    category: 'Хвойные',
    city: 'Тула',
    popular: true,
    wanted: true,
    friends: true,
  }
  const href = feedHref(filters, 3)
  expect(readFeedFilters(query(href))).toEqual(filters)
  expect(readPage(query(href))).toBe(3)
})

test('the feed without filters has an address without parameters', () => {
  expect(feedHref(noFilters)).toBe('/feed')
  expect(feedHref({ ...noFilters, wanted: true })).toBe('/feed?is_request=1')
})

test.each(['', '0', '-1', '1.5', 'два', '9999999'])('page «%s» is the first one', page => {
  expect(readPage(new URLSearchParams({ page }))).toBe(1)
})

test('an unknown ordering is ignored', () => {
  expect(readFeedFilters(new URLSearchParams({ ordering: 'id', is_request: 'да' }))).toEqual(noFilters)
})

test('each filter has a name and can be removed separately', () => {
  const filters = { ...noFilters, search: 'липа', city: 'Тула', wanted: true }
  const active = activeFeedFilters(filters)
  expect(active.map(({ text }) => text)).toEqual(['«липа»', 'Тула'])
  expect(active[1]?.without).toEqual({ ...filters, city: '' })
})
