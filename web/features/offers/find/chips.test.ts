import { expect, test } from 'vitest'
import type { OfferPage, Understood } from '#contract/offer-search.ts'
import { hrefOf, inForce, readAddress, submitted, takeOff } from './address.ts'
import { offerChips } from './chips.ts'

const said = (filters: Understood['filters'] = {}, plants: Understood['plants'] = []): Understood => ({
  plants,
  filters,
  corrected: null,
})
const none = { min: null, max: null }
const pageOf = (understood: Understood) =>
  ({
    understood,
    results: [],
    facets: {
      ...{ category: [], zone: [], form: [], stock: [], price: none, height: none, girth: none },
      region: [{ value: 5, name: 'Тверская область', count: 2 }],
      root: [{ value: 'ball', name: 'Ком в мешковине (RB)', count: 1 }],
    },
  }) as unknown as OfferPage
const address = (query: string) => readAddress(new URLSearchParams(query))
const lime = { id: 1, slug: 'tilia-cordata', name: 'Липа мелколистная', latin_name: 'Tilia cordata' }

test('an address keeps what the page reads, trimmed, in one order', () => {
  expect(hrefOf(address('zone=4&utm_source=x&search=+липа+&root=ball&root=ball&girth_from=&page=2'))).toBe(
    `/offers?${new URLSearchParams({ search: 'липа', root: 'ball', zone: '4', page: '2' })
      .toString()
      .replace('root=ball&zone=4', 'zone=4&root=ball')}`,
  )
  expect(hrefOf({})).toBe('/offers')
})

test('what the words say is in force until it is chosen otherwise or ignored', () => {
  const understood = said({ girth_from: 18, girth_to: 20, quantity: 40 })
  expect(inForce(address('search=x&girth_from=16&ignore=quantity'), understood)).toEqual({
    search: ['x'],
    ignore: ['quantity'],
    girth_from: ['16'],
    girth_to: ['20'],
  })
})

test('taking a filter off ignores what the search says of it too', () => {
  const chosen = address('search=x&zone=4&girth_from=16&page=3')
  expect(hrefOf(takeOff(chosen, ['girth_from', 'girth_to'], said({ girth_from: 18, girth_to: 20 })))).toBe(
    '/offers?search=x&ignore=girth_from&ignore=girth_to&zone=4',
  )
  expect(hrefOf(takeOff(chosen, ['zone'], said()))).toBe('/offers?search=x&girth_from=16')
})

test('the form leaves to the search what the search has said, and ignores what was emptied', () => {
  const understood = said({ girth_from: 18, girth_to: 20, quantity: 40 })
  const form = new URLSearchParams('search=x&girth_from=18&girth_to=&quantity=60&zone=4')
  expect(hrefOf(submitted(form, address('search=x&page=2'), understood))).toBe(
    '/offers?search=x&ignore=girth_to&zone=4&quantity=60',
  )
})

test('everything that narrows has a chip that leads to the page without it', () => {
  const understood = said({ girth_from: 18, girth_to: 20, region: 5 }, [lime])
  const chips = offerChips(address('search=x&root=ball&price_to=5000&verified=1&zone=4'), pageOf(understood))
  expect(chips.map(({ text }) => text.replace(/\s/g, ' '))).toEqual([
    'Липа мелколистная',
    'обхват 18–20 см',
    'Ком в мешковине (RB)',
    'цена до 5 000 ₽',
    'зона 4',
    'Тверская область',
    'проверенные компании',
  ])
  const all = 'root=ball&price_to=5000&verified=1'
  const to = Object.fromEntries(chips.map(chip => [chip.key, chip.to]))
  expect(to['understood-tilia-cordata']).toBe(`/offers?search=x&ignore=tilia-cordata&zone=4&${all}`)
  expect(to.girth).toBe(`/offers?search=x&ignore=girth_from&ignore=girth_to&zone=4&${all}`)
  expect(to['region-5']).toBe(`/offers?search=x&ignore=region&zone=4&${all}`)
  expect(to.zone).toBe(`/offers?search=x&${all}`)
  expect(to.verified).toBe('/offers?search=x&zone=4&root=ball&price_to=5000')
})

test('the place that the words name, and hardiness there, can be taken off apart', () => {
  const yakutsk = { id: 7, name: 'Якутск', region: { id: 1, name: 'Якутия' }, near: '', zone: 1, zone_half: null }
  const understood = said({ place: 7, hardy: 1 })
  const chips = (query: string, page = understood) =>
    offerChips(address(query), { ...pageOf(page), place: yakutsk }).map(({ text, to }) => [text, to])
  expect(chips('search=x&place=5')).toEqual([
    ['место: Якутск', '/offers?search=x&ignore=place&place=5'],
    ['зимует: Якутск, зона 1', '/offers?search=x&ignore=hardy&place=5'],
  ])
  expect(chips('search=x&place=7&hardy=1', said())).toEqual([['зимует: Якутск, зона 1', '/offers?search=x&place=7']])
  // The form shows both, and leaves them to the words.
  const form = new URLSearchParams('search=x&place=7&hardy=1')
  expect(hrefOf(submitted(form, address('search=x'), understood))).toBe('/offers?search=x')
  // Hardiness that was taken off the words, and is asked for by hand.
  const again = submitted(form, address('search=x&ignore=hardy'), said({ place: 7 }))
  expect(hrefOf(again)).toBe('/offers?search=x&ignore=hardy&place=7&hardy=1')
})

test('a plant without offers is called by its address', () => {
  const chips = offerChips(address('search=липа&plant=acer-rubrum'), pageOf(said()))
  expect(chips.map(({ text, to }) => [text, to])).toEqual([
    ['Acer rubrum', `/offers?${new URLSearchParams({ search: 'липа' })}`],
  ])
})
