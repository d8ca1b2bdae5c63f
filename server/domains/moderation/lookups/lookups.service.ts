import type { z } from 'zod'
import type { editLookupForm, newLookupForm, StaffLookup } from '#contract/moderation/lookups.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { countCompaniesBy, replaceInCompanies } from '#server/domains/companies/companies.api.ts'
import { mergeRegion } from '#server/domains/posts/writing/product-posts.service.ts'
import { countProductsBy, isOfProducts, replaceInProducts } from '#server/domains/products/products.api.ts'
import { assertNotStale, checkMerge, checkUnmerged, exchangeNames } from '#server/domains/reference/entry-states.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import {
  changeReference,
  findLookup,
  insertLookup,
  type LookupKind,
  type LookupRow,
  listEveryLookup,
  mergeLookupRow,
  updateLookup,
} from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'

/** All entries of a list, with their numbers of uses. */
export async function listStaffLookups(db: Db, kind: LookupKind): Promise<StaffLookup[]> {
  const [rows, usesOf] = await Promise.all([listEveryLookup(db, kind), countUses(db, kind)])
  return rows.map(({ lookup, mergedInto }) => ({
    id: lookup.id,
    kind: lookup.kind,
    name: lookup.name,
    description: lookup.description,
    is_hidden: lookup.isHidden,
    merged_into: mergedInto,
    uses_count: usesOf(lookup.id),
  }))
}

async function getRow(tx: Tx, id: number): Promise<LookupRow> {
  const row = await findLookup(tx, id)
  if (!row) throw new AppError('NOT_FOUND', 'Такой записи нет.')
  return row
}

/** Makes one change of the lists under the exclusive lock of the reference data; returns the entry afterwards. */
async function action(db: Db, change: (tx: Tx) => Promise<Pick<LookupRow, 'id' | 'kind'>>): Promise<StaffLookup> {
  const { id, kind } = await changeReference(db, change)
  const entry = (await listStaffLookups(db, kind)).find(row => row.id === id)
  if (!entry) throw new Error('an entry is gone that was held')
  return entry
}

/** Throws INVALID_INPUT for a name of another entry of the list, including hidden and merged ones. */
function checkName(others: LookupRow[], name: string): void {
  const taken = others.find(row => normalizeName(row.name) === normalizeName(name))
  if (!taken) return
  const message = taken.isHidden ? 'Такая запись уже есть, но скрыта или объединена с другой' : 'Такая запись уже есть'
  throw new AppError('INVALID_INPUT', undefined, { name: [{ message, code: 'unique' }] })
}

const rowsOf = async (tx: Tx, kind: LookupKind) => (await listEveryLookup(tx, kind)).map(({ lookup }) => lookup)

/** Products store the zone's number; a name without one would match no filter. */
function checkScale(kind: LookupKind): void {
  if (kind === 'winter_hardiness')
    throw new AppError('CONFLICT', 'Зоны USDA — готовая шкала: их можно переименовать или скрыть.')
}

export function createLookup(db: Db, actor: Actor, form: z.output<typeof newLookupForm>): Promise<StaffLookup> {
  return action(db, async tx => {
    checkScale(form.kind)
    checkName(await rowsOf(tx, form.kind), form.name)
    const id = await insertLookup(tx, form)
    await record(tx, actor, { action: 'create', subject: 'lookup', subjectId: id, subjectName: form.name })
    return { id, kind: form.kind }
  })
}

/**
 * The name may be that of an entry that was merged into this one: the two then swap names. Throws INVALID_INPUT for any
 * other name that is taken, CONFLICT if another moderator has changed the name meanwhile.
 */
export function editLookup(db: Db, actor: Actor, id: number, { was, ...form }: z.output<typeof editLookupForm>) {
  return action(db, async tx => {
    const row = await getRow(tx, id)
    assertNotStale(row, was)
    checkUnmerged(row)
    const others = (await rowsOf(tx, row.kind)).filter(other => other.id !== id)
    checkName(
      others.filter(other => other.mergedIntoId !== id),
      form.name,
    )
    const namesake = others.find(other => other.name === form.name)
    if (namesake) await exchangeNames((of, name) => updateLookup(tx, of, { name }), row, namesake)
    await updateLookup(tx, id, form)
    const isRenamed = form.name !== row.name
    await record(tx, actor, {
      action: isRenamed ? 'rename' : 'edit',
      subject: 'lookup',
      subjectId: id,
      subjectName: isRenamed ? `${row.name} → ${form.name}` : row.name,
    })
    return row
  })
}

/** Throws CONFLICT for an entry that is already merged, INVALID_INPUT for an invalid target. */
export function mergeLookup(db: Db, actor: Actor, id: number, { into, reason }: { into: number; reason: string }) {
  return action(db, async tx => {
    const row = await getRow(tx, id)
    checkScale(row.kind)
    const target = await findLookup(tx, into)
    checkMerge(row, target?.kind === row.kind ? target : undefined)
    await replaceUses(tx, row.kind, id, into)
    await mergeLookupRow(tx, id, into)
    const subjectName = `${row.name} → ${target?.name}`
    await record(tx, actor, { action: 'merge', subject: 'lookup', subjectId: id, subjectName, reason })
    return row
  })
}

/** Throws CONFLICT if the entry is already in this state. */
export function setLookupHidden(db: Db, actor: Actor, id: number, isHidden: boolean, reason = '') {
  return action(db, async tx => {
    const row = await getRow(tx, id)
    checkUnmerged(row)
    if (row.isHidden === isHidden) {
      throw new AppError('CONFLICT', isHidden ? 'Запись уже скрыта.' : 'Запись не скрыта.')
    }
    await updateLookup(tx, id, { isHidden })
    const action = isHidden ? 'hide' : 'restore'
    await record(tx, actor, { action, subject: 'lookup', subjectId: id, subjectName: row.name, reason })
    return row
  })
}

/** The number of products, or companies, with each entry of the list. */
async function countUses(db: Db, kind: LookupKind): Promise<(id: number) => number> {
  const rows = isOfProducts(kind) ? await countProductsBy(db, kind) : await countCompaniesBy(db, kind)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return id => counts.get(id) ?? 0
}

/** Replaces all references to one entry with the other. The caller has locked the reference data. */
async function replaceUses(tx: Tx, kind: LookupKind, from: number, to: number): Promise<void> {
  if (isOfProducts(kind)) {
    await replaceInProducts(tx, kind, from, to)
    return
  }
  await replaceInCompanies(tx, kind, from, to)
  if (kind === 'region') await mergeRegion(tx, from, to)
}
