import { expect, it } from 'vitest'
import { hrefOf, readAddress } from './address.ts'

const read = (query: string) => hrefOf(readAddress(new URLSearchParams(query)))

it.each([
  ['place=480060&within=200&ordering=distance', '/offers?place=480060&within=200&ordering=distance'],
  // Without a place nothing is far or near.
  ['within=200&ordering=distance&root=ball&hardy=1', '/offers?root=ball'],
  ['hardy=1&place=480060', '/offers?place=480060&hardy=1'],
  ['ordering=price', '/offers?ordering=price'],
])('%s reads as %s', (query, address) => {
  expect(read(query)).toBe(address)
})
