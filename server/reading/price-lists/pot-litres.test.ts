import { describe, expect, it } from 'vitest'
import { withoutPotLitres } from './pot-litres.ts'
import { readOffers } from './test-layouts/read-offers.ts'

describe('litres beside the width of a pot', () => {
  it.each([
    ['Р9/0,5', ['0,5 л']],
    ['P9 (0,5)', ['0,5 л']],
    ['P9 (0,5 л)', ['0,5 л']],
    ['0,5 л (P9)', ['0,5 л']],
    ['горшок 11 ; контейнер 1', ['1 л']],
    ['Р13, 2 л', ['2 л']],
    ['P9 (0,5 м)', []],
    ['P9/11', []],
    ['P9 ; контейнер 2', []],
    ['P9 С0,5', []],
    ['С5/0,5', []],
    ['P9 ; 0,5-1,5 л', []],
  ])('are its own if it can hold them: %s', (text, litres) => {
    expect(withoutPotLitres(text).litres).toEqual(litres)
  })

  it.each([
    ['Наименование|Горшок|Объем, л|Цена', 'Астильба Fanal|Р9|0,5|250'],
    ['Наименование|Контейнер|Объём|Цена', 'Астильба Fanal|Р9|0,5|250'],
    ['Наименование|Контейнер|Цена', 'Астильба Fanal|Р9/0,5|250'],
    ['Наименование|Контейнер|Цена', 'Астильба Fanal|0,5 л (Р9)|250'],
    ['Наименование|Цена', 'Астильба Fanal Р9/0,5|250'],
  ])('leave the pot, and stay in the note: %s, %s', async (titles, row) => {
    const { offers } = await readOffers([titles, row, row.replace('Астильба Fanal', 'Хоста Patriot')])
    expect(offers[0]).toMatchObject({
      verdict: 'clear',
      root: 'pot',
      root_size: 9,
      note: '0,5 л',
      name: 'Астильба Fanal',
    })
  })

  it('that it cannot hold contradict it', async () => {
    const { offers } = await readOffers(['Наименование|Горшок|Объем, л|Цена', 'Астильба Fanal|Р9|5|250'])
    expect(offers[0]?.verdict).toBe('doubtful')
  })
})
