import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const tver = { id: 480_060, name: 'Тверь', near: '', region: { id: 69, name: 'Тверская область' } }

/** The module keeps what it has read, so each page is a new one. */
async function freshPage(storage: object | undefined) {
  vi.stubGlobal('localStorage', storage)
  vi.resetModules()
  return import('./chosen-place.ts')
}

function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
}

it('is kept for the next page until it is deleted, and whoever shows it is told', async () => {
  const storage = storageOf(new Map())
  const first = await freshPage(storage)
  const told = vi.fn()
  const stop = first.onPlaceChosen(told)
  expect(first.chosenPlace()).toBeNull()
  first.choosePlace(tver)
  expect(told).toHaveBeenCalledOnce()
  const second = await freshPage(storage)
  expect(second.chosenPlace()).toEqual(tver)
  expect(second.chosenPlace()).toBe(second.chosenPlace())
  second.choosePlace(null)
  expect((await freshPage(storage)).chosenPlace()).toBeNull()
  stop()
  first.choosePlace(null)
  expect(told).toHaveBeenCalledOnce()
})

it.each(['480060', '"><script>', '{}', '{"id":"1","name":"Тверь","region":{"name":""}}', 'null'])(
  'nothing else is taken for a place: %s',
  async stored => {
    const { chosenPlace } = await freshPage(storageOf(new Map([['place', stored]])))
    expect(chosenPlace()).toBeNull()
  },
)

it('lasts as long as the page where storage is forbidden', async () => {
  const { choosePlace, chosenPlace } = await freshPage(undefined)
  choosePlace(tver)
  expect(chosenPlace()).toEqual(tver)
})
