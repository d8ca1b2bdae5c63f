import { expect, test } from 'vitest'
import { isOwnAddress } from './product-address.ts'

const product = { get_absolute_url: '/hvoynye/tuya-smaragd/' }

test.each([
  ['/hvoynye/tuya-smaragd/', true],
  ['/hvoynye/tuya-smaragd', true],
  ['/hvoynye/tuya%2Dsmaragd', true],
  ['/hvoynye/tuya', false],
  ['/kustarniki/tuya-smaragd/', false],
])('%s', (path, own) => {
  expect(isOwnAddress(path, product)).toBe(own)
})
