import type { z } from 'zod'
import type { plantForm, StaffPlant } from '#contract/moderation/plants.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { addPlant, checkCategories, checkPlantName, findSlug, refuse } from '#server/domains/plants/new-plants.ts'
import {
  findCategoryById,
  findGenus,
  findPlant,
  type GenusRow,
  listEveryPlant,
  mergePlantRows,
  type PlantRow,
  setCategories,
  setSlug,
  shareCategories,
  updatePlants,
} from '#server/domains/plants/plants.api.ts'
import { findGenusSample } from '#server/domains/plants/plants.service.ts'
import { newPlantFacts } from '#server/domains/products/illustration-spec.ts'
import { redrawProducts } from '#server/domains/products/linked-pictures.service.ts'
import { syncWithPlants } from '#server/domains/products/linked-products.service.ts'
import { listLinkedIds, lockCompaniesOf, moveProducts } from '#server/domains/products/products.api.ts'
import { assertNotStale, checkMerge, checkUnmerged, exchangeNames } from '#server/domains/reference/entry-states.ts'
import { changeReference } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { presentPlant } from './directory.present.ts'
import { countStaffPlants, findStaffPlant, listStaffPlants } from './directory.queries.ts'

type PlantForm = z.output<typeof plantForm>

const notThere = 'Такого вида или сорта нет.'

export async function listPlants(db: Db, query: PageRequest & { search?: string | undefined }, address: string) {
  const [rows, count] = await Promise.all([
    listStaffPlants(db, query.search, pageRange(query)),
    countStaffPlants(db, query.search),
  ])
  return { ...pageLinks(address, query, count), results: await presentPlant(db, rows) }
}

interface Found {
  plant: PlantRow
  genus: GenusRow
  /** Genus and species. */
  name: string
}

async function getFound(tx: Tx, id: number): Promise<Found> {
  const plant = await findPlant(tx, id)
  const genus = plant && (await findGenus(tx, plant.genusId))
  if (!plant || !genus) throw new AppError('NOT_FOUND', notThere)
  return { plant, genus, name: `${genus.name} ${plant.name}` }
}

/**
 * Makes one change of the directory's plants under the exclusive lock of the reference data; returns the plant
 * afterwards.
 */
async function action(db: Db, change: (tx: Tx) => Promise<number>): Promise<StaffPlant> {
  const row = await findStaffPlant(db, await changeReference(db, change))
  const [plant] = await presentPlant(db, row ? [row] : [])
  if (!plant) throw new AppError('NOT_FOUND', notThere)
  return plant
}

/** Throws INVALID_INPUT for a name that is taken, and for an unknown genus or category. */
export function createPlant(db: Db, actor: Actor, form: PlantForm & { genus: number }): Promise<StaffPlant> {
  return action(db, async tx => {
    const genus = await findGenus(tx, form.genus)
    if (!genus || genus.isHidden) throw refuse('genus', 'Такого рода нет, или он скрыт', 'not_in_list')
    await checkCategories(tx, form.categories)
    const category = await findCategoryById(tx, form.categories[0] ?? 0)
    const facts = newPlantFacts({
      genusSample: await findGenusSample(tx, genus.name),
      categorySlug: category?.slug ?? '',
      growthPattern: null,
      crownShape: null,
      foliageColour: '',
      matureHeightMm: null,
      zone: null,
    })
    const { name, latin_name: latinName, synonyms, categories: categoryIds } = form
    const id = await addPlant(tx, genus, { name, latinName, synonyms, facts, categoryIds }, 'name')
    const subjectName = `${genus.name} ${name}`
    await record(tx, actor, { action: 'create', subject: 'species', subjectId: id, subjectName })
    return id
  })
}

/**
 * The name may be that of a plant that was merged into this one: the two then swap names, so that both still resolve to
 * this entry. Throws INVALID_INPUT for any other name that is taken, CONFLICT if another moderator has changed the name
 * meanwhile.
 */
export function editPlant(db: Db, actor: Actor, id: number, { was, ...form }: PlantForm & { was: string }) {
  return action(db, async tx => {
    const { plant, genus, name } = await getFound(tx, id)
    assertNotStale(plant, was)
    checkUnmerged(plant)
    const merged = (await listEveryPlant(tx, genus.id)).filter(other => other.mergedIntoId === id)
    await checkPlantName(tx, genus, form.name, 'name', [id, ...merged.map(other => other.id)])
    await checkCategories(tx, form.categories)
    await lockCompaniesOf(tx, [id])
    const namesake = merged.find(other => other.name === form.name)
    if (namesake) await exchangeNames((of, called) => updatePlants(tx, [of], { name: called }), plant, namesake)
    await updatePlants(tx, [id], { name: form.name, latinName: form.latin_name, synonyms: form.synonyms })
    if (form.latin_name !== plant.latinName) {
      await setSlug(tx, id, await findSlug(tx, form.latin_name || `${genus.name} ${form.name}`, id))
    }
    await setCategories(tx, id, form.categories)
    await syncWithPlants(tx, { plantIds: [id] })
    const isRenamed = form.name !== plant.name
    await record(tx, actor, {
      action: isRenamed ? 'rename' : 'edit',
      subject: 'species',
      subjectId: id,
      subjectName: isRenamed ? `${name} → ${genus.name} ${form.name}` : name,
    })
    return id
  })
}

/** Throws CONFLICT for a plant that is already merged, INVALID_INPUT for an invalid target. */
export async function mergePlant(
  db: Db,
  actor: Actor,
  id: number,
  { into, reason }: { into: number; reason: string },
): Promise<StaffPlant> {
  return action(db, async tx => {
    const source = await getFound(tx, id)
    const row = await findPlant(tx, into)
    checkMerge(source.plant, row)
    const target = await getFound(tx, into)
    checkMerge(source.plant, { ...row, isHidden: target.genus.isHidden })
    await lockCompaniesOf(tx, [id])
    const moved = await listLinkedIds(tx, [id])
    const move = [{ from: id, to: into }]
    await shareCategories(tx, move)
    await moveProducts(tx, move)
    await mergePlantRows(tx, move)
    await syncWithPlants(tx, { productIds: moved })
    await redrawProducts(tx, moved)
    const subjectName = `${source.name} → ${target.name}`
    await record(tx, actor, { action: 'merge', subject: 'species', subjectId: id, subjectName, reason })
    return id
  })
}

/** Throws CONFLICT if the plant is already in this state. */
export function setPlantHidden(db: Db, actor: Actor, id: number, isHidden: boolean, reason = '') {
  return action(db, async tx => {
    const { plant, name } = await getFound(tx, id)
    checkUnmerged(plant)
    if (plant.isHidden === isHidden) {
      throw new AppError('CONFLICT', isHidden ? 'Запись уже скрыта.' : 'Запись не скрыта.')
    }
    await updatePlants(tx, [id], { isHidden })
    const action = isHidden ? 'hide' : 'restore'
    await record(tx, actor, { action, subject: 'species', subjectId: id, subjectName: name, reason })
    return id
  })
}
