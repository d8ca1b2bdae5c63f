import type { z } from 'zod'
import type { genusForm, StaffGenus } from '#contract/moderation/plants.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { addGenus, checkGenusName, checkLength } from '#server/domains/plants/new-plants.ts'
import {
  findGenus,
  type GenusRow,
  listEveryGenus,
  listEveryPlant,
  mergeGenusRow,
  mergePlantRows,
  type PlantRow,
  shareCategories,
  updateGenus,
  updatePlants,
} from '#server/domains/plants/plants.api.ts'
import { redrawProducts } from '#server/domains/products/linked-pictures.service.ts'
import { syncWithPlants } from '#server/domains/products/linked-products.service.ts'
import { listLinkedIds, lockCompaniesOf, moveProducts } from '#server/domains/products/products.api.ts'
import { assertNotStale, checkMerge, checkUnmerged, exchangeNames } from '#server/domains/reference/entry-states.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { changeReference } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { presentGenus, presentPlant } from './directory.present.ts'
import { countStaffGenera, findStaffGenus, listStaffGenera, listStaffPlantsOf } from './directory.queries.ts'

type GenusForm = z.output<typeof genusForm>

const notThere = 'Такого рода нет.'

export async function listGenera(db: Db, query: PageRequest & { search?: string | undefined }, address: string) {
  const [rows, count] = await Promise.all([
    listStaffGenera(db, query.search, pageRange(query)),
    countStaffGenera(db, query.search),
  ])
  return { ...pageLinks(address, query, count), results: rows.map(presentGenus) }
}

async function readGenus(db: Db, id: number): Promise<StaffGenus> {
  const row = await findStaffGenus(db, id)
  if (!row) throw new AppError('NOT_FOUND', notThere)
  return presentGenus(row)
}

export async function getGenus(db: Db, id: number) {
  const [genus, rows] = await Promise.all([readGenus(db, id), listStaffPlantsOf(db, id)])
  return { genus, species: await presentPlant(db, rows) }
}

async function getRow(tx: Tx, id: number): Promise<GenusRow> {
  const row = await findGenus(tx, id)
  if (!row) throw new AppError('NOT_FOUND', notThere)
  return row
}

/**
 * Makes one change of the directory's genera under the exclusive lock of the reference data; returns the genus
 * afterwards.
 */
async function action(db: Db, change: (tx: Tx) => Promise<number>): Promise<StaffGenus> {
  return readGenus(db, await changeReference(db, change))
}

/** Throws INVALID_INPUT for a name that is taken. */
export function createGenus(db: Db, actor: Actor, form: GenusForm): Promise<StaffGenus> {
  return action(db, async tx => {
    const id = await addGenus(tx, { name: form.name, latinName: form.latin_name, family: form.family }, 'name')
    await record(tx, actor, { action: 'create', subject: 'genus', subjectId: id, subjectName: form.name })
    return id
  })
}

/**
 * The name may be that of a genus that was merged into this one: the two then swap names, so that both still resolve to
 * this entry. Throws INVALID_INPUT for any other name that is taken, CONFLICT if another moderator has changed the name
 * meanwhile.
 */
export function editGenus(db: Db, actor: Actor, id: number, { was, ...form }: GenusForm & { was: string }) {
  return action(db, async tx => {
    const genus = await getRow(tx, id)
    assertNotStale(genus, was)
    checkUnmerged(genus)
    const plants = (await listEveryPlant(tx, id)).filter(plant => plant.mergedIntoId === null)
    const ids = plants.map(plant => plant.id)
    const merged = (await listEveryGenus(tx)).filter(other => other.mergedIntoId === id)
    await checkGenusName(tx, form.name, 'name', [id, ...merged.map(other => other.id)])
    checkLength(
      form.name,
      plants.map(plant => plant.name),
      'name',
    )
    await lockCompaniesOf(tx, ids)
    const namesake = merged.find(other => other.name === form.name)
    if (namesake) await exchangeNames((of, name) => updateGenus(tx, of, { name }), genus, namesake)
    await updateGenus(tx, id, { name: form.name, latinName: form.latin_name, family: form.family })
    await syncWithPlants(tx, { plantIds: ids })
    const isRenamed = form.name !== genus.name
    await record(tx, actor, {
      action: isRenamed ? 'rename' : 'edit',
      subject: 'genus',
      subjectId: id,
      subjectName: isRenamed ? `${genus.name} → ${form.name}` : genus.name,
    })
    return id
  })
}

