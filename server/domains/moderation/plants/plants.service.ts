import type { z } from 'zod'
import type { StaffSpecies, speciesForm } from '#contract/moderation/plants.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { addSpecies, checkCategories, checkSpeciesName, refuse } from '#server/domains/plants/new-plants.ts'
import {
  findCategoryById,
  findGenus,
  findSpecies,
  type GenusRow,
  listEverySpecies,
  mergeSpeciesRows,
  type SpeciesRow,
  setCategories,
  shareCategories,
  updateSpecies,
} from '#server/domains/plants/plants.api.ts'
import { findKin } from '#server/domains/plants/plants.service.ts'
import { newPlantFacts } from '#server/domains/products/illustration-spec.ts'
import { redrawListings } from '#server/domains/products/linked-pictures.service.ts'
import { followDirectory } from '#server/domains/products/linked-products.service.ts'
import { listTiedIds, lockCompaniesOf, moveListings } from '#server/domains/products/products.api.ts'
import { checkMerge, checkUnmerged, checkWas, exchangeNames } from '#server/domains/reference/entry-states.ts'
import { changeReference } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { presentSpecies } from './directory.present.ts'
import { countStaffSpecies, findStaffSpecies, listStaffSpecies } from './directory.queries.ts'

type Deps = { db: Db; media: MediaStore }
type SpeciesForm = z.output<typeof speciesForm>

const notThere = 'Такого вида или сорта нет.'

export async function listSpecies(db: Db, query: PageRequest & { search?: string | undefined }, address: string) {
  const [rows, count] = await Promise.all([
    listStaffSpecies(db, query.search, pageRange(query)),
    countStaffSpecies(db, query.search),
  ])
  return { ...pageLinks(address, query, count), results: await presentSpecies(db, rows) }
}

interface Found {
  plant: SpeciesRow
  genus: GenusRow
  /** Genus and species together. */
  name: string
}

async function getFound(tx: Tx, id: number): Promise<Found> {
  const plant = await findSpecies(tx, id)
  const genus = plant && (await findGenus(tx, plant.genusId))
  if (!plant || !genus) throw new AppError('NOT_FOUND', notThere)
  return { plant, genus, name: `${genus.name} ${plant.name}` }
}

/** One change of the directory's plants, alone with all the reference data; gives the plant as it is afterwards. */
async function deed(db: Db, change: (tx: Tx) => Promise<number>): Promise<StaffSpecies> {
  const row = await findStaffSpecies(db, await changeReference(db, change))
  const [plant] = await presentSpecies(db, row ? [row] : [])
  if (!plant) throw new AppError('NOT_FOUND', notThere)
  return plant
}

/** Throws INVALID_INPUT for a name that is taken, and for a genus or categories that are not there. */
export function createSpecies(db: Db, actor: Actor, form: SpeciesForm & { genus: number }): Promise<StaffSpecies> {
  return deed(db, async tx => {
    const genus = await findGenus(tx, form.genus)
    if (!genus || genus.isHidden) throw refuse('genus', 'Такого рода нет, или он скрыт', 'not_in_list')
    await checkCategories(tx, form.categories)
    const category = await findCategoryById(tx, form.categories[0] ?? 0)
    const facts = newPlantFacts({
      kin: await findKin(tx, genus.name),
      categorySlug: category?.slug ?? '',
      growthPattern: null,
      crownShape: null,
      foliageColour: '',
      matureHeightMm: null,
      zone: null,
    })
    const { name, latin_name: latinName, synonyms, categories: categoryIds } = form
    const id = await addSpecies(tx, genus, { name, latinName, synonyms, facts, categoryIds }, 'name')
    const subjectName = `${genus.name} ${name}`
    await record(tx, actor, { action: 'create', subject: 'species', subjectId: id, subjectName })
    return id
  })
}

/**
 * The name may be that of a plant that was merged into this one: they then change names, so that both still lead here.
 * Throws INVALID_INPUT for any other name that is taken, CONFLICT when another moderator has changed the name meanwhile.
 */
export function editSpecies(db: Db, actor: Actor, id: number, { was, ...form }: SpeciesForm & { was: string }) {
  return deed(db, async tx => {
    const { plant, genus, name } = await getFound(tx, id)
    checkWas(plant, was)
    checkUnmerged(plant)
    const merged = (await listEverySpecies(tx, genus.id)).filter(other => other.mergedIntoId === id)
    await checkSpeciesName(tx, genus, form.name, 'name', [id, ...merged.map(other => other.id)])
    await checkCategories(tx, form.categories)
    await lockCompaniesOf(tx, [id])
    const namesake = merged.find(other => other.name === form.name)
    if (namesake) await exchangeNames((of, called) => updateSpecies(tx, [of], { name: called }), plant, namesake)
    await updateSpecies(tx, [id], { name: form.name, latinName: form.latin_name, synonyms: form.synonyms })
    await setCategories(tx, id, form.categories)
    await followDirectory(tx, { speciesIds: [id] })
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

/** Throws CONFLICT for a plant that is merged already, INVALID_INPUT for one that it cannot be merged into. */
export async function mergeSpecies(
  { db, media }: Deps,
  actor: Actor,
  id: number,
  { into, reason }: { into: number; reason: string },
): Promise<StaffSpecies> {
  let moved: number[] = []
  const merged = await deed(db, async tx => {
    const source = await getFound(tx, id)
    const row = await findSpecies(tx, into)
    checkMerge(source.plant, row)
    const target = await getFound(tx, into)
    checkMerge(source.plant, { ...row, isHidden: target.genus.isHidden })
    await lockCompaniesOf(tx, [id])
    moved = await listTiedIds(tx, [id])
    const move = [{ from: id, to: into }]
    await shareCategories(tx, move)
    await moveListings(tx, move)
    await mergeSpeciesRows(tx, move)
    await followDirectory(tx, { productIds: moved })
    const subjectName = `${source.name} → ${target.name}`
    await record(tx, actor, { action: 'merge', subject: 'species', subjectId: id, subjectName, reason })
    return id
  })
  await redrawListings({ db, media }, moved)
  return merged
}

/** Throws CONFLICT when that is done already. */
export function setSpeciesHidden(db: Db, actor: Actor, id: number, isHidden: boolean, reason = '') {
  return deed(db, async tx => {
    const { plant, name } = await getFound(tx, id)
    checkUnmerged(plant)
    if (plant.isHidden === isHidden) {
      throw new AppError('CONFLICT', isHidden ? 'Запись уже скрыта.' : 'Запись не скрыта.')
    }
    await updateSpecies(tx, [id], { isHidden })
    const action = isHidden ? 'hide' : 'restore'
    await record(tx, actor, { action, subject: 'species', subjectId: id, subjectName: name, reason })
    return id
  })
}
