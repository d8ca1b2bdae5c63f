import { limits } from '#contract/common.ts'
import { productName } from '#contract/products.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { freePlantSlug } from './plant-slugs.ts'
import {
  type GenusRow,
  insertGenus,
  insertPlant,
  listCategoryIds,
  listEveryGenus,
  listEveryPlant,
  listSlugs,
  type PlantRow,
  setCategories,
} from './plant-writes.queries.ts'

/** An error for one field of a form. */
export const refuse = (field: string, message: string, code: string): AppError =>
  new AppError('INVALID_INPUT', undefined, { [field]: fieldError(message, code) })

/**
 * Throws INVALID_INPUT for a name of another genus, including hidden and merged ones. The caller has locked the
 * reference data.
 */
export async function checkGenusName(tx: Tx, name: string, field: string, ownIds: number[] = []): Promise<void> {
  const taken = (await listEveryGenus(tx)).find(
    row => !ownIds.includes(row.id) && normalizeName(row.name) === normalizeName(name),
  )
  if (taken) {
    const message = taken.isHidden ? 'Такой род уже есть, но скрыт или объединён с другим' : 'Такой род уже есть'
    throw refuse(field, message, 'unique')
  }
}

/** Throws INVALID_INPUT for a name of another plant of the genus, including hidden and merged ones. */
export async function checkPlantName(
  tx: Tx,
  genus: Pick<GenusRow, 'id' | 'name'>,
  name: string,
  field: string,
  ownIds: number[] = [],
): Promise<void> {
  const rows = await listEveryPlant(tx, genus.id)
  const taken = rows.find(row => !ownIds.includes(row.id) && normalizeName(row.name) === normalizeName(name))
  if (taken) {
    const message = taken.isHidden
      ? 'Такой вид или сорт уже есть, но скрыт или объединён с другим'
      : 'Такой вид или сорт уже есть'
    throw refuse(field, message, 'unique')
  }
  checkLength(genus.name, [name], field)
}

/** Throws INVALID_INPUT if the name is too long for a product. */
export function checkLength(genus: string, speciesNames: string[], field: string): void {
  if (speciesNames.some(name => productName(genus, name).length > limits.shortText)) {
    throw refuse(field, `Название из рода и вида не может быть длиннее ${limits.shortText} знаков`, 'too_big')
  }
}

/** Throws INVALID_INPUT for a name that is taken. */
export async function addGenus(
  tx: Tx,
  genus: Pick<GenusRow, 'name' | 'latinName' | 'family'>,
  field: string,
): Promise<number> {
  await checkGenusName(tx, genus.name, field)
  return insertGenus(tx, { ...genus, editedAt: new Date() })
}

type NewPlant = Pick<PlantRow, 'name' | 'latinName' | 'synonyms' | 'facts'> & { categoryIds: number[] }

/** Throws INVALID_INPUT for a name that is taken and for unknown categories. */
export async function addPlant(
  tx: Tx,
  genus: Pick<GenusRow, 'id' | 'name'>,
  { categoryIds, ...plant }: NewPlant,
  field: string,
): Promise<number> {
  await checkPlantName(tx, genus, plant.name, field)
  await checkCategories(tx, categoryIds)
  const slug = await findSlug(tx, plant.latinName || `${genus.name} ${plant.name}`)
  const id = await insertPlant(tx, { ...plant, slug, genusId: genus.id, editedAt: new Date() })
  await setCategories(tx, id, categoryIds)
  return id
}

/** The slug for a plant of this name; a slug that the plant had before is reused. */
export async function findSlug(tx: Tx, name: string, plantId?: number): Promise<string> {
  const base = freePlantSlug(name, () => false)
  const taken = new Set((await listSlugs(tx, base)).filter(row => row.plantId !== plantId).map(row => row.slug))
  return freePlantSlug(name, slug => taken.has(slug))
}

export async function checkCategories(tx: Tx, ids: number[]): Promise<void> {
  const known = new Set(await listCategoryIds(tx, ids))
  if (!ids.every(id => known.has(id))) throw refuse('categories', 'Выберите категорию из списка', 'not_in_list')
}