/**
 * Decides what happens to the plants of the merged genus: they move, or are merged into the plant of the same name in
 * the other genus, or into its own merge target, unless that is being merged as well.
 */
function sortOut(own: PlantRow[], others: PlantRow[]) {
  const going = new Set(own.map(plant => plant.id))
  const byName = new Map(others.map(plant => [normalizeName(plant.name), plant]))
  const plants = own.filter(plant => plant.mergedIntoId === null)
  const twins = plants.flatMap(plant => {
    const twin = byName.get(normalizeName(plant.name))
    if (!twin) return []
    const isMergedElsewhere = twin.mergedIntoId !== null && !going.has(twin.mergedIntoId)
    const to = isMergedElsewhere ? (twin.mergedIntoId ?? twin.id) : twin.id
    // The plant keeps being offered, under the other one's name.
    return [
      {
        from: plant.id,
        to,
        isRevived: !isMergedElsewhere && (twin.mergedIntoId !== null || (twin.isHidden && !plant.isHidden)),
      },
    ]
  })
  const gone = new Set(twins.map(({ from }) => from))
  return {
    twins,
    revived: twins.filter(({ isRevived }) => isRevived).map(({ to }) => to),
    moving: plants.filter(({ id }) => !gone.has(id)),
  }
}

/**
 * Moves its plants to the other genus; those that exist there under the same name are merged as well. Throws CONFLICT
 * for a genus that is already merged, INVALID_INPUT for an invalid target.
 */
export async function mergeGenus(
  db: Db,
  actor: Actor,
  id: number,
  { into, reason }: { into: number; reason: string },
): Promise<StaffGenus> {
  return action(db, async tx => {
    const genus = await getRow(tx, id)
    const target = await findGenus(tx, into)
    checkMerge(genus, target)
    const own = await listEveryPlant(tx, id)
    const { twins, revived, moving } = sortOut(own, await listEveryPlant(tx, into))
    checkLength(
      target.name,
      moving.map(plant => plant.name),
      'into',
    )
    const ids = own.map(plant => plant.id)
    await lockCompaniesOf(tx, ids)
    const productIds = await listLinkedIds(tx, ids)
    const relinked = await listLinkedIds(
      tx,
      twins.map(({ from }) => from),
    )
    await updatePlants(tx, revived, { isHidden: false, mergedIntoId: null })
    await shareCategories(tx, twins)
    await moveProducts(tx, twins)
    await mergePlantRows(tx, twins)
    await updatePlants(
      tx,
      moving.map(plant => plant.id),
      { genusId: into },
    )
    await mergeGenusRow(tx, id, into)
    await syncWithPlants(tx, { productIds })
    await redrawProducts(tx, relinked)
    const subjectName = `${genus.name} → ${target.name}`
    await record(tx, actor, { action: 'merge', subject: 'genus', subjectId: id, subjectName, reason })
    return id
  })
}

/** Throws CONFLICT if the genus is already in this state. */
export function setGenusHidden(db: Db, actor: Actor, id: number, isHidden: boolean, reason = '') {
  return action(db, async tx => {
    const genus = await getRow(tx, id)
    checkUnmerged(genus)
    if (genus.isHidden === isHidden) throw new AppError('CONFLICT', isHidden ? 'Род уже скрыт.' : 'Род не скрыт.')
    await updateGenus(tx, id, { isHidden })
    const action = isHidden ? 'hide' : 'restore'
    await record(tx, actor, { action, subject: 'genus', subjectId: id, subjectName: genus.name, reason })
    return id
  })
}
