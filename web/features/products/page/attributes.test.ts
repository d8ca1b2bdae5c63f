import { expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { writeLabel } from '#contract/size-label.ts'
import { attributeGroups, formatGrowth, formatHeight, formatRoots } from './attributes.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [100, 125, 'SM', '1,00–1,25 м'],
  [200, 300, 'SM', '2–3 м'],
  [80, 120, 'SM', '80–120 см'],
  [0.4, 0.6, 'M', '40–60 см'],
  [4.5, 5, 'M', '4,5–5,0 м'],
  [2, 2.5, 'M', '2,0–2,5 м'],
  [6, 7, 'M', '6–7 м'],
  [40, 40, 'SM', '40 см'],
  [1200, null, 'SM', 'от 12 м'],
  [null, 0.5, 'M', 'до 50 см'],
  [null, null, 'SM', ''],
] as const)('height from %s to %s %s', (from, to, measure, text) => {
  expect(plain(formatHeight({ s_height_from: from, s_height_to: to, height_measure: measure }))).toBe(text)
})

test.each([
  ['Контейнер (С)', 7.5, 'LITR', 'Контейнер (С), 7,5 л'],
  ['Ком в мешковине (RB)', 60, 'SM', 'Ком в мешковине (RB), 60 см'],
  ['Кассета', 40, 'PIECE', 'Кассета, 40 шт.'],
  ['Открытая корневая система (ОКС)', null, null, 'Открытая корневая система (ОКС)'],
  ['Контейнер (С)', 5, null, 'Контейнер (С), 5'],
  [null, 15, 'LITR', '15 л'],
  [null, null, 'LITR', ''],
] as const)('roots: %s %s %s', (name, size, measure, text) => {
  const rsp = name && { id: 1, name }
  expect(plain(formatRoots({ rsp, rsp_metric: size, rsp_measure: measure }))).toBe(text)
})

test.each([
  ['25', '25 см'],
  ['20-30', '20–30 см'],
  [' 20 – 30 ', '20–30 см'],
  ['до 40 см', 'до 40 см'],
  ['0,5 м', '0,5 м'],
  ['медленный', 'медленный'],
  ['', ''],
])('growth %j', (text, shown) => {
  expect(plain(formatGrowth(text))).toBe(shown)
})

const empty: Product = {
  id: 1,
  name: "Туя западная 'Smaragd'",
  latin_name: "Thuja occidentalis 'Smaragd'",
  slug: 'tuya',
  category: { id: 1, name: 'Хвойные', slug: 'hvoynye' },
  team: { id: 1, company_name: 'Питомник', is_verified: false },
  description: '',
  price: null,
  price_is_from: false,
  sizes: '',
  variants_count: 1,
  is_sold_out: false,
  zone: null,
  plant: null,
  plant_figure: null,
  variants: [],
  is_active: true,
  get_image: '',
  has_photos: false,
  get_thumbnail: '',
  get_absolute_url: '/hvoynye/tuya/',
  genus: 'Туя',
  species: "западная 'Smaragd'",
  video_link: '',
  images: [],
  assigned_to: null,
  winter_hardiness: null,
  growth_pattern: null,
  place_of_cultivation: null,
  crown_shape: null,
  сrown_shape: null,
  age_group: null,
  rsp: null,
  rsp_metric: null,
  rsp_measure: null,
  annual_growth: '',
  landscape_use: '',
  light_requirements: ' ',
  foliage_or_needles_color: '',
  s_height_from: null,
  s_height_to: null,
  height_measure: 'SM',
  item_country: '',
  item_city: '',
  item_address: '',
  height_at_maturity: null,
  can: { edit: false, assign: false },
  created_at: '2026-03-12T00:00:00.000Z',
  updated_at: '2026-03-12T00:00:00.000Z',
  review: null,
}

test('unknown attributes are not shown, nor groups without known ones', () => {
  expect(attributeGroups(empty)).toEqual([])
  expect(attributeGroups({ ...empty, item_city: 'Верея' })).toEqual([
    { title: 'Где находится', attributes: [{ label: 'Город', value: 'Верея' }] },
  ])
})

test('a zone is shown with its temperatures', () => {
  const zone = { id: 4, name: 'Зона 4', description: 'Средний минимум года от −34,4 до −28,9 °C' }
  const [group] = attributeGroups({ ...empty, winter_hardiness: zone })
  expect(group?.attributes.map(line => ({ ...line, note: plain(line.note ?? '') }))).toEqual([
    { label: 'Морозостойкость (USDA)', value: 'Зона 4', note: zone.description },
  ])
})

test.each([
  [20, 'до 20 м'],
  [2.5, 'до 2,5 м'],
  [0.35, 'до 35 см'],
])('height of a grown plant: %s', (metres, text) => {
  const [group] = attributeGroups({ ...empty, height_at_maturity: metres })
  expect(group?.attributes.map(line => [line.label, plain(line.value)])).toEqual([['Высота взрослого растения', text]])
})

test('every attribute has a row', () => {
  const lookup = { id: 1, name: 'есть' }
  const full: Product = {
    ...empty,
    winter_hardiness: { ...lookup, description: '' },
    growth_pattern: lookup,
    place_of_cultivation: lookup,
    crown_shape: lookup,
    age_group: lookup,
    rsp: lookup,
    annual_growth: 'есть',
    landscape_use: 'есть',
    light_requirements: 'есть',
    foliage_or_needles_color: 'есть',
    s_height_from: 1,
    item_country: 'есть',
    item_city: 'есть',
    item_address: 'есть',
    height_at_maturity: 1,
  }
  expect(attributeGroups(full).flatMap(group => group.attributes)).toHaveLength(15)
})

const size: Product['variants'][number] = {
  id: 1,
  sku: null,
  form: 'standard',
  height_from: 500,
  height_to: 550,
  spread_from: 200,
  spread_to: null,
  girth_from: 18,
  girth_to: 20,
  stem_height: 220,
  stems: 3,
  transplants: 4,
  root: 'wire_ball',
  root_size: 80,
  weight: null,
  volume: null,
  weight_is_estimate: false,
  volume_is_estimate: false,
  price: null,
  price_tiers: [],
  stock: 'in_stock',
  stock_quantity: null,
  stock_is_minimum: false,
  available_quantity: null,
  available_from: null,
  note: '',
  label: '',
  confirmed_at: '2026-03-12T00:00:00.000Z',
}

test('of an only size every measure has a row, in the words of its label; several sizes are in the table', () => {
  const rows = (variants: Product['variants']) =>
    Object.fromEntries(
      attributeGroups({ ...empty, s_height_from: 500, s_height_to: 550, variants }).flatMap(({ attributes }) =>
        attributes.map(({ label, value }) => [label, plain(value)]),
      ),
    )
  const shown = rows([size])
  expect(shown).toEqual({
    Высота: '5,0–5,5 м',
    Форма: 'штамб',
    'Обхват ствола': '18–20 см',
    'Высота штамба': '220 см',
    Ширина: 'от 200 см',
    'Число стволов': '3 ствола',
    Пересадки: '4xv',
    'Упаковка корневой системы': 'WRB 80',
  })
  const label = writeLabel(size).toLowerCase()
  for (const words of Object.values(shown).slice(1)) expect(label).toContain(words.replace(/ см$/, '').toLowerCase())
  expect(rows([size, { ...size, id: 2 }])).toEqual({ Высота: '5,0–5,5 м' })
})
