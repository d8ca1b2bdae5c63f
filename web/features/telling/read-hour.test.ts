import { expect, it } from 'vitest'
import { readHour } from './read-hour.ts'

it.each([
  ['22:00', '22:00'],
  ['8:00', '08:00'],
  ['7', '07:00'],
  ['7.30', '07:30'],
  [' 07 30 ', '07:30'],
  ['0730', '07:30'],
  ['730', '07:30'],
  ['24:00', null],
  ['10:60', null],
  ['10:5', null],
  ['', null],
  ['утром', null],
])('%s is %s', (text, hour) => expect(readHour(text)).toBe(hour))
