import { expect, it } from 'vitest'
import { outlines, project, viewOf } from './russia-outline.ts'

const moscow = project({ latitude: 55.75, longitude: 37.62 })
const omsk = project({ latitude: 54.99, longitude: 73.37 })

it('distances on the map are about those on the ground', () => {
  expect(Math.hypot(moscow.x - omsk.x, moscow.y - omsk.y)).toBeCloseTo(2240, -2)
})

it('west is left, north is up, and Chukotka lies in the east', () => {
  expect(moscow.x).toBeLessThan(omsk.x)
  expect(project({ latitude: 68, longitude: 37 }).y).toBeLessThan(moscow.y)
  expect(project({ latitude: 66, longitude: -172 }).x).toBeGreaterThan(project({ latitude: 66, longitude: 170 }).x)
})

it('a view shows all points', () => {
  const view = viewOf([moscow, omsk])
  for (const { x, y } of [moscow, omsk]) {
    expect(x).toBeGreaterThan(view.x)
    expect(x).toBeLessThan(view.x + view.width)
    expect(y).toBeGreaterThan(view.y)
    expect(y).toBeLessThan(view.y + view.height)
  }
  expect(viewOf([moscow]).width).toBe(1400)
  expect(outlines.every(outline => outline.length > 3)).toBe(true)
})
