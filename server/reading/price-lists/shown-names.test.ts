// What a row is called: the words that went into its fields are no part of its name, nor is what counts the lines.
import { describe, expect, it } from 'vitest'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { plants, readOffers } from './test-layouts/read-offers.ts'
import { understandSheets } from './understand-sheets.ts'

/** The offers of a text as it is pasted. */
async function pasted(lines: string[]) {
  const read = await readTables(new TextEncoder().encode(lines.join('\n')))
  if ('failure' in read) throw new Error(read.failure)
  const { rows } = await understandSheets(read.sheets, plants, {})
  return rows.filter(({ kind }) => kind === 'offer')
}

describe('a name is shown without the price, the stock and the packing that stood in it', () => {
  it.each([
    ['Фывапра митьба - С5 - 1400 руб', 'Фывапра митьба', { price: 1400, root_size: 5 }],
    ['Фывапра цукенг 5л 40-60 — 1 100 ₽/шт, 20 шт', 'Фывапра цукенг', { price: 1100, stock_quantity: 20 }],
    ['Фывапра олджэ (под заказ) С3 - 500 руб', 'Фывапра олджэ', { price: 500, stock: 'on_order' }],
    ["Фывапра ролд 'Red Queen' P9 350р в наличии 20 шт.", "Фывапра ролд 'Red Queen'", { price: 350, root_size: 9 }],
    ['Туя западная Smaragd (под заказ) С5 - 1200 руб', 'Туя западная Smaragd', { price: 1200, stock: 'on_order' }],
    ['Можжевельник казацкий, С3, 40-60 - 900 руб.', 'Можжевельник казацкий', { price: 900, root_size: 3 }],
  ])('in a pasted line: %s', async (line, name, fields) => {
    const [offer] = await pasted(['Многолетники', line])
    expect(offer).toMatchObject({ name, verdict: 'clear', variants: [fields] })
  })

  it.each([
    ['Фывапра митьба - С5 - под заказ', 'Фывапра митьба'],
    ['Фывапра олджэ (под заказ)', 'Фывапра олджэ'],
    ['Туя западная Smaragd (под заказ)', 'Туя западная Smaragd'],
    ['Клён остролистный (цена за 1 шт) 200-250', 'Клён остролистный'],
    ["Роза 'Фывапра (Цукен)'", "Роза 'Фывапра (Цукен)'"],
    ['Хоста Фывапра-Ролд', 'Хоста Фывапра-Ролд'],
  ])('in a cell: %s', async (cell, name) => {
    const { offers } = await readOffers(['Наименование|Цена', 'Многолетники', `${cell}|1400`])
    expect(offers.map(offer => offer.name)).toEqual([name])
  })

  it('does not tear «руб» from a price beside which a stock stands', async () => {
    const names = ['Туя западная Smaragd', 'Ель колючая', 'Сосна горная']
    const offers = await pasted(['Хвойные', ...names.map(name => `${name} - С5 - 1400 руб, 20 шт`)])
    expect(offers.map(({ unread }) => unread)).toEqual([[], [], []])
  })
})

describe('what counts the lines of a list is no part of them', () => {
  it.each([
    ['1) Туя западная Смарагд 80-100 С5 1200 руб'],
    ['12. Туя западная Смарагд 80-100 С5 1200 руб'],
    ['• Туя западная Смарагд 80-100 С5 1200 руб'],
  ])('%s', async line => {
    const [offer] = await pasted([line])
    expect(offer).toMatchObject({
      name: 'Туя западная Смарагд',
      verdict: 'clear',
      unread: [],
      variants: [{ price: 1200 }],
    })
  })

  it('in the first of several cells, which are shown as they were written', async () => {
    const { rows } = await understandSheets(
      [
        {
          name: 'Лист1',
          isHidden: false,
          merges: [],
          rows: [
            ['Наименование', 'Цена'],
            ['1) Ель колючая', 500],
          ],
        },
      ],
      plants,
      {},
    )
    expect(rows[1]).toMatchObject({
      name: 'Ель колючая',
      verdict: 'clear',
      unread: [],
      cells: ['1) Ель колючая', '500'],
    })
  })
})
