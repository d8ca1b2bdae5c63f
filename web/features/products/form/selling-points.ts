import type { ProductField, ProductValues } from './values.ts'

interface SellingPoint {
  /** The field for it. */
  field: ProductField | 'photos'
  label: string
}

const points: SellingPoint[] = [
  { field: 'photos', label: 'хотя бы один снимок' },
  { field: 'price', label: 'цена' },
  { field: 's_height_from', label: 'высота' },
  { field: 'rsp', label: 'упаковка корней' },
  { field: 'winter_hardiness', label: 'морозостойкость' },
  { field: 'age_group', label: 'возраст' },
  { field: 'place_of_cultivation', label: 'место выращивания' },
  { field: 'growth_pattern', label: 'форма роста' },
  { field: 'crown_shape', label: 'форма кроны' },
  { field: 'description', label: 'описание' },
]

/** What buyers look for and the product lacks, most important first. */
export function missingPoints(values: ProductValues, photos: number): SellingPoint[] {
  const { variants } = values
  const isThere = ({ field }: SellingPoint) => {
    if (field === 'photos') return photos > 0
    if (variants.length > 0) {
      if (field === 'price') return variants.some(({ price }) => price.trim() !== '')
      if (field === 'rsp') return variants.some(({ root }) => root !== '')
      if (field === 's_height_from') return variants.some(({ height, girth }) => (height + girth).trim() !== '')
    }
    if (field === 's_height_from') return values.s_height_from.trim() !== '' || values.s_height_to.trim() !== ''
    return values[field].trim() !== ''
  }
  return points.filter(point => !isThere(point))
}
