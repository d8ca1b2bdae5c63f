import { expect, it } from 'vitest'
import { hrefOf, readAddress } from './address.ts'

const read = (query: string) => hrefOf(readAddress(new URLSearchParams(query)))

it.each([
  ['place=480060&within=200&ordering=distance', '/offers?place=480060&within=200&ordering=distance'],
  // Without a place nothing is far or near.
  ['within=200&ordering=distance&root=ball', '/offers?root=ball'],
  ['ordering=price', '/offers?ordering=price'],
])('%s reads as %s', (query, address) => {
  expect(read(query)).toBe(address)
})
