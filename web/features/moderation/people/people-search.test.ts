import { expect, test } from 'vitest'
import type { StaffSearchState } from './api.ts'
import { readStaffSearch, staffHref } from './people-search.ts'

test.each<[string, StaffSearchState]>([
  ['?', { search: '', blocked: false, only: '', page: 1 }],
  ['?search=%D0%B8%D0%B2%D0%B0', { search: 'ива', blocked: false, only: '', page: 1 }],
  ['?search=a&blocked=1&page=3', { search: 'a', blocked: true, only: '', page: 3 }],
  ['?only=same_inn', { search: '', blocked: false, only: 'same_inn', page: 1 }],
])('reads and writes %s', (address, search) => {
  expect(readStaffSearch(new URLSearchParams(address))).toEqual(search)
  expect(staffHref(search)).toBe(address)
})

test.each(['page=-1', 'page=x', 'page=1.5', 'page=0', 'blocked=да', 'only=toString'])('ignores %s', address => {
  expect(staffHref(readStaffSearch(new URLSearchParams(address)))).toBe('?')
})
