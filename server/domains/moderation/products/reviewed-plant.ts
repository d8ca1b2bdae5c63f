import type { z } from 'zod'
import type { newPlantForm } from '#contract/moderation/products.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { addGenus, addPlant, refuse } from '#server/domains/plants/new-plants.ts'
import { addCategory, findGenus, findPlant, type GenusRow } from '#server/domains/plants/plants.api.ts'
import { findGenusSample } from '#server/domains/plants/plants.service.ts'
import { newPlantFacts } from '#server/domains/products/illustration-spec.ts'
import type { ProductRow } from '#server/domains/products/products.api.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listKnownGenera } from './review.queries.ts'

/**
 * The entry as which a product of this category is published; adds the category to the entry. Throws INVALID_INPUT for
 * an entry that is not offered.
 */
export async function knownEntry(tx: Tx, id: number, categoryId: number): Promise<number> {
  const entry = await findPlant(tx, id)
  const genus = entry && (await findGenus(tx, entry.genusId))
  if (!entry || !genus || entry.isHidden || genus.isHidden) {
    throw refuse('species', 'Такого растения в справочнике нет, или оно скрыто', 'not_in_list')
  }
  await addCategory(tx, id, categoryId)
  return id
}

/** The first word of a botanical name, without the hybrid sign. */
const latinGenus = (latinName: string) => latinName.replace(/^[×x]\s*/, '').split(' ')[0] ?? ''

/** The genus of this name, added if the directory does not have it. */
async function genusOf(
  tx: Tx,
  actor: Actor,
  form: z.output<typeof newPlantForm>,
): Promise<Pick<GenusRow, 'id' | 'name'>> {
  const known = (await listKnownGenera(tx)).find(({ knownAs }) => normalizeName(knownAs) === normalizeName(form.genus))
  if (known) {
    if ((await findGenus(tx, known.id))?.isHidden)
      throw refuse('genus', 'Этот род скрыт: верните его в справочнике', 'hidden')
    return known
  }
  if (form.family === '') throw refuse('family', 'Рода ещё нет в справочнике: напишите семейство', 'required')
  const genus = { name: form.genus, latinName: latinGenus(form.latin_name), family: form.family }
  const id = await addGenus(tx, genus, 'genus')
  await record(tx, actor, { action: 'create', subject: 'genus', subjectId: id, subjectName: form.genus })
  return { id, name: form.genus }
}

/** Adds the plant of a product to the directory, in the product's category, with the product's facts. */
export async function addPlantOf(
  tx: Tx,
  actor: Actor,
  { product, category }: ProductRow,
  form: z.output<typeof newPlantForm>,
): Promise<number> {
  const genus = await genusOf(tx, actor, form)
  const lists = await readAllLookups(tx)
  const facts = newPlantFacts({
    genusSample: await findGenusSample(tx, genus.name),
    categorySlug: category.slug,
    growthPattern: lists.byId(product.growthPatternId),
    crownShape: lists.byId(product.crownShapeId),
    foliageColour: product.foliageColour,
    matureHeightMm: product.matureHeightMm,
    zone: product.zone,
  })
  const plant = { name: form.species, latinName: form.latin_name, synonyms: '', facts, categoryIds: [category.id] }
  const id = await addPlant(tx, genus, plant, 'species')
  const subjectName = `${genus.name} ${form.species}`
  await record(tx, actor, { action: 'create', subject: 'species', subjectId: id, subjectName })
  return id
}
