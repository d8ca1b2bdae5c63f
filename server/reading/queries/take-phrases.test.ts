import { describe, expect, it } from 'vitest'
import { categorySeeds } from '#server/seed/categories.ts'
import { takePhrases } from './take-phrases.ts'

const known = new Set(['роза', 'розы', 'липа', 'туя', 'цветущий', 'древовидный'])
const isOfPlants = (word: string) => known.has(word.toLowerCase())
const taken = (text: string, ignored: string[] = []) => {
  const { filters, text: left } = takePhrases(text, { categories: categorySeeds, isOfPlants, ignored })
  return [filters, left.replace(/\s+/g, ' ').trim()]
}

describe('phrases of a search', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['липа до 1000 руб', { price_to: 1000 }, 'липа'],
    ['липа 18-20 до 25 000 ₽', { price_to: 25_000 }, 'липа 18-20'],
    ['туя не дороже 1500', { price_to: 1500 }, 'туя'],
    ['туя дешевле 2 тыс', { price_to: 2000 }, 'туя'],
    ['туя от 500 до 1500 руб.', { price_from: 500, price_to: 1500 }, 'туя'],
    ['туя 500–1500 р.', { price_from: 500, price_to: 1500 }, 'туя'],
    ['туя от 3 тыс. рублей', { price_from: 3000 }, 'туя'],
    ['липа зона 4', { zone: 4 }, 'липа'],
    ['липа для 3 зоны', { zone: 3 }, 'липа для'],
    ['липа USDA 5b', { zone: 5 }, 'липа'],
    ['липа 4-я зона зимостойкости', { zone: 4 }, 'липа'],
    ['туя в наличии', { stock: 'in_stock' }, 'туя'],
    ['туя под заказ', { stock: 'on_order' }, 'туя'],
    ['цветёт в мае', { flowering_month: 5 }, ''],
    ['многолетники, цветущие в июле', { category: 'mnogoletniki', flowering_month: 7 }, ','],
    ['хвойные до 1000 руб', { category: 'hvoynye', price_to: 1000 }, ''],
    ['хвойных растений', { category: 'hvoynye' }, ''],
    ['лиственные деревья зона 3', { category: 'listvennye-derevya', zone: 3 }, ''],
    ['декоративные злаки', { category: 'zlaki' }, ''],
    ['вечнозеленые', { category: 'vechnozelenye-i-vereskovye' }, ''],
    ['вересковые', { category: 'vechnozelenye-i-vereskovye' }, ''],
    ['живая изгородь', { category: 'zhivye-izgorodi' }, ''],
    ['туя для живой изгороди', { category: 'zhivye-izgorodi' }, 'туя'],
  ])('«%s»', (text, filters, left) => {
    expect(taken(text)).toEqual([filters, left])
  })

  it.each([
    'липа 18-20 500 р.',
    'липа 18-20',
    'туя от 80 до 100',
    'туя до 2 м',
    'от 10 шт',
    'розы',
    'дёрен цветущий',
    'клён древовидный',
    'нет в наличии',
    'зона 44',
    'С10 80-100',
    'живучка',
  ])('are not found in «%s»', text => {
    expect(taken(text)).toEqual([{}, text])
  })

  it('are kept in the text if they are to be ignored', () => {
    expect(taken('хвойные до 1000 руб', ['category'])).toEqual([{ price_to: 1000 }, 'хвойные'])
    expect(taken('хвойные до 1000 руб', ['price_to'])).toEqual([{ category: 'hvoynye' }, 'до 1000 руб'])
  })

  it('takes no time over hostile texts', () => {
    const begun = performance.now()
    for (const text of [
      '1 '.repeat(128),
      'от '.repeat(85),
      'зона '.repeat(51),
      `${'лиственн'.repeat(30)} `,
      '1-'.repeat(120),
    ])
      taken(text.slice(0, 255))
    expect(performance.now() - begun).toBeLessThan(1000)
  })
})
