import { expect, test } from 'vitest'
import { refuseSize, refuseType } from './refuse-file.ts'

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])('accepts %s', type => {
  expect(refuseType({ name: 'tuya', type })).toBeNull()
})

test('refuses other files by name', () => {
  expect(refuseType({ name: 'прайс.pdf', type: 'application/pdf' })).toMatch(/^«прайс\.pdf» не похож на снимок/)
  expect(refuseType({ name: 'значок.svg', type: 'image/svg+xml' })).toMatch(/не похож/)
  expect(refuseType({ name: 'без типа', type: '' })).toMatch(/не похож/)
})

test('gives advice for HEIC, even if the browser does not know the type', () => {
  expect(refuseType({ name: 'IMG_1.HEIC', type: '' })).toMatch(/сохраните его как JPEG/)
  expect(refuseType({ name: 'IMG_1', type: 'image/heic' })).toMatch(/сохраните его как JPEG/)
})

test('accepts ten megabytes at most', () => {
  expect(refuseSize({ size: 10 * 1024 * 1024 })).toBeNull()
  expect(refuseSize({ size: 10 * 1024 * 1024 + 1 })).toMatch(/больше 10 МБ/)
})
