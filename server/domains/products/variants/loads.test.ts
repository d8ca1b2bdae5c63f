import { describe, expect, it } from 'vitest'
import { noSizes, type Sizes } from '#server/reading/sizes/sizes.ts'
import { estimateLoad, lengthOf, loadOf } from './loads.ts'

const load = (sizes: Partial<Sizes>) => estimateLoad({ ...noSizes, ...sizes })

describe('what is usual in the trade', () => {
  it.each([
    ['P9, perennials', { root: 'pot', root_size: 9 }, [0.3, 0.7], [0.0005, 0.004]],
    ['C2', { root: 'container', root_size: 2, height_from: 30, height_to: 40 }, [1.4, 2.2], [0.003, 0.02]],
    ['C5, 60–80', { root: 'container', root_size: 5, height_from: 60, height_to: 80 }, [3.5, 6], [0.01, 0.04]],
    ['C20, 125–150', { root: 'container', root_size: 20, height_from: 125, height_to: 150 }, [14, 25], [0.05, 0.2]],
    ['a plug', { root: 'tray', root_size: 104 }, [0.01, 0.1], [0.0001, 0.001]],
    ['RB 40, conifer of 150', { root: 'ball', root_size: 40, height_from: 140, height_to: 160 }, [35, 60], [0.1, 0.5]],
    ['16–18 with a ball', { root: 'wire_ball', root_size: 50, girth_from: 16, girth_to: 18 }, [80, 140], [0.4, 1]],
    ['20–25 with a ball', { root: 'wire_ball', root_size: 70, girth_from: 20, girth_to: 25 }, [200, 320], [0.8, 1.6]],
    ['30–35 with a ball', { root: 'wire_ball', root_size: 100, girth_from: 30, girth_to: 35 }, [600, 900], [1.8, 3.5]],
    ['bare-root hedging', { root: 'bare_root', height_from: 60, height_to: 80 }, [0.1, 0.7], [0.0005, 0.01]],
  ] satisfies [string, Partial<Sizes>, [number, number], [number, number]][])('%s', (_name, sizes, weight, volume) => {
    const found = load(sizes)
    expect(found?.weight).toBeGreaterThanOrEqual(weight[0])
    expect(found?.weight).toBeLessThanOrEqual(weight[1])
    expect(found?.volume).toBeGreaterThanOrEqual(volume[0])
    expect(found?.volume).toBeLessThanOrEqual(volume[1])
  })
})

it('more of anything is never lighter, nor takes less room', () => {
  for (const root of ['container', 'ball', 'wire_ball', 'pot'] as const) {
    let before = { weight: 0, volume: 0 }
    for (const root_size of [9, 12, 20, 40, 60, 90, 120]) {
      const found = load({ root, root_size, height_from: 100, height_to: 120 })
      expect(found?.weight).toBeGreaterThanOrEqual(before.weight)
      expect(found?.volume).toBeGreaterThanOrEqual(before.volume)
      before = found ?? before
    }
  }
})

it('any one size is enough, none is not', () => {
  for (const sizes of [{ height_to: 80 }, { girth_from: 14 }, { spread_from: 40 }, { stem_height: 110 }])
    expect(load(sizes)?.weight).toBeGreaterThan(0)
  expect(load({})).toBeNull()
  expect(load({ root: 'container' })).toBeNull()
})

it('what a nursery states is taken, and the rest is guessed and says so', () => {
  const sizes: Sizes = { ...noSizes, root: 'container', root_size: 10, height_from: 80, height_to: 100 }
  expect(loadOf(sizes, { weight: 7.5, volume: null })).toMatchObject({
    weight: 7.5,
    weight_is_estimate: false,
    volume_is_estimate: true,
  })
  expect(loadOf(sizes, { weight: null, volume: 0.1 })).toMatchObject({ volume: 0.1, weight_is_estimate: true })
  expect(loadOf(noSizes, { weight: null, volume: null })).toEqual({
    weight: null,
    volume: null,
    weight_is_estimate: false,
    volume_is_estimate: false,
  })
  expect(lengthOf({ height_from: 500, height_to: 550 })).toBe(5.5)
})
