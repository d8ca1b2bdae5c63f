import { expect, test } from 'vitest'
import { hrefOf, hrefOfKind, readAddress, without } from './address.ts'
import { readChosen } from './chosen.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('an address keeps its order, and leaves out what cannot be, is repeated or is too much', () => {
  expect(hrefOf(read('offer=20&offer=3&offer=20&offer=x&offer=-1&plant=tilia-cordata&plant=Ё&utm=1'))).toBe(
    '/compare?offer=20&offer=3&plant=tilia-cordata',
  )
  const six = read('offer=1&offer=2&offer=3&offer=4&offer=5&plant=a&plant=b')
  expect([six.offer.length, six.plant]).toEqual([5, ['a']])
  expect(hrefOf(read(''))).toBe('/compare')
})

test('a place is of use to offers alone', () => {
  expect(hrefOf(read('offer=1&place=480060'))).toBe('/compare?offer=1&place=480060')
  expect(hrefOf(read('plant=tilia-cordata&place=480060'))).toBe('/compare?plant=tilia-cordata')
})

test('one can be taken out', () => {
  expect(hrefOf(without(read('offer=1&offer=2&plant=a'), 'offer', ['1']))).toBe('/compare?offer=2&plant=a')
  expect(hrefOfKind('plant', ['b', 'a'])).toBe('/compare?plant=b&plant=a')
})

test('what was stored is read as far as it can be', () => {
  const one = { id: '1', name: 'Липа', picture: '/media/1.webp' }
  expect(readChosen(JSON.stringify([one, { id: 1 }, null, 'x', one]))).toEqual([one, one])
  expect(readChosen(JSON.stringify(Array(9).fill(one)))).toHaveLength(6)
  for (const odd of [null, '', '{}', '[', '"x"', 'null']) expect(readChosen(odd)).toEqual([])
})
