import { expect, test } from 'vitest'
import { usualMeasure } from './root-measure.ts'

test.each([
  ['Контейнер (С)', 'LITR'],
  ['Ком в мешковине и сетке (WRB)', 'SM'],
  ['Горшок (P)', 'SM'],
  ['Кассета', 'PIECE'],
  ['Открытая корневая система (ОКС)', ''],
  ['', ''],
])('«%s» is measured in «%s»', (packaging, measure) => {
  expect(usualMeasure(packaging)).toBe(measure)
})
