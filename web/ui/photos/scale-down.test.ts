import { expect, test } from 'vitest'
import { scaledSize } from './scale-down.ts'

test.each([
  [2560, 1440],
  [1440, 2560],
  [1, 1],
])('%i × %i is sent as it is', (width, height) => {
  expect(scaledSize({ width, height })).toBeNull()
})

test.each([
  [4000, 3000, 2560, 1920],
  [3000, 4000, 1920, 2560],
  [2561, 2561, 2560, 2560],
  [8000, 1, 2560, 1],
])('%i × %i becomes %i × %i', (width, height, toWidth, toHeight) => {
  expect(scaledSize({ width, height })).toEqual({ width: toWidth, height: toHeight })
})
