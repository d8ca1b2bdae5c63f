import { describe, expect, it, test } from 'vitest'
import { findSkus, numberOf, readFileName, skuKey, wordsOf } from './file-name.ts'

const skus = ['TS-100', 'TS-100-2', 'ВК 7', '1001', '1001-2', '12', 'A', 'SMARAGD', 'ель/03']
const bySku = new Map(skus.map((sku, at) => [skuKey(sku), new Set([at])]))
const found = (name: string) =>
  findSkus(readFileName(name), bySku).map(({ products, isDoubtful }) => {
    const [at = -1] = products
    return `${skus[at]}${isDoubtful ? '?' : ''}`
  })

describe('article numbers in names of files', () => {
  test.each([
    ['TS-100.jpg', ['TS-100']],
    ['ts100.JPG', ['TS-100']],
    ['TS_100_3.jpg', ['TS-100']],
    ['ts 100 (1).jpg', ['TS-100']],
    ['Туя Смарагд ts-100.jpeg', ['TS-100']],
    // In Cyrillic letters of the same look.
    ['ТS-100.jpg', ['TS-100']],
    ['BK7_1.png', ['ВК 7']],
    ['вк-7.png', ['ВК 7']],
    ['ель-03-1.webp', ['ель/03']],
    ['папка/TS-100.jpg', ['TS-100']],
    // Picture 2 of TS-100, or TS-100-2.
    ['TS-100-2.jpg', ['TS-100', 'TS-100-2']],
    ['TS-100-2_1.jpg', ['TS-100-2']],
    ['1001_3.jpg', ['1001']],
    ['smaragd.jpg', ['SMARAGD']],
    // Short numbers, dates and numbers of cameras may be anything.
    ['12.jpg', ['12?']],
    ['2024-05-12.jpg', ['12?']],
    ['IMG_1001.jpg', []],
    ['DSC1001.jpg', []],
    ['1001 2024 0512.jpg', ['1001?']],
    ['TS-1000.jpg', []],
    ['XTS-100.jpg', []],
    ['A роза.jpg', ['A?']],
    ['.jpg', []],
    ['—.jpg', []],
  ])('%s: %j', (name, expected) => {
    expect(found(name)).toEqual(expected)
  })
})

test.each([
  ['tuya-smaragd-01.jpg', 'tuya smaragd 01', 1],
  ['ТуяСмарагд2.jpg', 'Туя Смарагд 2', 2],
  ['Туя западная Смарагд (12).jpg', 'Туя западная Смарагд 12', 12],
  ['фото туя копия 3.jpg', 'туя 3', 3],
  ['IMG_1234.jpg', '', 1234],
  ['IMG-20240512-WA0007.jpg', '', 7],
  ['P1010028.JPG', '', 1010028],
  ['2024-05-12 10-22-33.jpg', '', 33],
  ['photo_2024-05-12_10-22-33.jpg', '', 33],
  ['WhatsApp Image 2024.jpeg', '', 2024],
  ['Безымянный.png', '', null],
  ['роза.jpg', 'роза', null],
  ['99999999999999999999.jpg', '', null],
])('the words and the number of %s: %j, %j', (name, words, number) => {
  const file = readFileName(name)
  expect([wordsOf(file), numberOf(file)]).toEqual([words, number])
})

it('leaves the article number out of the words and of the number', () => {
  const file = readFileName('TS-100 туя смарагд 4.jpg')
  const [run] = findSkus(file, bySku)
  expect([wordsOf(file, run), numberOf(file, run)]).toEqual(['туя смарагд 4', 4])
  const plain = readFileName('TS-100.jpg')
  expect(numberOf(plain, findSkus(plain, bySku)[0])).toBeNull()
})

it('reads any name in bounded time', () => {
  const begun = performance.now()
  for (const name of ['a-'.repeat(127), '1'.repeat(255), '💧'.repeat(120), `${'(1)'.repeat(80)}.jpg`]) found(name)
  expect(performance.now() - begun).toBeLessThan(2000)
})
