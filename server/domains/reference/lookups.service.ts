import type { Lookup } from '#contract/common.ts'
import type { DescribedLookup } from '#contract/reference.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { findLookups, listAllLookups, listLookups } from './lookups.queries.ts'
import type { LookupKind } from './lookups.tables.ts'

export async function getLookups(db: Db, kind: LookupKind): Promise<Lookup[]> {
  return (await listLookups(db, kind)).map(({ id, name }) => ({ id, name }))
}

/** For filters: an entry that is not offered any more is still found as long as something has it. */
export async function getFilterLookups(db: Db, kind: LookupKind): Promise<Lookup[]> {
  return (await listLookups(db, kind, { withHidden: true })).map(({ id, name }) => ({ id, name }))
}

export async function getDescribedLookups(db: Db, kind: LookupKind): Promise<DescribedLookup[]> {
  return (await listLookups(db, kind)).map(({ id, name, description }) => ({ id, name, description }))
}

/** Finds several entries with one query; an id that is `null` or unknown gives `null`. */
export async function lookupsById(
  db: Db,
  ids: (number | null)[],
): Promise<(id: number | null) => DescribedLookup | null> {
  const wanted = ids.filter(id => id !== null)
  const rows = wanted.length ? await findLookups(db, wanted) : []
  const byId = new Map(rows.map(row => [row.id, row]))
  return id => (id === null ? null : (byId.get(id) ?? null))
}

export type LookupEntry = Awaited<ReturnType<typeof listAllLookups>>[number]

/**
 * All the lists with one query: entries by their ids, and those that are offered by their names in the data files. In
 * place of an entry that was merged stands the one that took its place.
 */
export async function readAllLookups(db: Db | Tx) {
  const rows = await listAllLookups(db)
  const rowOf = new Map(rows.map(row => [row.id, row]))
  const present = (row: LookupEntry | undefined): LookupEntry | null =>
    (row?.mergedIntoId ? rowOf.get(row.mergedIntoId) : row) ?? null
  const byKey = new Map(rows.map(row => [`${row.kind}/${row.seedKey}`, row]))
  return {
    byId: (id: number | null): LookupEntry | null => (id === null ? null : present(rowOf.get(id))),
    byKey(kind: LookupKind, seedKey: string | null): LookupEntry | null {
      const row = seedKey === null ? null : present(byKey.get(`${kind}/${seedKey}`))
      return row?.isHidden ? null : row
    },
  }
}
export type AllLookups = Awaited<ReturnType<typeof readAllLookups>>
