import { expect, test } from 'vitest'
import { activeFilters, clearedFilters } from './category-chips.ts'
import { filtersHref, readFilters } from './filter-state.ts'

const place = {
  ...{ id: 2013159, name: 'Якутск', region: { id: 14, name: 'Республика Саха (Якутия)' } },
  ...{ near: '', zone: 1, zone_half: null },
}
const facets = {
  zones: [],
  rsp: [{ id: 2, name: 'ЗКС', count: 3 }],
  regions: [{ id: 7, name: 'Московская область', count: 0 }],
}

test('filters read from an address give the same address, without empty fields and the default order', () => {
  const address =
    '?search=%D0%B5%D0%BB%D1%8C&price_from=&price_to=5000&zone=4&rsp=2&rsp=3&region=&ordering=-created_at&page=3'
  expect(filtersHref('/products/hvoynye', readFilters(new URLSearchParams(address)))).toBe(
    '/products/hvoynye?search=%D0%B5%D0%BB%D1%8C&price_to=5000&zone=4&rsp=2&rsp=3',
  )
  expect(filtersHref('/p', readFilters(new URLSearchParams('ordering=price')), 2)).toBe('/p?ordering=price&page=2')
  expect(filtersHref('/p', readFilters(new URLSearchParams()))).toBe('/p')
  // A place alone narrows nothing, and nothing is hardy without one.
  for (const alone of ['place=1', 'hardy=1'])
    expect(filtersHref('/p', readFilters(new URLSearchParams(alone)))).toBe('/p')
})

test('every filter has a chip that removes only that filter', () => {
  const filters = readFilters(
    new URLSearchParams(
      'search=туя&price_from=500&price_to=5000&height_from=100&zone=4&rsp=2&region=7&place=2013159&hardy=1&ordering=price',
    ),
  )
  const active = activeFilters(filters, { facets, place })
  expect(active.map(filter => filter.text.replaceAll('\u00a0', ' '))).toEqual([
    '«туя»',
    '500 ₽ – 5 000 ₽',
    'высота от 100 см',
    'зона 4',
    'зимует: Якутск, зона 1',
    'ЗКС',
    'Московская область',
  ])
  for (const filter of active)
    expect(activeFilters(filter.without, { facets, place: filter.without.place ? place : null })).toHaveLength(
      active.length - 1,
    )
  expect(filtersHref('/p', clearedFilters(filters))).toBe('/p?ordering=price')
})
