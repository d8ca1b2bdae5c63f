import type { Product } from '#contract/products.ts'
import { writeMeasures } from '#contract/size-label.ts'

export interface Attribute {
  label: string
  value: string
  /** A second line in small print. */
  note?: string
}

export interface AttributeGroup {
  title: string
  attributes: Attribute[]
}

const nbsp = '\u00a0'
const rootUnits: Record<NonNullable<Product['rsp_measure']>, string> = { SM: 'см', LITR: 'л', PIECE: 'шт.' }

/** By the number of decimals: making one takes longer than all else that a table of attributes needs. */
const formats: Intl.NumberFormat[] = []

function formatOf(decimals: number): Intl.NumberFormat {
  formats[decimals] ??= new Intl.NumberFormat('ru-RU', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return formats[decimals]
}

/** Both ends of a range with the same number of decimals, as price lists have them: 4,5–5,0. */
function numbers(...values: number[]): string[] {
  const decimals = Math.max(...values.map(value => String(value).split('.')[1]?.length ?? 0))
  return values.map(value => formatOf(decimals).format(value))
}

/** In metres from 1 m on, otherwise in centimetres, whatever unit the company used. */
export function formatHeight({
  s_height_from: least,
  s_height_to: most,
  height_measure: measure,
}: Pick<Product, 's_height_from' | 's_height_to' | 'height_measure'>): string {
  const centimetres = (height: number) => (measure === 'M' ? Math.round(height * 1000) / 10 : height)
  const inMetres = centimetres(least ?? most ?? 0) >= 100
  const unit = nbsp + (inMetres ? 'м' : 'см')
  const [from, to] = [least, most].map(height =>
    height === null ? null : inMetres ? centimetres(height) / 100 : centimetres(height),
  ) as [number | null, number | null]
  if (from !== null && to !== null && from !== to) return numbers(from, to).join('–') + unit
  if (from !== null) return `${to === null ? `от${nbsp}` : ''}${numbers(from)[0]}${unit}`
  return to === null ? '' : `до${nbsp}${numbers(to)[0]}${unit}`
}

/** Height of a grown plant, given in metres. */
const formatMatureHeight = (metres: number | null) =>
  formatHeight({ s_height_from: null, s_height_to: metres, height_measure: 'M' })

/** «Контейнер (С), 15 л»; only one of the two if the other is not known. */
export function formatRoots({
  rsp,
  rsp_metric: size,
  rsp_measure: measure,
}: Pick<Product, 'rsp' | 'rsp_metric' | 'rsp_measure'>): string {
  const sized = size === null ? '' : `${numbers(size)[0]}${measure ? nbsp + rootUnits[measure] : ''}`
  return [rsp?.name, sized].filter(Boolean).join(', ')
}

/** Growth is free text; bare whole numbers are centimetres, as everywhere in the trade. */
export function formatGrowth(text: string): string {
  const [, from, to] = /^(\d{1,3})(?:\s*[-–—]\s*(\d{1,3}))?$/.exec(text.trim()) ?? []
  if (!from) return text.trim()
  return `${from}${to ? `–${to}` : ''}${nbsp}см`
}

/** Of the only size: several are in the table. */
function sizeAttributes(product: Product): Attribute[] {
  const [variant] = product.variants.length === 1 ? product.variants : []
  const measures = variant && writeMeasures(variant)
  return [
    { label: 'Высота', value: formatHeight(product) },
    { label: 'Форма', value: measures?.form ?? '' },
    { label: 'Обхват ствола', value: measures?.girth ?? '' },
    { label: 'Высота штамба', value: measures?.stem_height ?? '' },
    { label: 'Ширина', value: measures?.spread ?? '' },
    { label: 'Число стволов', value: measures?.stems ?? '' },
    { label: 'Пересадки', value: measures?.transplants ?? '' },
    {
      label: 'Упаковка корневой системы',
      value: product.variants.length > 1 ? '' : formatRoots(product) || (measures?.root ?? ''),
    },
    {
      label: 'Вес одного',
      value: variant?.weight == null ? '' : `${numbers(variant.weight).join('')}${nbsp}кг`,
      ...(variant?.weight_is_estimate ? { note: 'оценка по размеру' } : {}),
    },
    { label: 'Возрастная группа', value: product.age_group?.name ?? '' },
    { label: 'Место выращивания', value: product.place_of_cultivation?.name ?? '' },
  ]
}

/**
 * All known attributes of a plant, in the order of their importance to buyers. Genus, species and category are in the
 * page's heading. Empty attributes and groups are left out.
 */
export function attributeGroups(product: Product): AttributeGroup[] {
  const zone = product.winter_hardiness
  const groups: AttributeGroup[] = [
    {
      title: 'Размер и корни',
      attributes: sizeAttributes(product),
    },
    {
      title: 'Условия',
      attributes: [
        {
          label: 'Морозостойкость (USDA)',
          value: zone?.name ?? '',
          note: zone?.description.replaceAll(' °C', `${nbsp}°C`),
        },
        { label: 'Освещение', value: product.light_requirements },
        { label: 'Применение', value: product.landscape_use },
      ],
    },
    {
      title: 'Облик',
      attributes: [
        { label: 'Форма роста', value: product.growth_pattern?.name ?? '' },
        { label: 'Форма кроны', value: product.crown_shape?.name ?? '' },
        { label: 'Высота взрослого растения', value: formatMatureHeight(product.height_at_maturity) },
        { label: 'Годовой прирост', value: formatGrowth(product.annual_growth) },
        { label: 'Цвет листвы или хвои', value: product.foliage_or_needles_color },
      ],
    },
    {
      title: 'Где находится',
      attributes: [
        { label: 'Страна', value: product.item_country },
        { label: 'Город', value: product.item_city },
        { label: 'Адрес', value: product.item_address },
      ],
    },
  ]
  return groups
    .map(group => ({ ...group, attributes: group.attributes.filter(attribute => attribute.value.trim() !== '') }))
    .filter(group => group.attributes.length > 0)
}
